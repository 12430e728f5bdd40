"""Bodies that are not JSON, or that two readers could interpret differently."""

import pytest

from tests.api.support import assert_problem, post_text
from tests.asgi import Client
from tests.clients import Clients
from tests.openapi.document import OPERATIONS

GOOD = b'{"board": "........."}'
POSTS = sorted(path for method, path, _ in OPERATIONS.values() if method == "post")
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
    "unpaired surrogate": b'{"board": "\\ud800"}',
    "unpaired low surrogate": b'{"board": "\\udc00........"}',
    "unpaired surrogate in a name": b'{"board": ".........", "\\ud800": 1}',
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
def test_malformed_body_is_rejected(client: Client, body: bytes) -> None:
    for path in POSTS:
        answer = post_text(client, path, body)
        assert_problem(answer, 400, "malformed_body")
        assert len(answer.body) < 400


def test_integer_of_a_million_digits_is_rejected_unread(new_client: Clients) -> None:
    body = b'{"board": ".........", "seed": ' + b"9" * 10**6 + b"}"
    answer = post_text(new_client(max_body_bytes=2**21), "/v1/best-move", body)
    assert_problem(answer, 400, "malformed_body")
    assert "100 digits" in answer.json["detail"]


def test_syntax_error_is_located(client: Client) -> None:
    answer = post_text(client, "/v1/analysis", '{"board":\n  ?}')
    assert "line 2, column 3" in answer.json["detail"]


@pytest.mark.parametrize(
    "body",
    [
        b" \r\n\t" + GOOD + b"\n",
        b'{"board": "\\u002e........"}',
        b'{"\\u0062oard": "........."}',
        b'{"board": ".........", "in_a_row": 3.0}',
        b'{"board": ".........", "in_a_row": 0.3e1}',
    ],
)
def test_equivalent_json_gets_the_same_response(client: Client, body: bytes) -> None:
    expected = post_text(client, "/v1/analysis", GOOD).expect(200)
    assert post_text(client, "/v1/analysis", body).body == expected.body


def test_body_can_arrive_byte_by_byte(client: Client) -> None:
    pieces = [GOOD[i : i + 1] for i in range(len(GOOD))]
    headers = {"content-type": "application/json"}
    assert client.send("POST", "/v1/analysis", pieces, headers).status == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 415),
        ({"content-type": ""}, 415),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"content-type": "multipart/form-data; boundary=x"}, 415),
        ({"content-type": "application/json2"}, 415),
        ({"content-type": "application/problem+json"}, 415),
        ({"content-type": "json"}, 415),
        ({"content-type": "text/json"}, 415),
        ({"content-type": "application/json"}, 200),
        ({"content-type": "application/json; charset=utf-8"}, 200),
        ({"content-type": "Application/JSON;charset=UTF-8"}, 200),
    ],
)
def test_body_must_be_declared_as_json(
    client: Client, headers: dict[str, str], status: int
) -> None:
    answer = client.send("POST", "/v1/analysis", [GOOD], headers)
    assert answer.status == status
    if status == 415:
        assert_problem(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate, gzip", "x", "Identity"])
def test_body_must_not_be_compressed(client: Client, encoding: str) -> None:
    answer = client.post("/v1/analysis", {"board": "........."}, content_encoding=encoding)
    if encoding == "Identity":
        answer.expect(200)
    else:
        assert_problem(answer, 415, "unsupported_media_type")
        assert answer.headers["accept-encoding"] == "identity"
