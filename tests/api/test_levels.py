"""The levels over HTTP: how they are listed, and how they play."""

import json

import pytest

from benchmarks.ladder import LADDER
from service.engine.board.notation import read_position
from service.engine.play.choice import choose
from service.engine.play.levels import DESCRIPTIONS, Level
from service.engine.search.analyze import analyze
from tests.asgi import Client


def test_the_list_of_levels(client: Client) -> None:
    answer = client.get("/v1/levels")
    assert answer.status == 200
    measured = json.loads(LADDER.read_text())
    assert answer.json == {
        "levels": [
            {
                "level": level,
                "description": DESCRIPTIONS[Level(level)],
                "strength": measured[level],
            }
            for level in ("beginner", "easy", "medium", "hard", "perfect")
        ]
    }


def test_the_list_may_be_kept_by_caches(client: Client) -> None:
    answer = client.get("/v1/levels")
    assert answer.headers["cache-control"] == "public, max-age=3600"
    again = client.get("/v1/levels", if_none_match=answer.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    head = client.send("HEAD", "/v1/levels")
    assert (head.status, head.headers["etag"], head.body) == (200, answer.headers["etag"], b"")


def test_the_list_takes_no_parameters(client: Client) -> None:
    answer = client.get("/v1/levels?level=secret")
    assert (answer.status, answer.json["code"]) == (422, "invalid_request")
    assert answer.json["errors"][0]["code"] == "unknown_parameter"
    assert b"secret" not in answer.body


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("fields", [{}, {"seed": 11}, {"in_a_row": 4}, {"misere": True}])
def test_a_level_plays_its_move_over_http(
    client: Client, level: Level, fields: dict[str, object]
) -> None:
    board = "X.../.O../X.../...." if "in_a_row" in fields else "X../.O./..."
    answer = client.post("/v1/best-move", {"board": board, "level": level, **fields})
    assert answer.status == 200
    found = answer.json
    rules = {name: value for name, value in fields.items() if name != "seed"}
    position = read_position(board, **rules)  # type: ignore[arg-type]
    seed = 11 if "seed" in fields else None
    move = choose(analyze(position), level, seed)
    assert move
    assert (found["move"]["cell"], found["level"], found["seed"]) == (move.cell, level, seed)
    analysis = client.post("/v1/analysis", {"board": board, **rules}).json
    assert found["move"] in analysis["moves"]
    assert found["position"]["cells"][move.cell] == position.side_to_move
    query = "&".join(f"{name}={str(value).lower()}" for name, value in fields.items())
    get = client.get(f"/v1/best-move?board={board}&level={level}&{query}".rstrip("&"))
    assert get.json == found


def test_each_level_has_an_etag_of_its_own(client: Client) -> None:
    tags = {
        client.get(f"/v1/best-move?board=.........&level={level}").headers["etag"]
        for level in Level
    }
    assert len(tags) == len(Level)


def test_a_level_gets_the_same_move_whatever_the_budget(client: Client) -> None:
    cells = {
        client.post(
            "/v1/best-move",
            {"board": "X.../.O../.../...", "in_a_row": 4, "level": "hard", "max_nodes": most}
            | {"board": "X.../.O../..../...."},
        ).json["move"]["cell"]
        for most in (1_000, 2_000, 300_000)
    }
    assert len(cells) == 1
