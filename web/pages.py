"""Fill in the generated parts of pages: heads, headers, and the contract."""

import json
import re
import sys
from html import escape
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from service.api.pages import PAGES
from service.api.release import STATIC
from service.catalogue import CATALOGUE
from web import pictures
from web.documents import document_pages, game_loops

Json = dict[str, Any]
HEAD, HEADER = (Path(__file__).with_name(name).read_text() for name in ("head.html", "header.html"))
ADDRESSES: Final = {name: path for path, name in PAGES.items()} | {"not-found.html": "/not-found"}
ADDRESSES.pop("player/sandbox.html")
PICTURES: Final = {"/": "pictures/play.png", "/learn": "pictures/lesson.png"}  # else the icon
BOARD: Final = "client/noughts-board.bundle.js"  # which the script of a page with a board loads
CONTRACT: Final = Path(__file__).parents[1] / "openapi" / "openapi.json"


def filled_pages() -> dict[Path, str]:
    """Return the pages, filled in between comments such as <!-- problems -->."""
    document = json.loads(CONTRACT.read_text(encoding="utf-8"))
    info = document["info"]
    parts = {
        "version": f"<small>{info['version']}</small>",
        "introduction": f"\n<p><b>{escape(info['summary'])}.</b></p>\n"
        + _paragraphs(info["description"]),
        "operations": "\n" + "".join(_family(tag, document["paths"]) for tag in document["tags"]),
        "problems": "\n" + _problems(),
        "response": _first_response(document),
        "programs": "\n" + game_loops(),
    }
    pages, documents = {}, document_pages()
    for name, address in ADDRESSES.items():
        page = documents.get(name) or (STATIC / name).read_text(encoding="utf-8")
        for part, text in (parts | _frame(page, address)).items():
            page = _filled(page, f"<!-- {part} -->", text, f"<!-- /{part} -->")
        pages[STATIC / name] = page
    return pages | {pictures.PICTURES: pictures.lesson_pictures()}


def _filled(page: str, start: str, text: str, end: str) -> str:
    """Return the page with this text between two markers, if the page has them."""
    before, found, rest = page.partition(start)
    return f"{before}{start}{text}{end}{rest.partition(end)[2]}" if found else page


def _frame(page: str, address: str) -> dict[str, str]:
    """Return the end of the head and the header."""
    root = "../" * (address.count("/") - 1) or "./"
    [title] = re.findall("<title>(.+)</title>", page)
    [description] = re.findall('<meta name="description" content="(.+)">', page)
    preload = f'    <link rel="modulepreload" href="{root}static/{BOARD}">\n'
    section = {"examples": "docs", "problems": "docs"}.get(
        address.split("/")[1], address.split("/")[1]
    )
    link = f'<a href="{root}{section}"'
    picture = PICTURES.get(address, "icons/share.png")
    head = HEAD.format(root=root, title=title, description=description, picture=picture)
    if address in PAGES:  # whatever its query
        head += f'    <link rel="canonical" href="{root}{address.removeprefix("/")}">\n'
    head += (preload if "<noughts-board" in page else "") + "    "
    header = HEADER.format(root=root).replace(f"{link}>", f'{link} aria-current="page">') + "    "
    return {"head": head, "header": header}


def _first_response(document: Json) -> str:
    """Return the response to the first move of a game."""
    responses = document["paths"]["/v1/best-move"]["get"]["responses"]
    example = responses["200"]["content"]["application/json"]["examples"]["first_move"]["value"]
    # Lists are on one line, as in main.js of the page.
    text = json.dumps(example, indent=2, ensure_ascii=False)
    return escape(
        re.sub(r"\[[^\[\]{}]*\]", lambda found: " ".join(found[0].split()), text), quote=False
    )


def _problems() -> str:
    """Return the rows of the table of problems."""
    return "".join(
        f'<tr id="{code}"><td><code>{code}</code></td><td>{entry.status}</td>'
        f"<td>{entry.title}</td><td>{_text(entry.when)}</td></tr>\n"
        for code, entry in CATALOGUE.items()
    )


def _family(tag: Json, paths: Json) -> str:
    """Return the section of the operations with a tag."""
    name = tag["name"]
    operations = [
        _operation(method, path, operation)
        for path, item in paths.items()
        for method, operation in item.items()
        if name in operation["tags"]
    ]
    return (
        f'<section class="family card">\n<h3>{name.capitalize()}</h3>\n'
        f"{_paragraphs(tag['description'])}{''.join(operations)}</section>\n"
    )


def _operation(method: str, path: str, operation: Json) -> str:
    """Return the element of an operation; its id is the fragment that Swagger UI uses."""
    name = f"/{quote(operation['tags'][0])}/{operation['operationId']}"
    return (
        f'<details class="operation" id="{name}" data-method="{method}" data-path="{path}">\n'
        f"<summary><b>{method.upper()}</b><code>{path}</code>"
        f"<span>{_text(operation['summary'])}</span></summary>\n"
        f'{_paragraphs(operation["description"])}<div class="place"></div>\n</details>\n'
    )


def _paragraphs(markdown: str) -> str:
    """Convert Markdown that contains only paragraphs and code to HTML."""
    return "".join(f"<p>{_text(each)}</p>\n" for each in markdown.strip().split("\n\n"))


def _text(markdown: str) -> str:
    return re.sub("`(.*?)`", r"<code>\1</code>", escape(markdown))


if __name__ == "__main__":
    for path, text in filled_pages().items():
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path} is out of date. Run `make pages`.")
