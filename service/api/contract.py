"""Declare the responses that operations share, and serve the contract.

`make openapi` generates the contract: the code in openapi/ adds media types, headers and examples.
The service fills in its address and `max_nodes` limit. To stay short, what it serves has only
the first example of each response.
"""

import json
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import FastAPI, Request, Response
from pydantic import Field

from ..context import context_of
from ..engine.budget import MAX_NODES
from ..schemas.problem import Problem
from .pages import file_response

PACKAGE: Final = Path(__file__).resolve().parents[1]  # An editable installation is a link.
# The committed documents have a complete URL instead, for code generators.
SERVERS: Final = [{"url": "/", "description": "The service that serves this document"}]

Responses = dict[int | str, dict[str, Any]]
PROBLEM: Final = {"model": Problem}
ALL_ERRORS: Final[Responses] = dict.fromkeys((400, 408, 413, 414, 429, 431, 500, 503), PROBLEM)
V1_ERRORS: Final[Responses] = {422: PROBLEM}
BODY_ERRORS: Final[Responses] = {415: PROBLEM}
CONDITIONAL: Final[Responses] = {304: {"description": "Not Modified"}, 412: PROBLEM}
STREAM: Final[Responses] = {204: {"description": "The client has received the last event."}}
# The contract describes a stream in three ways: clients read it as text, as events, or as data.
EventText = Annotated[str, Field(description="The events as they are transmitted.")]


def add_contract(app: FastAPI, max_nodes: int) -> None:
    """Serve the contract in OpenAPI 3.1 and 3.0.3; make `app.openapi()` return the 3.1 document."""
    document = read_document("openapi.json", max_nodes)
    app.openapi = lambda: document  # type: ignore[method-assign]
    for name in ("openapi.json", "openapi-3.0.json"):
        text = json.dumps(read_document(name, max_nodes), ensure_ascii=False, separators=(",", ":"))
        app.add_route(f"/{name}", partial(send_document, name=name, text=text))


def read_document(name: str, max_nodes: int) -> dict[str, Any]:
    """Return a committed OpenAPI document, with the operator's limit on `max_nodes`."""

    def with_limit(node: dict[str, Any]) -> dict[str, Any]:
        return node | {"maximum": max_nodes} if node.get("maximum") == MAX_NODES else node

    # A wheel contains the documents. In a checkout, they are next to the package.
    files = (PACKAGE / name, PACKAGE.parent / "openapi" / name)
    text = next(file for file in files if file.exists()).read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text, object_hook=with_limit)
    for item in document["paths"].values():
        for operation in item.values():
            for response in operation["responses"].values():
                for content in response.get("content", {}).values():
                    content["examples"] = dict(islice(content.get("examples", {}).items(), 1))
    return document | {"servers": SERVERS}


async def send_document(request: Request, name: str, text: str) -> Response:
    """Send a document with the address of the service filled in."""
    base = json.dumps(context_of(request.scope).base)[1:-1]
    text = text.replace('"type":"/problems#', f'"type":"{base}/problems#')
    text = text.replace('"servers":[{"url":"/"', '"servers":[{"url":"%s"' % (base or "/"))
    return file_response(request.scope, name, text.encode(), {})
