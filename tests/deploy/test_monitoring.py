"""The rules and the dashboard for Prometheus; the rules also with the metrics of real outages."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from ruamel.yaml import YAML

from tests.deploy.conftest import new_path
from tests.deploy.proxy import PLENTY, Proxy
from tests.deploy.store import SharedStore
from tests.docs.pages import table
from tests.live import ROOT, WAIT, Service, free_port, get, is_listening, wait_until
from tests.programs import run

OPERATIONS = ROOT / "docs" / "operations.md"
UNIT_TESTS = ROOT / "tests" / "deploy" / "alerts_test.yaml"
RULES = ROOT / "deploy" / "alerts.yaml"
ALERTS: dict[str, dict[str, Any]] = {
    rule["alert"]: rule for rule in YAML(typ="safe").load(RULES)["groups"][0]["rules"]
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
    known |= set(re.findall(r"`(noughts_nginx\w+)`", (ROOT / "docs" / "nginx.md").read_text()))
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


# A service whose workers end at their start, as for lack of memory.
WITHOUT_WORKERS = """
from service import __main__
from service.search_pool import workers
workers.COMMAND = ("false",)
__main__.serve()
"""
Scrape = dict[str, float]


def scrape(url: str) -> Scrape:
    """The value of each series at this moment."""
    lines = get(f"{url}/metrics").text.splitlines()
    pairs = [line.rsplit(" ", 1) for line in lines if not line.startswith("#")]
    return {series: float(value) for series, value in pairs}


def assert_fires(folder: Path, *names: str, before: Scrape, during: tuple[Scrape, Scrape]) -> None:
    """Alerts fire if scrapes go on as the last two, which are a minute apart, and not before."""
    source, inputs = {"job": "noughts", "instance": "a"}, []
    first, second = during
    for series, value in second.items():
        name, _, labels = series.partition("{")
        labels = ",".join(f'{key}="{text}"' for key, text in source.items()) + "," + labels
        start, change = first.get(series, 0), value - first.get(series, 0)
        values = f"{before.get(series, 0):f}x4 {start:f}+{change:f}x60"
        inputs.append({"series": f"{name}{{{labels.removesuffix('}')}}}", "values": values})
    cases: list[dict[str, Any]] = []
    for name in names:
        labels, text = ALERTS[name]["labels"], ALERTS[name]["annotations"]["summary"]
        annotations = {"summary": text.replace("{{ $labels.instance }}", "a")}
        alert = {"exp_labels": source | labels, "exp_annotations": annotations}
        cases += [
            {"alertname": name, "eval_time": "4m"},
            {"alertname": name, "eval_time": "45m", "exp_alerts": [alert]},
        ]
    test = {"interval": "1m", "input_series": inputs, "alert_rule_test": cases}
    file = folder / "tests.json"
    file.write_text(json.dumps({"rule_files": [str(RULES)], "tests": [test]}))
    run("promtool", "test", "rules", str(file))


def search(url: str, nodes: int) -> int:
    """The status of the response to a search that needs a worker."""
    return get(f"{url}/v1/analysis?board={'.' * 49}&in_a_row=5&max_nodes={nodes}").status_code


@pytest.mark.full
def test_service_without_workers_raises_alerts(tmp_path: Path) -> None:
    with Service() as service:
        before = scrape(service.url)
    with Service(ROOT, (sys.executable, "-c", WITHOUT_WORKERS)) as service:
        scrapes = []
        for _ in range(2):
            assert get(f"{service.url}/livez").status_code == 200
            assert get(f"{service.url}/readyz").status_code == 503
            assert search(service.url, 50_000) == 503
            scrapes.append(scrape(service.url))
    first, second = scrapes
    assert (before["noughts_ready"], first["noughts_ready"], second["noughts_ready"]) == (1, 0, 0)
    failures = [each["noughts_worker_failures_total"] for each in (before, *scrapes)]
    assert failures[0] == 0 < failures[1] < failures[2]
    names = ("NoughtsUnready", "NoughtsWorkersDie", "NoughtsErrors")
    assert_fires(tmp_path, *names, before=before, during=(first, second))


@pytest.mark.full
def test_shared_cache_that_is_gone_raises_an_alert(tmp_path: Path) -> None:
    with SharedStore() as store, Service(cache_url=store.url) as service:
        assert search(service.url, 50_000) == 200
        before = scrape(service.url)
        store.stop()
        scrapes = []
        for nodes in (50_001, 50_002):
            assert search(service.url, nodes) == 200
            scrapes.append(scrape(service.url))
    during = (scrapes[0], scrapes[1])
    assert_fires(tmp_path, "NoughtsSharedCacheFails", before=before, during=during)


@pytest.mark.full
def test_client_that_holds_the_searches_raises_an_alert_and_can_be_ended(tmp_path: Path) -> None:
    port = free_port()
    private = f"http://127.0.0.1:{port}"
    with Service(metrics_port=str(port)) as service, ThreadPoolExecutor(3) as pool:
        before = scrape(private)
        answers = [pool.submit(search, service.url, 19_999_990 + number) for number in range(3)]
        waiting = "noughts_searches_waiting"
        wait_until(lambda: scrape(private)[waiting] == 2)
        during = (scrape(private), scrape(private))
        assert get(f"{service.url}/searches").status_code == 404
        for left in (3, 2, 1):
            found = get(f"{private}/searches").json()
            assert [each["is_running"] for each in found] == [True] + [False] * (left - 1)
            assert all(each["clients"] == ["127.0.0.1"] for each in found)
            assert all((each["task"], each["cells"]) == ("analysis", 49) for each in found)
            path = f"/searches/{found[-1]['name']}"
            assert httpx.delete(service.url + path, timeout=WAIT).status_code == 404
            page = {"Origin": "http://x"}
            assert httpx.delete(private + path, headers=page, timeout=WAIT).status_code == 404
            assert httpx.delete(private + path, timeout=WAIT).status_code == 204
            assert httpx.delete(private + path, timeout=WAIT).status_code == 404
        assert [answer.result() for answer in answers] == [503] * 3
        assert scrape(private)["noughts_worker_restarts_total"] == 0  # None ran again.
    assert_fires(tmp_path, "NoughtsSearchesHeld", before=before, during=during)


@contextmanager
def counted(proxy: Proxy) -> Iterator[str]:
    """The URL at which a program counts the requests in the log of nginx."""
    port = free_port()
    command = ("tail", "-n", "+1", "-f", str(proxy.folder / "out"))
    counter = (sys.executable, str(ROOT / "deploy" / "nginx_metrics.py"), str(port))
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE) as tail,
        subprocess.Popen(counter, stdin=tail.stdout),
    ):
        try:
            wait_until(lambda: is_listening(port))
            yield f"http://127.0.0.1:{port}"
        finally:
            tail.kill()


@pytest.mark.full
def test_nginx_that_refuses_clients_or_has_no_replica_raises_alerts(tmp_path: Path) -> None:
    limits = {**PLENTY, "rate": "1r/m", "burst": "4"}
    with Service() as service, Proxy([service.url], limits) as proxy, counted(proxy) as url:

        def scrape_after(total: int) -> Scrape:
            wait_until(lambda: sum(scrape(url).values()) == total)
            return scrape(url)

        statuses = [get(proxy.url + new_path()).status_code for _ in range(5)]
        before = scrape_after(5)
        service.stop()
        scrapes = []
        for total in (10, 15):
            statuses += [get(proxy.url + new_path()).status_code for _ in range(4)]
            statuses.append(get(f"{proxy.url}/docs").status_code)
            scrapes.append(scrape_after(total))
    assert statuses == [200] * 5 + ([429] * 4 + [503]) * 2
    names = ("NoughtsClientsRefused", "NoughtsNoReplica")
    assert_fires(tmp_path, *names, before=before, during=(scrapes[0], scrapes[1]))
