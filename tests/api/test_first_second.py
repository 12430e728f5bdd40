"""A server that has just started responds to many requests at once like any other."""

from concurrent.futures import ThreadPoolExecutor

from tests.http.support import Server
from tests.live import ROOT
from tests.openapi.test_document import as_served

CLIENTS = 20
DOCUMENTS = ("/openapi.json", "/openapi-3.0.json")
PATHS = (*DOCUMENTS, "/", "/client/noughts.js", "/docs/swagger-ui/swagger-ui.css", "/v1/levels")


def test_twenty_requests_at_once_get_the_same_complete_response() -> None:
    with Server() as server, ThreadPoolExecutor(CLIENTS) as pool:
        for path in PATHS:
            found = [answer.expect(200) for answer in pool.map(server.get, [path] * CLIENTS)]
            assert len({answer.body for answer in found}) == 1, path
            if path in DOCUMENTS:
                committed = (ROOT / "openapi" / path.removeprefix("/")).read_text()
                assert found[0].json == as_served(committed)
