"""The first sentence of an error names the cure, whatever the mistake."""

import re
from typing import Any

import pytest

from tests.api.support import JSON, post_text
from tests.asgi import Client

MOVE, MANY, REVIEW, EXAM = "/v1/best-move", "/v1/analyses", "/v1/review", "/v1/exam"
NO_QUOTES, COMMAS = "without quotes", "as in `moves=4,0,8`"
POSTS: list[tuple[str, Any, str]] = [
    (MOVE, {"boards": "........."}, "did you mean board"),
    (MOVE, {"Board": "........."}, "did you mean board"),
    (MOVE, {"move": [4]}, "did you mean moves"),
    (MOVE, {"sideToMove": "X"}, "did you mean side_to_move"),
    (MOVE, {"maxNodes": 1000}, "did you mean max_nodes"),
    (MOVE, {"player": "X"}, "use only board, side_to_move"),
    (REVIEW, {"board": "........."}, "use only moves"),
    (EXAM, {"player": "X", "moves": {}}, "use only moves, starting_side"),
    (MANY, {"positions": [{"moves": [4]}]}, "use only board"),
    (MANY, {"position": []}, "did you mean positions"),
    (MANY, [{"board": "........."}], "must be a JSON object, not an array"),
    (MANY, {"positions": ["........."]}, "item at index 0 must be a JSON object, not a s"),
    (MANY, {"positions": {"board": "."}}, "must be an array, not an object"),
    (MOVE, {"max_nodes": "1000"}, NO_QUOTES),
    (MOVE, {"seed": "7"}, NO_QUOTES),
    (MOVE, {"max_nodes": ["0"]}, "integer, not an array"),
    (MOVE, {"max_nodes": True}, "integer, not true or false"),
    (MOVE, {"max_nodes": 1000.5}, "fractional part"),
    (MOVE, {"max_nodes": 5}, "greater than or equal to 1000"),
    (MOVE, {"misere": "true"}, NO_QUOTES),
    (MOVE, {"misere": 1}, "true or false, not a number"),
    (MOVE, {"level": "Hard"}, "'hard'"),
    (MOVE, {"level": 3}, "'perfect', not a number"),
    (MOVE, {"side_to_move": "white"}, "'X' or 'O'"),
    (MOVE, {"side_to_move": 1}, "'X' or 'O', not a number"),
    (MOVE, {"moves": "0,4"}, "an array, not a string"),
    (MOVE, {"moves": "[0,4]"}, "an array without quotes"),
    (MOVE, {"moves": 4}, "an array, not a number"),
    (MOVE, {"moves": {"0": 4}}, "an array, not an object"),
    (MOVE, {"moves": ["0"]}, "item at index 0 of moves must be a valid integer without quotes"),
    (MOVE, {"moves": [0, []]}, "item at index 1 of moves must be a valid integer, not an array"),
    (MOVE, {"moves": [0, None]}, "item at index 1 of moves must be a valid integer, not null"),
    (MOVE, {"moves": [81]}, "item at index 0 of moves must be less than or equal to 80"),
    (MOVE, {"board": 5}, "a string or an array, not a number"),
    (MOVE, {"board": {"0": "X"}}, "a string or an array, not an object"),
    (MOVE, {"board": '["X", ".", "."]'}, "an array without quotes, not JSON"),
    (MOVE, {"board": "X0./.X./..0"}, "use the letter O"),
    (MOVE, {"board": ["X0.", ".X.", "..0"]}, "in row 0 only looks like a mark; use the letter O"),
    (MOVE, {"board": ["X", "0", *[""] * 7]}, "at index 1 only looks like a mark; use the letter O"),
    (MOVE, {"board": "\u0425.......O"}, "Character 1 only looks like a mark; use the letter X"),
    (MOVE, {"board": "\u2b55........"}, "use the letter O"),
    (MOVE, {"board": "XO.|...|..."}, "`|` is not a cell; use X, x, O or o"),
    (MOVE, {"board": "XO. .X. ..O"}, "A space (in a URL, also `+`) is not a cell; use X"),
    (MOVE, {"board": "XO.\n.X.\n..O"}, "A line break is not a cell; use X"),
    (MOVE, {"board": "\ufeffXO./.X./..O"}, "A byte order mark is not a cell; use X"),
    (MOVE, {"board": "XO☃......"}, "Character 3 is not a cell; use X"),
    (MOVE, {"board": ["XO.", [None, "X", None], "..O"]}, "Use strings or arrays as rows, not both"),
    (MOVE, {"board": [["X", "XO", ""]] * 3}, "The item in row 0, column 1 is not a cell; use X"),
    (MOVE, {"board": ["X", "Y", *[""] * 7]}, "`Y` at index 1 is not a cell; use X"),
    (MOVE, {"board": "XO./.X.//"}, "add its cells, or remove a `/`"),
    (MOVE, {"board": ".........", "moves": [4]}, "board must be omitted"),
    (MOVE, {"moves": [4], "side_to_move": "X"}, "side_to_move must be omitted"),
    (MOVE, {"board": ".........", "columns": 4}, "columns must be 3, as in board, or omitted"),
    (MOVE, {"board": "XO./.X./..O."}, "all rows must have the same length"),
    (MOVE, {"board": "XO..X...O."}, "separate rows with `/`"),
    (MOVE, {"board": [[], []]}, "3 to 9 cells in each row"),
    (MOVE, {"board": ["XO", ".."]}, "use 3 to 9 columns and rows"),
    (MOVE, {"board": ".........", "in_a_row": 4}, "in_a_row must be 3"),
    (MOVE, {"board": "XX......."}, "add or remove marks until"),
    (MOVE, {"board": "XXXOOO..."}, "remove marks until only one side has a line"),
    (MOVE, {"board": "XXX/OO./OO."}, "remove an O"),
    (MOVE, {"board": "XXXX/OOO./XXXX/OOO."}, "remove marks until"),
    (MOVE, {"board": "X........", "side_to_move": "X"}, "side_to_move must be O or omitted"),
    (MOVE, {"moves": [4, 4]}, "In move 2, cell 4 already has a mark; choose an empty cell"),
    (MOVE, {"moves": [4, 9]}, "use 0 to 8"),
    (MOVE, {"moves": [0, 3, 1, 4, 2, 5]}, "remove this move and all later ones"),
    (REVIEW, {"moves": [4, 4]}, "choose an empty cell"),
    ("/v1/game-tree", {"columns": 4, "rows": 4}, "use a board with at most 12 empty cells"),
    ("/v1/trace", {}, "use algorithm alpha_beta_cached, max_depth"),
    (EXAM, {"side": "X", "moves": {"X../.../...": 4}}, "must be one in which X is to move"),
    (EXAM, {"side": "X", "moves": {".../.../...": 81}}, "must be an integer from 0 to 8"),
    (EXAM, {"side": "X", "moves": {}, "columns": 5, "rows": 5}, "use at most 16 cells"),
    (MOVE, '{"moves": [4]}', "not a string; encode it only once"),
    (MOVE, [0, 4], "must be a JSON object, not an array"),
    (MOVE, None, "must be a JSON object, not null"),
    (MOVE, 4, "must be a JSON object, not a number"),
]
TEXTS = [
    ("", "send a JSON object"),
    ('{"seed": NaN}', "instead of NaN"),
    ('{"seed": -Infinity}', "instead of NaN or Infinity"),
    ('{"misere": True}', "lowercase"),
    ('{"moves": None}', "lowercase"),
    ("{'moves': [4]}", "double quotes"),
    ('{"moves": undefined}', "omit"),
    ('{"moves": [4],}', "trailing comma"),
    ("moves=4", "send a JSON object"),
]
QUERIES = [
    (f"{MOVE}?moves=[0,4]", "without brackets, " + COMMAS),
    (f"{MOVE}?moves=0,%204", COMMAS),
    (f"{MOVE}?moves=0;4", COMMAS),
    (f"{MOVE}?moves[]=0&moves[]=4", "without brackets; join a list, as in `moves=4,0,8`"),
    (f"{REVIEW}?moves%5B0%5D=4", "without brackets; join a list, as in `moves=4,0,8`"),
    (f"{MOVE}?moves=a1", COMMAS),
    (f"{MOVE}?board=[%22X%22]", "must be rows such as `XO./.X./..O`"),
    (f"{MOVE}?boards=.........", "did you mean board"),
    (f"{MOVE}?misere=yes", "true or false"),
    (f"{MOVE}?seed=1&seed=2", "sent only once"),
    ("/v1/levels?level=hard", "remove the query"),
    ("/v1/best-move/", "did you mean /v1/best-move?"),
    ("/v1/best_move", "did you mean /v1/best-move?"),
    ("/v1/Levels", "did you mean /v1/levels?"),
    ("/v1/GAME_TREE/", "did you mean /v1/game-tree?"),
]


def assert_cured(answer: Any, cure: str) -> None:  # noqa: ANN401  an Answer
    assert 400 <= answer.status < 500, answer.request
    first, *_ = re.split(r"(?<=[.?]) (?=[A-Z])", answer.json["detail"])
    assert cure in first, (answer.request, first)


@pytest.mark.parametrize(("path", "body", "cure"), POSTS)
def test_mistake_in_a_body(client: Client, path: str, body: object, cure: str) -> None:
    assert_cured(client.post(path, body), cure)


@pytest.mark.parametrize(("text", "cure"), TEXTS)
def test_mistake_in_json(client: Client, text: str, cure: str) -> None:
    assert_cured(post_text(client, MOVE, text), cure)


@pytest.mark.parametrize(("target", "cure"), QUERIES)
def test_mistake_in_a_query_or_path(client: Client, target: str, cure: str) -> None:
    assert_cured(client.get(target), cure)


def test_fields_in_the_wrong_place(client: Client) -> None:
    for body in ({"moves": [4]}, {}):
        assert_cured(client.post(f"{MOVE}?board=.........", body), "as JSON in the body")
    for target in (REVIEW, f"{MOVE}?level=x", MOVE):
        answer = client.send("GET", target, [b'{"moves": [4]}'], JSON)
        assert_cured(answer, "this is a GET; send its fields in the query, or send a POST")
