"""How a server starts, and its messages if it cannot; the addresses that it listens on."""

import os
import subprocess
import sys
from itertools import product
from typing import Any

import httpx
import pytest

from tests.http.support import PATIENCE, Server
from tests.live import ROOT, SERVE, Service, free_port, get, is_listening


def run(*command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {f"NOUGHTS_{name.upper()}": text for name, text in settings.items()}
    options: dict[str, Any] = {"env": environment, "capture_output": True, "timeout": PATIENCE}
    return subprocess.run(command, cwd=ROOT, text=True, check=False, **options)


@pytest.mark.parametrize(
    ("settings", "starts"),
    [
        ({"port": "0", "metrics_port": "USED"}, ["Cannot listen on 127.0.0.1 port USED: "]),
        ({"host": "ä" * 70, "port": "0x50"}, ["NOUGHTS_HOST must", "NOUGHTS_PORT must"]),
    ],
)
def test_each_fault_at_the_start_is_one_line(
    usual: Server, settings: dict[str, str], starts: list[str]
) -> None:
    used = str(usual.port)
    ended = run(*SERVE, **{name: text.replace("USED", used) for name, text in settings.items()})
    assert ended.returncode == 2
    for line, start in zip(ended.stderr.splitlines(), starts, strict=True):
        assert line.startswith(start.replace("USED", used))


def test_metrics_are_only_on_their_port_and_two_colons_listen_on_both_kinds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the ASCII of the C locale, with unknown variables, without standard input and output."""
    closing = ("sh", "-c", 'exec "$@" <&- >&-', "sh", *SERVE)
    for name, value in (("LC_ALL", "C"), ("PYTHONUTF8", "0"), ("PYTHONCOERCECLOCALE", "0")):
        monkeypatch.setenv(name, value)
    first, port = free_port(), free_port()  # in IPv4 and IPv6; the system's choice may be in use
    settings = {"host": "::", "port": str(first), "metrics_port": str(port)}
    with Service(ROOT, closing, **settings, wokers="3", max_connections="9") as service:
        for name in ("127.0.0.1", "[::1]"):
            for path, method in product(("metrics", "searches"), ("GET", "POST", "OPTIONS")):
                url, headers = f"http://{name}:{first}/{path}", {"Host": f"x:{port}"}
                refused = httpx.request(method, url, headers=headers, timeout=PATIENCE)
                assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
            assert "noughts_build_info" in get(f"http://{name}:{port}/metrics").text
        for path in ("docs", "learn", ""):
            assert get(f"http://127.0.0.1:{first}/{path}").status_code == 200
        assert "misère" in get(f"http://127.0.0.1:{first}/openapi.json").text
        assert service.stop() == 0
    assert not is_listening(port)
    for name in ("WOKERS", "MAX_CONNECTIONS"):
        assert f"NOUGHTS_{name} is not a setting" in "".join(service.log)


def test_serve_on_windows_names_the_supported_systems() -> None:
    code = (
        "import sys; sys.modules['resource'] = None; import service.__main__\n"
        "sys.platform = 'win32'; sys.exit(service.__main__.serve())"
    )
    done = run(sys.executable, "-c", code)
    assert (done.returncode, done.stderr) == (2, "noughts serve runs on Linux, macOS and WSL.\n")
