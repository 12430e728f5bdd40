"""What one request may send, and the answer to more; all without a clock."""

import asyncio

import pytest
from starlette.types import Message, Scope

from service.app import create_app
from service.settings import Settings
from tests.asgi import Client

JSON = {"content-type": "application/json"}


def padded(size: int) -> bytes:
    """A request of exactly this many bytes."""
    body = b'{"board": "........."}'
    return body + b" " * (size - len(body))


@pytest.mark.parametrize("with_length", [True, False])
@pytest.mark.parametrize(("size", "status"), [(65_536, 200), (65_537, 413), (1_000_000, 413)])
def test_the_length_of_a_body(client: Client, size: int, status: int, with_length: bool) -> None:
    body = padded(size)
    chunks = [body[i : i + 10_000] for i in range(0, size, 10_000)]
    headers = JSON | {"origin": "http://page.example"}
    headers |= {"content-length": str(size)} if with_length else {}
    answer = client.send("POST", "/v1/analysis", chunks, headers)
    assert answer.status == status
    if status == 413:
        assert answer.json["code"] == "body_too_large"
        assert "65536" in answer.json["detail"]
        assert answer.headers["connection"] == "close"
        assert answer.headers["access-control-allow-origin"] == "*"
        assert answer.headers["x-request-id"]


@pytest.mark.parametrize("path", ["/v1/analysis", "/livez", "/nope", "/docs"])
def test_a_long_body_is_refused_everywhere(client: Client, path: str) -> None:
    assert client.send("GET", path, [padded(70_000)]).status == 413


def test_a_body_to_a_get_is_ignored(client: Client) -> None:
    assert client.send("GET", "/v1/analysis?board=.........", [b"?"]).status == 200


def test_the_length_of_path_and_query(client: Client) -> None:
    start = "/v1/analysis?board="
    fits = start + "." * (4_096 - len(start) + 1)  # the question mark is not counted
    assert client.get(fits).status == 422
    answer = client.get(fits + ".")
    assert (answer.status, answer.json["code"]) == (414, "uri_too_long")
    assert "4096" in answer.json["detail"]
    assert client.get("/" + "a" * 5_000).status == 414


def test_the_length_of_headers(client: Client) -> None:
    target = "/v1/analysis?board=........."
    assert client.get(target, x="a" * 16_383).status == 200
    answer = client.get(target, x="a" * 16_384)
    assert (answer.status, answer.json["code"]) == (431, "headers_too_large")
    assert "16384" in answer.json["detail"]
    many = {f"x-{i}": "a" for i in range(5_000)}
    assert client.get(target, **many).status == 431


def test_limits_are_settings(client: Client) -> None:
    settings = Settings(max_body_bytes=30, max_uri_bytes=40, max_header_bytes=100)
    small = Client(create_app(settings), client.runner)
    assert small.send("POST", "/v1/analysis", [padded(30)], JSON).status == 200
    assert small.send("POST", "/v1/analysis", [padded(31)], JSON).status == 413
    assert small.get("/v1/analysis?board=.........").status == 200
    assert small.get("/v1/analysis?board=.........&side_to_move=X").status == 414
    assert small.get("/livez", x="a" * 100).status == 431


class Connection:
    """One connection as a server would hold it, to see what is sent and when."""

    def __init__(self, incoming: list[Message], *, ends: bool) -> None:
        self.incoming = incoming
        self.ends = ends
        self.received = 0
        self.sent: list[Message] = []

    async def receive(self) -> Message:
        """The next message; then the client is gone, or is silent for ever."""
        if self.incoming:
            self.received += 1
            return self.incoming.pop(0)
        if self.ends:
            return {"type": "http.disconnect"}
        await asyncio.Event().wait()
        raise AssertionError

    async def send(self, message: Message) -> None:
        """Note what is sent."""
        self.sent.append(message)

    def serve(self, client: Client, settings: Settings, **headers: str) -> "Connection":
        """Let the application handle one POST on this connection."""
        fields = [(name.replace("_", "-").encode(), v.encode()) for name, v in headers.items()]
        scope: Scope = {
            "type": "http",
            "method": "POST",
            "path": "/v1/analysis",
            "raw_path": b"/v1/analysis",
            "query_string": b"",
            "headers": [(b"content-type", b"application/json"), *fields],
        }
        client.runner.run(create_app(settings)(scope, self.receive, self.send))
        return self


def piece(body: bytes) -> Message:
    return {"type": "http.request", "body": body, "more_body": True}


def test_a_client_that_hangs_up_in_mid_body_gets_nothing(client: Client) -> None:
    connection = Connection([piece(b'{"board"')], ends=True)
    connection.serve(client, Settings(), content_length="22")
    assert connection.sent == []


def test_what_still_comes_after_a_refusal_is_dropped_and_bounded(client: Client) -> None:
    megabyte = b" " * 2**20
    short = Connection([piece(megabyte) for _ in range(20)], ends=True)
    short.serve(client, Settings(), content_length=str(20 * 2**20))
    assert short.sent[0]["status"] == 413
    assert short.received == 20
    endless = Connection([piece(megabyte) for _ in range(50)], ends=False)
    endless.serve(client, Settings(), transfer_encoding="chunked")
    assert endless.sent[0]["status"] == 413
    assert endless.received == 33
    silent = Connection([], ends=False)
    silent.serve(client, Settings(receive_timeout=0.01), content_length="70000")
    assert [message["type"] for message in silent.sent] == [
        "http.response.start",
        "http.response.body",
        "http.response.body",
    ]


def test_a_content_length_that_is_no_number_is_not_trusted(client: Client) -> None:
    connection = Connection([piece(padded(70_000))], ends=True)
    connection.serve(client, Settings(), content_length="many")
    assert connection.sent[0]["status"] == 413
