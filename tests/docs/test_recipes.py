"""The programs of docs/recipes.md run as they stand, with the newest packages."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.docs.pages import ADDRESS_SHOWN, block, program
from tests.live import ROOT
from tests.programs import output_of, run

pytestmark = [pytest.mark.full, pytest.mark.release]

RECIPES = ROOT / "docs" / "recipes.md"
LANGUAGES = {
    "ts": f"npm install --silent --prefix . typescript {ROOT}/service/static/client;"
    "npm pkg set type=module; npx tsc --strict --module nodenext game.ts; node game.js",
    "go": "go run game.go",
    "php": "php game.php",
}
MAX_TOOLS, MAX_CHARACTERS = 5, 30_000
USE_TOOLS = """
import asyncio, sys
from fastmcp import Client
from fastmcp.exceptions import ToolError

async def main():
    async with Client(sys.argv[1]) as client:
        tools = await client.list_tools()
        print(len(tools), sum(len(tool.model_dump_json()) for tool in tools))
        found = await client.call_tool("best_move", {"board": "XO./.X./..O"})
        print(found.structured_content["move"]["cell"])
        try:
            await client.call_tool("review_game", {"moves": [4, 0, 4]})
        except ToolError as error:
            print(error)

asyncio.run(main())
"""


def python_with(package: str, folder: Path) -> Path:
    output_of(sys.executable, "-m", "venv", folder)
    python = folder / "bin" / "python"
    output_of(python, "-m", "pip", "install", "--quiet", package)
    output_of(python, "-m", "pip", "install", "--quiet", "--no-deps", ROOT)
    return python


def test_gymnasium_environment_is_valid_and_its_perfect_agent_never_loses(tmp_path: Path) -> None:
    python = python_with("gymnasium", tmp_path)
    out = output_of(python, "-W", "error", "-c", program(RECIPES, "gymnasium"), cwd=tmp_path)
    won, _, drawn, _, lost, _ = out.split()
    assert int(won) + int(drawn) == 1_000
    assert int(won) > 100
    assert lost == "0"


def test_mcp_server_has_few_tools_and_names_the_cell_of_an_illegal_move(
    url: str, tmp_path: Path
) -> None:
    python = python_with("fastmcp", tmp_path)
    (tmp_path / "server.py").write_text(program(RECIPES, "FastMCP", url))
    out = output_of(python, "-c", USE_TOOLS, tmp_path / "server.py", cwd=tmp_path)
    counts, cell, error = out.split("\n", 2)
    tools, characters = map(int, counts.split())
    assert 0 < tools <= MAX_TOOLS
    assert characters <= MAX_CHARACTERS
    assert cell == "3"
    assert "In move 3, cell 4 already has a mark; choose an empty cell." in error


@pytest.mark.parametrize("language", LANGUAGES)
def test_recipe_prints_the_same_in_every_language(url: str, tmp_path: Path, language: str) -> None:
    code = block(RECIPES, language).replace(ADDRESS_SHOWN, url)
    (tmp_path / f"game.{language}").write_text(code)
    assert run("sh", "-ec", LANGUAGES[language], folder=tmp_path) == block(RECIPES, "text")


def test_boardgame_bot_never_loses(url: str, tmp_path: Path) -> None:
    run("npm", "install", "--silent", "--prefix", tmp_path, "boardgame.io")
    (tmp_path / "game.cjs").write_text(program(RECIPES, "boardgame.io", url))
    winners = Counter(run("node", "game.cjs", folder=tmp_path).split())
    assert winners.total() == 20
    assert set(winners) <= {"1", "null"}
