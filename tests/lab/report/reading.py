"""A page as a strict reader sees it: balanced tags, what it refers to, its text."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = frozenset({"meta", "img", "br"})
ADDRESSES = frozenset(
    {"src", "href", "action", "data", "poster", "srcset", "xlink:href", "formaction", "background"}
)


class Reading(HTMLParser):
    """Everything about one page; AssertionError where a tag is not closed in its place."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.said: list[str] = []
        self.style = ""
        self.headings: list[int] = []
        self.feed(page)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(tag, attrs)

    def note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.addresses += [value or "" for name, value in attrs if name in ADDRESSES]
        if tag in {"h1", "h2", "h3", "h4"}:
            self.headings.append(int(tag[1]))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]} at {self.getpos()}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "style":
            self.style += data
        else:
            self.said.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.said).split())
