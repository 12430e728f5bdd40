"""The deployment fits its schemas, itself and the service."""

import json
import re
import tomllib
from itertools import pairwise
from typing import Any

import pytest
from ruamel.yaml import YAML

from service import __version__
from service.settings import Settings
from tests.asgi import Client
from tests.deploy.proxy import COMPOSE, SCRIPT, TEMPLATE
from tests.live import ROOT
from tests.programs import run

DOCUMENTS: list[dict[str, Any]] = list(
    YAML(typ="safe").load_all(ROOT / "deploy" / "kubernetes.yaml")
)
MANIFEST, CACHE = (
    {each["kind"]: each for each in DOCUMENTS if each["metadata"]["name"] == name}
    for name in ("noughts", "noughts-cache")
)
POD: dict[str, Any] = MANIFEST["Deployment"]["spec"]["template"]["spec"]
[CONTAINER] = POD["containers"]
NGINX = COMPOSE["nginx"]
OLDEST = "1.25"
# The longest time that the service takes to finish its requests and end.
SECONDS_TO_END = Settings.model_fields["drain_timeout"].default + 3


@pytest.mark.full
def test_files_fit_their_schemas() -> None:
    run("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "docker-compose.yml")
    for version in (OLDEST, "1.37"):
        options = ("--strict", "-k", f"{version}.0")
        printed = run("kubernetes-validate", *options, "deploy/kubernetes.yaml")
        assert printed.count("passed") == len(DOCUMENTS) == len(MANIFEST) + len(CACHE) == 8


def test_oldest_kubernetes_is_documented() -> None:
    for path in ("deploy/kubernetes.yaml", "docs/operations.md"):
        assert f"Kubernetes {OLDEST} or newer" in (ROOT / path).read_text()


def test_proxy_is_configured_completely() -> None:
    template, environment = TEMPLATE.read_text(), NGINX["environment"]
    used = set(re.findall(r"\$\{(NOUGHTS_\w+)\}", template))
    assert used == {name for name in environment if name.startswith("NOUGHTS_")}
    port = environment["NOUGHTS_LISTEN"]
    assert NGINX["ports"] == [f"8000:{port}"]
    assert f"127.0.0.1:{port}/" in NGINX["healthcheck"]["test"][-1]
    assert "ports" not in COMPOSE["noughts"]
    assert f"./deploy/age.js:{SCRIPT}:ro" in NGINX["volumes"]
    assert SCRIPT in template
    # Equal requests wait for each other as long as a response may take.
    waits = ("proxy_read_timeout", "proxy_cache_lock_timeout", "proxy_cache_lock_age")
    assert {re.findall(rf" {name} (\w+);", template)[0] for name in waits} == {"120s"}


def test_service_trusts_the_networks_of_containers() -> None:
    [variable] = [each for each in CONTAINER["env"] if each["name"] == "NOUGHTS_TRUSTED_PROXIES"]
    assert variable["value"] == COMPOSE["noughts"]["environment"]["NOUGHTS_TRUSTED_PROXIES"]


@pytest.mark.parametrize("name", COMPOSE)
def test_container_has_few_privileges(name: str) -> None:
    service = COMPOSE[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert {"cpus", "memory"} == service["deploy"]["resources"]["limits"].keys()


def test_image_has_labels_and_no_pip() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    labels = re.findall(r'org\.opencontainers\.image\.(\w+)="([^"]*)"', dockerfile)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert dict(labels) == {
        "title": project["name"].capitalize(),
        "description": project["description"],
        "licenses": project["license"],
        "version": "${VERSION}",
    }
    assert "venv --without-pip" in dockerfile
    assert "pip uninstall" in dockerfile.rpartition("FROM ")[2]


def test_stop_leaves_time_to_finish_requests() -> None:
    assert int(COMPOSE["noughts"]["stop_grace_period"].rstrip("s")) > SECONDS_TO_END
    program, seconds = CONTAINER["lifecycle"]["preStop"]["exec"]["command"]
    assert program == "sleep"
    assert POD["terminationGracePeriodSeconds"] > int(seconds) + SECONDS_TO_END


def test_parts_of_the_manifest_fit_together() -> None:
    assert CONTAINER["image"] == f"noughts:{__version__}"
    labels = MANIFEST["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert MANIFEST["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert MANIFEST["Service"]["spec"]["selector"] == labels
    assert MANIFEST["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    assert MANIFEST["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"] == labels
    target = MANIFEST["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]
    assert target["name"] == MANIFEST["Deployment"]["metadata"]["name"]
    assert POD["enableServiceLinks"] is False  # which would set unknown settings


def test_only_prometheus_can_reach_the_metrics() -> None:
    [port] = [each["value"] for each in CONTAINER["env"] if each["name"] == "NOUGHTS_METRICS_PORT"]
    ports = {each["name"]: each["containerPort"] for each in CONTAINER["ports"]}
    assert ports == {"http": 8000, "metrics": int(port)}
    annotations = MANIFEST["Deployment"]["spec"]["template"]["metadata"]["annotations"]
    assert annotations == {"prometheus.io/scrape": "true", "prometheus.io/port": port}
    assert [each["targetPort"] for each in MANIFEST["Service"]["spec"]["ports"]] == ["http"]
    policy = MANIFEST["NetworkPolicy"]["spec"]
    assert sorted(policy["policyTypes"]) == ["Egress", "Ingress"]
    assert [rule["ports"][0]["port"] for rule in policy["egress"]] == [6379, 53]
    sources = {rule["ports"][0]["port"]: rule.get("from") for rule in policy["ingress"]}
    assert sources.keys() == {"http", "metrics"}
    assert sources["http"] is None
    assert sources["metrics"]


def test_valkey_has_a_memory_limit_and_an_eviction_policy() -> None:
    [container] = CACHE["Deployment"]["spec"]["template"]["spec"]["containers"]
    assert container["command"] == COMPOSE["valkey"]["command"]
    assert container["image"] == COMPOSE["valkey"]["image"]
    options = dict(pairwise(container["command"]))
    assert (options["--maxmemory"], options["--maxmemory-policy"]) == ("256mb", "allkeys-lru")
    limit = container["resources"]["limits"]["memory"]
    assert limit == "384Mi"
    assert COMPOSE["valkey"]["deploy"]["resources"]["limits"]["memory"] == limit.rstrip("i")


def test_only_replicas_can_reach_valkey() -> None:
    labels = CACHE["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert CACHE["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert CACHE["Service"]["spec"]["selector"] == labels
    policy = CACHE["NetworkPolicy"]["spec"]
    assert policy["podSelector"]["matchLabels"] == labels
    assert sorted(policy["policyTypes"]) == ["Egress", "Ingress"]
    assert "egress" not in policy
    replicas = MANIFEST["Deployment"]["spec"]["template"]["metadata"]["labels"]
    [rule] = policy["ingress"]
    assert rule["from"] == [{"podSelector": {"matchLabels": replicas}}]
    [egress, _] = MANIFEST["NetworkPolicy"]["spec"]["egress"]
    assert egress["to"] == [{"podSelector": {"matchLabels": labels}}]
    assert "ports" not in COMPOSE["valkey"]


def test_store_of_the_replicas_is_optional() -> None:
    references = [each["valueFrom"]["secretKeyRef"] for each in CONTAINER["env"][2:]]
    assert [each["key"] for each in references] == ["url", "secret"]
    assert all(each["optional"] for each in references)
    Settings(cache_url=COMPOSE["noughts"]["environment"]["NOUGHTS_CACHE_URL"])


def test_base_images_are_pinned() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    [base] = re.findall(r"^ARG PYTHON_IMAGE=(.*)", dockerfile, re.MULTILINE)
    assert set(re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)) == {"${PYTHON_IMAGE}"}
    for image in (base, NGINX["image"]):
        assert re.fullmatch(r"[a-z]+:[a-z0-9.-]+@sha256:[0-9a-f]{64}", image)


def test_proxy_words_match_the_service(client: Client) -> None:
    def words(name: str) -> dict[str, str]:
        [block] = re.findall(rf"map \$code \${name} {{(.*?)}}", TEMPLATE.read_text(), re.DOTALL)
        return dict(re.findall(r'(\w+) +"(.*)";', block))

    titles, details = words("title"), words("detail")
    assert titles.keys() == details.keys()
    page = client.get("/problems").body.decode()
    listed = dict(re.findall(r'<tr id="(\w+)">.*?<td>\d+</td><td>(.*?)<', page))
    assert titles.items() <= listed.items()
    contract = json.loads((ROOT / "openapi" / "openapi.json").read_text())
    examples: dict[str, str] = {}
    for response in contract["components"]["responses"].values():
        for example in response["content"]["application/problem+json"]["examples"].values():
            examples[example["value"]["code"]] = example["value"]["detail"]
    for code in ("body_too_large", "uri_too_long", "headers_too_large", "internal_error"):
        assert details[code].replace("$max_body", "65536") == examples[code]
