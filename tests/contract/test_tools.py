"""Other projects' validators, mocks and testers accept both forms of the contract."""

import subprocess
from pathlib import Path

import pytest

from tests.live import ROOT, free_port, is_listening, running_service, wait_until
from tests.programs import output_of, run

pytestmark = [pytest.mark.full, pytest.mark.release, pytest.mark.limit(1_200)]

TOOLS = Path(__file__).parent / "tools"


@pytest.mark.parametrize("form", ["openapi.json", "openapi-3.0.json"])
def test_every_tool_accepts_every_example(form: str, tmp_path: Path) -> None:
    """Of these tools, jest-openapi and swagger-mock-validator know only OpenAPI 3.0."""
    run("npm", "ci", "--silent", "--ignore-scripts", folder=TOOLS)
    contract, pact = str(ROOT / "openapi" / form), tmp_path / "pact.json"
    there = f"http://127.0.0.1:{(port := free_port())}"
    programs = TOOLS / "node_modules" / ".bin"
    with running_service(provoke_errors="true") as url:
        assert int(run("node", "check.cjs", contract, url, pact, folder=TOOLS)) > 60
        for mode, *more in (["proxy", "--errors", contract, url], ["mock", contract]):
            command = [str(programs / "prism"), mode, f"--port={port}", *more]
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
                try:
                    wait_until(lambda: is_listening(port))
                    run("node", "check.cjs", contract, there, pact, mode, folder=TOOLS)
                finally:
                    server.terminate()
        output_of("node", "run.mjs", contract, url, tmp_path, cwd=TOOLS, timeout=900)
    if form == "openapi-3.0.json":
        run(programs / "swagger-mock-validator", contract, pact)
