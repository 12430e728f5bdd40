"""Request ids, CORS, caching and HEAD: what clients, pages and caches rely on."""

import re

import pytest

from service.app import create_app
from service.middleware import etags
from service.settings import Settings
from tests.asgi import Client

ANALYSIS = "/v1/analysis?board=XO./.X./..O"
EVERYWHERE = [ANALYSIS, "/v1/analysis", "/nope", "/docs", "/openapi.json", "/livez", "/readyz"]


@pytest.mark.parametrize("target", EVERYWHERE)
def test_every_answer_has_a_request_id(client: Client, target: str) -> None:
    first, second = (client.get(target).headers["x-request-id"] for _ in range(2))
    assert re.fullmatch("[0-9a-f]{32}", first)
    assert first != second


@pytest.mark.parametrize("sent", ["a", "trace-1.2_3", "A" * 64])
def test_a_sane_request_id_is_kept(client: Client, sent: str) -> None:
    assert client.get(ANALYSIS, x_request_id=sent).headers["x-request-id"] == sent


@pytest.mark.parametrize("sent", ["", "a b", "A" * 65, "a\n", "<b>", "é", "a;b"])
def test_any_other_request_id_is_replaced(client: Client, sent: str) -> None:
    assert client.get(ANALYSIS, x_request_id=sent).headers["x-request-id"] != sent


@pytest.mark.parametrize("target", EVERYWHERE)
def test_pages_of_all_origins_can_read_every_response(client: Client, target: str) -> None:
    headers = client.get(target, origin="http://page.example").headers
    assert headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in headers
    assert {"ETag", "X-Request-ID"} <= set(headers["access-control-expose-headers"].split(", "))
    assert "Origin" in headers["vary"].split(", ")


@pytest.mark.parametrize("target", EVERYWHERE)
def test_cors_headers_need_an_origin(client: Client, target: str) -> None:
    headers = client.get(target).headers
    assert not any(name.startswith("access-control-") for name in headers)
    assert "Origin" in headers["vary"].split(", ")


@pytest.mark.parametrize("method", ["POST", "GET", "DELETE", "FOO"])
@pytest.mark.parametrize("asked", ["content-type", "x-request-id", "x-other", ""])
def test_a_preflight_is_answered_with_what_is_allowed(
    client: Client, method: str, asked: str
) -> None:
    headers = {"origin": "http://page.example", "access-control-request-method": method}
    headers |= {"access-control-request-headers": asked} if asked else {}
    answer = client.send("OPTIONS", "/v1/best-move", headers=headers)
    assert (answer.status, answer.body) == (204, b"")
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["access-control-allow-methods"] == "GET, HEAD, POST"
    allowed = answer.headers["access-control-allow-headers"].lower()
    ours = {"content-type", "if-none-match", "x-request-id", "traceparent", "tracestate"}
    assert ours <= set(allowed.split(", "))
    assert "x-other" not in allowed
    assert answer.headers["x-request-id"]


def test_origins_can_be_named(client: Client) -> None:
    settings = Settings(cors_origins="http://one.example, http://two.example")
    named = Client(create_app(settings), client.runner)
    for target in (ANALYSIS, "/nope"):
        for origin in ("http://one.example", "http://two.example"):
            answer = named.get(target, origin=origin).headers
            assert answer["access-control-allow-origin"] == origin
            assert "Origin" in answer["vary"].split(", ")
        for headers in ({"origin": "http://three.example"}, {}):
            answer = named.get(target, **headers).headers
            assert "access-control-allow-origin" not in answer
            assert "Origin" in answer["vary"].split(", ")
    asks = {"access-control-request-method": "POST"}
    preflight = named.send("OPTIONS", "/v1/analysis", headers=asks | {"origin": "http://x.example"})
    assert preflight.status == 204
    assert "access-control-allow-origin" not in preflight.headers


GETS = [
    ANALYSIS,
    "/v1/best-move?board=XO./.X./..O",
    "/v1/best-move?board=.........&seed=1",
    "/v1/game-tree?board=XOX/OX./.O.",
]


@pytest.mark.parametrize("target", GETS)
def test_caches_may_keep_the_answer_to_a_get(client: Client, target: str) -> None:
    answer = client.get(target)
    assert answer.status == 200
    assert answer.headers["cache-control"] == "public, max-age=3600"
    assert re.fullmatch('"[0-9a-f]{32}"', answer.headers["etag"])


@pytest.mark.parametrize("target", GETS)
@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', '"a","b",W/{} , "c"', "*"])
def test_what_the_client_holds_is_not_sent_again(client: Client, target: str, form: str) -> None:
    full = client.get(target)
    headers = {"if-none-match": form.format(full.headers["etag"]), "origin": "http://page.example"}
    answer = client.get(target, **headers)
    assert (answer.status, answer.body) == (304, b"")
    assert answer.headers["etag"] == full.headers["etag"]
    assert answer.headers["cache-control"] == full.headers["cache-control"]
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "content-type" not in answer.headers


@pytest.mark.parametrize("held", ['"other"', "", '""', "abc", ',,"'])
def test_what_the_client_does_not_hold_is_sent(client: Client, held: str) -> None:
    assert client.get(ANALYSIS, if_none_match=held).status == 200


def test_an_etag_does_not_excuse_a_faulty_request(client: Client) -> None:
    assert client.get("/v1/analysis?board=XX.......", if_none_match="*").status == 422


@pytest.mark.parametrize("form", ["{}", "*", '"other", {}', "  {}  "])
def test_a_tag_that_matches_gets_the_answer(client: Client, form: str) -> None:
    full = client.get(ANALYSIS)
    answer = client.get(ANALYSIS, if_match=form.format(full.headers["etag"]))
    assert (answer.status, answer.body) == (200, full.body)


@pytest.mark.parametrize("form", ['"other"', "W/{}", "", "other"])
def test_a_tag_that_does_not_match_gets_412(client: Client, form: str) -> None:
    etag = client.get(ANALYSIS).headers["etag"]
    answer = client.get(ANALYSIS, if_match=form.format(etag), if_none_match=etag)
    assert (answer.status, answer.json["code"]) == (412, "precondition_failed")
    assert answer.headers["cache-control"] == "no-store"
    assert client.post("/v1/analysis", {"board": "........."}, if_match='"other"').status == 200


def test_the_etag_is_that_of_the_normalised_request(client: Client) -> None:
    same = [
        "XO./.X./..O",
        "xo_/-x-/__o",
        "XO..X...O",
        "XO./.X./..O&side_to_move=X",
        "XO./.X./..O&in_a_row=3&misere=false",
    ]
    assert len({client.get(f"/v1/analysis?board={b}").headers["etag"] for b in same}) == 1
    other = [
        "/v1/analysis?board=XO./.X./..O",
        "/v1/analysis?board=XO./.XX/..O",
        "/v1/analysis?board=.........",
        "/v1/analysis?board=.........&side_to_move=O",
        "/v1/game-tree?board=XO./.X./..O",
        "/v1/best-move?board=XO./.X./..O",
        "/v1/best-move?board=XO./.X./..O&seed=0",
        "/v1/best-move?board=XO./.X./..O&seed=1",
    ]
    assert len({client.get(target).headers["etag"] for target in other}) == len(other)


def test_the_etag_is_that_of_the_release(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before = client.get(ANALYSIS).headers["etag"]
    monkeypatch.setattr(etags, "__version__", "99.0.0")
    after = Client(create_app(), client.runner).get(ANALYSIS).headers["etag"]
    assert after != before


def test_the_age_can_be_set(client: Client) -> None:
    young = Client(create_app(Settings(cache_max_age=5)), client.runner)
    assert young.get(ANALYSIS).headers["cache-control"] == "public, max-age=5"


def test_a_post_is_not_for_caches(client: Client) -> None:
    headers = client.post("/v1/analysis", {"board": "........."}).headers
    assert "etag" not in headers
    assert "cache-control" not in headers


@pytest.mark.parametrize(
    "target",
    [*EVERYWHERE, *GETS, "/", "/problems", "/static/docs.js", "/docs/swagger-ui/swagger-ui.css"],
)
def test_head_is_get_without_the_body(client: Client, target: str) -> None:
    get, head = client.get(target), client.send("HEAD", target)
    assert head.status == get.status
    assert head.body == b""
    assert head.lasting_headers == get.lasting_headers


def test_head_can_be_conditional(client: Client) -> None:
    etag = client.get(ANALYSIS).headers["etag"]
    assert client.send("HEAD", ANALYSIS, headers={"if-none-match": etag}).status == 304


def test_every_answer_says_how_long_it_took(client: Client) -> None:
    for target in ("/livez", "/v1/analysis?board=.........", "/nothing", "/static/icon.svg"):
        timing = client.get(target).headers["server-timing"]
        assert re.fullmatch(r"total;dur=\d+\.\d\d", timing)
