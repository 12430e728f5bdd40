"""The real server: started, asked, fed with what is too much, and stopped."""

import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import repeat
from urllib.parse import urlsplit

import pytest

from tests.live import ROOT, running_service

MEGABYTE = b" " * 2**20


@pytest.fixture(scope="module")
def address() -> Iterator[tuple[str, int]]:
    with running_service() as url:
        parts = urlsplit(url)
        assert parts.hostname
        assert parts.port
        yield parts.hostname, parts.port


def test_it_answers(address: tuple[str, int]) -> None:
    connection = http.client.HTTPConnection(*address)
    for _ in range(2):  # on the same connection
        connection.request("GET", "/v1/analysis?board=XO./.X./..O")
        answer = connection.getresponse()
        assert answer.status == 200
        assert b'"best_move":3' in answer.read()
    connection.request("HEAD", "/v1/analysis?board=XO./.X./..O")
    head = connection.getresponse()
    assert (head.status, head.read()) == (200, b"")
    assert int(head.headers["content-length"]) > 500
    connection.close()


@pytest.mark.parametrize("with_length", [True, False])
def test_twenty_megabytes_get_a_413(address: tuple[str, int], with_length: bool) -> None:
    connection = http.client.HTTPConnection(*address)
    headers = {"content-type": "application/json"}
    if with_length:
        headers["content-length"] = str(20 * 2**20)
    body = repeat(MEGABYTE, 20)
    connection.request("POST", "/v1/analysis", body, headers, encode_chunked=not with_length)
    answer = connection.getresponse()
    assert answer.status == 413
    assert answer.headers["content-type"] == "application/problem+json"
    assert b'"body_too_large"' in answer.read()
    connection.close()


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /v1/analysis?board=%00 HTTP/1.1",
        b"GET /v1/analysis?board=\xff HTTP/1.1",
        b"GET //v1/analysis HTTP/1.1",
        b"GET /v1/../v1/analysis HTTP/1.1",
        b"GET * HTTP/1.1",
        b"GET http://elsewhere.example/v1/analysis HTTP/1.1",
        b"OPTIONS * HTTP/1.1",
        b"FOO /v1/analysis HTTP/1.1",
        b"CONNECT x:1 HTTP/1.1",
        b"nonsense",
    ],
)
def test_odd_request_lines_never_give_a_500(address: tuple[str, int], request_line: bytes) -> None:
    with socket.create_connection(address) as connection:
        connection.sendall(request_line + b"\r\nHost: x\r\nConnection: close\r\n\r\n")
        with connection.makefile("rb") as answer:
            status = answer.readline().split()[1]
    assert status in {b"400", b"404", b"405", b"422"}


def test_wrong_settings_are_told_in_a_line_each() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service", "serve"],
        cwd=ROOT,
        env=os.environ | {"NOUGHTS_PORT": "http", "NOUGHTS_LOG_LEVEL": "loud"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["NOUGHTS_PORT", "NOUGHTS_LOG_LEVEL"]


def test_the_command_line_explains_itself() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "serve" in done.stdout
