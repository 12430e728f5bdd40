"""`/v1/best-move`: the moves of the levels, and traps, which only the level perfect sets."""

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


UNDER_A_PREFIX = True

FORK = "X../.O./..."


@pytest.mark.parametrize("value", ["true", "True", "1"])
def test_query_and_body_get_the_same_trap(client: Client, value: str) -> None:
    by_query = client.get(f"/v1/best-move?board={FORK}&traps={value}").expect(200).json
    by_body = client.post("/v1/best-move", {"board": FORK, "traps": True}).expect(200).json
    assert by_query == by_body
    assert by_query["move"]["trap"] == {"safe_replies": 4, "replies": 6}
    assert by_query["move"]["text"] == "Sets a trap: leaves O four safe replies of six"


@pytest.mark.parametrize("traps", [False, None])
def test_without_traps_there_is_no_trap(client: Client, traps: bool | None) -> None:
    body = {"board": FORK, "traps": traps}
    assert client.post("/v1/best-move", body).expect(200).json["move"]["trap"] is None
    assert client.post("/v1/best-move", body | {"level": "easy"}).expect(200)
    for move in client.post("/v1/analysis", {"board": FORK}).expect(200).json["moves"]:
        assert move["trap"] is None


def test_move_that_ends_the_game_leaves_no_replies(client: Client) -> None:
    move = client.post("/v1/best-move", {"board": "XX./OO./...", "traps": True}).json["move"]
    assert (move["cell"], move["trap"]) == (2, None)
    for board in ("XXX/OO./...", "XXX./OO../..../...."):  # on small and on larger boards
        body = {"board": board, "in_a_row": 3, "traps": True}
        assert client.post("/v1/best-move", body).expect(200).json["move"] is None


@pytest.mark.parametrize("level", ["beginner", "hard"])
def test_other_levels_set_no_traps(client: Client, level: str) -> None:
    message = "traps must be false unless level is perfect."
    fault = {"code": "wrong_value", "message": message}
    body = {"board": FORK, "level": level, "traps": True}
    problem = client.post("/v1/best-move", body).expect(422).json
    assert (problem["code"], problem["detail"]) == ("invalid_request", message)
    assert problem["errors"] == [fault | {"pointer": "/traps"}]
    problem = client.get(f"/v1/best-move?board={FORK}&level={level}&traps=true").expect(422).json
    assert problem["errors"] == [fault | {"parameter": "traps"}]
