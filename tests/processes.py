"""The processes that another one started, as the kernel lists them."""

from pathlib import Path


def children(parent: int, words: str) -> list[int]:
    """The processes that a process started and that have these words in their command. Some may end while we look."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                started_by = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                command = (entry / "cmdline").read_bytes()
            except (OSError, IndexError, ValueError):
                continue
            if started_by == parent and words.encode() in command:
                found.append(int(entry.name))
    return found
