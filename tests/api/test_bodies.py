"""Bodies that are no JSON, or none that every reader understands alike."""

import pytest

from service.app import create_app
from service.settings import Settings
from tests.asgi import Client

JSON = {"content-type": "application/json"}
GOOD = b'{"board": "........."}'

MALFORMED = {
    "nothing": b"",
    "white space": b" \n",
    "no JSON": b"board=.........",
    "cut short": GOOD[:-1],
    "trailing": GOOD + b"x",
    "two documents": GOOD + GOOD,
    "single quotes": b"{'board': '.........'}",
    "comment": b'{"board": "........."} // a board',
    "trailing comma": b'{"board": ".........",}',
    "NaN": b'{"board": ".........", "seed": NaN}',
    "Infinity": b'{"board": ".........", "seed": Infinity}',
    "minus Infinity": b'{"board": ".........", "seed": -Infinity}',
    "1e999": b'{"board": ".........", "seed": 1e999}',
    "an integer of 101 digits": b'{"board": ".........", "seed": ' + b"9" * 101 + b"}",
    "an integer of 60,000 digits": b'{"board": ".........", "seed": ' + b"9" * 60_000 + b"}",
    "deep arrays": b"[" * 30_000 + b"]" * 30_000,
    "deep arrays, open": b"[" * 60_000,
    "deep objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "deep board": b'{"board": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "lone surrogate": b'{"board": "\\ud800"}',
    "lone low surrogate": b'{"board": "\\udc00........"}',
    "lone surrogate in a name": b'{"board": ".........", "\\ud800": 1}',
    "invalid UTF-8": b'{"board": "\xff........"}',
    "overlong UTF-8": b'{"board": "\xc0\xae........"}',
    "encoded surrogate": b'{"board": "\xed\xa0\x80"}',
    "UTF-16": GOOD.decode().encode("utf-16"),
    "UTF-32": GOOD.decode().encode("utf-32"),
    "byte order mark": b"\xef\xbb\xbf" + GOOD,
    "duplicate names": b'{"board": ".........", "board": "........."}',
    "duplicate names, one escaped": b'{"board": ".........", "bo\\u0061rd": "........."}',
    "raw control character": b'{"board": "....\0...."}',
    "raw line break": b'{"board": ".../\n.../..."}',
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
@pytest.mark.parametrize("path", ["/v1/analysis", "/v1/best-move", "/v1/game-tree"])
def test_a_malformed_body(client: Client, path: str, body: bytes) -> None:
    answer = client.send("POST", path, [body], JSON)
    assert (answer.status, answer.json["code"]) == (400, "malformed_body")
    assert answer.headers["content-type"] == "application/problem+json"
    assert len(answer.body) < 400


def test_an_integer_of_a_million_digits_costs_no_time(client: Client) -> None:
    roomy = Client(create_app(Settings(max_body_bytes=2**21)), client.runner)
    body = b'{"board": ".........", "seed": ' + b"9" * 10**6 + b"}"
    answer = roomy.send("POST", "/v1/best-move", [body], JSON)
    assert (answer.status, answer.json["code"]) == (400, "malformed_body")
    assert "100 digits" in answer.json["detail"]


def test_a_fault_of_syntax_is_located(client: Client) -> None:
    answer = client.send("POST", "/v1/analysis", [b'{"board":\n  ?}'], JSON)
    assert "line 2, column 3" in answer.json["detail"]


@pytest.mark.parametrize(
    "body",
    [
        GOOD,
        b" \r\n\t" + GOOD + b"\n",
        b'{"board": "\\u002e........"}',
        b'{"\\u0062oard": "........."}',
        b'{"board": ".........", "in_a_row": 3.0}',
        b'{"board": ".........", "in_a_row": 0.3e1}',
    ],
)
def test_json_in_other_words(client: Client, body: bytes) -> None:
    answer = client.send("POST", "/v1/analysis", [body], JSON)
    assert answer.status == 200
    assert answer.json["best_move"] == 0


def test_an_astral_character_is_json_but_no_board(client: Client) -> None:
    answer = client.send("POST", "/v1/analysis", [b'{"board": "\\ud83d\\ude00"}'], JSON)
    assert (answer.status, answer.json["code"]) == (422, "invalid_request")


def test_a_body_may_come_in_pieces(client: Client) -> None:
    pieces = [GOOD[i : i + 1] for i in range(len(GOOD))]
    assert client.send("POST", "/v1/analysis", pieces, JSON).status == 200


@pytest.mark.parametrize(
    "media_type",
    [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json2",
        "application/problem+json",
        "json",
        "text/json",
    ],
)
def test_a_body_is_declared_as_json(client: Client, media_type: str) -> None:
    answer = client.send("POST", "/v1/analysis", [GOOD], {"content-type": media_type})
    assert (answer.status, answer.json["code"]) == (415, "unsupported_media_type")


def test_a_body_without_a_media_type(client: Client) -> None:
    assert client.send("POST", "/v1/analysis", [GOOD]).status == 415


@pytest.mark.parametrize(
    "media_type",
    ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"],
)
def test_json_has_one_media_type(client: Client, media_type: str) -> None:
    answer = client.send("POST", "/v1/analysis", [GOOD], {"content-type": media_type})
    assert answer.status == 200
