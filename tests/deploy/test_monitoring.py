"""The rules and the dashboard for Prometheus: unit tests, and a real one with real faults."""

import os
import re
from contextlib import ExitStack
from time import monotonic, sleep
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.deploy.faults import healthy, overloaded, restarting
from tests.deploy.prometheus import RULES, Prometheus, queries
from tests.docs.pages import table
from tests.live import ROOT
from tests.programs import run

OPERATIONS = ROOT / "docs" / "operations.md"
UNIT_TESTS = ROOT / "tests" / "deploy" / "alerts_test.yaml"
ALERTS: dict[str, dict[str, Any]] = {
    rule["alert"]: rule for rule in YAML(typ="safe").load(RULES)["groups"][0]["rules"]
}
OF_A_REPLICA_THAT_RESTARTS = {"NoughtsDown", "NoughtsRestarts"}
SECONDS = int(os.environ.get("HEALTHY_SECONDS", "60"))  # without an alert of a healthy replica
PATIENCE = 30  # more seconds for an alert on a busy machine


def test_each_alert_is_explained() -> None:
    rows = table(OPERATIONS, "alert", "fires when", "what to do")
    assert [row[0] for row in rows] == [f"`{name}`" for name in ALERTS]


def test_rules_and_panels_use_documented_metrics() -> None:
    metrics = table(OPERATIONS, "metric", "meaning")
    known = {name for row in metrics for name in re.findall(r"`(\w+)`", row[0])}
    used = [rule["expr"] for rule in ALERTS.values()]
    used += [expression for expression, _ in queries()]
    named = set(re.findall(r"\b((?:noughts|process)_\w+)", " ".join(used)))
    assert {name.removesuffix("_bucket") for name in named} <= known
    assert len(named) > 20


@pytest.mark.full
def test_rules_pass_their_unit_tests() -> None:
    run("promtool", "test", "rules", str(UNIT_TESTS))
    tests = YAML(typ="safe").load(UNIT_TESTS)["tests"]
    cases = [case for each in tests for case in each["alert_rule_test"]]
    assert {case["alertname"] for case in cases if "exp_alerts" in case} == ALERTS.keys()
    assert {case["alertname"] for case in cases if "exp_alerts" not in case} == ALERTS.keys()


@pytest.mark.full
def test_alerts_fire_only_under_faults() -> None:
    with ExitStack() as stack:
        well, ill, unsteady = (
            stack.enter_context(replica()) for replica in (healthy, overloaded, restarting)
        )
        prometheus = stack.enter_context(Prometheus([well, ill, unsteady]))
        begun = monotonic()
        faulty = {name: unsteady if name in OF_A_REPLICA_THAT_RESTARTS else ill for name in ALERTS}
        expected = {(name, url.removeprefix("http://")) for name, url in faulty.items()}
        fired: set[tuple[str, str]] = set()
        while monotonic() < begun + SECONDS or not expected <= fired:
            fired = prometheus.fired()
            assert monotonic() < begun + SECONDS + PATIENCE, expected - fired
            sleep(1)
        assert [name for name, instance in fired if instance in well] == []
        for expression, legend in queries():
            series = prometheus.ask("query", query=expression)
            assert series, expression
            labels = re.findall(r"{{(\w+)}}", legend)
            assert all(label in each["metric"] for each in series for label in labels)
