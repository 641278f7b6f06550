"""The board in words as markup: a heading and a list or a table for each section, as screen readers walk through them."""

from collections.abc import Iterable

from freightyard.core.text_board import Section
from freightyard.page.markup import esc


def section_parts(sections: Iterable[Section]) -> dict[str, str]:
    """The sections in their order, each as a part with an id, so that a page replaces those alone that changed."""
    found: dict[str, str] = {}
    for section in sections:
        name, number = f"text-{section.name}", 1
        while name in found:
            number += 1
            name = f"text-{section.name}-{number}"
        found[name] = section_part(section, name)
    return found


def section_part(section: Section, name: str) -> str:
    """One section."""
    lines = "".join([f"<li>{esc(line)}</li>" for line in section.lines])
    inside = f"<ul>{lines}</ul>" if lines else ""
    if section.rows:
        heads = "".join([f'<th scope="col">{esc(column)}</th>' for column in section.columns])
        rows = "".join(
            [
                f'<tr><th scope="row">{esc(row[0])}</th>{"".join([f"<td>{esc(cell)}</td>" for cell in row[1:]])}</tr>'
                for row in section.rows
            ]
        )
        inside += f'<table aria-label="{esc(section.title)}"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    return f'<section id="{esc(name)}" data-part><h3>{esc(section.title)}</h3>{inside}</section>'
