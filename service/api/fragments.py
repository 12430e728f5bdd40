"""HTML made from the contract and from the catalogue of problems."""

import re
from html import escape
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts

from service.problems.catalogue import CATALOGUE


def documentation(app: FastAPI) -> dict[str, str]:
    """The parts of the API documentation, with the operations in the order of their tags."""
    operations = [
        route
        for route in iter_route_contexts(app.routes)
        if isinstance(route.original_route, APIRoute) and route.include_in_schema
    ]
    families = [_family(tag, operations) for tag in app.openapi_tags or ()]
    return {
        "version": app.version,
        "summary": escape(app.summary or ""),
        "description": _paragraphs(app.description),
        "operations": "".join(families),
        "problems": problems(),
    }


def problems() -> str:
    """The rows of the table of problems."""
    return "".join(
        f'<tr id="{code}"><td><code>{code}</code></td><td>{entry.status}</td>'
        f"<td>{entry.title}</td><td>{_text(entry.when)}</td></tr>\n"
        for code, entry in CATALOGUE.items()
    )


def _family(tag: dict[str, Any], operations: list[RouteContext]) -> str:
    """The operations with a tag."""
    name = tag["name"]
    return (
        f'<section class="family card">\n<h3>{name.capitalize()}</h3>\n'
        f"{_paragraphs(tag['description'])}"
        f"{''.join(_operation(each, name) for each in operations if name in each.tags)}</section>\n"
    )


def _operation(route: RouteContext, tag: str) -> str:
    """One operation; its id is the fragment that Swagger UI uses."""
    method = "".join(route.methods or ())
    return (
        f'<details class="operation" id="/{quote(tag)}/{route.unique_id}"'
        f' data-method="{method.lower()}" data-path="{route.path}">\n'
        f"<summary><b>{method}</b><code>{route.path}</code><span>{_text(route.summary)}</span>"
        f'</summary>\n{_paragraphs(route.description)}<div class="place"></div>\n</details>\n'
    )


def _paragraphs(markdown: str) -> str:
    """HTML of Markdown that has only paragraphs and code."""
    return "".join(f"<p>{_text(each)}</p>\n" for each in markdown.strip().split("\n\n"))


def _text(markdown: str) -> str:
    return re.sub("`(.*?)`", r"<code>\1</code>", escape(markdown))
