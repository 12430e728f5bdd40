"""The deployment fits its schemas, itself and the service."""

import re
from typing import Any

import pytest
from ruamel.yaml import YAML

from service import __version__
from service.settings import Settings
from tests.asgi import Client
from tests.deploy.proxy import COMPOSE, TEMPLATE
from tests.live import ROOT
from tests.programs import run

DOCUMENTS: list[dict[str, Any]] = list(
    YAML(typ="safe").load_all(ROOT / "deploy" / "kubernetes.yaml")
)
MANIFEST, CACHE = (
    {each["kind"]: each["spec"] for each in DOCUMENTS if each["metadata"]["name"] == name}
    for name in ("noughts", "noughts-cache")
)
POD: dict[str, Any] = MANIFEST["Deployment"]["template"]["spec"]
[CONTAINER] = POD["containers"]
# The longest time that the service takes to finish its requests and end.
SECONDS_TO_END = Settings.model_fields["drain_timeout"].default + 3
# In MiB; docs/operations.md#sizing has the arithmetic.
SERVER, WORKER, SEARCH = 100, 40, 256


@pytest.mark.full
def test_files_fit_their_schemas() -> None:
    run("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "docker-compose.yml")
    [oldest] = re.findall(
        r"Kubernetes (1\.\d+) or newer", (ROOT / "docs/operations.md").read_text()
    )
    for version in (oldest, "1.37"):
        options = ("--strict", "-k", f"{version}.0")
        printed = run("kubernetes-validate", *options, "deploy/kubernetes.yaml")
        assert printed.count("passed") == len(DOCUMENTS)


def test_proxy_is_configured_completely() -> None:
    used = set(re.findall(r"\$\{(NOUGHTS_\w+)\}", TEMPLATE.read_text()))
    assert used == {name for name in COMPOSE["nginx"]["environment"] if name.startswith("NOUGHTS_")}


def test_service_accepts_the_settings_of_its_containers() -> None:
    names = [each["name"] for each in CONTAINER["env"]] + [*COMPOSE["noughts"]["environment"]]
    known = {f"NOUGHTS_{field.upper()}" for field in Settings.model_fields}
    assert set(names) <= known
    Settings(cache_url=COMPOSE["noughts"]["environment"]["NOUGHTS_CACHE_URL"])
    [trusted] = [each for each in CONTAINER["env"] if each["name"] == "NOUGHTS_TRUSTED_PROXIES"]
    assert trusted["value"] == COMPOSE["noughts"]["environment"]["NOUGHTS_TRUSTED_PROXIES"]


@pytest.mark.parametrize("name", COMPOSE)
def test_container_has_few_privileges(name: str) -> None:
    service = COMPOSE[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]


def test_memory_is_enough_for_the_largest_searches() -> None:
    searches = 2 * Settings.model_fields["workers"].default
    needed = SERVER + searches * (WORKER + SEARCH)
    limits = COMPOSE["noughts"]["deploy"]["resources"]["limits"], CONTAINER["resources"]["limits"]
    for limit in limits:
        assert needed <= int(re.sub(r"Mi?$", "", limit["memory"])) <= 1.3 * needed


def test_stop_leaves_time_to_finish_requests() -> None:
    assert int(COMPOSE["noughts"]["stop_grace_period"].rstrip("s")) > SECONDS_TO_END
    program, seconds = CONTAINER["lifecycle"]["preStop"]["exec"]["command"]
    assert program == "sleep"
    assert POD["terminationGracePeriodSeconds"] > int(seconds) + SECONDS_TO_END


def test_manifest_starts_this_release() -> None:
    assert CONTAINER["image"] == f"noughts:{__version__}"
    assert POD["enableServiceLinks"] is False  # which would set unknown settings


def test_only_prometheus_can_reach_the_metrics() -> None:
    assert [each["targetPort"] for each in MANIFEST["Service"]["ports"]] == ["http"]
    policy = MANIFEST["NetworkPolicy"]
    sources = {rule["ports"][0]["port"]: rule.get("from") for rule in policy["ingress"]}
    assert sources.keys() == {"http", "metrics"}
    assert sources["metrics"]


def test_only_replicas_can_reach_valkey() -> None:
    policy = CACHE["NetworkPolicy"]
    assert policy["podSelector"]["matchLabels"] == CACHE["Deployment"]["selector"]["matchLabels"]
    replicas = MANIFEST["Deployment"]["selector"]["matchLabels"]
    [rule] = policy["ingress"]
    assert rule["from"] == [{"podSelector": {"matchLabels": replicas}}]
    assert sorted(policy["policyTypes"]) == ["Egress", "Ingress"]
    assert "egress" not in policy


def test_base_images_are_pinned() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    [base] = re.findall(r"^ARG PYTHON_IMAGE=(.*)", dockerfile, re.MULTILINE)
    assert set(re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)) == {"${PYTHON_IMAGE}"}
    for image in (base, COMPOSE["nginx"]["image"]):
        assert re.fullmatch(r"[a-z]+:[a-z0-9.-]+@sha256:[0-9a-f]{64}", image)


def test_proxy_words_match_the_service(client: Client) -> None:
    [block] = re.findall(r"map \$code \$title {(.*?)}", TEMPLATE.read_text(), re.DOTALL)
    page = client.get("/problems").body.decode()
    listed = dict(re.findall(r'<tr id="(\w+)">.*?<td>\d+</td><td>(.*?)<', page))
    assert dict(re.findall(r'(\w+) +"(.*)";', block)).items() <= listed.items()
