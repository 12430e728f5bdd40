"""The limits on one request, and what is sent to a client that exceeds them."""

import asyncio
import json
from urllib.parse import quote

import pytest
from starlette.types import Message, Scope

from service.problems.validation import BODY_IGNORED
from tests.api.support import JSON, assert_problem
from tests.asgi import Client, Clients

UNDER_A_PREFIX = True

TARGET = "/v1/analysis?board=........."
MEGABYTE = 2**20
CHUNKED = (b"transfer-encoding", b"chunked")
BODIES = {
    "/v1/analysis": b'{"board": "........."}',
    "/v1/analyses": b'{"positions": [{"board": "........."}]}',
    "/v1/exam": b'{"side": "X", "moves": {}}',
}


@pytest.mark.parametrize("with_length", [True, False])
@pytest.mark.parametrize(
    ("path", "limit"),
    [("/v1/analysis", 65_536), ("/v1/analyses", MEGABYTE), ("/v1/exam", MEGABYTE)],
)
def test_length_of_body_is_limited(
    client: Client, path: str, limit: int, with_length: bool
) -> None:
    for size in (limit, limit + 1, 10 * limit):
        body = BODIES[path].ljust(size)
        headers = JSON | ({"content-length": str(size)} if with_length else {})
        chunks = [body[i : i + 10_000] for i in range(0, size, 10_000)]
        answer = client.send("POST", path, chunks, headers)
        if size <= limit:
            answer.expect(200)
        else:
            assert_problem(answer, 413, "body_too_large")
            assert f"{limit} bytes" in answer.json["detail"]
            assert answer.headers["connection"] == "close"


@pytest.mark.parametrize("target", [TARGET, "/livez", "/nope", "/docs"])
@pytest.mark.parametrize("headers", [{}, JSON, {"content-encoding": "gzip"}])
def test_body_that_nothing_reads_is_ignored(
    client: Client, target: str, headers: dict[str, str]
) -> None:
    expected = client.get(target)
    for body in ([b"?"], [b" " * 70_000], [b"{"] * 3):
        found = client.send("GET", target, body, headers).expect(expected.status)
        assert found.body.replace(f"{BODY_IGNORED} ".encode(), b"") == expected.body
    assert client.send("POST", "/nope", [b" " * 70_000], headers).status == 404


def test_only_http_1_closes_its_connection(client: Client) -> None:
    for version, expected in {"1.0": "close", "1.1": "close", "2": None, "3": None}.items():
        answer = client.send("POST", "/v1/analysis", [b" " * 70_000], JSON, version)
        assert answer.expect(413).headers.get("connection") == expected


def test_length_of_path_and_query_is_limited(client: Client) -> None:
    start = "/v1/analysis?board="
    fits = start + "." * (4_096 - len(start) + 1)  # the question mark is not counted
    assert client.get(fits).status == 422
    for target in (f"{fits}.", "/" + "a" * 5_000):
        answer = client.get(target)
        assert_problem(answer, 414, "uri_too_long")
        assert "4096" in answer.json["detail"]


def test_length_and_number_of_headers_are_limited(client: Client) -> None:
    """One of them is `host`."""
    client.get("/livez", x="a" * 16_378).expect(200)
    client.get("/livez", **{f"x-{i}": "" for i in range(99)}).expect(200)
    for headers, limit in (
        ({"x": "a" * 16_384}, "exceed 16384 bytes"),
        ({f"x-{i}": "" for i in range(100)}, "more than 100 headers"),
        ({f"x-{i}": "a" * 400 for i in range(5_000)}, "more than 100 headers"),
    ):
        answer = client.get("/livez", **headers)
        assert_problem(answer, 431, "headers_too_large")
        assert limit in answer.json["detail"]


def test_limits_can_be_set(new_client: Clients) -> None:
    large, path = new_client(max_body_bytes=2 * MEGABYTE), "/v1/exam"
    for size, status in ((2 * MEGABYTE, 200), (2 * MEGABYTE + 1, 413)):
        assert large.send("POST", path, [BODIES[path].ljust(size)], JSON).status == status
    small = new_client(max_body_bytes=30, max_uri_bytes=40, max_header_bytes=100)
    for size, status in ((30, 200), (31, 413)):
        body = BODIES["/v1/analysis"].ljust(size)
        assert small.send("POST", "/v1/analysis", [body], JSON).status == status
    assert small.get(TARGET).status == 200
    assert small.get(f"{TARGET}&side_to_move=X").status == 414
    assert small.get(TARGET, x="a" * 100).status == 431  # although the response is in memory


def upload(
    client: Client, host: str, length: int | None, *, leaves: bool = False
) -> tuple[asyncio.Future[None], list[Message]]:
    """Begin a POST with this length, or with chunks, that sends one part, and then waits or leaves.

    Return the call of the application, and the messages of its response.
    """
    incoming: list[Message] = [{"type": "http.request", "body": b" " * 10, "more_body": True}]
    sent: list[Message] = []

    async def receive() -> Message:
        if not incoming and not leaves:
            await asyncio.Event().wait()
        return incoming.pop() if incoming else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    framing = (b"content-length", b"%d" % length) if length else CHUNKED
    headers = [(b"host", b"x"), (b"content-type", b"application/json"), framing]
    scope: Scope = {"type": "http", "method": "POST", "headers": headers, "query_string": b""}
    scope.update(path="/v1/exam", raw_path=b"/v1/exam", http_version="1.1", client=(host, 1))
    return asyncio.ensure_future(client.app(scope, receive, send)), sent


def test_client_that_leaves_within_the_body_is_logged_as_gone(client: Client) -> None:
    async def leave() -> list[Message]:
        call, sent = upload(client, "192.0.2.1", 20, leaves=True)
        await call
        return sent

    assert client.runner.run(leave())[0]["status"] == 499


@pytest.mark.parametrize("length", [None, 65_537, MEGABYTE])
def test_number_of_unfinished_large_bodies_is_limited(client: Client, length: int | None) -> None:
    """The last quarter is for clients that send no other large body."""

    async def upload_all() -> None:
        calls = [upload(client, "192.0.2.9", 65_536)[0] for _ in range(20)]  # not large
        for host, count, detail in [
            *(("192.0.2.1", 4, ""), ("192.0.2.1", 1, "This client has used up its share")),
            *((f"192.0.2.{number}", 4, "") for number in (2, 3)),
            *((f"192.0.2.{number}", 1, "") for number in (4, 5, 6, 7)),
            ("192.0.2.8", 1, "Too many requests"),
        ]:
            for _ in range(count):
                call, sent = upload(client, host, length)
                calls.append(call)
                for _ in range(100):  # It is rejected, or waits for the rest.
                    await asyncio.sleep(0)
                assert call.done() is bool(detail)
                assert not detail or detail in json.loads(sent[1]["body"])["detail"]
        for call in calls:
            call.cancel()
        await asyncio.wait(calls)

    for _ in range(2):  # the second time, all places are free again
        client.runner.run(upload_all())


def test_content_length_is_a_number_between_spaces(client: Client) -> None:
    for length, status in {"many": 400, "0" * 21: 400, " 70000\t": 413}.items():
        headers = JSON | {"content-length": length}
        client.send("POST", "/v1/analysis", [b" " * 70_000], headers).expect(status)


@pytest.mark.parametrize(
    "path", ["/metrics", "/livez", "/docs", "/", "/v1/levels", TARGET, "/static/icon.svg"]
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_path_with_a_control_character_does_not_exist(
    client: Client, path: str, method: str
) -> None:
    """The regular expression of a route matches before a newline at the end."""
    before, _, query = path.partition("?")
    for number in (*range(32), 127, 0x85, 0x2028):
        escaped = quote(chr(number))
        for target in (before + escaped, f"/{escaped}{before[1:]}", before[:3] + escaped):
            answer = client.send(method, f"{target}?{query}").expect(404)
            assert method == "HEAD" or answer.json["code"] == "not_found"


@pytest.mark.parametrize(
    ("version", "hosts", "status"),
    [
        *(("1.0", 0, 200), ("1.0", 1, 200), ("1.0", 2, 400), ("1.1", 0, 400), ("1.1", 2, 400)),
        *(("2", 0, 200), ("2", 1, 200), ("3", 0, 200), ("3", 2, 400), ("2.0", 1, 400)),
    ],
)
def test_number_of_hosts_depends_on_the_version(
    client: Client, version: str, hosts: int, status: int
) -> None:
    headers = {"host": ["x"] * hosts}
    client.send("GET", "/livez", headers=headers, http_version=version).expect(status)
