"""The lines, variables and open calls that /learn shows are those of Python."""

import json
import sys
from math import inf
from types import FrameType
from typing import Any, NamedTuple

import pytest

from service.engine.textbook.search import Question
from tests.asgi import Client
from tests.engine.conversion import position_of
from tests.learn.shown import ALGORITHMS, EVERY, Program, definitions
from tests.live import ROOT
from tests.programs import output_of

pytestmark = pytest.mark.full
SHOWN = "the program shown"
STEPS = ROOT / "tests" / "learn" / "steps.mjs"
BOARDS = ["XX./XOO/O..", "XO./O.X/.X.", "X../.O./O.X", "OXO/XX./.O.", "XXX/OO./...", "XOX/XOO/OXX"]


class Run(NamedTuple):
    """A line that Python runs, from 0, the variables before it, and the open calls."""

    line: int
    variables: dict[str, Any]
    calls: list[str]


def runs_of(program: Program, question: Question) -> list[Run]:
    """Every line of the program that Python runs, in order."""
    lines = program.lines("python")
    before = definitions(program, question, "python").count("\n") - len(lines)
    names: dict[str, Any] = {}
    exec(compile(definitions(program, question, "python"), SHOWN, "exec"), names)  # noqa: S102
    runs: list[Run] = []
    calls: list[str] = []

    def follow(frame: FrameType, event: str, _: object) -> Any:  # noqa: ANN401  itself
        line = frame.f_lineno - 1 - before
        if frame.f_code.co_filename != SHOWN or line < 0:
            return None
        if event == "call":
            calls.insert(0, written_call(program, question, frame.f_locals))
        if event in {"call", "line"}:
            runs.append(Run(line, dict(frame.f_locals), calls[:]))
        if event == "return":
            del calls[0]
        return follow

    window = [-inf, inf] if program.has_window else []
    sys.settrace(follow)
    try:
        names[program.function](names["board"], names["MAX"], *window)
    finally:
        sys.settrace(None)
    return runs


def written_call(program: Program, question: Question, arguments: dict[str, Any]) -> str:
    """A call as a debugger shows it, with the board in the notation of the API."""
    marks = "".join(mark or "." for mark in arguments["board"])
    columns = question.position.geometry.columns
    rows = [marks[start : start + columns] for start in range(0, len(marks), columns)]
    others = [str(value) for name, value in arguments.items() if name != "board"]
    return f"{program.function}({', '.join(['/'.join(rows), *others])})"


def asked(client: Client, program: Program, board: str) -> tuple[Question, Any]:
    """A search of a board, and its trace as the page gets it."""
    depth = 2 if program.has_limit else None
    algorithm = ALGORITHMS[program.name]
    query = f"board={board}&algorithm={algorithm}&values={program.values}"
    trace = client.get(f"/v1/trace?{query}{f'&max_depth={depth}' if depth else ''}").json
    side = trace["position"]["side_to_move"]
    position = position_of(board.replace("/", ""), side)
    return Question(position, algorithm, program.values, depth), trace


def shown_steps(program: Program, trace: object, language: str) -> Any:  # noqa: ANN401  JSON
    """What the page marks in each step."""
    job = {
        "trace": trace,
        "lines": program.lines(language),
        "language": language,
        "program": {
            "name": program.name,
            "hasScores": program.has_scores,
            "hasLimit": program.has_limit,
        },
    }
    return json.loads(output_of("node", "--no-warnings", STEPS, input=json.dumps(job)))


def check_variables(shown: dict[str, Any], run: Run) -> None:
    """The variables shown have the values that Python has before it runs the line."""
    for name in shown.keys() & {"side", "alpha", "beta", "cell", "best"}:
        own = run.variables[name]
        assert own == (shown[name] if name == "side" else pytest.approx(float(shown[name])))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("program", EVERY, ids=str)
def test_marked_lines_are_those_that_python_runs(
    client: Client, program: Program, board: str
) -> None:
    question, trace = asked(client, program, board)
    runs = runs_of(program, question)
    start, *steps = shown_steps(program, trace, "python")
    assert start == {"lines": [], "variables": {}, "calls": []}
    assert len(steps) == 2 * len(trace["nodes"])
    assert [line for step in steps for line in step["lines"]] == [run.line for run in runs]
    place = -1
    for step in steps:
        place += len(step["lines"])
        check_variables(step["variables"], runs[place])
        assert step["calls"] == runs[place].calls


@pytest.mark.parametrize("program", EVERY, ids=str)
def test_javascript_runs_the_same_lines(client: Client, program: Program) -> None:
    """Every step ends at the same statement in both languages."""
    _, trace = asked(client, program, BOARDS[1])
    python, javascript = (
        [
            program.lines(language)[step["lines"][-1]]
            for step in shown_steps(program, trace, language)[1:]
        ]
        for language in ("python", "javascript")
    )
    same = {
        "def": "function",
        "return outcome": "if (isOver(board)) return outcome",
        "return evaluation": "if (ply(board) === LIMIT) return evaluation",
        "break": "if (alpha >= beta) break",
        "if key not in cache": "if (!cache.has(key))",
        "value = cache": "const value = cache",
        "return best": "return best",
    }
    for one, other in zip(python, javascript, strict=True):
        [start] = [start for start in same if one.strip().startswith(start)]
        assert other.strip().startswith(same[start])
