"""What caches and clients can store of GET responses: ETags, conditions, compression, HEAD."""

import gzip
import re
from itertools import product

import pytest

from service.middleware import conditional
from service.middleware.negotiation import MAX_ITEMS
from tests.api.support import assert_problem, series, value
from tests.asgi import Answer, Client, Clients
from tests.openapi.document import CACHEABLE, EXAMPLES, request_of, target_of

UNDER_A_PREFIX = True

ANALYSIS = "/v1/analysis?board=XO./.X./..O"
LARGE = [
    "/v1/analysis?board=.........",
    "/v1/levels",
    "/v1/analysis?board=....../....../....../....../....../......&in_a_row=6&max_nodes=1000",
]
FILES = ["/", "/docs", "/problems", "/openapi.json", "/client/noughts.js", "/static/icon.svg"]
GZIP = {"accept_encoding": "gzip"}
TARGETS = [
    target_of(name, request_of(name, example))
    for name, status, example in EXAMPLES
    if name in CACHEABLE and status == "200"
]

REJECTED = [
    target_of(name, request_of(name, example))
    for name, status, example in EXAMPLES
    if name in CACHEABLE and status == "422"
]


def vary_of(answer: Answer) -> list[str]:
    return answer.headers["vary"].split(", ")


@pytest.mark.parametrize("target", [*TARGETS, *LARGE, *FILES])
def test_matching_if_none_match_gets_304(client: Client, target: str) -> None:
    """Whichever form of the response the client holds, and whichever it accepts."""
    plain, packed = (client.get(target, **headers).headers for headers in ({}, GZIP))
    assert re.fullmatch('"[0-9a-f]{32}"', plain["etag"])
    assert plain["cache-control"] == ("no-cache" if target in FILES else "public, max-age=3600")
    for tag in {each["etag"].removeprefix("W/") for each in (plain, packed)}:
        for form in (tag, f"W/{tag}", f'"other", {tag}', f'"a","b",W/{tag} , "c"', "*"):
            for method, accepted in product(("GET", "HEAD"), ("gzip", "identity")):
                headers = {"if-none-match": form, "accept-encoding": accepted}
                answer = client.send(method, target, headers=headers).expect(304)
                assert answer.body == b""
                assert answer.headers["etag"] in {plain["etag"], packed["etag"]}
                assert form == "*" or answer.headers["etag"].removeprefix("W/") == tag
                assert answer.headers["cache-control"] == plain["cache-control"]
                content = {"content-type", "content-length", "content-encoding"}
                assert answer.headers.keys().isdisjoint(content)
                assert set(vary_of(answer)) >= set(plain["vary"].split(", "))


@pytest.mark.compiled
def test_search_of_the_settings_is_used_everywhere(new_client: Clients) -> None:
    """In the event loop and in workers, in the ETag, the metrics and the health check."""
    row = "." * 6
    target = f"/v1/analysis?board={'/'.join([row] * 6)}&in_a_row=5&max_nodes=1000000"
    etags, solved = set(), {}
    for name in ("compiled", "python"):
        client = new_client(search=name)
        etags.add(client.get(ANALYSIS).headers["etag"])
        solved[name] = client.get(target).expect(200).json["solved"]
        assert client.get("/livez").json["search"] == name
        assert f'search="{name}"' in client.get("/metrics").body.decode()
    assert len(etags) == 2
    assert solved == {"compiled": True, "python": False}


@pytest.mark.parametrize("target", [ANALYSIS, *LARGE, *FILES])
def test_other_if_none_match_gets_the_response(client: Client, target: str) -> None:
    for tags in ('"other"', 'W/"other"', "", '""', "abc", ',,"'):
        client.get(target, if_none_match=tags).expect(200)


def test_if_match_must_name_the_etag(client: Client) -> None:
    full = client.get(ANALYSIS)
    etag = full.headers["etag"]
    for tags in (etag, "*", f'"other", {etag}', f"  {etag}  "):
        assert client.get(ANALYSIS, if_match=tags).expect(200).body == full.body
    for tags in ('"other"', f"W/{etag}", "", "other"):
        for others in ({}, {"if_none_match": etag}):
            answer = client.get(ANALYSIS, if_match=tags, **others)
            assert_problem(answer, 412, "precondition_failed")
    for held in ({}, GZIP):  # the form that the client holds, or would get
        etag = client.get(LARGE[0], **held).headers["etag"]
        client.get(LARGE[0], if_match=etag).expect(200)


@pytest.mark.parametrize("target", REJECTED)
def test_conditions_are_checked_only_for_a_request_that_would_succeed(
    client: Client, target: str
) -> None:
    """RFC 9110, 13.2.1; only a trace has errors that need a search."""
    expected = client.get(target).expect(422)
    for headers in ({"if_none_match": "*"}, {"if_match": '"abc"'}, {"if_match": "*"}):
        assert client.get(target, **headers).expect(422).json == expected.json


def test_conditional_request_to_a_cold_replica_needs_no_search(
    client: Client, new_client: Clients
) -> None:
    replica = new_client()
    for target in TARGETS:
        if target.startswith("/v1/trace"):
            continue
        etag = client.get(target).headers["etag"]
        for tags in (etag, f'W/"other", {etag}', "*"):
            answer = replica.get(target, if_none_match=tags).expect(304)
            assert (answer.body, answer.headers["etag"]) == (b"", etag)
            assert answer.headers["cache-control"] == "public, max-age=3600"
        assert_problem(replica.get(target, if_match='"other"'), 412, "precondition_failed")
    found = series(replica)
    assert value(found, "cache_misses_total") == value(found, "cache_hits_total") == 0


def test_etag_depends_on_the_release_and_not_on_the_form_of_the_request(
    client: Client, new_client: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    default = f"{ANALYSIS}&side_to_move=X&in_a_row=3&misere=false"
    others = [f"/v1/analysis?board={board}" for board in ("xo_/-x-/__o", "XO..X...O")]
    [etag] = {client.get(each).headers["etag"] for each in (ANALYSIS, default, *others)}
    monkeypatch.setattr(conditional, "__version__", "99.0.0")
    assert new_client().get(ANALYSIS).headers["etag"] != etag


def test_max_age_can_be_set(new_client: Clients) -> None:
    headers = new_client(cache_max_age=5).get(ANALYSIS).headers
    assert headers["cache-control"] == "public, max-age=5"


def test_response_to_post_cannot_be_stored_by_caches(client: Client) -> None:
    for headers in ({}, GZIP, {"if_match": '"other"'}, {"if_none_match": "*"}):
        answer = client.post("/v1/analysis", {"board": "........."}, **headers).expect(200)
        assert answer.headers.keys().isdisjoint({"etag", "cache-control"})
        if headers == GZIP:
            plain = client.post("/v1/analysis", {"board": "........."})
            assert gzip.decompress(answer.body) == plain.body


@pytest.mark.parametrize("target", [*TARGETS, *FILES, "/v1/analysis", "/nope", "/livez", "/readyz"])
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_head_gets_the_headers_of_get(client: Client, target: str, encoding: str) -> None:
    get = client.get(target, accept_encoding=encoding)
    head = client.send("HEAD", target, headers={"accept-encoding": encoding}).expect(get.status)
    assert head.body == b""
    assert head.lasting_headers == get.lasting_headers


@pytest.mark.parametrize("target", LARGE)
def test_large_response_is_compressed_with_its_own_etag(client: Client, target: str) -> None:
    plain = client.get(target)
    for _ in range(2):
        packed = client.get(target, **GZIP)
        assert packed.headers["content-encoding"] == "gzip"
        assert len(packed.body) == int(packed.headers["content-length"]) < len(plain.body) / 2
        assert gzip.decompress(packed.body) == plain.body
        assert packed.headers["content-type"] == plain.headers["content-type"]
        assert packed.headers["etag"] == plain.headers["etag"][:-2] + '1"'
        assert packed.body == client.get(target, **GZIP).body
    assert "content-encoding" not in plain.headers
    assert "Accept-Encoding" in vary_of(plain)
    assert "Accept-Encoding" in vary_of(packed)


@pytest.mark.parametrize("target", [*FILES[:-1], "/docs/swagger-ui/swagger-ui-bundle.js"])
def test_file_is_compressed_once(client: Client, target: str) -> None:
    packed = client.get(target, **GZIP).expect(200)
    assert gzip.decompress(packed.body) == client.get(target).body
    number = conditional.compressed.cache_info().misses
    for _ in range(3):
        assert client.get(target, **GZIP).body == packed.body
    assert conditional.compressed.cache_info().misses == number


@pytest.mark.parametrize("target", [LARGE[0], "/", "/client/noughts.js", "/openapi.json"])
def test_response_is_compressed_as_the_client_accepts(client: Client, target: str) -> None:
    for accepted in (
        *("gzip", "GZIP", "br, gzip;q=0.5", "*", "gzip; q=1.0", ["br", "gzip"]),
        *("gzip;q=.2", "gzip;x=1;Q=1", 'br;x="a,gzip;q=0", gzip', "*;q=0, gzip;q=0.001"),
    ):
        answer = client.get(target, accept_encoding=accepted)
        assert answer.headers["content-encoding"] == "gzip"
    for accepted in (
        *("identity", "", "gzip;q=0", "*, gzip;q=0", "gzip;q=nonsense", "xgzip", "br"),
        *("gzip;x=1;q=0", "gzip ; q = 0", "gzip;q=inf", "gzip;q=-1", 'br;x=",gzip"', "gzip;q=2"),
    ):
        assert "content-encoding" not in client.get(target, accept_encoding=accepted).headers


@pytest.mark.parametrize(
    "target", ["/v1/analysis/stream?board=.........", "/v1/analysis?board=XXX/OO./...", "/livez"]
)
def test_streams_and_short_responses_are_not_compressed(client: Client, target: str) -> None:
    plain, packed = client.get(target), client.get(target, **GZIP)
    assert "content-encoding" not in packed.headers
    assert packed.body == plain.body
    assert packed.lasting_headers == plain.lasting_headers


def test_list_is_read_up_to_its_maximum(client: Client) -> None:
    """What is beyond counts as absent."""
    etag = client.get(LARGE[0]).headers["etag"]
    for others, is_read in ((MAX_ITEMS - 1, True), (MAX_ITEMS, False), (3_000, False)):
        answer = client.get(LARGE[0], if_none_match='"a",' * others + etag)
        assert answer.status == (304 if is_read else 200)
        packed = client.get(LARGE[0], accept_encoding="a," * others + "gzip")
        assert ("content-encoding" in packed.headers) is is_read
        page = client.get("/nope", accept="a/b," * others + "text/html")
        assert (page.headers["content-type"] == "text/html; charset=utf-8") is is_read
