"""The real server, asked as it should be, and its command line."""

import http.client
import os
import subprocess
import sys

from tests.http.support import Server
from tests.live import ROOT


def test_it_answers(server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
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
