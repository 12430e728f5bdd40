"""A client generated from the contract, with the generator's defaults, calls a real server."""

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.live import ROOT, running_service

pytestmark = pytest.mark.full

PACKAGE = "noughts_client"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("generated")
    tools = Path(sys.executable).parent
    subprocess.run(
        [
            tools / "openapi-python-client",
            "generate",
            f"--path={ROOT / 'openapi' / 'openapi.json'}",
            f"--output-path={folder / PACKAGE}",
            "--meta=none",
            "--fail-on-warning",
        ],
        env=os.environ | {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"},
        check=True,
        capture_output=True,
    )
    sys.path.insert(0, str(folder))
    yield importlib.import_module(PACKAGE)
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def call(generated: ModuleType) -> Iterator[Any]:
    """Calls an operation by its id and returns the parsed answer."""
    with running_service() as url, generated.Client(base_url=url) as client:

        def call(tag: str, operation: str, **arguments: object) -> object:
            module = importlib.import_module(f"{PACKAGE}.api.{tag}.{operation}")
            return module.sync(client=client, **arguments)

        yield call


def models() -> Any:  # noqa: ANN401  a generated module
    return importlib.import_module(f"{PACKAGE}.models")


@pytest.mark.parametrize(
    "board",
    [
        "XO./.X./..O",
        ["X", "O", None, "", "X", "", "", "", "O"],
        [["X", "O", None], [None, "X", None], [None, None, "O"]],
    ],
)
def test_only_the_board_has_to_be_given(call: Any, board: Any) -> None:  # noqa: ANN401
    answer = call("analysis", "post_analysis", body=models().AnalysisRequest(board=board))
    assert isinstance(answer, models().Analysis)
    assert (answer.best_move, answer.score, answer.outcome) == (3, 97, models().Outcome.WIN)
    assert [move.cell for move in answer.moves] == [3, 6, 2, 5, 7]
    assert answer.moves[0].estimate is None
    query = call("analysis", "get_analysis", board="XO./.X./..O")
    assert query == answer


def test_a_turn_with_everything_given(call: Any) -> None:  # noqa: ANN401
    body = models().BestMoveRequest(
        board="XO./.X./..O",
        side_to_move="X",
        in_a_row=3,
        misere=False,
        level=models().Level.PERFECT,
        seed=None,
    )
    answer = call("play", "post_best_move", body=body)
    assert (answer.move.cell, answer.position.side_to_move) == (3, models().Mark.O)


def test_counts(call: Any) -> None:  # noqa: ANN401
    answer = call("game_tree", "get_game_tree", board=".../.../...")
    assert (answer.nodes, answer.searched.alpha_beta) == (549_946, 18_297)


def test_an_error_is_a_problem(call: Any) -> None:  # noqa: ANN401
    body = models().AnalysisRequest(board="XXX/OOO/...")
    answer = call("analysis", "post_analysis", body=body)
    assert isinstance(answer, models().Problem)
    assert answer.code == models().ProblemCode.BOTH_WON
    assert [fault.pointer for fault in answer.errors] == ["/board"]


def test_health(call: Any) -> None:  # noqa: ANN401
    assert call("health", "readyz").status == "ok"
