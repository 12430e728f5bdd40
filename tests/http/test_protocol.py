"""What is said on the wire: several requests at once, and requests as they should not be."""

import json
from collections.abc import Iterator
from itertools import count as count_up
from random import Random
from time import monotonic, sleep

import pytest

from tests.http.support import (
    BOARD,
    MEGABYTE,
    Answer,
    Server,
    answers,
    read_all,
    request,
    reset,
    serving,
    wait_until,
)

LIVEZ = request("GET", "/livez")
LAST = request("GET", "/livez", close=True)
POST = b"POST /livez HTTP/1.1\r\nHost: x\r\n"
NUMBERS = count_up()
LONG = b'{"board": "...../...../...../...../.....", "in_a_row": 4}'


def boards(count: int) -> Iterator[tuple[bytes, int]]:
    """Requests about boards with one empty cell, and that cell."""
    full = "XOXXOOOXX"
    for cell in Random(0).choices([0, 2, 3, 7, 8], k=count):
        board = full[:cell] + "." + full[cell + 1 :]
        yield request("GET", f"/v1/best-move?board={board}"), cell


@pytest.mark.parametrize("count", [2, 50, 5_000])
def test_requests_sent_at_once_are_answered_in_order(server: Server, count: int) -> None:
    asked, cells = zip(*boards(count), strict=True)
    found = server.ask(b"".join(asked) + LAST)
    assert [json.loads(answer.body)["move"]["cell"] for answer in found[:-1]] == list(cells)
    assert found[-1].headers["connection"] == "close"


def test_long_and_short_requests_sent_at_once(server: Server) -> None:
    long, short = request("POST", "/v1/analysis", LONG), request("POST", "/v1/analysis", BOARD)
    found = server.ask((long + short) * 3 + LAST)
    assert [len(json.loads(answer.body).get("moves", "")) for answer in found] == [25, 5] * 3 + [0]


def test_bodies_sent_at_once_in_odd_pieces(server: Server) -> None:
    chunked = b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    chunked += b"Transfer-Encoding: chunked\r\n\r\n"
    chunked += b"5\r\n%b\r\n%x;a=b\r\n%b\r\n0\r\n" % (BOARD[:5], len(BOARD) - 5, BOARD[5:])
    chunked += b"X-Request-ID: no-header\r\n\r\n"
    padded = request("POST", "/v1/analysis", BOARD + b" " * 50_000)
    asked = (chunked + padded + request("POST", "/v1/analysis", BOARD)) * 20 + LAST
    for size in (1, 7, 1_000, 1_024, 100_000):
        part = asked if size > 1 else chunked * 20 + LAST
        found = server.ask(*(part[i : i + size] for i in range(0, len(part), size)))
        assert {answer.status for answer in found} == {200}
        assert len(found) == (61 if size > 1 else 21)
        assert b"no-header" not in b"".join(
            answer.headers["x-request-id"].encode() for answer in found
        )


def test_what_comes_after_connection_close_is_not_answered(server: Server) -> None:
    assert len(server.ask(LIVEZ + LAST + LIVEZ)) == 2
    assert len(server.ask(LIVEZ + b"GET /livez HTTP/1.0\r\n\r\n" + LIVEZ)) == 2


@pytest.mark.parametrize("ahead", [0, 1, 40])
@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # the start of TLS
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"more nonsense\r\n\r\n",
        b"F@O /livez HTTP/1.1\r\nHost: x\r\n\r\n",
        b"FOO /livez HTTP/2.0\r\nHost: x\r\n\r\n",
        b"GET /livez HTTP/1.1\nHost: x\n\n",
        b"GET /livez HTTP/9.9\r\nHost: x\r\n\r\n",
        b"GET /livez HTTP/2.0\r\nHost: x\r\n\r\n",
        b"GET /livez HTTP/0.9\r\nHost: x\r\n\r\n",
        b"GET /livez\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: a b\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: a\tb\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: a\\b\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: a b\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
        b"GET /li vez HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET livez HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: x\r\nNo Colon\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: x\r\nX: \x00\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost : x\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n",
        b"GET /livez HTTP/1.1\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
        b"CONNECT /livez HTTP/1.1\r\nHost: x\r\n\r\n",
        b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
        POST + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\nGET /",
        POST + b"Content-Length: 0\r\nContent-Length: 40\r\n\r\n",
        POST + b"Content-Length: 3, 3\r\n\r\nabc",
        POST + b"Content-Length: +3\r\n\r\nabc",
        POST + b"Content-Length: -1\r\n\r\nabc",
        POST + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\nabc",
        POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n",
        POST + b"Transfer-Encoding: gzip\r\n\r\n",
        POST + b"Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\nx\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 17 + b"\r\n",
    ],
)
def test_nonsense_gets_a_400_and_nothing_after_it(
    server: Server, ahead: int, nonsense: bytes
) -> None:
    found = server.ask(LIVEZ * ahead + nonsense + LIVEZ)
    statuses = [answer.status for answer in found]
    assert statuses in ([200] * ahead + [400], [200] * ahead or [400])
    if statuses[-1] == 400:
        assert json.loads(found[-1].body)["code"] == "bad_request"
    assert found[-1].headers["connection"] == "close"


@pytest.mark.full
def test_100_000_pieces_of_nonsense(server: Server) -> None:
    refused = 0
    for _ in range(500):
        batch = [server.connect() for _ in range(200)]
        for connection in batch:
            connection.sendall(b"nonsense\r\n\r\n")
        for connection in batch:
            refused += connection.recv(20).startswith(b"HTTP/1.1 400")
            reset(connection)
    assert refused == 100_000
    assert not [line for line in server.service.log if "Invalid" in line]


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
    assert answer.headers["access-control-allow-origin"] == "*"


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


def code(answer: Answer) -> str:
    """The code of a problem."""
    return str(json.loads(answer.body)["code"])


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


@pytest.mark.parametrize("to", ["h2c", "websocket", "TLS/1.0", "HTTP/2.0, h2c"])
def test_an_upgrade_is_ignored(server: Server, to: str) -> None:
    fields = (
        "Connection: Upgrade, HTTP2-Settings",
        f"Upgrade: {to}",
        "HTTP2-Settings: AAMAAABkAAQAAP",
    )
    get = request("GET", "/livez", b"", *fields)
    post = request("POST", "/v1/analysis", BOARD, *fields)
    chunked = b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    chunked += "\r\n".join((*fields, "Transfer-Encoding: chunked", "", "")).encode()
    chunked += b"%x\r\n%b\r\n0\r\n\r\n" % (len(BOARD), BOARD)
    asked = get + LIVEZ + post + post + chunked + get + LAST
    for size in (len(asked), 1, 11):
        found = server.ask(*(asked[i : i + size] for i in range(0, len(asked), size)))
        assert [answer.status for answer in found] == [200] * 7
        assert sum(b'"best_move":3' in answer.body for answer in found) == 3


def test_an_upgrade_leaves_the_rest_of_its_connection_as_it_is(server: Server) -> None:
    for tokens in ("close, Upgrade", "Upgrade,close", "upgrade, Close , x"):
        asked = request("GET", "/livez", b"", f"Connection: {tokens}", "Upgrade: h2c")
        [answer] = server.ask(asked + LIVEZ)
        assert answer.headers["connection"] == "close"


def test_after_an_upgrade_it_waits_as_long_as_ever() -> None:
    with serving(receive_timeout="1", idle_timeout="3") as server:
        started = monotonic()
        upgrade = request("GET", "/livez", b"", "Connection: Upgrade", "Upgrade: h2c")
        [answer] = server.ask(upgrade)
        assert answer.status == 200
        assert monotonic() - started > 2.5


def test_old_clients_are_not_told_to_go_on(server: Server) -> None:
    head = b"POST /v1/analysis HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: %d\r\n"
    head += b"Content-Type: application/json\r\n\r\n"
    [answer] = server.ask(head % len(BOARD), BOARD)
    assert answer.status == 200


@pytest.mark.parametrize(
    ("asked", "noted"),
    [
        (b"nonsense\r\n\r\n", ("unknown", "unknown", 400)),
        (b"GET /livez HTTP/1.1\r\n%b\r\n", ("GET", "unknown", 400)),
        (b"PURGE /livez HTTP/1.1\r\n%b\r\n", ("unknown", "unknown", 400)),
        (b"GET /livez HTTP/1.1\r\n%bX: " + b"a" * 50_000, ("GET", "unknown", 431)),
        (b"GET /" + b"a" * 50_000, ("GET", "unknown", 414)),
        (POST + b"%bTransfer-Encoding: chunked\r\n\r\nzz\r\n", ("POST", "/livez", 400)),
        (POST + b"%bTransfer-Encoding: chunked\r\n\r\n|zz\r\n", ("POST", "/livez", 400)),
    ],
)
@pytest.mark.parametrize("sent", [b"", b"X-Request-ID: mine.%d\r\n"])
def test_a_refusal_is_counted_and_logged_like_any_answer(
    server: Server, asked: bytes, noted: tuple[str, str, int], sent: bytes
) -> None:
    method, route, status = noted
    field = sent and sent % next(NUMBERS)
    labels = f'{{method="{method}",route="{route}",status="{status}"}} '
    before = counted(server, labels)
    with server.connect() as connection:
        for part in asked.replace(b"%b", field).split(b"|"):
            connection.sendall(part)
            sleep(0.05)
        [answer] = answers(read_all(connection))
    assert answer.status == status
    assert answer.headers["access-control-expose-headers"] == "ETag, Retry-After, X-Request-ID"
    assert answer.headers["server-timing"].startswith("total;dur=")
    given = answer.headers["x-request-id"]
    assert given.startswith("mine.") == (bool(field) and b"%b" in asked)
    wait_until(lambda: any(given in line for line in server.service.log))
    assert counted(server, labels) == before + 1
    [line] = [json.loads(line) for line in server.service.log if given in line]
    assert (line["method"], line["route"], line["status"]) == noted


def counted(server: Server, labels: str) -> float:
    """The number of requests with these labels."""
    lines = server.get("/metrics").body.decode().splitlines()
    return sum(
        float(line.rpartition(" ")[2]) for line in lines if f"requests_total{labels}" in line
    )


def test_who_asks_whether_to_go_on_is_told(server: Server) -> None:
    expecting = (
        f"Content-Length: {len(BOARD)}",
        "Content-Type: application/json",
        "Expect: 100-continue",
    )
    with server.connect() as connection:
        connection.sendall(request("POST", "/v1/analysis", b"", *expecting, close=True))
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(BOARD)
        [answer] = answers(read_all(connection))
    assert answer.status == 200
    with server.connect() as connection:
        too_much = "Content-Length: 99999999", "Expect: 100-continue"
        connection.sendall(request("POST", "/v1/analysis", b"", *too_much))
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


def test_half_a_request_behind_a_long_one(server: Server) -> None:
    with server.connect() as connection:
        connection.sendall(request("POST", "/v1/analysis", LONG) + LAST[:20])
        connection.sendall(LAST[20:])
        first, last = answers(read_all(connection))
    assert (first.status, last.status) == (200, 200)


def test_those_who_reset_after_an_answer_leave_nothing(server: Server) -> None:
    before = server.memory
    for _ in range(3_000):
        connection = server.connect()
        connection.sendall(request("GET", "/livez"))
        assert connection.recv(MEGABYTE)
        reset(connection)
    assert server.memory - before < 8 * MEGABYTE  # 30, if each were kept until it had been idle


@pytest.mark.parametrize("start", [b'{"board"', b"", b'{"board": ".........'])
def test_a_body_that_does_not_arrive_in_time_gets_a_408(start: bytes) -> None:
    head = b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with serving(receive_timeout="0.5") as server, server.connect() as connection:
        connection.sendall(head + b"Content-Length: 22\r\n\r\n" + start)
        [answer] = answers(read_all(connection))
        assert (answer.status, answer.headers["connection"]) == (408, "close")
        problem = json.loads(answer.body)
        assert problem["code"] == "request_timeout"
        assert problem["detail"] == "Send the whole request within 0.5 seconds."
        assert server.get("/livez").status == 200
