"""All checks of schemathesis, in this process and on real servers, whose links it follows."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis

from service.app import create_app
from service.settings import Settings
from tests.deploy.proxy import Site
from tests.live import ROOT, running_service
from tests.programs import run

pytestmark = pytest.mark.full
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
    """Run schemathesis from the command line."""
    options = ("-n", "10", "--request-timeout", "120", *options)  # seconds, on a busy machine
    run("st", "--config-file", str(config), "run", url, *options, PYTHONPATH=str(ROOT))


def test_site_fulfills_the_contract_in_openapi_30() -> None:
    """The stateful phase follows links."""
    phases = ("--phases", "examples,coverage,fuzzing,stateful", "--checks", "all")
    with Site(max_nodes="1000") as site:
        check_server(CONFIG, f"{site.proxy.url}/openapi-3.0.json", *phases)


def test_published_configuration_has_no_findings() -> None:
    published = ROOT / "openapi" / "schemathesis.toml"
    with running_service(max_nodes="1000") as url:
        check_server(published, f"{url}/openapi.json", "--generation-deterministic")
