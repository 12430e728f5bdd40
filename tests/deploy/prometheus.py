"""A running Prometheus, with the rules and the dashboard of deploy/."""

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Self

import httpx

from tests.live import ROOT, free_port, is_ready, wait_until
from tests.programs import find

RULES: Final = ROOT / "deploy" / "alerts.yaml"
DASHBOARD: Final = ROOT / "deploy" / "grafana.json"
SECONDS_PER_MINUTE: Final = 2  # of the rules


def queries() -> Iterator[tuple[str, str]]:
    """The expressions of the dashboard and the names of their series, without variables."""
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        for target in panel["targets"]:
            expression = target["expr"].replace("$__rate_interval", "10s")
            yield expression.replace("$instance", ".*"), target["legendFormat"]


def shortened(rules: str) -> str:
    """The rules with every duration, of a range or of `for`, a thirtieth as long."""
    return re.sub(
        r"(\[|for: )(\d+)m\b",
        lambda found: f"{found[1]}{int(found[2]) * SECONDS_PER_MINUTE}s",
        rules,
    )


class Prometheus:
    """Scrapes these replicas every second, with the shortened rules."""

    def __init__(self, urls: Sequence[str]) -> None:
        address = f"127.0.0.1:{free_port()}"
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
        command = [
            find("prometheus"),
            f"--config.file={folder / 'prometheus.yml'}",
            f"--storage.tsdb.path={folder / 'data'}",
            f"--web.listen-address={address}",
        ]
        log = folder / "log"
        with log.open("w") as stderr:
            self._process = subprocess.Popen(command, stderr=stderr)
        url = f"http://{address}"
        self._client = httpx.Client(base_url=url, timeout=10)
        wait_until(lambda: self._process.poll() is not None or is_ready(f"{url}/-/ready"))
        assert self._process.poll() is None, log.read_text()

    def ask(self, path: str, **parameters: str | float) -> list[dict[str, Any]]:
        """The series from `query` or `query_range`; fails if the expression is invalid."""
        answer = self._client.get(f"/api/v1/{path}", params=parameters).json()
        assert answer["status"] == "success", (parameters, answer)
        found: list[dict[str, Any]] = answer["data"]["result"]
        return found

    def fired(self) -> set[tuple[str, str]]:
        """The names of the alerts that have fired, each with its replica's address."""
        found = self.ask("query", query='count_over_time(ALERTS{alertstate="firing"}[1h])')
        return {(each["metric"]["alertname"], each["metric"]["instance"]) for each in found}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop it, and leave nothing behind."""
        self._client.close()
        self._process.terminate()
        self._process.wait()
        self._folder.cleanup()
