"""The short way and the framework give the same answers, byte for byte."""

import json
from typing import Any

import pytest

from service.api import at_once
from service.app import Service
from tests.asgi import Answer, Client

EMPTY = "........."
LONG = "...../...../...../....."  # found by a search
QUERIES = [
    f"board={EMPTY}",
    "board=XO./.X./..O",
    "board=xo_/-x-/__o&side_to_move=x",
    f"board={EMPTY}&side_to_move=O&in_a_row=3&misere=false",
    f"board={EMPTY}&misere=true",
    "board=X.../.O../.../.",
    "board=XXX/OO./...",
    "board=XOX/XOO/OXX",
    "board=%58O./.X./..O",
    f"board={EMPTY}&max_nodes=1000",
    f"board={EMPTY}&level=easy&seed=7",
    f"board={EMPTY}&level=perfect",
    f"board={EMPTY}&seed=9007199254740991",
    f"board={LONG}&max_nodes=1000",
    f"board={EMPTY}&max_nodes=999",
    f"board={EMPTY}&max_nodes=5000001",
    f"board={EMPTY}&seed=-1",
    f"board={EMPTY}&seed=",
    f"board={EMPTY}&level=expert",
    f"board={EMPTY}&in_a_row=4",
    f"board={EMPTY}&in_a_row=3.0",
    f"board={EMPTY}&misere=True",
    f"board={EMPTY}&misere=1",
    f"board={EMPTY}&side_to_move=",
    f"board={EMPTY}&board={EMPTY}",
    f"board={EMPTY}&depth=3",
    f"board={EMPTY}&",
    f"board={EMPTY};misere=true",
    "board=",
    "board=%00",
    "board=%ff",
    "board=%",
    "board=X........O&side_to_move=X",
    "board=XX.......",
    "board=XXXOOO...",
    "board=X........&side_to_move=X",
    "side_to_move=X",
    "",
]
DOCUMENTS: list[Any] = [
    {"board": EMPTY},
    {"board": list("XO..X...O")},
    {"board": ["X", None, "", " ", "o", "_", "-", ".", "x"]},
    {"board": [["X", None, None], ["O", "", "."], [" ", "_", "-"]]},
    {"board": [["X", None, None, None, None, None, None, None, None]]},
    {"board": EMPTY, "side_to_move": None},
    {"board": EMPTY, "side_to_move": "o", "in_a_row": 3.0, "misere": False},
    {"board": EMPTY, "max_nodes": None},
    {"board": EMPTY, "max_nodes": 1000.0},
    {"board": EMPTY, "level": "hard", "seed": 3.0},
    {"board": EMPTY, "seed": None},
    {"board": ".....\n...."},
    {"board": EMPTY + "\n"},
    {"board": []},
    {"board": [[]]},
    {"board": [["X"], ["O", "."]]},
    {"board": [["X"], "O"]},
    {"board": ["X", ["O"]]},
    {"board": ["XO"]},
    {"board": [1, 2]},
    {"board": {}},
    {"board": None},
    {"board": EMPTY, "in_a_row": "3"},
    {"board": EMPTY, "in_a_row": True},
    {"board": EMPTY, "in_a_row": 3.5},
    {"board": EMPTY, "in_a_row": 10},
    {"board": EMPTY, "misere": 0},
    {"board": EMPTY, "misere": "true"},
    {"board": EMPTY, "side_to_move": "Z"},
    {"board": EMPTY, "side_to_move": 1},
    {"board": EMPTY, "level": "Easy"},
    {"board": EMPTY, "seed": 2**53},
    {"board": EMPTY, "max_nodes": 10**30},
    {"board": EMPTY, "unknown": 1},
    {"Board": EMPTY},
    {"board": "." * 20, "max_nodes": 1000},
    {"board": "XXX/OOO/..."},
    {},
    [],
    [EMPTY],
    EMPTY,
    0,
    None,
]
BODIES = [
    b"",
    b" ",
    b"{",
    b'{"board": "........."',
    b'{"board": "........."}}',
    b'{"board": ".........", "board": "........."}',
    b'{"board": ".........", "seed": NaN}',
    b'{"board": ".........", "seed": 1e999}',
    b'{"board": ".........", "seed": 1' + b"0" * 200 + b"}",
    b'{"board": "\\ud800........"}',
    b'{"board": "\xff........"}',
    b'\xef\xbb\xbf{"board": "........."}',
    b"[" * 60_000,
    b' {"board": "."}',
    b'\n{ "board" :\t"........." }\r\n',
]
CONTENT_TYPES = ["application/json; charset=utf-8", "Application/JSON", "text/plain", ""]
OPERATIONS = ["/v1/analysis", "/v1/best-move"]


def answers(client: Client, path: str) -> list[Answer]:
    """What a client gets who asks all of that."""
    asked = [json.dumps(document).encode() for document in DOCUMENTS] + BODIES
    json_type = {"content-type": "application/json"}
    valid = asked[0]
    found = [client.get(f"{path}?{query}") for query in QUERIES]
    found += [client.send("HEAD", f"{path}?{query}") for query in QUERIES]
    found += [client.get(f"{path}?{query}", if_none_match="*") for query in QUERIES]
    found += [client.send("POST", path, [body], json_type) for body in asked]
    found += [client.send("POST", path, [valid], {"content-type": each}) for each in CONTENT_TYPES]
    found += [
        client.send("POST", f"{path}?board={EMPTY}", [valid], json_type),
        client.send("POST", path, [valid]),
        client.send("POST", path, [valid[:5], valid[5:]], json_type),
        client.send("POST", path),
        client.send("PUT", path, [valid], json_type),
        client.get(f"{path}/?board={EMPTY}"),
    ]
    return found


@pytest.mark.parametrize("path", OPERATIONS)
def test_both_ways_answer_the_same(
    client: Client, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_the_short_way = answers(client, path)
    monkeypatch.setattr(at_once, "MODELS", {})
    by_the_framework = answers(client, path)
    assert {answer.status for answer in by_the_framework} == {200, 304, 400, 404, 405, 415, 422}
    for short, framework in zip(by_the_short_way, by_the_framework, strict=True):
        assert short.status == framework.status
        assert short.body == framework.body
        assert short.lasting_headers == framework.lasting_headers


@pytest.mark.parametrize("path", OPERATIONS)
def test_small_boards_do_not_need_the_framework(
    client: Client, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Service.__mro__[1], "__call__", None)
    assert client.get(f"{path}?board={EMPTY}").status == 200
    assert client.post(path, {"board": [None] * 9, "side_to_move": "O"}).status == 200
