"""Serve the contract, which `make openapi` generates, and the problems in its examples."""

import json
import re
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request, Response

from ..context import context_of
from ..engine.budget import MAX_NODES
from ..problems.errors import MEDIA_TYPE, ProblemError
from ..settings import Settings
from .pages import file_response

PACKAGE: Final = Path(__file__).resolve().parents[1]  # An editable installation is a link.
NAMES: Final = ("openapi.json", "openapi-3.0.json")
PREFERENCE: Final = re.compile(r'\b(code|example)="?(\w+)')  # As in Prism and RFC 7240.


def add_contract(app: FastAPI, settings: Settings) -> None:
    """Serve the contract in OpenAPI 3.1 and 3.0.3; make `app.openapi()` return the 3.1 document."""
    document = json.loads(served(NAMES[0], settings.max_nodes, ""))
    app.openapi = lambda: document  # type: ignore[method-assign]
    for name in NAMES:  # The first request finds a document that is built already.
        served(name, settings.max_nodes, settings.public_url or settings.root_path)
        send = partial(send_document, name=name, max_nodes=settings.max_nodes)
        app.add_route(f"/{name}", send)


@lru_cache(maxsize=8)  # The operator chooses the addresses; a document takes 150 KB.
def served(name: str, max_nodes: int, base: str) -> bytes:
    """Return a committed OpenAPI document as the service at an address sends it.

    To stay short, it has only the first example of each response.
    """
    # A wheel contains the documents. In a checkout, they are next to the package.
    files = (PACKAGE / name, PACKAGE.parent / "openapi" / name)
    text = next(file for file in files if file.exists()).read_text(encoding="utf-8")
    text = text.replace(f'"maximum": {MAX_NODES}', f'"maximum": {max_nodes}')
    text = text.replace('"/problems#', json.dumps(f"{base}/problems#").removesuffix('"'))
    document = json.loads(text)
    for item in document["paths"].values():
        for operation in item.values():
            for response in operation["responses"].values():
                for content in response.get("content", {}).values():
                    if "examples" in content:
                        content["examples"] = dict(islice(content["examples"].items(), 1))
    server = {"url": base or "/", "description": "The service that serves this document"}
    document["servers"] = [server]
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


async def send_document(request: Request, name: str, max_nodes: int) -> Response:
    """Send a document with the address of the service."""
    content = served(name, max_nodes, context_of(request.scope).base)
    return file_response(request.scope, name, content, {})


async def provoke(request: Request, response: Response) -> None:
    """Raise the problem that a header such as `Prefer: code=503, example=overloaded` selects.

    Problems are examples of the contract, except that an internal error has the ID of the request.
    Because of the Vary, caches do not respond instead.
    """
    response.headers["Vary"] = "Prefer"
    preferred = dict(PREFERENCE.findall(", ".join(request.headers.getlist("prefer"))))
    for shared in request.app.openapi()["components"]["responses"].values():
        for name, example in shared["content"][MEDIA_TYPE]["examples"].items():
            problem = example["value"]
            is_example = preferred.get("example", name) == name
            if is_example and preferred.get("code") == str(problem["status"]):
                if "request_id" in problem:
                    problem = problem | {"request_id": context_of(request.scope).request_id}
                raise ProblemError(**problem)
