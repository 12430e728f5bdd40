"""`/v1/exam`: rounds of requests until there is a verdict, and what is rejected."""

from typing import Any

import pytest

from tests.api.support import MARKER, assert_problem
from tests.asgi import Client
from tests.engine.exam.players import perfect

PATH = "/v1/exam"
NO_CELLS: list[object] = [-1, 81, 1e300, 10**90, 2.5]
NO_NUMBERS: list[object] = [True, "3", None, [3], {}, MARKER]


@pytest.mark.parametrize("side", ["X", "O"])
def test_perfect_player_passes_with_its_moves_in_all_needed_positions(
    client: Client, side: str
) -> None:
    moves: dict[str, int] = {}
    exam: dict[str, Any] = {"verdict": "incomplete", "needed": []}
    rounds = 0
    while exam["verdict"] == "incomplete":
        moves |= {board: perfect(side, board.replace("/", "")) for board in exam["needed"]}
        exam = client.post(PATH, {"side": side, "moves": moves}).expect(200).json
        rounds += 1
    assert rounds <= 6
    assert (exam["verdict"], exam["needed"]) == ("perfect", [])
    assert (exam["refutation"], exam["mistakes"]) == (None, [])


def test_exam_has_the_rules_of_the_request(client: Client) -> None:
    body = {"side": "o", "moves": {}, "columns": 4, "rows": 3.0, "in_a_row": 4, "misere": True}
    exam = client.post(PATH, {**body, "starting_side": "o"}).json
    assert exam["needed"] == ["..../..../...."]
    assert len(client.post(PATH, body).json["needed"]) == 12


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        *(({board: 4}, "wrong_turn") for board in ("X../.../...", "XXXXO.OO.", "XXXOO....")),
        *(({board: 4}, "wrong_shape") for board in ("XO./.X./..", "/", "..../..../....")),
        *(({board: 4}, "wrong_value") for board in ("", "XO.......\n", MARKER)),
        *(({".../.../...": cell}, "wrong_value") for cell in NO_CELLS),
        *(({".../.../...": cell}, "wrong_type") for cell in NO_NUMBERS),
        ({".........": 4, "XO.......": 2, "XO./.../...": 3}, "wrong_value"),
        *((each, "wrong_type") for each in ([4], None, "{}")),
    ],
)
def test_wrong_entries_are_rejected_without_repeating_them(
    client: Client, moves: object, code: str
) -> None:
    answer = client.post(PATH, {"side": "X", "moves": moves})
    problem = "invalid_request" if code in {"wrong_value", "wrong_type"} else code
    assert_problem(answer, 422, problem, (code, "/moves"))
    if isinstance(moves, dict):
        assert answer.json["errors"][0]["message"].startswith(f"In entry {len(moves)}, ")


def test_entry_can_be_repeated_in_every_notation(client: Client) -> None:
    """And an empty array, as PHP sends it, counts as an empty object."""
    first = client.post(PATH, {"side": "O", "moves": {}}).expect(200)
    assert client.post(PATH, {"side": "O", "moves": []}).expect(200).json == first.json
    moves = {".../.../...": 4, ".........": 4, "O../.X./...": 8, "o__-x-...": 8.0, "XO.......": 80}
    once = {".../.../...": 4, "O../.X./...": 8}
    exams = [client.post(PATH, {"side": "X", "moves": each}).expect(200) for each in (moves, once)]
    assert exams[0].json == exams[1].json


def test_exam_with_too_many_entries_is_rejected(client: Client) -> None:
    answer = client.post(PATH, {"side": "X", "moves": dict.fromkeys(map(str, range(20_001)), 0)})
    assert_problem(answer, 422, "exam_too_large", ("exam_too_large", "/moves"))
