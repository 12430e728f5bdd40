"""What is deployed fits its schema, itself and the service."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from service import __version__
from service.problems.catalogue import CATALOGUE
from service.settings import Settings
from tests.deploy.proxy import COMPOSE, TEMPLATE
from tests.live import ROOT

MANIFEST: dict[str, Any] = {
    document["kind"]: document
    for document in YAML(typ="safe").load_all(ROOT / "deploy" / "kubernetes.yaml")
}
POD: dict[str, Any] = MANIFEST["Deployment"]["spec"]["template"]["spec"]
CONTRACT = json.loads((ROOT / "openapi" / "openapi.json").read_text())
# The codes of errors that only nginx answers with.
OF_NGINX = {"bad_request", "rate_limited"}
# Which the service takes at most to finish what it has begun, and then to go.
SECONDS_TO_END = Settings.model_fields["drain_timeout"].default + 3


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name(program)), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.full
def test_the_compose_file_fits_its_schema() -> None:
    schema = ("--builtin-schema", "vendor.compose-spec")
    done = run("check-jsonschema", *schema, "docker-compose.yml")
    assert done.returncode == 0, done.stdout


@pytest.mark.full
# The oldest release with a preStop that sleeps, switched on, and the newest that there is.
@pytest.mark.parametrize("version", ["1.30.0", "1.37.0"])
def test_the_manifest_fits_its_schemas(version: str) -> None:
    done = run("kubernetes-validate", "--strict", "-k", version, "deploy/kubernetes.yaml")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("passed") == len(MANIFEST) == 4


def test_all_variables_of_the_template_are_set() -> None:
    used = set(re.findall(r"\$\{(NOUGHTS_\w+)\}", TEMPLATE.read_text()))
    given = {name for name in COMPOSE["nginx"]["environment"] if name.startswith("NOUGHTS_")}
    assert used == given


def test_who_asks_the_same_waits_as_long_as_an_answer_may_take() -> None:
    names = ("proxy_read_timeout", "proxy_cache_lock_timeout", "proxy_cache_lock_age")
    lines = TEMPLATE.read_text()
    assert {re.findall(rf" {name} (\w+);", lines)[0] for name in names} == {"120s"}


def test_the_proxy_listens_where_it_is_published() -> None:
    port = COMPOSE["nginx"]["environment"]["NOUGHTS_LISTEN"]
    assert COMPOSE["nginx"]["ports"] == [f"8000:{port}"]
    assert f"127.0.0.1:{port}/" in COMPOSE["nginx"]["healthcheck"]["test"][-1]
    assert "ports" not in COMPOSE["noughts"]


@pytest.mark.parametrize("name", COMPOSE)
def test_containers_may_do_little(name: str) -> None:
    service = COMPOSE[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert {"cpus", "memory"} == service["deploy"]["resources"]["limits"].keys()


def test_the_image_has_labels_and_no_pip() -> None:
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


def test_nobody_is_ended_in_the_middle() -> None:
    assert int(COMPOSE["noughts"]["stop_grace_period"].rstrip("s")) > SECONDS_TO_END
    [container] = POD["containers"]
    before = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert POD["terminationGracePeriodSeconds"] > before + SECONDS_TO_END


def test_the_parts_of_the_manifest_mean_one_another() -> None:
    [container] = POD["containers"]
    assert container["image"] == f"noughts:{__version__}"
    labels = MANIFEST["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert MANIFEST["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert MANIFEST["Service"]["spec"]["selector"] == labels
    assert MANIFEST["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    target = MANIFEST["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]
    assert target["name"] == MANIFEST["Deployment"]["metadata"]["name"]


def test_no_setting_comes_from_service_links() -> None:
    assert POD["enableServiceLinks"] is False


def test_the_words_are_those_of_the_service() -> None:
    def words(name: str) -> dict[str, str]:
        [block] = re.findall(rf"map \$code \${name} {{(.*?)}}", TEMPLATE.read_text(), re.DOTALL)
        return dict(re.findall(r'(\w+) +"(.*)";', block))

    titles, details = words("title"), words("detail")
    assert titles.keys() == details.keys()
    assert titles.keys() - OF_NGINX <= CATALOGUE.keys()
    for code, title in titles.items():
        if code in CATALOGUE:
            assert title == CATALOGUE[code].title
    examples: dict[str, Any] = {}
    for response in CONTRACT["components"]["responses"].values():
        for example in response["content"]["application/problem+json"]["examples"].values():
            examples[example["value"]["code"]] = example["value"]["detail"]
    for code in ("body_too_large", "uri_too_long", "headers_too_large", "internal_error"):
        assert details[code].replace("$max_body", "65536") == examples[code]
