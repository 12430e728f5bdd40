"""`/v1/best-move`: the moves of the levels, and traps, which only the level perfect sets."""

import pytest

from service.engine.board.notation import read_position
from service.engine.play.choice import choose
from service.engine.play.levels import Level
from service.engine.search.analyze import analyze
from tests.api.support import assert_problem
from tests.asgi import Client
from tests.openapi.document import as_query

PATH = "/v1/best-move"
FORK = "X../.O./..."


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("fields", [{}, {"seed": 11}, {"in_a_row": 4}, {"misere": True}])
def test_level_plays_the_move_of_the_engine(
    client: Client, level: Level, fields: dict[str, object]
) -> None:
    board = "X.../.O../X.../...." if "in_a_row" in fields else "X../.O./..."
    request = {"board": board, "level": level, **fields}
    found = client.post(PATH, request).expect(200).json
    rules = {name: value for name, value in fields.items() if name != "seed"}
    position = read_position(board, **rules)  # type: ignore[arg-type]
    seed = 11 if "seed" in fields else None
    move = choose(analyze(position), level, seed)
    assert move
    assert (found["move"]["cell"], found["level"], found["seed"]) == (move.cell, level, seed)
    assert found["move"] in client.post("/v1/analysis", {"board": board, **rules}).json["moves"]
    assert found["position"]["cells"][move.cell] == position.side_to_move
    assert client.get(f"{PATH}?{as_query(request)}").json == found


def test_only_a_request_for_traps_gets_one(client: Client) -> None:
    by_query = client.get(f"{PATH}?board={FORK}&traps=true").expect(200).json
    by_body = client.post(PATH, {"board": FORK, "traps": True}).expect(200).json
    assert by_query == by_body
    assert by_query["move"]["trap"] == {"safe_replies": 4, "replies": 6}
    assert by_query["move"]["text"] == "Sets a trap: leaves O four safe replies of six"
    without = client.post(PATH, {"board": FORK}).expect(200).json["move"]
    analyzed = client.post("/v1/analysis", {"board": FORK}).expect(200).json["moves"]
    assert {str(move["trap"]) for move in (without, *analyzed)} == {"None"}


def test_move_that_ends_the_game_leaves_no_replies(client: Client) -> None:
    move = client.post(PATH, {"board": "XX./OO./...", "traps": True}).json["move"]
    assert (move["cell"], move["trap"]) == (2, None)
    for board in ("XXX/OO./...", "XXX./OO../..../...."):  # on small and on larger boards
        body = {"board": board, "in_a_row": 3, "traps": True}
        assert client.post(PATH, body).expect(200).json["move"] is None


@pytest.mark.parametrize("level", ["beginner", "hard"])
def test_other_levels_set_no_traps(client: Client, level: str) -> None:
    body = {"board": FORK, "level": level, "traps": True}
    posted, queried = client.post(PATH, body), client.get(f"{PATH}?{as_query(body)}")
    assert_problem(posted, 422, "invalid_request", ("wrong_value", "/traps"))
    assert_problem(queried, 422, "invalid_request", ("wrong_value", "traps"))
    assert posted.json["detail"] == "traps must be false unless level is perfect."
