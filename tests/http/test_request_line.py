"""Methods, targets and hosts of requests."""

import http.client
from itertools import product

from tests.http.support import LIVEZ, Server, code, read_all, request


def test_get_and_head_are_answered_on_one_connection(server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    for _ in range(2):
        connection.request("GET", "/v1/analysis?board=XO./.X./..O")
        answer = connection.getresponse()
        assert answer.status == 200
        assert b'"best_move":3' in answer.read()
    connection.request("HEAD", "/v1/analysis?board=XO./.X./..O")
    head = connection.getresponse()
    assert (head.status, head.read()) == (200, b"")
    assert int(head.headers["content-length"]) > 500
    connection.close()


def test_host_changes_nothing(server: Server) -> None:
    hosts = ("", "elsewhere.example", "x:99999", "[::", "x/y", "<x>", "\xff")
    for host, (path, status) in product(hosts, (("/livez", 200), ("/livez/", 404), ("/", 200))):
        asked = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        [answer] = server.ask(asked.encode("latin-1"))
        assert answer.status == status, host
        assert "location" not in answer.headers
        assert not host or host.encode() not in answer.body


def test_http_1_0_needs_no_host(server: Server) -> None:
    [answer] = server.ask(b"GET /livez HTTP/1.0\r\n\r\n")
    assert answer.status == 200


def test_other_http_methods_get_a_405_and_unknown_ones_a_501(server: Server) -> None:
    for method in ("PUT", "DELETE", "PATCH", "TRACE"):
        [answer] = server.ask(request(method, "/v1/analysis", close=True))
        assert (answer.status, code(answer)) == (405, "method_not_allowed"), method
        assert answer.headers["allow"] == "GET, HEAD, POST"
    unknown = [(each, "/livez") for each in ("PROPFIND", "SETUP", "FOO", "GETT", "get", "f-1!")]
    for method, target in [
        *unknown,
        ("FOO", "*"),
        ("FOO", "/" + "x" * 2_000),
        ("FOO", "http://x/"),
    ]:
        [answer] = server.ask(request(method, target, close=True))
        assert (answer.status, code(answer)) == (501, "not_implemented"), (method, target)


def test_unknown_method_gets_a_501_after_other_requests(server: Server) -> None:
    with server.connect() as connection:
        connection.sendall(LIVEZ)
        assert connection.recv(4_096).startswith(b"HTTP/1.1 200")
        connection.sendall(b"\r\n" + request("FOO", "/livez"))
        assert read_all(connection).startswith(b"HTTP/1.1 501")


UNUSUAL = {
    404: [
        *("//", "//livez", "/./livez", "/v1/../livez", "/..", "*"),
        *("/static/../../settings.py", "/static/%2e%2e/%2e%2e/settings.py", "/static//etc/passwd"),
        *("/static/..%2f..%2fsettings.py", "/static/%00", "/static/" + "a" * 300),
        *("/docs/swagger-ui/..%5c..%5c", "/%00", "/%", "/%ff", "/%2flivez"),
    ],
    200: ["/l%69vez", "/livez?", "http://elsewhere.example/livez"],
    422: [
        f"/v1/analysis?board={text}" for text in ("%00", "%ff", "." * 9 + "&board=........." * 99)
    ],
}


def test_unusual_target_reaches_no_other_resource(server: Server) -> None:
    allowed = [({status}, target) for status, targets in UNUSUAL.items() for target in targets]
    allowed += [({200, 400}, "/livez#x"), ({400, 404}, "http://elsewhere.example")]
    for (statuses, target), method in product(allowed, ("GET", "HEAD")):
        raw = server.say(request(method, target, close=True))
        assert int(raw.split()[1]) in statuses, (method, target)
        assert b"elsewhere" not in raw
