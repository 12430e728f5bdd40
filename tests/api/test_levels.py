"""The levels: the list with their strength, and the moves they play."""

import pytest

from service.engine.board.notation import read_position
from service.engine.play.choice import choose
from service.engine.play.levels import Level
from service.engine.search.analyze import analyze
from tests.asgi import Client
from tests.openapi.document import as_query


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("fields", [{}, {"seed": 11}, {"in_a_row": 4}, {"misere": True}])
def test_level_plays_the_move_of_the_engine(
    client: Client, level: Level, fields: dict[str, object]
) -> None:
    board = "X.../.O../X.../...." if "in_a_row" in fields else "X../.O./..."
    request = {"board": board, "level": level, **fields}
    found = client.post("/v1/best-move", request).expect(200).json
    rules = {name: value for name, value in fields.items() if name != "seed"}
    position = read_position(board, **rules)  # type: ignore[arg-type]
    seed = 11 if "seed" in fields else None
    move = choose(analyze(position), level, seed)
    assert move
    assert (found["move"]["cell"], found["level"], found["seed"]) == (move.cell, level, seed)
    assert found["move"] in client.post("/v1/analysis", {"board": board, **rules}).json["moves"]
    assert found["position"]["cells"][move.cell] == position.side_to_move
    assert client.get(f"/v1/best-move?{as_query(request)}").json == found
