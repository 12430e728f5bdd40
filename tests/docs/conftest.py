"""The service that the documentation's commands and programs call."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.live import ADDRESS, ROOT


@pytest.fixture(scope="package")
def url() -> Iterator[str]:
    """The address of the service that `make run` starts, with the packages of the tests."""
    process = subprocess.Popen(
        ["make", "run", "--assume-old=.venv/serve", f"PYTHON={shlex.quote(sys.executable)}"],
        cwd=ROOT,
        env=os.environ | {"NOUGHTS_PORT": "0"},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stderr
    try:
        found = next(filter(None, map(ADDRESS.search, process.stderr)), None)
        assert found, "make run did not start the service"
        yield found[1]
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.stderr.read()
        process.stderr.close()
        process.wait()
