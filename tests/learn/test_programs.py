"""The programs of /learn, as it shows and copies them, make the calls of the service's traces.

The lines, variables and open calls that it marks are those of Python.
"""

import json
import re
import sys
from collections.abc import Iterator
from itertools import product
from math import inf
from random import Random
from types import FrameType
from typing import Any, Final, NamedTuple

import pytest

from tests.asgi import Client
from tests.engine.positions import SOME_RULES, all_unfinished, both_games, random_positions
from tests.live import ROOT
from tests.programs import output_of
from tests.reference import THREE_BY_THREE, Rules

pytestmark = pytest.mark.full
SHOWN: Final = ROOT / "tests" / "learn" / "shown.mjs"
PROGRAMS: Final = ROOT / "service" / "static" / "learn" / "programs"
COMMANDS: Final = {"python": ("python", "-W", "error", "-c"), "javascript": ("node", "-e")}
ALGORITHMS: Final = {
    "minimax": "minimax",
    "negamax": "minimax",
    "alpha_beta": "alpha_beta",
    "alpha_beta_cached": "alpha_beta_cached",
}
EVERY: Final = list(product(ALGORITHMS, ["outcome", "score"], [False, True]))
of_every_program = pytest.mark.parametrize(("name", "values", "is_limited"), EVERY)
# The statement at which a step ends in both languages.
SAME: Final = {
    "def": "function",
    "return outcome": "if (isOver(board)) return outcome",
    "return evaluation": "if (ply(board) === LIMIT) return evaluation",
    "break": "if (alpha >= beta) break",
    "if key not in cache": "if (!cache.has(key))",
    "value = cache": "const value = cache",
    "return best": "return best",
}

Call = tuple[str, list[float], float]  # a board, the window (if any) and the value returned


class Run(NamedTuple):
    """A line that Python runs, from 0, the variables before it, and the open calls."""

    line: int
    variables: dict[str, Any]
    calls: list[str]


def positions() -> Iterator[tuple[Rules, str, str]]:
    """All kinds of boards and rules, with at most six empty cells, and finished games."""
    for board, side in Random(26).sample(all_unfinished(), 15):
        yield THREE_BY_THREE, board, side
    yield THREE_BY_THREE, "XXXOO....", "O"
    yield THREE_BY_THREE, "XOXXOOOXX", "O"
    for rules in both_games(SOME_RULES):
        for board, side in random_positions(rules, [2, 4], 27):
            yield rules, board, side


def traces(client: Client, name: str, values: str, is_limited: bool) -> Iterator[Any]:
    """The searches of a program, as the page gets them."""
    for rules, board, side in positions():
        if board.count(".") <= 6:
            rows = [board[at : at + rules.columns] for at in range(0, len(board), rules.columns)]
            rule = f"in_a_row={rules.in_a_row}&misere={str(rules.misere).lower()}"
            position = f"board={'/'.join(rows)}&side_to_move={side}&{rule}"
            for depth in ["&max_depth=1", "&max_depth=2", "&max_depth=9"] if is_limited else [""]:
                search = f"algorithm={ALGORITHMS[name]}&values={values}{depth}"
                yield client.get(f"/v1/trace?{position}&{search}").json


def expected_calls(name: str, trace: Any) -> list[Call]:  # noqa: ANN401  JSON
    """The calls of a trace in order of entry, from the program's point of view."""
    calls: list[Call] = []
    boards: list[str] = []
    for node in trace["nodes"]:
        cell = node["cell"]
        board = "".join(mark or "." for mark in trace["position"]["cells"])
        if cell is not None:
            before = boards[node["parent"]]
            board = before[:cell] + node["side"] + before[cell + 1 :]
        boards.append(board)
        if node["end"] == "cached":
            continue  # looked up, not called
        alpha = -inf if node["alpha"] is None else node["alpha"]
        beta = inf if node["beta"] is None else node["beta"]
        is_turned = name != "minimax" and node["ply"] % 2 == 1
        window = [-beta, -alpha] if is_turned else [alpha, beta]
        value = -node["value"] if is_turned else node["value"]
        calls.append((board, window if name.startswith("alpha") else [], value))
    return calls


def check_calls(calls: list[Any], expected: list[Call]) -> None:
    assert len(calls) == len(expected)
    for (board, window, value), (its_board, its_window, its_value) in zip(
        calls, expected, strict=True
    ):
        assert board == its_board
        assert [float(bound) for bound in window] == pytest.approx(its_window)
        assert value == pytest.approx(its_value)


def runs_of(
    names: dict[str, Any], name: str, before: int, columns: int
) -> tuple[list[Run], list[list[Any]]]:
    """Every line of a program that Python runs, in order, and the calls that it makes.

    `before` it, there are other lines.
    """
    runs: list[Run] = []
    calls: list[str] = []
    made: list[list[Any]] = []
    unfinished: list[list[Any]] = []

    def follow(frame: FrameType, event: str, result: object) -> Any:  # noqa: ANN401  itself
        line = frame.f_lineno - 1 - before
        if frame.f_code.co_filename != str(SHOWN) or line < 0:
            return None
        if event == "call":  # as a debugger shows it, with the board in the notation of the API
            marks = "".join(mark or "." for mark in frame.f_locals["board"])
            rows = "/".join(marks[at : at + columns] for at in range(0, len(marks), columns))
            side, *window = [value for key, value in frame.f_locals.items() if key != "board"]
            calls.insert(0, f"{name}({', '.join([rows, side, *map(str, window)])})")
            made.append([marks, window])
            unfinished.append(made[-1])
        if event in {"call", "line"}:
            runs.append(Run(line, dict(frame.f_locals), calls[:]))
        if event == "return":
            del calls[0]
            unfinished.pop().append(result)
        return follow

    window = [-inf, inf] if name.startswith("alpha") else []
    sys.settrace(follow)
    try:
        names[name](names["board"], names["MAX"], *window)
    finally:
        sys.settrace(None)
    assert names["nodes"] == len(made)
    return runs, made


def rounded(call: str) -> str:
    """A call with evaluations, which come from different orders of multiplication."""
    return re.sub(r"\d+\.\d+", lambda found: f"{float(found[0]):.6g}", call)


def check_steps(shown: Any, runs: list[Run]) -> None:  # noqa: ANN401  JSON
    """What is shown of each step is what Python has before it runs the last line of it."""
    start, *steps = shown["python"]["steps"]
    assert start == {"line": -1, "variables": {}, "calls": []}
    place = -1
    for step in steps:
        place = next(at for at in range(place + 1, len(runs)) if runs[at].line == step["line"])
        assert list(map(rounded, step["calls"])) == list(map(rounded, runs[place].calls))
        for name in step["variables"].keys() & {"side", "alpha", "beta", "cell", "best"}:
            own, value = runs[place].variables[name], step["variables"][name]
            assert own == (value if name == "side" else pytest.approx(float(value)))
        if shown["python"]["lines"][step["line"]].strip() == "break":
            place += 1  # The call returns in the next step.
    assert place == len(runs) - 1
    ends = [
        [shown[language]["lines"][step["line"]] for step in shown[language]["steps"][1:]]
        for language in COMMANDS
    ]
    for one, other in zip(*ends, strict=True):
        [same] = [same for start, same in SAME.items() if one.strip().startswith(start)]
        assert other.strip().startswith(same)


@of_every_program
def test_program_makes_the_calls_and_its_lines_are_marked(
    client: Client, name: str, values: str, is_limited: bool
) -> None:
    searches = list(traces(client, name, values, is_limited))
    jobs = json.dumps([{"trace": trace, "name": name} for trace in searches])
    shown = json.loads(output_of("node", "--no-warnings", SHOWN, input=jobs))
    for trace, found in zip(searches, shown, strict=True):
        expected = expected_calls(name, trace)
        check_calls(found["javascript"]["calls"], expected)
        text, lines = found["python"]["text"], found["python"]["lines"]
        definitions = text.rpartition("\n\n")[0]
        names: dict[str, Any] = {}
        exec(compile(definitions, str(SHOWN), "exec"), names)  # noqa: S102
        before = definitions.count("\n") + 1 - len(lines)
        runs, made = runs_of(names, found["name"], before, trace["position"]["columns"])
        check_steps(found, runs)
        check_calls(made, expected)
    for language, command in COMMANDS.items():
        assert max(map(len, found[language]["lines"])) <= 80
        assert len(found[language]["lines"]) <= 20
        printed = output_of(*command, found[language]["text"])
        value, nodes = printed.removeprefix("value ").removesuffix(" nodes\n").split(", ")
        assert float(value) == pytest.approx(expected[0][2])
        assert int(nodes) == len(expected)


def test_every_file_is_a_program_or_the_prelude() -> None:
    names = {path.name for path in PROGRAMS.iterdir() if path.is_file()}
    assert names == {f"{name}.{e}" for name in [*ALGORITHMS, "prelude"] for e in ("py", "js")}
