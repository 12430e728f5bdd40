"""The tests of the contract and of the pages pass through nginx as they do without it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.proxy import Site
from tests.live import ROOT


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


def test_the_pages_work(site: Site) -> None:
    """The tests in a browser that need no server of their own; all of them in CI only."""
    folder = ROOT / "tests" / "browser"
    every = set(folder.glob("test_*.py")) - {folder / "test_outage.py", folder / "test_stream.py"}
    chosen = every if os.environ.get("CI") else {folder / "test_elsewhere.py"}
    options = ("--quiet", "-p", "no:cacheprovider")
    run("pytest", *options, *map(str, sorted(chosen)), NOUGHTS_TEST_URL=site.proxy.url)
