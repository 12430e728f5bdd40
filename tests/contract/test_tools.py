"""Other projects' validators, mocks and testers accept both forms of the contract."""

import subprocess
from pathlib import Path

import pytest

from tests.live import ROOT, free_port, is_listening, running_service, wait_until
from tests.programs import run

pytestmark = [pytest.mark.full, pytest.mark.release, pytest.mark.limit(600)]

TOOLS = Path(__file__).parent / "tools"


@pytest.mark.parametrize("form", ["openapi.json", "openapi-3.0.json"])
def test_every_tool_accepts_every_example(form: str, tmp_path: Path) -> None:
    """Of these tools, jest-openapi and swagger-mock-validator know only OpenAPI 3.0."""
    run("npm", "ci", "--silent", "--ignore-scripts", folder=TOOLS)
    contract, pact, port = ROOT / "openapi" / form, tmp_path / "pact.json", free_port()
    prism = TOOLS / "node_modules" / ".bin" / "prism"
    with running_service(provoke_errors="true") as url:
        assert int(run("node", "check.cjs", contract, url, pact, folder=TOOLS)) > 60
        command = [str(prism), "proxy", "--errors", f"--port={port}", str(contract), url]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as proxy:
            try:
                wait_until(lambda: is_listening(port))
                run("node", "check.cjs", contract, f"http://127.0.0.1:{port}", pact, folder=TOOLS)
            finally:
                proxy.terminate()
        run("node", "run.mjs", contract, url, tmp_path, folder=TOOLS)
    if form == "openapi-3.0.json":
        run(prism.with_name("swagger-mock-validator"), contract, pact)
