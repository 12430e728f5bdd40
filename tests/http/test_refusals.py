"""Requests that are not valid HTTP, and their metrics and log lines."""

import json
from itertools import count as count_up
from time import sleep

import pytest

from tests.http.support import LIVEZ, MEGABYTE, Server, answers, read_all, request, reset
from tests.live import wait_until

POST = b"POST /livez HTTP/1.1\r\nHost: x\r\n"
NUMBERS = count_up()


INVALID = [
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
]


@pytest.mark.parametrize("ahead", [0, 1, 40])
def test_invalid_request_gets_a_400_and_the_next_one_nothing(server: Server, ahead: int) -> None:
    for nonsense in INVALID:
        found = server.ask(LIVEZ * ahead + nonsense + LIVEZ)
        statuses = [answer.status for answer in found]
        assert statuses in ([200] * ahead + [400], [200] * ahead or [400]), nonsense
        if statuses[-1] == 400:
            assert json.loads(found[-1].body)["code"] == "bad_request", nonsense
        assert found[-1].headers["connection"] == "close", nonsense


@pytest.mark.full
def test_100_000_invalid_requests_get_a_400_each(server: Server) -> None:
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


NOTED = {
    b"nonsense\r\n\r\n": ("unknown", "unknown", 400),
    b"GET /livez HTTP/1.1\r\n%b\r\n": ("GET", "/livez", 400),
    b"PURGE /livez HTTP/1.1\r\n%b\r\n": ("unknown", "/livez", 400),
    b"GET /livez HTTP/1.1\r\n%bX: " + b"a" * 50_000: ("GET", "unknown", 431),
    b"GET /" + b"a" * 50_000: ("GET", "unknown", 414),
    POST + b"%bTransfer-Encoding: chunked\r\n\r\nzz\r\n": ("POST", "/livez", 400),
    POST + b"%bTransfer-Encoding: chunked\r\n\r\n|zz\r\n": ("POST", "/livez", 400),
}


@pytest.mark.parametrize("field", [b"", b"X-Request-ID: mine.%d\r\nOrigin: http://x\r\n"])
def test_rejected_request_is_counted_and_logged(server: Server, field: bytes) -> None:
    for asked, noted in NOTED.items():
        check_record(server, asked, field and field % next(NUMBERS), noted)


def check_record(server: Server, asked: bytes, field: bytes, noted: tuple[str, str, int]) -> None:
    """Check the metric and the log line of a rejected request."""
    method, route, status = noted
    metric = f'requests_total{{method="{method}",route="{route}",status="{status}"}}'
    before = server.metric(metric)
    with server.connect() as connection:
        for part in asked.replace(b"%b", field).split(b"|"):
            connection.sendall(part)
            sleep(0.05)
        [answer] = answers(read_all(connection))
    assert answer.status == status
    assert answer.headers["server-timing"].startswith("total;dur=")
    given = answer.headers["x-request-id"]
    assert given.startswith("mine.") == (bool(field) and b"%b" in asked)
    assert given.startswith("mine.") == ("access-control-expose-headers" in answer.headers)
    wait_until(lambda: any(given in line for line in server.service.log))
    assert server.metric(metric) == before + 1
    [line] = [json.loads(line) for line in server.service.log if given in line]
    assert (line["method"], line["route"], line["status"]) == noted


def test_connections_reset_after_a_response_leave_nothing(server: Server) -> None:
    before = server.memory
    for _ in range(1_500):
        connection = server.connect()
        connection.sendall(request("GET", "/livez"))
        assert connection.recv(MEGABYTE)
        reset(connection)
    assert server.memory - before < 8 * MEGABYTE
