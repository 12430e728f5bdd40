"""All phases and checks of schemathesis, in this process and against real servers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis

from service.app import create_app
from service.settings import Settings
from tests.deploy.proxy import Site
from tests.live import ROOT, running_service
from tests.programs import run

CONFIG = Path(__file__).with_name("schemathesis.toml")
DOCUMENTS = ("openapi.json", "openapi-3.0.json")

app = create_app(Settings(max_nodes=1_000))  # so that no random board takes long
app.state.searches.is_accepting = True
schema = schemathesis.openapi.from_asgi(
    "/openapi.json", app, config=schemathesis.Config.from_path(CONFIG)
)


@schema.parametrize()
def test_operation(case: schemathesis.Case[Any]) -> None:
    """Examples, coverage and fuzzing."""
    case.call_and_validate()


# The state machine reads no examples, no seed and no database from the file.
TestLinks = schema.as_state_machine().TestCase
TestLinks.settings = hypothesis.settings(
    TestLinks.settings, derandomize=True, database=None, max_examples=30, stateful_step_count=6
)


@pytest.fixture(params=["direct", "proxied"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "direct":
        with running_service(max_nodes="1000") as url:
            yield url
    else:
        with Site(max_nodes="1000") as site:
            yield site.proxy.url


@pytest.mark.full
@pytest.mark.parametrize("document", DOCUMENTS)
def test_real_server_fulfills_the_contract(url: str, document: str) -> None:
    """The same from the command line, with the stateful phase, which follows links."""
    phases = ("--phases", "examples,coverage,fuzzing,stateful")
    options = (f"{url}/{document}", *phases, "--checks", "all", "-n", "10")
    run("st", "--config-file", str(CONFIG), "run", *options, PYTHONPATH=str(ROOT))


@pytest.mark.full
@pytest.mark.parametrize("document", DOCUMENTS)
def test_published_configuration_has_no_findings(document: str) -> None:
    published = ROOT / "openapi" / "schemathesis.toml"
    with running_service(max_nodes="1000") as url:
        options = (f"{url}/{document}", "-n", "10", "--generation-deterministic")
        run("st", "--config-file", published, "run", *options)
