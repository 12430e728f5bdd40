"""How a server starts, and its messages if it cannot; the addresses that it listens on."""

import os
import socket
import subprocess
import sys
from contextlib import suppress

import httpx
import pytest

from service.serve import listen
from tests.http.support import PATIENCE, Server
from tests.live import ROOT, Service, free_port, is_listening
from tests.parameters import in_full

SERVE = ("-m", "service", "serve")


def run(*command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A Python command that ends by itself."""
    environment = os.environ | {f"NOUGHTS_{name.upper()}": text for name, text in settings.items()}
    command = (sys.executable, *command)
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_single_address_is_the_only_one() -> None:
    [listener] = listen("127.0.0.2", 0)
    with listener:
        assert listener.getsockname()[0] == "127.0.0.2"


def test_two_colons_are_the_same_port_of_both_kinds() -> None:
    for _ in range(20):  # The port that is free in IPv6 can be in use in IPv4.
        with suppress(OSError):
            first, second = listen("::", 0)
            break
    with first, second:
        assert {first.family, second.family} == {socket.AF_INET, socket.AF_INET6}
        assert first.getsockname()[1] == second.getsockname()[1]


def test_each_invalid_setting_is_one_line() -> None:
    ended = run(*SERVE, port="0x50", workers="none", log_level="loud")
    lines = sorted(ended.stderr.splitlines())
    assert ended.returncode == 2
    assert [line.partition(" must ")[0] for line in lines] == [
        f"NOUGHTS_{name}" for name in ("LOG_LEVEL", "PORT", "WORKERS")
    ]


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"port": "0", "metrics_port": "USED"}, "127.0.0.1 port USED"),
        *in_full(
            ({"port": "USED"}, "127.0.0.1 port USED"),
            ({"host": "192.0.2.7"}, "192.0.2.7 port 8000"),
        ),
    ],
)
def test_address_that_cannot_be_used_is_one_line(
    usual: Server, settings: dict[str, str], place: str
) -> None:
    used = str(usual.port)
    ended = run(*SERVE, **{name: text.replace("USED", used) for name, text in settings.items()})
    assert ended.returncode == 2
    [line] = ended.stderr.splitlines()
    assert line.startswith(f"Cannot listen on {place.replace('USED', used)}: ")
    assert "NOUGHTS_METRICS_PORT" in line


def test_metrics_are_only_on_their_port_and_two_colons_listen_on_both_kinds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the `C` locale, which is ASCII unless Python replaces it, and with unknown variables."""
    for name, value in (("LC_ALL", "C"), ("PYTHONUTF8", "0"), ("PYTHONCOERCECLOCALE", "0")):
        monkeypatch.setenv(name, value)
    first, port = free_port(), free_port()  # in IPv4 and IPv6; the system's choice may be in use
    settings = {"host": "::", "port": str(first), "metrics_port": str(port)}
    with Service(**settings, wokers="3", xyzzy="1") as service:
        for name in ("127.0.0.1", "[::1]"):
            refused = httpx.get(f"http://{name}:{first}/metrics", headers={"Host": f"x:{port}"})
            assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
            assert "noughts_build_info" in httpx.get(f"http://{name}:{port}/metrics").text
        for path in ("docs", "learn", ""):
            assert httpx.get(f"http://127.0.0.1:{first}/{path}").status_code == 200
        assert "misère" in httpx.get(f"http://127.0.0.1:{first}/openapi.json").text
        assert service.stop() == 0
    assert not is_listening(port)
    for name in ("WOKERS", "XYZZY"):
        assert f"NOUGHTS_{name} is not a setting" in "".join(service.log)


def test_serve_on_windows_names_the_supported_systems() -> None:
    code = (
        "import sys; sys.modules['resource'] = None; import service.__main__\n"
        "sys.platform = 'win32'; sys.exit(service.__main__.serve())"
    )
    done = run("-c", code)
    assert done.returncode == 2
    assert done.stderr == "noughts serve runs on Linux, macOS and WSL.\n"
