"""Where a server listens, and what it says if it cannot."""

import os
import socket
import subprocess
import sys

import pytest

from service.http.listening import listen
from service.settings import Settings
from tests.http.support import PATIENCE, answers, read_all, request, serving, wait_until
from tests.live import ROOT, Service

ASK = request("GET", "/v1/analysis?board=XO./.X./..O", close=True)


def started(**settings: str) -> subprocess.CompletedProcess[str]:
    """What became of a server that cannot start."""
    environment = os.environ | {f"NOUGHTS_{name.upper()}": text for name, text in settings.items()}
    command = [sys.executable, "-m", "service", "serve"]
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def status(host: str, port: int) -> int:
    """The status of an answer from this address."""
    with socket.create_connection((host, port), PATIENCE) as connection:
        connection.sendall(ASK)
        [answer] = answers(read_all(connection))
    return answer.status


def test_two_colons_are_all_addresses_of_both_kinds() -> None:
    with serving(host="::") as server:
        assert [status(host, server.port) for host in ("127.0.0.1", "::1")] == [200, 200]


def test_one_address_is_only_that() -> None:
    with serving(host="127.0.0.2") as server:
        assert status("127.0.0.2", server.port) == 200
    [listener] = listen(Settings(host="127.0.0.2", port=0))
    with listener:
        assert listener.getsockname()[0] == "127.0.0.2"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"host": "192.0.2.7"}, ["NOUGHTS_HOST: cannot listen on 192.0.2.7 port 8000: "]),
        ({"host": "no.such.host.invalid"}, ["NOUGHTS_HOST: cannot listen on no.such.host"]),
        ({"port": "http"}, ["NOUGHTS_PORT: "]),
        (
            {
                "host": "",
                "port": "0x50",
                "workers": "none",
                "max_connections": "9" * 30,
                "cors_origins": "https://a.example/",
                "trusted_proxies": "nginx",
                "log_level": "loud",
            },
            [
                "NOUGHTS_CORS_ORIGINS: an origin is",
                "NOUGHTS_HOST: ",
                "NOUGHTS_LOG_LEVEL: ",
                "NOUGHTS_MAX_CONNECTIONS: ",
                "NOUGHTS_PORT: ",
                "NOUGHTS_TRUSTED_PROXIES: ",
                "NOUGHTS_WORKERS: ",
            ],
        ),
    ],
)
def test_wrong_settings_are_named_one_line_each(settings: dict[str, str], said: list[str]) -> None:
    ended = started(**settings)
    lines = ended.stderr.splitlines()
    assert ended.returncode == 2
    assert len(lines) == len(said)
    for line, start in zip(sorted(lines), said, strict=True):
        assert line.startswith(start)
        assert f". Example: {start.partition(':')[0]}=" in line


def test_a_port_that_is_taken_is_named() -> None:
    with serving() as server:
        ended = started(port=str(server.port))
    assert ended.returncode == 2
    [line] = ended.stderr.splitlines()
    assert line.startswith(f"NOUGHTS_PORT: cannot listen on 127.0.0.1 port {server.port}: ")
    assert line.endswith("Example: NOUGHTS_PORT=8001")


def test_unknown_variables_are_named_with_the_nearest_setting() -> None:
    service = Service(wokers="3", xyzzy="1")
    try:
        wait_until(lambda: "NOUGHTS_XYZZY" in "".join(service.log))
        log = "".join(service.log)
        assert "NOUGHTS_WOKERS is not a setting. Did you mean NOUGHTS_WORKERS?" in log
        assert "NOUGHTS_XYZZY is not a setting" in log
    finally:
        assert service.stop() == 0
