"""Prism, a proxy that holds requests and answers against the contract, finds nothing to say."""

import json
import socket
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
from tests.deploy.proxy import wait_until
from tests.live import running_service
from tests.reference import THREE_BY_THREE

pytestmark = pytest.mark.full

CALLS = 500
PACKAGE = Path(__file__).parent / "prism"
PRISM = PACKAGE / "node_modules" / ".bin" / "prism"
POSITIONS = sorted(reference.reachable(THREE_BY_THREE))

Call = tuple[str, dict[str, Any] | None, dict[str, Any] | None]  # path, query, body


def calls(random: Random) -> Iterator[Call]:
    """Calls of every operation but the stream, most of them right."""
    while True:
        board, side = random.choice(POSITIONS)
        form = random.choice([board, list(board), [board[:3], board[3:6], board[6:]]])
        rules: dict[str, Any] = random.choice(
            [{}, {"side_to_move": side}, {"in_a_row": 3}, {"max_nodes": 5_000}]
        )
        query: dict[str, Any] = {"board": board, **rules}
        body: dict[str, Any] = {
            "board": form,
            "misere": random.choice([None, False, True]),
            **rules,
        }
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
def proxy() -> Iterator[httpx.Client]:
    """A client of Prism in front of a service."""
    needed("npm")
    run("npm", "ci", "--silent", folder=PACKAGE)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running_service() as url, TemporaryFile() as log:
        command = [str(PRISM), "proxy", str(CONTRACT), url, "--port", str(port)]
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            wait_until(lambda: listens(port), 60)
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
                yield client
        finally:
            process.terminate()
            process.wait()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_no_call_violates_the_contract(proxy: httpx.Client) -> None:
    statuses = set()
    for path, query, body in islice(calls(Random(17)), CALLS):
        method = "GET" if body is None else "POST"
        answer = proxy.request(method, path, params=query, json=body)
        violations = json.loads(answer.headers.get("sl-violations", "[]"))
        assert not violations, (method, path, query, body)
        assert answer.status_code in (200, 422)
        statuses.add(answer.status_code)
    assert statuses == {200, 422}
