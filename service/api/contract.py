"""Serve the contract at /openapi.json and /openapi-3.0.json.

`make openapi` generates both files; the service fills in its path prefix and `max_nodes` limit. To
stay short, what it serves has only the first example of each response.
"""

import json
from collections.abc import Awaitable, Callable
from itertools import islice
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request, Response

from ..context import context_of
from ..engine.budget import MAX_NODES
from .pages import file_response

PACKAGE: Final = Path(__file__).resolve().parents[1]  # An editable installation is a link.
# The committed documents have a complete URL instead, for code generators.
SERVERS: Final = [{"url": "/", "description": "The service that serves this document"}]


def add_contract(app: FastAPI, max_nodes: int) -> None:
    """Serve the contract in OpenAPI 3.1 and 3.0.3; make `app.openapi()` return the 3.1 document."""
    document = read_document("openapi.json", max_nodes)
    app.openapi = lambda: document  # type: ignore[method-assign]
    app.add_route("/openapi.json", _served(document), include_in_schema=False)
    older = read_document("openapi-3.0.json", max_nodes)
    app.add_route("/openapi-3.0.json", _served(older), include_in_schema=False)


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


def _served(document: dict[str, Any]) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that sends a document with the request's path prefix filled in."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))

    async def endpoint(request: Request) -> Response:
        prefix = json.dumps(context_of(request.scope).root_path)[1:-1]
        prefixed = text.replace('"type":"/problems#', f'"type":"{prefix}/problems#')
        if prefix:
            prefixed = prefixed.replace('"servers":[{"url":"/"', f'"servers":[{{"url":"{prefix}"')
        return file_response(request.scope, prefixed.encode(), "application/json", {})

    return endpoint
