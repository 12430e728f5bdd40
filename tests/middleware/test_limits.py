"""The limits on one request, and what is sent to a client that exceeds them."""

import pytest
from starlette.types import Message, Scope

from tests.api.support import JSON, assert_problem
from tests.asgi import Client
from tests.clients import Clients

UNDER_A_PREFIX = True

TARGET = "/v1/analysis?board=........."
MEGABYTE = 2**20
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


@pytest.mark.parametrize("path", ["/v1/analysis", "/livez", "/nope", "/docs"])
def test_body_of_get_is_limited_and_ignored(client: Client, path: str) -> None:
    assert client.send("GET", path, [b" " * 70_000]).status == 413
    assert client.send("GET", TARGET, [b"?"]).status == 200


def test_length_of_path_and_query_is_limited(client: Client) -> None:
    start = "/v1/analysis?board="
    fits = start + "." * (4_096 - len(start) + 1)  # the question mark is not counted
    assert client.get(fits).status == 422
    for target in (f"{fits}.", "/" + "a" * 5_000):
        answer = client.get(target)
        assert_problem(answer, 414, "uri_too_long")
        assert "4096" in answer.json["detail"]


def test_length_of_headers_is_limited(client: Client) -> None:
    client.get("/livez", x="a" * 16_378).expect(200)
    for headers in ({"x": "a" * 16_384}, {f"x-{i}": "a" for i in range(5_000)}):
        answer = client.get("/livez", **headers)
        assert_problem(answer, 431, "headers_too_large")
        assert "16384" in answer.json["detail"]


@pytest.mark.parametrize(("count", "status"), [(100, 200), (101, 431)])
def test_number_of_headers_is_limited(client: Client, count: int, status: int) -> None:
    headers = {"host": "x"} | {f"x-{number}": "" for number in range(count - 1)}
    assert client.send("GET", "/livez", headers=headers).status == status


def test_limits_can_be_set(new_client: Clients) -> None:
    small = new_client(max_body_bytes=30, max_uri_bytes=40, max_header_bytes=100)
    for size, status in ((30, 200), (31, 413)):
        body = BODIES["/v1/analysis"].ljust(size)
        assert small.send("POST", "/v1/analysis", [body], JSON).status == status
    assert small.get(TARGET).status == 200
    assert small.get(f"{TARGET}&side_to_move=X").status == 414
    assert small.get(TARGET, x="a" * 100).status == 431  # although the response is in memory


def test_client_that_leaves_within_the_body_gets_nothing(client: Client) -> None:
    part: Message = {"type": "http.request", "body": b'{"board"', "more_body": True}
    incoming, sent = iter([part]), list[Message]()

    async def receive() -> Message:
        return next(incoming, {"type": "http.disconnect"})

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"x"), (b"content-length", b"22")]
    scope: Scope = {"type": "http", "method": "POST", "headers": headers, "query_string": b""}
    scope.update(path="/v1/analysis", raw_path=b"/v1/analysis", http_version="1.1")
    client.runner.run(client.app(scope, receive, send))
    assert sent == []


def test_content_length_that_is_not_a_number_is_not_trusted(client: Client) -> None:
    headers = JSON | {"content-length": "many"}
    client.send("POST", "/v1/analysis", [b" " * 70_000], headers).expect(413)


@pytest.mark.parametrize(
    ("version", "hosts", "status"),
    [("1.0", 0, 200), ("1.0", 1, 200), ("1.0", 2, 400), ("1.1", 0, 400), ("1.1", 2, 400)],
)
def test_number_of_hosts_depends_on_the_version(
    client: Client, version: str, hosts: int, status: int
) -> None:
    headers = {"host": ["x"] * hosts}
    client.send("GET", "/livez", headers=headers, http_version=version).expect(status)
