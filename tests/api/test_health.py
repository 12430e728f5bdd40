"""Health checks."""

import pytest

from service import __version__
from service.engine.search.compiled.interface import search_name
from tests.api.support import assert_problem
from tests.asgi import Clients
from tests.openapi.document import DOCUMENT

UNDER_A_PREFIX = True


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_health_is_ok_from_startup_to_shutdown(new_client: Clients, path: str) -> None:
    client = new_client()
    shown = DOCUMENT["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]

    async def between() -> None:
        async with client.app.router.lifespan_context(client.app):
            answer = (await client.ask("GET", path)).expect(200)
            assert answer.json == {"status": "ok", "version": __version__, "search": search_name()}
            assert answer.json.keys() == shown["examples"]["ok"]["value"].keys()
            assert answer.headers["cache-control"] == "no-store"

    for _ in range(2):  # an application can be started again
        if path == "/readyz":
            assert_problem(client.get(path), 503, "not_ready")
            assert client.get(path).headers["retry-after"] == "1"
        else:
            client.get(path).expect(200)
        client.runner.run(between())
