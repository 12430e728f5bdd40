"""The deployment fits itself and the service; `make check` holds it against its schemas."""

import re
from typing import Any

from ruamel.yaml import YAML

from service import __version__
from service.settings import Settings
from tests.asgi import Client
from tests.deploy.proxy import COMPOSE, TEMPLATE
from tests.live import ROOT

DOCUMENTS: list[dict[str, Any]] = list(
    YAML(typ="safe").load_all(ROOT / "deploy" / "kubernetes.yaml")
)
[POD] = [
    each["spec"]["template"]["spec"]
    for each in DOCUMENTS
    if (each["kind"], each["metadata"]["name"]) == ("Deployment", "noughts")
]
[CONTAINER] = POD["containers"]
# The longest time that the service takes to finish its requests and end.
SECONDS_TO_END = Settings.model_fields["drain_timeout"].default + 3


def test_service_accepts_the_settings_of_its_containers() -> None:
    names = [each["name"] for each in CONTAINER["env"]] + [*COMPOSE["noughts"]["environment"]]
    known = {f"NOUGHTS_{field.upper()}" for field in Settings.model_fields}
    assert set(names) <= known
    Settings(cache_url=COMPOSE["noughts"]["environment"]["NOUGHTS_CACHE_URL"])
    [trusted] = [each for each in CONTAINER["env"] if each["name"] == "NOUGHTS_TRUSTED_PROXIES"]
    assert trusted["value"] == COMPOSE["noughts"]["environment"]["NOUGHTS_TRUSTED_PROXIES"]


def test_stop_leaves_time_to_finish_requests() -> None:
    assert int(COMPOSE["noughts"]["stop_grace_period"].rstrip("s")) > SECONDS_TO_END
    program, seconds = CONTAINER["lifecycle"]["preStop"]["exec"]["command"]
    assert program == "sleep"
    assert POD["terminationGracePeriodSeconds"] > int(seconds) + SECONDS_TO_END


def test_manifest_starts_this_release() -> None:
    assert CONTAINER["image"] == f"noughts:{__version__}"
    assert POD["enableServiceLinks"] is False  # which would set unknown settings


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
