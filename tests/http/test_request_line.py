"""Methods, targets and hosts as they may stand in a request."""

import pytest

from tests.http.support import (
    LIVEZ,
    Server,
    code,
    read_all,
    request,
)


@pytest.mark.parametrize("host", ["", "elsewhere.example", "x:99999", "[::", "x/y", "<x>", "\xff"])
def test_nobody_reads_the_host(server: Server, host: str) -> None:
    for path, status in (("/livez", 200), ("/livez/", 404), ("/", 200)):
        asked = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        [answer] = server.ask(asked.encode("latin-1"))
        assert answer.status == status
        assert "location" not in answer.headers
        assert not host or host.encode() not in answer.body


def test_old_clients_need_no_host(server: Server) -> None:
    [answer] = server.ask(b"GET /livez HTTP/1.0\r\n\r\n")
    assert answer.status == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE"])
def test_other_methods_get_a_405(server: Server, method: str) -> None:
    [answer] = server.ask(request(method, "/v1/analysis", close=True))
    assert (answer.status, code(answer)) == (405, "method_not_allowed")
    assert answer.headers["allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize("method", ["PROPFIND", "SETUP", "FOO", "GETT", "get", "f-1!"])
def test_methods_that_http_does_not_have_get_a_501(server: Server, method: str) -> None:
    [answer] = server.ask(request(method, "/v1/analysis", close=True))
    assert (answer.status, code(answer)) == (501, "not_implemented")


@pytest.mark.parametrize("target", ["*", "/" + "x" * 2_000, "http://x/livez"])
def test_an_unknown_method_gets_a_501_for_any_target(server: Server, target: str) -> None:
    [answer] = server.ask(request("FOO", target, close=True))
    assert (answer.status, code(answer)) == (501, "not_implemented")


def test_an_unknown_method_is_met_after_other_requests(server: Server) -> None:
    with server.connect() as connection:
        connection.sendall(LIVEZ)
        assert connection.recv(4_096).startswith(b"HTTP/1.1 200")
        connection.sendall(b"\r\n" + request("FOO", "/livez"))
        assert read_all(connection).startswith(b"HTTP/1.1 501")


@pytest.mark.parametrize(
    ("target", "statuses"),
    [
        ("//", {404}),
        ("//livez", {404}),
        ("/./livez", {404}),
        ("/v1/../livez", {404}),
        ("/..", {404}),
        ("/static/../../settings.py", {404}),
        ("/static/%2e%2e/%2e%2e/settings.py", {404}),
        ("/static/..%2f..%2fsettings.py", {404}),
        ("/static//etc/passwd", {404}),
        ("/static/%00", {404}),
        ("/static/" + "a" * 300, {404}),
        ("/docs/swagger-ui/..%5c..%5c", {404}),
        ("/%00", {404}),
        ("/%", {404}),
        ("/%ff", {404}),
        ("/%2flivez", {404}),
        ("/l%69vez", {200}),
        ("/livez?", {200}),
        ("/livez#x", {200, 400}),
        ("*", {404}),
        ("http://elsewhere.example/livez", {200}),
        ("http://elsewhere.example", {400, 404}),
        ("/v1/analysis?board=%00", {422}),
        ("/v1/analysis?board=%ff", {422}),
        ("/v1/analysis?board=........." + "&board=........." * 100, {422}),
    ],
)
def test_path_tricks(server: Server, target: str, statuses: set[int]) -> None:
    for method in ("GET", "HEAD"):
        raw = server.say(request(method, target, close=True))
        status = int(raw.split()[1])
        assert status in statuses
        assert b"elsewhere" not in raw
