"""Bodies that are not JSON, or not declared as JSON."""

import pytest

from tests.api.support import assert_problem, post_text
from tests.asgi import Client

PATH = "/v1/analysis"
GOOD = b'{"board": "........."}'
WITH_SEED = b'{"board": ".........", "seed": %b}'
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
    "NaN": WITH_SEED % b"NaN",
    "Infinity": WITH_SEED % b"Infinity",
    "minus Infinity": WITH_SEED % b"-Infinity",
    "an integer of 4,301 digits": WITH_SEED % (b"9" * 4_301),
    "an integer of 60,000 digits": WITH_SEED % (b"9" * 60_000),
    "deep arrays": b"[" * 250 + b"]" * 250,
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
    "two byte order marks": 2 * b"\xef\xbb\xbf" + GOOD,
    "only a byte order mark": b"\xef\xbb\xbf",
    "raw control character": b'{"board": "....\0...."}',
    "raw line break": b'{"board": ".../\n.../..."}',
}
NOT_JSON = [
    *("", "json", "text/json", "text/plain", "application/json2", "application/problem+json"),
    *("application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
]


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
@pytest.mark.parametrize("path", [PATH, "/v1/exam"])
def test_malformed_body_is_rejected(client: Client, path: str, body: bytes) -> None:
    answer = post_text(client, path, body)
    assert_problem(answer, 400, "malformed_body")
    assert len(answer.body) < 400


def test_syntax_error_is_located(client: Client) -> None:
    assert "line 2 column 3" in post_text(client, PATH, '{"board":\n  ?}').json["detail"]


@pytest.mark.parametrize("number", [b"1e999", b"-1e999", b"9" * 4_300])
def test_number_beyond_every_limit_is_a_wrong_value(client: Client, number: bytes) -> None:
    answer = post_text(client, "/v1/best-move", WITH_SEED % number)
    assert_problem(answer, 422, "invalid_request", ("wrong_value", "/seed"))


def test_large_body_has_a_limited_number_of_names_and_values(client: Client) -> None:
    """It is rejected before it is parsed, because Python's objects take time."""
    for path in ("/v1/analyses", "/v1/exam"):
        assert_problem(post_text(client, path, "[" * 100_000), 400, "malformed_body")
        for text in ("[" * 100_001, "[" + "0," * 100_001):
            answer = post_text(client, path, text)
            assert_problem(answer, 422, "invalid_request", ("wrong_value", ""))


@pytest.mark.parametrize(
    "body",
    [
        b" \r\n\t" + GOOD + b"\n",
        b"\xef\xbb\xbf" + GOOD,
        b'{"board": "\\u002e........"}',
        b'{"\\u0062oard": "........."}',
        b'{"board": 1, "board": "........."}',
        b'{"board": ".........", "in_a_row": 3.0}',
        b'{"board": ".........", "in_a_row": 0.3e1}',
    ],
)
def test_equivalent_json_gets_the_same_response(client: Client, body: bytes) -> None:
    assert post_text(client, PATH, body).body == post_text(client, PATH, GOOD).expect(200).body


def test_body_can_arrive_byte_by_byte(client: Client) -> None:
    pieces = [GOOD[i : i + 1] for i in range(len(GOOD))]
    client.send("POST", PATH, pieces, {"content-type": "application/json"}).expect(200)


def test_body_must_be_declared_as_json(client: Client) -> None:
    for headers in ({}, *({"content-type": media_type} for media_type in NOT_JSON)):
        answer = client.send("POST", PATH, [GOOD], headers)
        assert_problem(answer, 415, "unsupported_media_type")
    for media_type in ("application/json; charset=utf-8", "Application/JSON;charset=UTF-8"):
        client.send("POST", PATH, [GOOD], {"content-type": media_type}).expect(200)


def test_body_must_not_be_compressed(client: Client) -> None:
    for encoding in ("gzip", "br", "deflate, gzip", "x"):
        answer = client.post(PATH, {"board": "........."}, content_encoding=encoding)
        assert_problem(answer, 415, "unsupported_media_type")
        assert answer.headers["accept-encoding"] == "identity"
    client.post(PATH, {"board": "........."}, content_encoding="Identity").expect(200)
