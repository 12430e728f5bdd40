"""The addresses a server listens on, and its messages if it cannot."""

import os
import subprocess
import sys

import httpx
import pytest

from service.serve import listen
from tests.http.support import PATIENCE, Server, serving
from tests.live import ROOT, Service, free_port, is_listening, wait_until


def run(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    environment = os.environ | {f"NOUGHTS_{name.upper()}": text for name, text in settings.items()}
    command = [sys.executable, "-m", "service", *words]
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


def test_each_invalid_setting_is_one_line() -> None:
    ended = run("serve", port="0x50", workers="none", log_level="loud")
    lines = sorted(ended.stderr.splitlines())
    assert ended.returncode == 2
    assert [line.partition(": ")[0] for line in lines] == [
        f"NOUGHTS_{name}" for name in ("LOG_LEVEL", "PORT", "WORKERS")
    ]


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"port": "USED"}, "127.0.0.1 port USED"),
        ({"port": "0", "metrics_port": "USED"}, "127.0.0.1 port USED"),
        ({"host": "192.0.2.7"}, "192.0.2.7 port 8000"),
    ],
)
def test_address_that_cannot_be_used_is_one_line(
    usual: Server, settings: dict[str, str], place: str
) -> None:
    used = str(usual.port)
    ended = run("serve", **{name: text.replace("USED", used) for name, text in settings.items()})
    assert ended.returncode == 2
    [line] = ended.stderr.splitlines()
    assert line.startswith(f"cannot listen on {place.replace('USED', used)}: ")
    assert "NOUGHTS_METRICS_PORT" in line


def test_metrics_are_only_on_their_port_and_two_colons_listen_on_both_kinds() -> None:
    first, port = free_port(), free_port()  # in IPv4 and IPv6; the system's choice may be in use
    with Service(host="::", port=str(first), metrics_port=str(port)) as service:
        for name in ("127.0.0.1", "[::1]"):
            refused = httpx.get(f"http://{name}:{first}/metrics", headers={"Host": f"x:{port}"})
            assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
            assert "noughts_build_info" in httpx.get(f"http://{name}:{port}/metrics").text
        assert service.stop() == 0
    assert not is_listening(port)


def test_unknown_variables_are_logged() -> None:
    service = Service(wokers="3", xyzzy="1")
    try:
        wait_until(lambda: "NOUGHTS_XYZZY" in "".join(service.log))
        assert "NOUGHTS_WOKERS is not a setting" in "".join(service.log)
    finally:
        assert service.stop() == 0


def test_files_are_read_as_utf_8_in_every_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    """The `C` locale is ASCII, unless Python replaces it."""
    for name, value in (("LC_ALL", "C"), ("PYTHONUTF8", "0"), ("PYTHONCOERCECLOCALE", "0")):
        monkeypatch.setenv(name, value)
    with serving() as server:
        for path in ("/openapi.json", "/docs", "/", "/learn"):
            assert server.get(path).status == 200
        assert "misère" in server.get("/openapi.json").body.decode()
