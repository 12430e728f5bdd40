"""The links of the contract can be followed."""

from typing import Any

from tests.asgi import Client
from tests.openapi.document import OPERATIONS, V1, as_query

UNLINKED = {"stream_analysis", "stream_review", "get_levels", "post_analyses", "post_exam"}


def test_links_lead_to_operations(client: Client) -> None:
    """Following a link means to put parts of one answer into the next request."""
    start = client.get("/v1/best-move?board=.........").json
    for name in V1:
        if name in UNLINKED:
            continue
        links = OPERATIONS[name][2]["responses"]["200"]["links"]
        for link in links.values():
            _, path, _ = OPERATIONS[link["operationId"]]
            values = link["parameters"].items()
            found = {key: pick(start, expression) for key, expression in values}
            assert client.get(f"{path}?{as_query(found)}").status == 200
        assert set(links) == {"get_analysis", "get_best_move"}


def pick(document: dict[str, Any], expression: str) -> Any:  # noqa: ANN401  any part of it
    """The part of a body that a runtime expression names."""
    assert expression.startswith("$response.body#/")
    found: Any = document
    for step in expression.removeprefix("$response.body#/").split("/"):
        found = found[step]
    return found
