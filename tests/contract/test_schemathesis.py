"""All checks of schemathesis, in this process and on real servers, whose links it follows."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis

from service.app import create_app
from service.settings import Settings
from tests.deploy.proxy import Site
from tests.live import ROOT, running_service
from tests.parameters import in_release
from tests.programs import run

pytestmark = pytest.mark.full
ALL_PHASES = "examples,coverage,fuzzing,stateful"
CONFIG = Path(__file__).with_name("schemathesis.toml")

app = create_app(Settings(max_nodes=1_000))  # so that no random board takes long
schema = schemathesis.openapi.from_asgi(
    "/openapi.json", app, config=schemathesis.Config.from_path(CONFIG)
)


@schema.parametrize()
def test_operation(case: schemathesis.Case[Any]) -> None:
    """Examples, coverage and fuzzing."""
    case.call_and_validate()


def check_server(config: Path, url: str, *options: str) -> None:
    limits = ("--request-timeout", "120", "--max-response-time", "120")  # seconds
    options = ("-n", "10", *limits, "--suppress-health-check", "too_slow", *options)
    run("st", "--config-file", str(config), "run", url, *options, PYTHONPATH=str(ROOT))


@pytest.mark.parametrize("phases", ["examples,fuzzing,stateful", *in_release(ALL_PHASES)])
def test_site_fulfills_the_contract_in_openapi_30(phases: str) -> None:
    """The stateful phase follows links."""
    with Site(max_nodes="1000") as site:
        url = f"{site.proxy.url}/openapi-3.0.json"
        check_server(CONFIG, url, "--phases", phases, "--checks", "all")


@pytest.mark.parametrize("phases", ["examples,fuzzing", *in_release(ALL_PHASES)])
def test_published_configuration_has_no_findings(phases: str) -> None:
    published = ROOT / "openapi" / "schemathesis.toml"
    with running_service(max_nodes="1000") as url:
        options = ("--phases", phases, "--generation-deterministic")
        check_server(published, f"{url}/openapi.json", *options)
