"""5,000 random positions in batches: every result is, byte for byte, that of a single call."""

import json
from random import Random
from typing import Any

import pytest

from service.app import create_app
from service.settings import Settings
from tests.asgi import Client

SIZES = [(3, 3)] * 6 + [(4, 3), (4, 4), (5, 4), (7, 6), (9, 9)]


def item(chance: Random) -> dict[str, Any]:
    """A board on which marks were set at random, in turn but for a few; many are not legal."""
    columns, rows = chance.choice(SIZES)
    size = columns * rows
    cells = ["."] * size
    marks = chance.randint(max(0, size - 10), size) if size > 9 else chance.randint(1, 9)
    for number, cell in enumerate(chance.sample(range(size), marks)):
        cells[cell] = "XO"[number % 2 if chance.random() < 0.99 else 0]
    by_rows = [cells[start : start + columns] for start in range(0, size, columns)]
    text = ["".join(row) for row in by_rows]
    found: dict[str, Any] = {"board": chance.choice(["/".join(text), text, by_rows])}
    found["in_a_row"] = chance.choice([None, 3, max(columns, rows)])
    if chance.random() < 0.4:
        found["side_to_move"] = chance.choice("XOxo")
    if chance.random() < 0.2:
        found["misere"] = True
    if chance.random() < 0.3:
        found["max_nodes"] = chance.choice([1_000, 20_000])
    return found


@pytest.mark.full
def test_results_are_those_of_single_calls(client: Client) -> None:
    alone = Client(create_app(Settings.model_construct()), client.runner)
    chance = Random(17)
    statuses = []
    for _ in range(10):
        asked = [item(chance) for _ in range(500)]
        lines = client.post("/v1/analyses", {"positions": asked}, accept="application/x-ndjson")
        for index, (line, one) in enumerate(zip(lines.body.splitlines(), asked, strict=True)):
            single = alone.post("/v1/analysis", one)
            statuses.append(single.status)
            analysis, problem = single.body, b"null"
            if single.status != 200:
                analysis, problem = problem, analysis
            expected = b'{"index":%d,"id":null,"analysis":%b,"problem":%b}'
            assert line == expected % (index, analysis, problem), json.dumps(one)
    assert len(statuses) == 5_000
    assert {200, 422} == set(statuses)
    assert statuses.count(200) > 1_000
    client.runner.run(alone.app.state.searches.close())
