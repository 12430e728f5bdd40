"""The rules and the dashboard for Prometheus."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.docs.pages import table
from tests.live import ROOT
from tests.programs import run

OPERATIONS = ROOT / "docs" / "operations.md"
UNIT_TESTS = ROOT / "tests" / "deploy" / "alerts_test.yaml"
ALERTS: dict[str, dict[str, Any]] = {
    rule["alert"]: rule
    for rule in YAML(typ="safe").load(ROOT / "deploy" / "alerts.yaml")["groups"][0]["rules"]
}
QUERIES = [
    target["expr"].replace("$__rate_interval", "1m").replace("$instance", ".*")
    for panel in json.loads((ROOT / "deploy" / "grafana.json").read_text())["panels"]
    for target in panel["targets"]
]


def test_each_alert_is_explained() -> None:
    rows = table(OPERATIONS, "alert", "what to do")
    names = [name for row in rows for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(names) == sorted(ALERTS)


def test_rules_and_panels_use_documented_metrics() -> None:
    metrics = table(OPERATIONS, "metric", "meaning")
    known = {name for row in metrics for name in re.findall(r"`(\w+)`", row[0])}
    used = [rule["expr"] for rule in ALERTS.values()] + QUERIES
    named = set(re.findall(r"\b((?:noughts|process)_\w+)", " ".join(used)))
    assert {name.removesuffix("_bucket") for name in named} <= known
    assert len(named) > 20


@pytest.mark.full
def test_each_rule_fires_only_when_it_should() -> None:
    run("promtool", "test", "rules", str(UNIT_TESTS))
    tests = YAML(typ="safe").load(UNIT_TESTS)["tests"]
    cases = [case for each in tests for case in each["alert_rule_test"]]
    assert {case["alertname"] for case in cases if "exp_alerts" in case} == ALERTS.keys()
    assert {case["alertname"] for case in cases if "exp_alerts" not in case} == ALERTS.keys()


@pytest.mark.full
def test_queries_of_the_dashboard_are_valid(tmp_path: Path) -> None:
    rules = [{"record": f"query:{number}", "expr": query} for number, query in enumerate(QUERIES)]
    file = tmp_path / "rules.json"  # JSON is YAML
    file.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    assert f"{len(QUERIES)} rules found" in run("promtool", "check", "rules", str(file))
