"""Compressed answers: smaller, equal when unpacked, and with ETags of their own."""

import gzip

import pytest

from tests.asgi import Answer, Client

GZIP = {"accept_encoding": "gzip"}
LARGE = [
    "/v1/analysis?board=.........",
    "/v1/levels",
    "/v1/analysis?board=....../....../....../....../....../......&in_a_row=6&max_nodes=1000",
]


def vary(answer: Answer) -> list[str]:
    return answer.headers.get("vary", "").split(", ")


@pytest.mark.parametrize("target", LARGE)
def test_a_large_answer_is_compressed_where_the_client_accepts_it(
    client: Client, target: str
) -> None:
    plain, packed = client.get(target), client.get(target, **GZIP)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) == int(packed.headers["content-length"]) < len(plain.body) / 2
    assert gzip.decompress(packed.body) == plain.body
    assert "Accept-Encoding" in vary(plain)
    assert "Accept-Encoding" in vary(packed)
    assert packed.headers["content-type"] == plain.headers["content-type"]


@pytest.mark.parametrize("target", LARGE)
def test_each_form_has_a_strong_etag_of_its_own_and_either_is_held(
    client: Client, target: str
) -> None:
    plain = client.get(target).headers["etag"]
    packed = client.get(target, **GZIP).headers["etag"]
    assert plain != packed
    for tag in (plain, packed, f"W/{plain}", f"W/{packed}", f'"other", {packed}'):
        for accepted in ({}, GZIP):
            answer = client.get(target, if_none_match=tag, **accepted)
            assert (answer.status, answer.body) == (304, b"")
            assert answer.headers["etag"] in tag
            assert "Accept-Encoding" in vary(answer)
    assert client.get(target, if_none_match='"other"', **GZIP).status == 200


def test_a_posted_answer_is_compressed_too(client: Client) -> None:
    asked = {"board": "........."}
    plain, packed = client.post("/v1/analysis", asked), client.post("/v1/analysis", asked, **GZIP)
    assert gzip.decompress(packed.body) == plain.body
    assert "etag" not in packed.headers


@pytest.mark.parametrize(
    ("accepted", "compressed"),
    [
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip;q=0.5", True),
        ("*", True),
        ("gzip; q=1.0", True),
        ("identity", False),
        ("", False),
        ("gzip;q=0", False),
        ("*, gzip;q=0", False),
        ("gzip;q=nonsense", False),
        ("xgzip", False),
        ("br", False),
    ],
)
@pytest.mark.parametrize("target", [LARGE[0], "/", "/client/noughts.js", "/openapi.json"])
def test_weights_are_respected(
    client: Client, target: str, accepted: str, compressed: bool
) -> None:
    answer = client.get(target, accept_encoding=accepted)
    assert (answer.headers.get("content-encoding") == "gzip") is compressed


def test_streams_are_not_compressed(client: Client) -> None:
    answer = client.get("/v1/analysis/stream?board=.........", **GZIP)
    assert "content-encoding" not in answer.headers
    assert answer.body.startswith(b"event: analysis")


def test_the_same_bytes_each_time(client: Client) -> None:
    target = LARGE[2]
    assert client.get(target, **GZIP).body == client.get(target, **GZIP).body
