"""`/v1/best-move` with traps, which only the level perfect sets."""

import pytest

from tests.asgi import Client

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
    message = "traps must be false, because only the level perfect sets traps."
    fault = {"code": "wrong_value", "message": message}
    body = {"board": FORK, "level": level, "traps": True}
    problem = client.post("/v1/best-move", body).expect(422).json
    assert (problem["code"], problem["detail"]) == ("invalid_request", message)
    assert problem["errors"] == [fault | {"pointer": "/traps"}]
    problem = client.get(f"/v1/best-move?board={FORK}&level={level}&traps=true").expect(422).json
    assert problem["errors"] == [fault | {"parameter": "traps"}]
