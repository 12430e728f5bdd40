"""The contract holds through nginx as it does without it; tests/browser sees to the pages."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.proxy import Site
from tests.live import ROOT

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a proxy whose replicas search no random board for long."""
    site = Site(max_nodes="1000")
    try:
        yield site.proxy.url
    finally:
        site.close()


def run(program: str, *arguments: str, **variables: str) -> None:
    """Fail with what it has printed if it fails."""
    done = subprocess.run(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]


def test_the_contract_holds(url: str) -> None:
    config = ("--config-file", "tests/contract/schemathesis.toml")
    phases = ("--phases", "examples,coverage,fuzzing,stateful")
    run("st", *config, "run", f"{url}/openapi.json", *phases, "--checks", "all", "-n", "5")
