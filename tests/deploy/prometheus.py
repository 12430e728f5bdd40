"""A running Prometheus, with the rules and the dashboard of deploy/."""

import json
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import httpx

from tests.deploy.proxy import wait_until
from tests.live import ROOT

RULES: Final = ROOT / "deploy" / "alerts.yaml"
DASHBOARD: Final[dict[str, Any]] = json.loads((ROOT / "deploy" / "grafana.json").read_text())
SECONDS_OF_MINUTE: Final = 2  # so long takes what the rules call a minute


class Panel(NamedTuple):
    """A panel of the dashboard: its expressions with the names of their series."""

    title: str
    kind: str
    unit: str
    queries: list[tuple[str, str]]


def panels(interval: str = "10s") -> Iterator[Panel]:
    """The panels, with the variables of Grafana filled in."""
    values = {"$instance": ".*", "$__rate_interval": interval}
    for panel in DASHBOARD["panels"]:
        queries = [(each["expr"], each["legendFormat"]) for each in panel["targets"]]
        for name, value in values.items():
            queries = [(expression.replace(name, value), legend) for expression, legend in queries]
        unit = panel["fieldConfig"]["defaults"]["unit"]
        yield Panel(panel["title"], panel["type"], unit, queries)


def shortened(rules: str) -> str:
    """The rules with every duration, of a range or of `for`, a thirtieth as long."""
    return re.sub(
        r"(\[|for: )(\d+)m\b",
        lambda found: f"{found[1]}{int(found[2]) * SECONDS_OF_MINUTE}s",
        rules,
    )


def find(program: str) -> str:
    """The path of a program of Debian's package `prometheus`."""
    path = shutil.which(program)
    assert path, f"there is no {program} on this machine"
    return path


class Prometheus:
    """Scrapes these addresses every second, with the shortened rules."""

    def __init__(self, urls: Sequence[str]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            address = f"127.0.0.1:{free.getsockname()[1]}"
        self._folder = TemporaryDirectory()
        folder = Path(self._folder.name)
        (folder / "alerts.yaml").write_text(shortened(RULES.read_text()))
        targets = [url.removeprefix("http://") for url in urls]
        configuration = {
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
            "rule_files": ["alerts.yaml"],
            "scrape_configs": [{"job_name": "noughts", "static_configs": [{"targets": targets}]}],
        }
        (folder / "prometheus.yml").write_text(json.dumps(configuration))  # JSON is YAML
        self._log = (folder / "log").open("w")
        self._process = subprocess.Popen(
            [
                find("prometheus"),
                f"--config.file={folder / 'prometheus.yml'}",
                f"--storage.tsdb.path={folder / 'data'}",
                f"--web.listen-address={address}",
            ],
            stderr=self._log,
        )
        self._client = httpx.Client(base_url=f"http://{address}", timeout=10)
        wait_until(self._is_ready)

    def _is_ready(self) -> bool:
        assert self._process.poll() is None, Path(self._log.name).read_text()
        try:
            return self._client.get("/-/ready").status_code == 200
        except httpx.ConnectError:
            return False

    def query(self, expression: str) -> list[dict[str, Any]]:
        """The series of an expression now; raises AssertionError if it cannot be parsed."""
        return self._ask("query", query=expression)

    def query_range(self, expression: str, **bounds: float) -> list[dict[str, Any]]:
        """The series of an expression from `start` to `end`, both since the epoch, by `step`."""
        return self._ask("query_range", query=expression, **bounds)

    def _ask(self, what: str, **parameters: str | float) -> list[dict[str, Any]]:
        answer = self._client.get(f"/api/v1/{what}", params=parameters).json()
        assert answer["status"] == "success", (parameters, answer)
        found: list[dict[str, Any]] = answer["data"]["result"]
        return found

    def fired(self) -> set[tuple[str, str]]:
        """The names of the alerts that have fired, each with the address that it fired for."""
        found = self.query('count_over_time(ALERTS{alertstate="firing"}[1h])')
        return {(each["metric"]["alertname"], each["metric"]["instance"]) for each in found}

    def stop(self) -> None:
        """End it, and leave nothing behind."""
        self._client.close()
        self._process.terminate()
        self._process.wait()
        self._log.close()
        self._folder.cleanup()
