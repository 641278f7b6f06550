"""Flat memory where the rules are compiled, lists where they are not: the names that both have.

`vec[i64]` is a row of machine words in one block, which is copied in one piece and holds no Python numbers. mypyc has it from
`librt.vecs`. The type checker, and mypyc with it, sees those names. A Python that runs the source as it stands finds the ones
below, and needs neither: the same code then works on lists. This module is never compiled.

`row = append(row, 5)`: what was the row before is not to be used any more, as it may lie in the same memory.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
else:
    i64 = int

    class vec:  # noqa: N801  (as it is called where it is found)
        """`vec[i64](numbers)` makes a list."""

        def __class_getitem__(cls, item):
            return _row

    def _row(numbers=(), *, capacity=0):  # noqa: ARG001  (lists grow by themselves)
        return list(numbers)

    def append(row, number):
        """A row with one number more."""
        row.append(number)
        return row
