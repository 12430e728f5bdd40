"""A server that has just started responds to many requests at once like any other."""

import asyncio
import json

from tests.http.support import Server, request
from tests.live import ROOT
from tests.openapi.test_document import as_served

CLIENTS = 20
DOCUMENTS = ("/openapi.json", "/openapi-3.0.json")
PATHS = (*DOCUMENTS, "/", "/client/noughts.js", "/docs/swagger-ui/swagger-ui.css", "/v1/levels")


async def response(port: int, path: str) -> tuple[int, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request("GET", path, close=True))
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split()[1]), body


async def responses(port: int, path: str) -> list[tuple[int, bytes]]:
    return await asyncio.gather(*(response(port, path) for _ in range(CLIENTS)))


def test_twenty_requests_at_once_get_the_same_complete_response() -> None:
    with Server() as server:
        for path in PATHS:
            found = asyncio.run(responses(server.port, path))
            assert len(set(found)) == 1, path
            status, body = found[0]
            assert status == 200
            if path in DOCUMENTS:
                committed = (ROOT / "openapi" / path.removeprefix("/")).read_text()
                assert json.loads(body) == as_served(committed)
