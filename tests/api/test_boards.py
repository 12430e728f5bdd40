"""The forms of a board, and what is not a board."""

import pytest

from tests.api.support import BOARD, assert_problem
from tests.asgi import Client

TEXTS = [BOARD, "XO..X...O", "xo_/-X_/__o"]
ARRAYS = [
    ["X", "O", None, "", "x", " ", ".", "-", "o"],
    ["X", "O", "_", None, "X", None, None, None, "O"],
    [["X", "O", None], [None, "X", None], [None, None, "O"]],
    [["x", "o", ""], [" ", "x", "."], ["-", "_", "o"]],
    ["XO.", ".X.", "..O"],
    ["xo ", " X-", "__o"],
]


@pytest.mark.parametrize("board", TEXTS + ARRAYS)
def test_all_forms_describe_the_same_board(client: Client, board: object) -> None:
    expected = client.post("/v1/analysis", {"board": BOARD}).expect(200)
    assert expected.json["position"]["notation"] == BOARD
    assert client.post("/v1/analysis", {"board": board}).body == expected.body
    if board in TEXTS:
        assert client.get(f"/v1/analysis?board={board}").body == expected.body


def test_board_in_a_query_can_be_percent_encoded(client: Client) -> None:
    assert client.get("/v1/analysis?board=%58O.%2F.X.%2F..O").status == 200


@pytest.mark.parametrize(
    "board", ["", "%", "%zz", "%ff", "%00", "%ED%A0%80", "XO.%2F.X.%2F..O%0A", "+++/+++/+++"]
)
def test_percent_encoded_nonsense_is_not_a_board(client: Client, board: str) -> None:
    answer = client.get(f"/v1/analysis?board={board}")
    assert_problem(answer, 422, "invalid_request", ("wrong_value", "board"))


@pytest.mark.parametrize(
    ("board", "code", "pointer"),
    [
        ("XO./.X./..", "wrong_shape", ""),
        ("XO./.X./...O", "wrong_shape", ""),
        ("........", "wrong_shape", ""),
        (["X"] * 10, "wrong_shape", ""),
        ([["X", "O", None], [None, "X"], [None, None, "O"]], "wrong_shape", "/1"),
        ([["X", "O"], [None, "X", None], [None, None, "O"]], "wrong_shape", "/1"),
        (["XO.", ".X", "..O"], "wrong_shape", "/1"),
        (".", "unsupported_size", ""),
        ("../..", "unsupported_size", ""),
        ("....", "unsupported_size", ""),
        (".../...", "unsupported_size", ""),
        ("X/X/X", "unsupported_size", ""),
        ("/".join(["." * 10] * 3), "unsupported_size", ""),
        ("/".join(["." * 3] * 10), "unsupported_size", ""),
        ("/".join(["." * 20] * 20), "unsupported_size", ""),
        ("." * 32_761, "unsupported_size", ""),
        (["..", ".."], "unsupported_size", ""),
        (["." * 20] * 20, "unsupported_size", ""),
        ([None] * 400, "unsupported_size", ""),
        ([["X", "O", None]], "unsupported_size", ""),
        ([["X", "O", None] * 3], "unsupported_size", ""),
        ([[None] * 9] * 10, "unsupported_size", ""),
        ([[None] * 20] * 20, "unsupported_size", ""),
        ("XO./.X./..Z", "wrong_value", ""),
        ("XO./.X./..O/", "wrong_value", ""),
        ("/XO./.X./..O", "wrong_value", ""),
        ("XO./.X./..O\n", "wrong_value", ""),
        ("XO./.X./..0", "wrong_value", ""),
        ("XO. .X. ..O", "wrong_value", ""),
        ("", "wrong_value", ""),
        ("\0", "wrong_value", ""),
        ("😀", "wrong_value", ""),
        ([], "wrong_value", ""),
        ([[]], "wrong_value", "/0"),
        ([["X"], []], "wrong_value", "/1"),
        (["X", "O", "Z"], "wrong_value", "/2"),
        (["X", "O", "X\n"], "wrong_value", "/2"),
        (["XO", "O"], "wrong_value", "/1"),
        (["XO.", ".X?", "..O"], "wrong_value", "/1"),
        (["XO./.X./..O"], "wrong_value", "/0"),
        ([["X", "O", "?"], ["X"]], "wrong_value", "/0/2"),
        ([None] * 401, "wrong_value", ""),
        (["..."] * 21, "wrong_value", ""),
        ([[None] * 3] * 21, "wrong_value", ""),
        ([[None] * 21] * 3, "wrong_value", "/0"),
        (["XO.", ".X.", ["", "", "O"]], "wrong_type", "/2"),
        (["XO.", ".X.", None], "wrong_type", "/2"),
        (["X", 0, None], "wrong_type", "/1"),
        (["X", ["O"], None], "wrong_type", "/1"),
        ([["X"], "O"], "wrong_type", "/1"),
        ([["X"], None], "wrong_type", "/1"),
        (None, "wrong_type", ""),
        (7, "wrong_type", ""),
        (True, "wrong_type", ""),
        ({"0": "X"}, "wrong_type", ""),
    ],
)
def test_board_that_cannot_be_read_gets_an_error_at_its_place(
    client: Client, board: object, code: str, pointer: str
) -> None:
    problem = "invalid_request" if code in {"wrong_value", "wrong_type"} else code
    answer = client.post("/v1/analysis", {"board": board})
    assert_problem(answer, 422, problem, (code, f"/board{pointer}"))
