"""nginx in front of replicas, with the configuration that docker-compose.yml gives it."""

import json
import os
import socket
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Final

import httpx
from ruamel.yaml import YAML

from tests.live import ROOT, SERVE, WAIT, Service, free_port, is_listening, wait_until
from tests.programs import find

COMPOSE: Final[dict[str, Any]] = YAML(typ="safe").load(ROOT / "docker-compose.yml")["services"]
TEMPLATE: Final = ROOT / "deploy" / "nginx.conf.template"
# A test sends more requests than a person.
PLENTY: Final[Mapping[str, str]] = {
    **dict.fromkeys(("rate", "file_rate"), "100000r/s"),
    **dict.fromkeys(("burst", "file_burst", "connections", "file_connections"), "10000"),
}
# Changes of the template.
ALWAYS: Final[Mapping[str, str]] = {
    "/etc/nginx/age.js": str(ROOT / "deploy" / "age.js"),
    "proxy_read_timeout 800ms": "proxy_read_timeout 4s",  # on a busy machine
}


def configuration(
    port: int, urls: Sequence[str], settings: Mapping[str, str], changes: Mapping[str, str]
) -> str:
    """The template with changes, filled in as the image does it.

    Settings are without NOUGHTS_.
    """
    variables = {k: v for k, v in COMPOSE["nginx"]["environment"].items() if "NOUGHTS" in k}
    addresses = [url.removeprefix("http://") for url in urls]
    for name in ("NOUGHTS_REPLICAS", "NOUGHTS_EACH_REPLICA"):
        lines = variables[name].splitlines()
        variables[name] = "\n".join(
            line.replace("noughts:8000 resolve", address) for line in lines for address in addresses
        )
    variables["NOUGHTS_LISTEN"] = f"127.0.0.1:{port}"
    variables["NOUGHTS_RESOLVER"] = "127.0.0.1"
    variables |= {"NOUGHTS_PUBLIC_URL": "", "NOUGHTS_ROOT_PATH": ""}
    variables |= {f"NOUGHTS_{name.upper()}": value for name, value in settings.items()}
    filled = {f"${{{name}}}": value for name, value in variables.items()}
    text = TEMPLATE.read_text()
    for old, new in {**ALWAYS, **changes, **filled}.items():
        text = text.replace(old, new)
    return text


class Proxy(AbstractContextManager["Proxy"]):
    """A running nginx with its own port and folder."""

    def __init__(
        self,
        urls: Sequence[str],
        settings: Mapping[str, str] = PLENTY,
        changes: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder = TemporaryDirectory()
        self.folder = Path(self._folder.name)
        (self.folder / "nginx.conf").write_text(configuration(self.port, urls, settings, changes))
        # Otherwise root's workers would run as a user who cannot read root's folders.
        user = "user root;" if os.geteuid() == 0 else ""
        command = [find("nginx"), "-p", str(self.folder), "-e", "stderr", "-c", "nginx.conf"]
        command += ["-g", f"daemon off; {user}"]
        with (self.folder / "out").open("w") as out, (self.folder / "err").open("w") as err:
            self.process = subprocess.Popen(command, stdout=out, stderr=err)
        wait_until(lambda: is_listening(self.port) or self.process.poll() is not None)
        assert self.process.poll() is None, (self.folder / "err").read_text()

    def connect(self) -> socket.socket:
        """A new connection of a client."""
        return socket.create_connection(("127.0.0.1", self.port), WAIT)

    def __exit__(self, *_: object) -> None:
        self.remove()

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


class Site(AbstractContextManager["Site"]):
    """Replicas behind a proxy, and a client of it."""

    def __init__(
        self,
        limits: Mapping[str, str] = PLENTY,
        folder: Path = ROOT,
        command: Sequence[str] = SERVE,
        number: int = 2,
        **settings: str,
    ) -> None:
        settings = {"workers": "2"} | settings  # as by default; one can be replaced at any time
        self.replicas = [Service(folder, command, **settings) for _ in range(number)]
        self.proxy = Proxy([replica.url for replica in self.replicas], limits)
        self.client = httpx.Client(base_url=self.proxy.url, timeout=WAIT)

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        self.client.close()
        self.proxy.remove()
        for replica in self.replicas:
            replica.__exit__(error)

    def counts(self, series: str) -> list[int]:
        """The sum of each replica's metrics that begin with this name and labels."""
        return [replica.count(series) for replica in self.replicas]
