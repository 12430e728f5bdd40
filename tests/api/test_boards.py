"""The forms of a board, and what is not a board."""

from typing import Any

import httpx
import pytest

from tests.api.support import BOARD, MARKER, assert_problem
from tests.asgi import Client

TEXTS = [BOARD, "XO..X...O", "xo_/-X_/__o", "%58O.%2F.X.%2F..O"]
ARRAYS: list[Any] = [
    ["X", "O", None, "", "x", " ", ".", "-", "o"],
    ["X", "O", "_", None, "X", None, None, None, "O"],
    [["X", "O", None], [None, "X", None], [None, None, "O"]],
    [["x", "o", ""], [" ", "x", "."], ["-", "_", "o"]],
    ["XO.", ".X.", "..O"],
    ["xo ", " X-", "__o"],
]
ROW = ["X", "O", None]
# By the code and the place of the error.
UNREADABLE: dict[tuple[str, str], list[Any]] = {
    ("wrong_shape", ""): ["XO./.X./..", "XO./.X./...O", "........", ["X"] * 10],
    ("wrong_shape", "/1"): [[ROW, [None, "X"], ROW], [["X", "O"], ROW, ROW], ["XO.", ".X", "..O"]],
    ("unsupported_size", ""): [
        *(".", "../..", "....", ".../...", "X/X/X", "." * 32_761),
        *("/".join(["." * 10] * 3), "/".join(["." * 3] * 10), "/".join(["." * 20] * 20)),
        *(["..", ".."], ["." * 20] * 20, [None] * 400),
        *([ROW], [ROW * 3], [[None] * 9] * 10, [[None] * 20] * 20),
    ],
    ("wrong_value", ""): [
        *("XO./.X./..Z", "XO./.X./..O/", "/XO./.X./..O", "XO./.X./..O\n\n", "XO./.X./..0"),
        *("XO. .X. ..O", "\n", "\0", "😀", MARKER, MARKER * 1000),
        *([None] * 401, ["..."] * 21, [[None] * 3] * 21),
    ],
    ("wrong_value", "/0"): [[[]], ["XO./.X./..O"], [[None] * 21] * 3, [MARKER]],
    ("wrong_value", "/1"): [[["X"], []], ["XO", "O"], ["XO.", ".X?", "..O"]],
    ("wrong_value", "/2"): [["X", "O", "Z"], ["X", "O", "X\n"]],
    ("wrong_value", "/0/0"): [[[MARKER]]],
    ("wrong_value", "/0/2"): [[["X", "O", "?"], ["X"]]],
    ("wrong_type", ""): [7, True, {"0": "X"}, {MARKER: MARKER}],
    ("wrong_type", "/1"): [["X", 0, None], ["X", ["O"], None], [["X"], "O"], [["X"], None]],
    ("wrong_type", "/2"): [["XO.", ".X.", ["", "", "O"]], ["XO.", ".X.", None]],
}


def test_first_cell_of_an_array_can_be_empty(client: Client) -> None:
    for empty in (None, "", " ", "."):
        found = client.post("/v1/analysis", {"board": [empty, *"XO......"]}).expect(200).json
        assert found["position"]["notation"] == ".XO/.../..."


@pytest.mark.parametrize("board", TEXTS + ARRAYS)
def test_all_forms_describe_the_same_board(client: Client, board: object) -> None:
    expected = client.post("/v1/analysis", {"board": BOARD}).expect(200)
    assert expected.json["position"]["notation"] == BOARD
    if board in TEXTS:
        assert client.get(f"/v1/analysis?board={board}").body == expected.body
    if board != TEXTS[-1]:  # percent-encoded
        assert client.post("/v1/analysis", {"board": board}).body == expected.body


def test_invalid_percent_encoded_board_is_rejected(client: Client) -> None:
    for board in ("%", "%zz", "%ff", "%00", "%ED%A0%80", "XO.%2F.X.%2F..O%0A%0A", "+++/+++/+++"):
        answer = client.get(f"/v1/analysis?board={board}")
        assert_problem(answer, 422, "invalid_request", ("wrong_value", "board"))


@pytest.mark.parametrize(
    ("code", "place", "board"),
    [(*error, board) for error, boards in UNREADABLE.items() for board in boards],
)
def test_board_that_cannot_be_read_gets_an_error_at_its_place(
    client: Client, code: str, place: str, board: object
) -> None:
    answer = client.post("/v1/analysis", {"board": board})
    problem = "invalid_request" if code in {"wrong_value", "wrong_type"} else code
    assert_problem(answer, 422, problem, (code, f"/board{place}"))
    assert len(answer.body) < 2500


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("board", ["XO./.X./..O", "xo-_x___o"])
def test_board_of_a_file_can_end_with_a_line_break(client: Client, board: str, end: str) -> None:
    expected = client.post("/v1/analysis", {"board": board}).expect(200).json
    assert client.post("/v1/analysis", {"board": board + end}).expect(200).json == expected
    query = httpx.QueryParams(board=board + end)
    assert client.get(f"/v1/analysis?{query}").expect(200).json == expected
