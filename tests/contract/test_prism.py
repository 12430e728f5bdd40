"""Prism, a proxy that checks requests and responses against the contract, finds no violation."""

import json
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from typing import Any

import httpx
import pytest

from tests import reference
from tests.contract.test_generators import CONTRACT, needed, run
from tests.live import free_port, is_listening, wait_until
from tests.reference import THREE_BY_THREE

pytestmark = [pytest.mark.full, pytest.mark.release]

PACKAGE = Path(__file__).parent / "prism"
PRISM = PACKAGE / "node_modules" / ".bin" / "prism"
POSITIONS = sorted(reference.reachable(THREE_BY_THREE))

Call = tuple[str, dict[str, Any] | None, dict[str, Any] | None]  # path, query, body


def calls(random: Random) -> Iterator[Call]:
    """Calls of every operation except the streams, most of them valid."""
    while True:
        board, side = random.choice(POSITIONS)
        form = random.choice([board, list(board), [board[:3], board[3:6], board[6:]]])
        rules: dict[str, Any] = random.choice(
            [{}, {"side_to_move": side}, {"in_a_row": 3}, {"max_nodes": 5_000}]
        )
        misere = random.choice([None, False, True])
        query: dict[str, Any] = {"board": board, **rules}
        body: dict[str, Any] = {"board": form, "misere": misere, **rules}
        level = random.choice(["beginner", "easy", "perfect"])
        few = [{"board": random.choice(POSITIONS)[0], "id": str(i)} for i in range(5)]
        moves = random.choices(range(9), k=3)
        yield "/v1/analysis", query, None
        yield "/v1/analysis", None, body
        yield "/v1/analyses", None, {"positions": few, "moves": random.choice(["all", "best"])}
        yield "/v1/best-move", {**query, "level": level, "seed": random.randrange(2**53)}, None
        yield "/v1/best-move", None, {**body, "level": level, "seed": None}
        yield "/v1/exam", None, {"side": side, "moves": {".../.../...": random.randrange(9)}}
        yield "/v1/game-tree", {"board": board}, None
        yield "/v1/game-tree", None, {"board": form}
        yield "/v1/levels", None, None
        yield "/v1/review", None, {"moves": moves, "misere": True}
        yield "/v1/trace", {"board": board, "max_depth": 2}, None
        yield "/v1/trace", None, {"board": form, "values": "score", "max_depth": 3}
        yield "/livez", None, None


@pytest.fixture
def proxy(url: str) -> Iterator[httpx.Client]:
    needed("npm")
    run("npm", "ci", "--silent", folder=PACKAGE)
    port = free_port()
    command = [str(PRISM), "proxy", str(CONTRACT), url, "--port", str(port)]
    with TemporaryFile() as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            wait_until(lambda: is_listening(port), 60)
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
                yield client
        finally:
            process.terminate()


def test_no_response_violates_the_contract(proxy: httpx.Client) -> None:
    statuses = set()
    for path, query, body in islice(calls(Random(17)), 500):
        method = "GET" if body is None else "POST"
        answer = proxy.request(method, path, params=query, json=body)
        violations = json.loads(answer.headers.get("sl-violations", "[]"))
        assert not violations, (method, path, query, body)
        assert answer.status_code in (200, 422)
        statuses.add(answer.status_code)
    assert statuses == {200, 422}
