"""nginx in front of replicas, with the configuration that docker-compose.yml gives it."""

import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, Final

import httpx
from ruamel.yaml import YAML

from tests.live import ROOT, Service

COMPOSE: Final[dict[str, Any]] = YAML(typ="safe").load(ROOT / "docker-compose.yml")["services"]
TEMPLATE: Final = ROOT / "deploy" / "nginx.conf.template"
# A test asks for more than a person does.
PLENTY: Final[Mapping[str, str]] = {"rate": "100000r/s", "burst": "100000", "connections": "1000"}


def configuration(port: int, urls: Sequence[str], limits: Mapping[str, str]) -> str:
    """The template, filled in as the image does it; limits are without NOUGHTS_."""
    variables = {k: v for k, v in COMPOSE["nginx"]["environment"].items() if "NOUGHTS" in k}
    lines = variables["NOUGHTS_REPLICAS"].splitlines()
    addresses = [url.removeprefix("http://") for url in urls]
    variables["NOUGHTS_REPLICAS"] = "\n".join(
        line.replace("noughts:8000 resolve", address) for line in lines for address in addresses
    )
    variables["NOUGHTS_LISTEN"] = f"127.0.0.1:{port}"
    variables |= {f"NOUGHTS_{name.upper()}": value for name, value in limits.items()}
    text = TEMPLATE.read_text()
    for name, value in variables.items():
        text = text.replace(f"${{{name}}}", value)
    return text


def find_nginx() -> str:
    """The path of nginx, which Debian installs where only root looks."""
    path = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert path, "there is no nginx on this machine"
    return path


class Proxy:
    """A running nginx on a port and with a folder of its own."""

    def __init__(
        self,
        urls: Sequence[str],
        limits: Mapping[str, str] = PLENTY,
        cache: Path | None = None,
    ) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder = TemporaryDirectory()
        self.folder = Path(self._folder.name)
        (self.folder / "nginx.conf").write_text(configuration(self.port, urls, limits))
        if cache:
            (self.folder / "cache").symlink_to(cache)
        # Else root's workers would be nobody, who may not read a folder of root's.
        user = "user root;" if os.geteuid() == 0 else ""
        self._command = [find_nginx(), "-p", str(self.folder), "-e", "stderr", "-c", "nginx.conf"]
        self._command += ["-g", f"daemon off; {user}"]
        self.start()

    def start(self) -> None:
        """Return once it listens."""
        with (self.folder / "out").open("a") as out, (self.folder / "err").open("a") as err:
            self.process = subprocess.Popen(self._command, stdout=out, stderr=err)
        wait_until(self._listens_or_ended)
        assert self.process.poll() is None, (self.folder / "err").read_text()

    def _listens_or_ended(self) -> bool:
        with socket.socket() as probe:
            listens = probe.connect_ex(("127.0.0.1", self.port)) == 0
        return listens or self.process.poll() is not None

    def stop(self) -> None:
        """Let it finish what it has begun, and end."""
        self.process.send_signal(signal.SIGQUIT)
        assert self.process.wait(10) == 0

    def reload(self) -> None:
        """Let new workers take over, which read the configuration anew."""
        self.process.send_signal(signal.SIGHUP)

    def remove(self) -> None:
        """Stop it if it runs, and leave nothing behind."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
        self._folder.cleanup()

    @property
    def log(self) -> list[dict[str, Any]]:
        """The lines of the access log."""
        return [json.loads(line) for line in (self.folder / "out").read_text().splitlines()]


class Site:
    """Two replicas behind a proxy, and a client of it."""

    def __init__(self, limits: Mapping[str, str] = PLENTY, **settings: str) -> None:
        self.replicas = [Service(**settings), Service(**settings)]
        self.proxy = Proxy([replica.url for replica in self.replicas], limits)
        self.client = httpx.Client(base_url=self.proxy.url, timeout=30)

    def close(self) -> None:
        """Stop all of it."""
        self.client.close()
        self.proxy.remove()
        for replica in self.replicas:
            if replica.process.returncode is None:
                replica.stop()

    def counts(self, series: str) -> list[int]:
        """What each replica has counted, by the beginning of the series' name and labels."""
        return [counted(replica, series) for replica in self.replicas]


def counted(replica: Service, series: str) -> int:
    """The sum of the series of a replica that begin with this."""
    lines = httpx.get(f"{replica.url}/metrics").text.splitlines()
    return sum(int(float(line.rsplit(" ", 1)[1])) for line in lines if line.startswith(series))


def wait_until(condition: Callable[[], object], seconds: float = 20) -> None:
    """Return as soon as the condition holds; fail if it does not in time."""
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end, "it did not happen in time"
        sleep(0.02)
