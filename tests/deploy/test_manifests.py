"""The deployment fits itself and the service; `make check` holds it against its schemas."""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from service import __version__
from service.api.pages import PAGES
from service.settings import Settings
from tests.asgi import Client
from tests.deploy.proxy import COMPOSE, TEMPLATE
from tests.live import ROOT, Service, get
from tests.programs import run

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
    manifest = (ROOT / "deploy" / "kubernetes.yaml").read_text()
    [valkey] = re.findall(r"image: (valkey\S+)", manifest)
    assert valkey == COMPOSE["valkey"]["image"]
    for image in (base, valkey, COMPOSE["nginx"]["image"]):
        assert re.fullmatch(r"[a-z/]+:[a-z0-9.-]+@sha256:[0-9a-f]{64}", image)


def test_image_has_the_documents() -> None:
    """They are in the folder of the service, of which only compiled files are left out."""
    _, last = (ROOT / "Dockerfile").read_text().split("\nFROM ", 2)[1:]
    copied = re.findall(r"^COPY (?!--from)(.*)", last, re.MULTILINE)
    assert "--chmod=755 service service" in copied
    assert all(each.startswith("--chmod=755 ") for each in copied)  # whatever the umask of a clone
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert "!service" in ignored
    [left_out] = [line for line in ignored if line.startswith("service")]
    assert left_out == "service/engine/search/compiled/*.so"
    for name in PAGES.values():
        assert (ROOT / "service" / "static" / name).is_file()


@pytest.mark.full
def test_clone_on_windows_and_with_a_strict_umask_runs(tmp_path: Path) -> None:
    """Git for Windows changes the ends of lines unless the repository forbids it."""
    clone = tmp_path / "clone"
    command = 'umask 077; git clone --quiet -c core.autocrlf=true "$0" "$1"'
    run("sh", "-c", command, ROOT, clone)
    ends = run("git", "ls-files", "--eol", folder=clone)
    assert "w/lf" in ends
    assert not re.findall(r"w/(?:crlf|mixed)", ends)
    run("sh", "-n", clone / "deploy" / "nginx.envsh")
    run(sys.executable, "-m", "service.engine.search.compiled", folder=clone)
    with Service(clone) as service:
        assert get(f"{service.url}/client/noughts-board.bundle.js").status_code == 200
        assert get(f"{service.url}/livez").json()["search"] == "compiled"


@pytest.mark.parametrize(
    ("listen", "servers", "resolver"),
    [("8000", "10.0.0.1", "10.0.0.1 ipv6=off"), ("192.0.2.1:80", "[fd00::1]", "[fd00::1]")],
)
def test_nginx_is_adapted_to_the_container(listen: str, servers: str, resolver: str) -> None:
    names = ("LISTEN", "RESOLVER", "PUBLIC_URL")
    shown = (
        f"""set -eu; . deploy/nginx.envsh; echo "{", ".join(f"$NOUGHTS_{n}" for n in names)}" """
    )
    given = {"NOUGHTS_LISTEN": listen, "NGINX_LOCAL_RESOLVERS": servers}
    given |= {"NOUGHTS_ROOT_PATH": "/noughts"}
    output = subprocess.check_output(["sh", "-c", shown], cwd=ROOT, env=given, text=True)
    if listen == "8000" and Path("/proc/net/if_inet6").exists():
        listen = "[::]:8000 ipv6only=off"
    assert output == f"{listen}, {resolver}, /noughts\n"
    assert os.access(ROOT / "deploy" / "nginx.envsh", os.X_OK)  # otherwise the image ignores it


@pytest.mark.parametrize(
    ("options", "environment", "address"),
    [
        ("", {}, "127.0.0.1:8000"),
        ("", {"PORT": "1", "NOUGHTS_HOST": "::"}, "127.0.0.1:1"),
        ("", {"PORT": "1", "NOUGHTS_PORT": "2", "NOUGHTS_HOST": "::1"}, "[::1]:2"),
        ("--port 3", {"NOUGHTS_PORT": "2"}, "127.0.0.1:3"),
        ("--host=10.0.0.1 --port=3", {"NOUGHTS_HOST": "::"}, "10.0.0.1:3"),
        ("--port=3 --host 0.0.0.0", {}, "127.0.0.1:3"),
    ],
)
def test_health_check_of_the_image_asks_the_port_served(
    options: str, environment: dict[str, str], address: str
) -> None:
    url_of = runpy.run_path(str(ROOT / "deploy" / "healthcheck.py"))["url_of"]
    command = ["python", "-m", "service", "serve", *options.split(), ""]
    assert url_of(command, environment) == f"http://{address}/livez"


def test_proxy_words_match_the_service(client: Client) -> None:
    [block] = re.findall(r"map \$code \$title {(.*?)}", TEMPLATE.read_text(), re.DOTALL)
    page = client.get("/problems").body.decode()
    listed = dict(re.findall(r'<tr id="(\w+)">.*?<td>\d+</td><td>(.*?)<', page))
    assert dict(re.findall(r'(\w+) +"(.*)";', block)).items() <= listed.items()
