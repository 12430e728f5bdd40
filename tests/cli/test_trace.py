"""`trace`: what the API answers, as JSON or as a tree."""

import pytest

from tests.asgi import Client
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("arguments", "fields"),
    [
        ((), {}),
        (
            ("--algorithm", "minimax", "--values", "score"),
            {"algorithm": "minimax", "values": "score"},
        ),
        (("--max-depth", "2", "--misere"), {"max_depth": 2, "misere": True}),
    ],
)
def test_json_is_what_the_api_answers(
    run: Run, client: Client, arguments: tuple[str, ...], fields: dict[str, object]
) -> None:
    done = run("trace", "XX./XOO/O..", "--json", *arguments)
    answer = client.post("/v1/trace", {"board": "XX./XOO/O..", **fields})
    assert (done.code, done.err) == (0, "")
    assert done.out.encode() == answer.body + b"\n"


def test_the_tree_is_indented_and_says_why_it_ends(run: Run) -> None:
    done = run("trace", "XX./XOO/O..")
    assert done.out.splitlines()[-8:] == [
        "X is to move.",
        "value 1",
        "├── X 2: 1  win",
        "├── X 7: -1  (alpha 1)  cutoff, without 8",
        "│   └── O 2: -1  (alpha 1)  loss",
        "└── X 8: -1  (alpha 1)  cutoff, without 7",
        "    └── O 2: -1  (alpha 1)  loss",
        "6 positions entered, 2 cut off, 2 moves left out.",
    ]


def test_a_finished_game_and_an_estimate(run: Run) -> None:
    assert "value -1\n1 positions entered" in run("trace", "XXX/OO./...").out
    assert "  depth" in run("trace", "XO./.../...", "--max-depth", "1").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((".........",), "The search lists more than 6000 nodes. What fits here: "),
        (("XX./XOO/O..", "--max-depth", "10"), "--max-depth: "),
        (("XX./XOO/O..", "--algorithm", "negamax"), "Invalid value for '--algorithm'"),
        (("XXX/OOO/...",), "Both sides have a line"),
    ],
)
def test_wrong_input_gets_one_line_and_the_code_2(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    done = run("trace", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(message)
    assert done.err.count("\n") == 1
