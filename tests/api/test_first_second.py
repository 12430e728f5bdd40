"""A server that has just started responds to many requests at once like any other."""

import asyncio
import json
from itertools import count

from tests.api.test_static_files import PAGES
from tests.http.support import request, serving
from tests.live import ROOT
from tests.openapi.document import EXAMPLES, OPERATIONS, request_of, target_of
from tests.openapi.test_document import as_served

CLIENTS = 20
PAUSE = 0.03  # seconds between two paths
DOCUMENTS = ("/openapi.json", "/openapi-3.0.json")
FILES = (
    "/client/noughts.js",
    "/docs/swagger-ui/swagger-ui.css",
    "/static/shared/site.css",
    "/livez",
)


def requests() -> list[tuple[str, bytes]]:
    """Return one request of every path and method, with the path."""
    paths = (DOCUMENTS[0], *FILES, *PAGES, DOCUMENTS[1])
    found = [(path, request("GET", path)) for path in paths]
    examples = {name: example for name, status, example in reversed(EXAMPLES) if status == "200"}
    for operation_id, example in examples.items():  # The first of each operation.
        method, path, _ = OPERATIONS[operation_id]
        asked = request_of(operation_id, example)
        if method == "post":
            found.append((path, request("POST", path, json.dumps(asked).encode())))
        else:
            found.append((path, request("GET", target_of(operation_id, asked))))
    return found


async def response(port: int, message: bytes, address: str) -> tuple[int, bytes]:
    """Return the status and the body for a client behind a proxy."""
    field = f" HTTP/1.0\r\nX-Forwarded-For: {address}\r\n".encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(message.replace(b" HTTP/1.1\r\n", field, 1))
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split()[1]), body


async def send_all(port: int) -> list[list[tuple[int, bytes]]]:
    """Send every request from twenty addresses at once, and all of them within a second."""

    async def send_from_all(number: int, message: bytes) -> list[tuple[int, bytes]]:
        await asyncio.sleep(number * PAUSE)
        addresses = [f"10.0.0.{index}" for index in range(CLIENTS)]
        return await asyncio.gather(*(response(port, message, each) for each in addresses))

    messages = [message for _, message in requests()]
    return await asyncio.gather(*map(send_from_all, count(), messages))


def test_twenty_requests_of_every_path_get_the_same_complete_response() -> None:
    with serving(trusted_proxies="127.0.0.1") as server:
        found = asyncio.run(send_all(server.port))
    for (path, _), received in zip(requests(), found, strict=True):
        # At most 16 batches run at a time, so some can be refused.
        allowed = {200, 503} if path == "/v1/analyses" else {200}
        assert {status for status, _ in received} <= allowed, path
        bodies = {body for status, body in received if status == 200}
        assert len(bodies) == 1, path
        if path in DOCUMENTS:
            committed = (ROOT / "openapi" / path.removeprefix("/")).read_text()
            assert json.loads(bodies.pop()) == as_served(committed)
