"""The rules and the dashboard for Prometheus: unit tests, and a real one beside real faults."""

import os
import re
import subprocess
from contextlib import ExitStack
from time import monotonic, sleep
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.deploy.faults import healthy, overloaded, restarting
from tests.deploy.prometheus import RULES, Prometheus, find, panels, shortened
from tests.docs.pages import table
from tests.live import ROOT

UNIT_TESTS = RULES.parent.parent / "tests" / "deploy" / "alerts_test.yaml"
ALERTS: dict[str, dict[str, Any]] = {
    rule["alert"]: rule for rule in YAML(typ="safe").load(RULES)["groups"][0]["rules"]
}
OF_A_REPLICA_THAT_RESTARTS = {"NoughtsDown", "NoughtsRestarts"}
SECONDS = int(os.environ.get("HEALTHY_SECONDS", "60"))  # without an alert of a healthy replica
PATIENCE = 30  # more seconds for an alert on a busy machine


def test_each_alert_is_explained() -> None:
    rows = table(ROOT / "docs" / "operations.md", "alert", "fires when", "what to do")
    assert [row[0] for row in rows] == [f"`{name}`" for name in ALERTS]


def test_rules_and_panels_use_the_metrics_that_are_listed() -> None:
    metrics = table(ROOT / "docs" / "operations.md", "metric", "meaning")
    known = {name for row in metrics for name in re.findall(r"`(\w+)`", row[0])}
    used = " ".join(
        [rule["expr"] for rule in ALERTS.values()]
        + [expression for panel in panels() for expression, _ in panel.queries]
    )
    named = set(re.findall(r"\b((?:noughts|process)_\w+)", used))
    assert {name.removesuffix("_bucket") for name in named} <= known
    assert len(named) > 20


def test_durations_are_shortened() -> None:
    assert shortened("rate(x[5m]) and 30m\nfor: 15m") == "rate(x[10s]) and 30m\nfor: 30s"


@pytest.mark.full
def test_the_rules_pass_their_unit_tests() -> None:
    command = [find("promtool"), "test", "rules", str(UNIT_TESTS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    cases = [
        case
        for each in YAML(typ="safe").load(UNIT_TESTS)["tests"]
        for case in each["alert_rule_test"]
    ]
    assert {case["alertname"] for case in cases if "exp_alerts" in case} == ALERTS.keys()
    assert {case["alertname"] for case in cases if "exp_alerts" not in case} == ALERTS.keys()


@pytest.mark.full
def test_alerts_fire_under_faults_and_are_silent_without() -> None:
    with ExitStack() as stack:
        well = stack.enter_context(healthy())
        ill = stack.enter_context(overloaded())
        unsteady = stack.enter_context(restarting())
        prometheus = Prometheus([well, ill, unsteady])
        stack.callback(prometheus.stop)
        begun = monotonic()
        expected = {
            (
                name,
                (unsteady if name in OF_A_REPLICA_THAT_RESTARTS else ill).removeprefix("http://"),
            )
            for name in ALERTS
        }
        fired: set[tuple[str, str]] = set()
        while monotonic() < begun + SECONDS or not expected <= fired:
            fired = prometheus.fired()
            assert monotonic() < begun + SECONDS + PATIENCE, expected - fired
            sleep(1)
        assert [name for name, instance in fired if instance in well] == []
        for panel in panels():
            for expression, legend in panel.queries:
                series = prometheus.query(expression)
                assert series, expression
                labels = re.findall(r"{{(\w+)}}", legend)
                assert all(label in each["metric"] for each in series for label in labels)
