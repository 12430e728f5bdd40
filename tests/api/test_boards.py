"""Every form in which a board may be sent, and what is no board."""

import pytest

from tests.asgi import Client

FORMS = [
    "XO./.X./..O",
    "XO..X...O",
    "xo_/-X_/__o",
    ["X", "O", None, "", "x", " ", ".", "-", "o"],
    ["X", "O", "_", None, "X", None, None, None, "O"],
    [["X", "O", None], [None, "X", None], [None, None, "O"]],
    [["x", "o", ""], [" ", "x", "."], ["-", "_", "o"]],
    ["XO.", ".X.", "..O"],
    ["xo ", " X-", "__o"],
]


@pytest.mark.parametrize("board", FORMS)
def test_every_form_is_the_same_board(client: Client, board: object) -> None:
    answer = client.post("/v1/analysis", {"board": board})
    assert answer.status == 200
    assert answer.json["position"]["notation"] == "XO./.X./..O"
    assert answer.body == client.post("/v1/analysis", {"board": FORMS[0]}).body


@pytest.mark.parametrize("board", [form for form in FORMS if isinstance(form, str)])
def test_every_string_fits_a_query(client: Client, board: str) -> None:
    answer = client.get(f"/v1/analysis?board={board}")
    assert answer.body == client.post("/v1/analysis", {"board": FORMS[0]}).body


@pytest.mark.parametrize(
    ("board", "code", "pointer"),
    [
        ("XO./.X./..", "wrong_shape", "/board"),
        ("XO./.X./...O", "wrong_shape", "/board"),
        ("........", "wrong_shape", "/board"),
        (["X"] * 10, "wrong_shape", "/board"),
        ([["X", "O", None], [None, "X"], [None, None, "O"]], "wrong_shape", "/board/1"),
        ([["X", "O"], [None, "X", None], [None, None, "O"]], "wrong_shape", "/board/1"),
        (".", "unsupported_size", "/board"),
        ("../..", "unsupported_size", "/board"),
        ("....", "unsupported_size", "/board"),
        (".../...", "unsupported_size", "/board"),
        ("X/X/X", "unsupported_size", "/board"),
        ([["X", "O", None]], "unsupported_size", "/board"),
        ([["X", "O", None] * 3], "unsupported_size", "/board"),
        ("/".join(["." * 10] * 3), "unsupported_size", "/board"),
        ("/".join(["." * 3] * 10), "unsupported_size", "/board"),
        ([[None] * 9] * 10, "unsupported_size", "/board"),
        ("/".join(["." * 20] * 20), "unsupported_size", "/board"),
        ([[None] * 20] * 20, "unsupported_size", "/board"),
        ([None] * 400, "unsupported_size", "/board"),
        (["." * 20] * 20, "unsupported_size", "/board"),
        (["..", ".."], "unsupported_size", "/board"),
        (["XO.", ".X", "..O"], "wrong_shape", "/board/1"),
        ("." * 32_761, "unsupported_size", "/board"),
    ],
)
def test_what_is_no_board_of_a_playable_shape(
    client: Client, board: object, code: str, pointer: str
) -> None:
    answer = client.post("/v1/analysis", {"board": board})
    assert (answer.status, answer.json["code"]) == (422, code)
    assert [fault["pointer"] for fault in answer.json["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("board", "code", "pointer"),
    [
        ("XO./.X./..Z", "wrong_value", "/board"),
        ("XO./.X./..O/", "wrong_value", "/board"),
        ("/XO./.X./..O", "wrong_value", "/board"),
        ("XO./.X./..O\n", "wrong_value", "/board"),
        ("XO./.X./..0", "wrong_value", "/board"),
        ("XO. .X. ..O", "wrong_value", "/board"),
        ("", "wrong_value", "/board"),
        ("\0", "wrong_value", "/board"),
        ([], "wrong_value", "/board"),
        ([[]], "wrong_value", "/board/0"),
        ([["X"], []], "wrong_value", "/board/1"),
        (["X", "O", "Z"], "wrong_value", "/board/2"),
        (["X", "O", "X\n"], "wrong_value", "/board/2"),
        (["XO", "O"], "wrong_value", "/board/1"),
        (["XO.", ".X.", ["", "", "O"]], "wrong_type", "/board/2"),
        (["XO.", ".X.", None], "wrong_type", "/board/2"),
        (["XO.", ".X?", "..O"], "wrong_value", "/board/1"),
        (["XO./.X./..O"], "wrong_value", "/board/0"),
        ([None] * 401, "wrong_value", "/board"),
        ([[None] * 3] * 21, "wrong_value", "/board"),
        ([[None] * 21] * 3, "wrong_value", "/board/0"),
        (["..."] * 21, "wrong_value", "/board"),
        (["X", 0, None], "wrong_type", "/board/1"),
        (["X", ["O"], None], "wrong_type", "/board/1"),
        ([["X", "O", "?"], ["X"]], "wrong_value", "/board/0/2"),
        ([["X"], "O"], "wrong_type", "/board/1"),
        ([["X"], None], "wrong_type", "/board/1"),
        (None, "wrong_type", "/board"),
        (7, "wrong_type", "/board"),
        (True, "wrong_type", "/board"),
        ({"0": "X"}, "wrong_type", "/board"),
    ],
)
def test_what_is_no_board_at_all(client: Client, board: object, code: str, pointer: str) -> None:
    answer = client.post("/v1/analysis", {"board": board})
    assert (answer.status, answer.json["code"]) == (422, "invalid_request")
    assert [(f["code"], f["pointer"]) for f in answer.json["errors"]] == [(code, pointer)]
