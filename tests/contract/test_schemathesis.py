"""All phases and all checks of schemathesis, in this process and against a real server."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis

from service.app import create_app
from service.settings import Settings
from tests.live import ROOT, running_service

CONFIG = Path(__file__).with_name("schemathesis.toml")

app = create_app(Settings(max_nodes=1_000))  # so that no random board takes long
app.state.ready = True
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


@pytest.mark.full
def test_a_real_server() -> None:
    """The same by the command line, which adds the stateful phase by links."""
    with running_service(max_nodes="1000") as url:
        command = [str(Path(sys.executable).with_name("st")), "--config-file", str(CONFIG), "run"]
        phases = "examples,coverage,fuzzing,stateful"
        options = [f"{url}/openapi.json", "--phases", phases, "--checks", "all", "-n", "10"]
        done = subprocess.run(
            [*command, *options],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
