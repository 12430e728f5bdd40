"""`openapi/game.arazzo.yaml`: a whole game, played by Redocly."""

import os
from pathlib import Path

import pytest

from tests.live import ROOT
from tests.programs import output_of

pytestmark = pytest.mark.full

WORKFLOW = ROOT / "openapi" / "game.arazzo.yaml"
REDOCLY = ROOT / "tests" / "contract" / "node" / "node_modules" / ".bin" / "redocly"


SETTINGS = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


def respect(workflow: Path, url: str, code: int = 0) -> str:
    """Run a workflow against a service."""
    command = (REDOCLY, "respect", workflow, "--server", f"noughts={url}")
    return output_of(*command, code=code, cwd=ROOT, env=os.environ | SETTINGS)


def test_game_is_played_as_the_workflow_says(url: str) -> None:
    assert "Workflows: 1 passed, 1 total" in respect(WORKFLOW, url)


def test_workflow_fails_if_a_response_differs(url: str, tmp_path: Path) -> None:
    (tmp_path / "openapi.json").symlink_to(ROOT / "openapi" / "openapi.json")
    other = tmp_path / WORKFLOW.name
    other.write_text(WORKFLOW.read_text().replace("turning_point == 2", "turning_point == 3"))
    assert "turning_point == 3" in respect(other, url, code=1)
