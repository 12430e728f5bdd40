"""The Arazzo workflow, on a real server."""

from pathlib import Path

import pytest

from tests.live import ROOT, running_service
from tests.programs import run

NODE = Path(__file__).parent / "node"


@pytest.mark.full
def test_game_is_played_as_the_workflow_says() -> None:
    packages = NODE / "node_modules"
    run("make", "--silent", str((packages / ".package-lock.json").relative_to(ROOT)))
    command = (packages / ".bin" / "redocly", "respect", "openapi/game.arazzo.yaml")
    with running_service() as url:
        printed = run(
            *command,
            *("--server", f"noughts={url}"),
            REDOCLY_TELEMETRY="off",
            REDOCLY_SUPPRESS_UPDATE_NOTICE="true",
        )
    assert "Workflows: 1 passed, 1 total" in printed
