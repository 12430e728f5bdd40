"""Make the pages under /docs from the Markdown files that clients need, which stay their source."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight  # type: ignore[import-untyped]
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]

from service.api.pages import DOCUMENTS

ROOT: Final = Path(__file__).parents[1]
TEMPLATE: Final = Path(__file__).with_name("document.html").read_text(encoding="utf-8")
# The Markdown file of each document, relative to the repository.
SOURCES: Final = {
    name: "CHANGELOG.md" if name == "changelog" else f"docs/{name}.md" for name in DOCUMENTS
}
# What the service has, under which path.
SERVED: Final = {source: f"docs/{name}" for name, source in SOURCES.items()} | {
    f"openapi/{name}": name for name in ("openapi.json", "openapi-3.0.json")
}
PICTURES: Final = "service/static/"
FORMATTER: Final = HtmlFormatter(nowrap=True)
# A word that has no color: all but keywords, strings, comments, numbers and tags.
PLAIN: Final = re.compile(r'<span class="(?![kscm]|nt)\w+">(.*?)</span>', re.DOTALL)
CURRENT: Final = ' aria-current="page"'
LANGUAGES: Final = {"sh": "curl", "py": "Python", "js": "JavaScript"}


def code(text: str, language: str, _: str = "") -> str:
    """Return code as HTML, with its words in classes such as `k` for a keyword."""
    lexer = get_lexer_by_name(language or "text", stripnl=False)
    shown = PLAIN.sub(r"\1", highlight(text, lexer, FORMATTER))
    return f'<pre tabindex="0"><code>{shown}</code></pre>\n'


MARKDOWN: Final = MarkdownIt("commonmark", {"html": False, "highlight": code}).enable("table")


def document_pages() -> dict[str, str]:
    """Return the page of each document, by the name of its file in service/static."""
    parsed = {name: MARKDOWN.parse((ROOT / SOURCES[name]).read_text()) for name in DOCUMENTS}
    titles = {name: next(headings(tokens))[2] for name, tokens in parsed.items()}
    pages = {}
    for name, tokens in parsed.items():
        links = [
            f'        <a href="{other}"{CURRENT * (other == name)}>{title}</a>'
            for other, title in titles.items()
        ]
        contents = [
            f'          <a href="#{anchor}">{title}</a>'
            for level, anchor, title in headings(tokens)
            if level == "h2"
        ]
        pages[f"docs/documents/{name}.html"] = TEMPLATE.format(
            title=titles[name],
            description=escape(first_paragraph(tokens)),
            documents="\n".join(links),
            text=text_of(tokens, SOURCES[name]),
            contents="\n".join(contents),
        )
    return pages


def game_loops() -> str:
    """Return a section for each program of the guide's chapter "Play a game"."""
    tokens = MARKDOWN.parse((ROOT / SOURCES["api"]).read_text())
    starts = [
        index for index, token in enumerate(tokens) if token.tag == "h2" and token.nesting == 1
    ]
    first = next(index for index in starts if tokens[index + 1].content == "Play a game")
    chapter = tokens[first : next(index for index in starts if index > first)]
    programs = {token.info: token.content for token in chapter if token.type == "fence"}
    return "".join(
        f"<section><h3>{title}</h3>\n{code(programs[language], language)}</section>\n"
        for language, title in LANGUAGES.items()
    )


def html_of(tokens: Sequence[Token]) -> str:
    """Return tokens as HTML."""
    return str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def headings(tokens: Sequence[Token]) -> Iterator[tuple[str, str, str]]:
    """Yield the tag, the anchor (as on GitHub) and the HTML of each heading."""
    found = Counter[str]()
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            inline = tokens[index + 1]
            anchor = re.sub(r"[^\w\- ]", "", inline.content.lower()).replace(" ", "-")
            number = f"-{found[anchor]}" if found[anchor] else ""
            found[anchor] += 1
            yield token.tag, anchor + number, html_of(inline.children or [])


def first_paragraph(tokens: list[Token]) -> str:
    """Return the text of the first paragraph."""
    index = next(index for index, token in enumerate(tokens) if token.type == "paragraph_open")
    children = tokens[index + 1].children or []
    return "".join(" " if child.type == "softbreak" else child.content for child in children)


def text_of(tokens: list[Token], source: str) -> str:
    """Return the HTML of a document, whose headings have anchors, and whose links work."""
    anchors = iter([anchor for _, anchor, _ in headings(tokens)])
    for token in tokens:
        if token.type == "heading_open":
            token.attrSet("id", next(anchors))
        if token.children:
            token.children = list(linked(token.children, source))
    return html_of(tokens)


def linked(tokens: list[Token], source: str) -> Iterator[Token]:
    """Yield the parts of a text; a link to a file that is not served becomes text with its path."""
    unserved = ""
    for token in tokens:
        if token.type in {"link_open", "image"}:
            name = "href" if token.type == "link_open" else "src"
            path, mark, anchor = str(token.attrs[name]).partition("#")
            if path and "://" not in path:
                path = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
                served = SERVED.get(path) or path.replace(PICTURES, "static/")
                if served == path:
                    unserved = path
                    continue
                token.attrs[name] = f"../{served}{mark}{anchor}"
        if token.type == "link_close" and unserved:
            yield Token("text", "", 0, content=" (")
            yield Token("code_inline", "code", 0, content=unserved)
            yield Token("text", "", 0, content=")")
            unserved = ""
        else:
            yield token
