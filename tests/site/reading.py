"""Reading documents in tests: what a page shows, field by field."""

from html.parser import HTMLParser


class Document(HTMLParser):
    """A page taken apart: its text, its fields with what stands in them, its links, and the sentence beside each field."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.text = ""
        self.fields: dict[str, str] = {}
        self.checked: set[tuple[str, str]] = set()
        self.links: list[str] = []
        self.problems: dict[str, str] = {}
        self.described: dict[str, str] = {}
        self.attributes: set[str] = set()
        self.ids: list[str] = []
        self._problem: str | None = None
        self._select: str | None = None
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.attributes |= values.keys()
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a":
            self.links.append(values.get("href", ""))
        name = values.get("name", "")
        if tag == "input":
            if values.get("type") in ("radio", "checkbox"):
                if "checked" in values:
                    self.checked.add((name, values["value"]))
            else:
                self.fields[name or values.get("id", "")] = values.get("value", "")
        if tag == "select":
            self._select = name
        if tag == "option" and "selected" in values and self._select is not None:
            self.fields[self._select] = values.get("value", "")
        if "aria-describedby" in values:
            self.described[name or tag] = values["aria-describedby"]
        if values.get("class") == "problem":
            self._problem = values.get("id", "").removeprefix("problem-")

    def handle_endtag(self, tag: str) -> None:
        if tag == "p":
            self._problem = None

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._problem is not None:
            self.problems[self._problem] = self.problems.get(self._problem, "") + data
