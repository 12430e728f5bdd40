"""Wrong input gets one line and the exit code 2."""

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("analyse .........", "No such command 'analyse'. Did you mean 'analyze'?\n"),
        ("analyze", "Missing argument 'BOARD'."),
        ("analyze XXX/...", "The board has 3 columns and 2 rows. Use 3 to 9 of each."),
        (
            "analyze XZ./.../...",
            "Row 1, column 2 is invalid. Use X, O, or '.', '-' or '_' if empty.",
        ),
        ("analyze XO./.../..\u00d8", "Row 3, column 3 is invalid."),
        ("analyze 'XO./.../. .'", "Row 3, column 2 is invalid."),
        ("analyze XO.Q.....", "Cell 3 is invalid."),
        ("analyze XO......", "BOARD: The rows joined with '/'"),
        ("analyze ''", "BOARD: The rows joined with '/'"),
        ("analyze -Z-/---/---", "Row 1, column 2 is invalid."),
        ("analyze -Z-", "No such option: -Z"),
        ("analyze ......... --side-to-move Q", "--side-to-move: "),
        ("trace ......... --algorithm minimax", "The search lists more than 6000 nodes. Use --alg"),
        ("analyze X........ --side-to-move X", "O is to move. Correct --side-to-move"),
        ("analyze ......... --in-a-row 4", "--in-a-row does not fit the board. Use"),
        ("analyze ......... --in-a-row 99", "--in-a-row: The length of a line"),
        ("analyze ......... --in-a-row x", "Invalid value for '--in-a-row'"),
        ("analyze ......... --max-nodes 5", "--max-nodes: "),
        ("analyze ......... --deeper", "No such option: --deeper"),
        ("analyze ......... .........", "Got unexpected extra argument"),
        (
            "analyze ......... --jobs 2",
            "--jobs: Only for boards from standard input. Add --stdin.\n",
        ),
        ("analyze ......... --stdin", "Boards come from standard input. Omit BOARD.\n"),
        ("exam", "Exactly one player is required. Use --command, --url or --level."),
        ("exam --level hard --url http://x", "Exactly one player is required."),
        ("exam --level best", "Invalid value for '--level'"),
        ("exam --url file:///etc/hosts", "Not a valid URL. Use one that begins with http://"),
        ("exam --command /no/such/program", "The command cannot be started."),
        ('exam --command "\'"', "The command cannot be started."),
        ("exam --level hard --side Z", "--side: "),
        ("exam --level hard --columns 2", "--columns: "),
        ("exam --level hard --columns 6", "The board is too large. Use at most 16 cells"),
        ("exam --level hard --timeout 0", "Invalid value for '--timeout'"),
        ("play --x nobody", "Invalid value for '--x'"),
        ("play --seed -1", "--seed: "),
        ("play --columns 2", "--columns: "),
        ("play --starting-side Z", "--starting-side: "),
        ("play --in-a-row 5", "--in-a-row does not fit the board."),
        ("play --max-nodes 7", "--max-nodes: "),
        ("review", "Missing argument 'MOVES'."),
        ("review ''", "MOVES: The cells played, in order, such as 0,1,4,2,8."),
        ("review ' , '", "MOVES: The cells"),
        ("review 0,0", "Move 2 is illegal. The cell already has a mark."),
        ("review a1", "MOVES: The cells played"),
        (f"review {'9' * 9999}", "MOVES: The cells played"),
        ("review 0 --columns 12", "--columns: The columns of the board"),
        ("review 0 --starting-side Z", "--starting-side: "),
        ("review 0 --in-a-row 4", "--in-a-row does not fit the board."),
        ("serve --port 65536", "Invalid value for '--port'"),
        ("serve --port x", "Invalid value for '--port'"),
        ("trace .........", "The search lists more than 6000 nodes. Use "),
        ("trace XX./XOO/O.. --max-depth 10", "--max-depth: "),
        ("trace XX./XOO/O.. --algorithm negamax", "Invalid value for '--algorithm'"),
    ],
    ids=lambda text: text[:60],
)
def test_wrong_input_prints_one_line_and_exits_with_code_2(
    run: Run, command: str, message: str
) -> None:
    done = run(command)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(message)
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (
            "XO./.X./..O\nXX./.../...\n.........",
            "Line 2: There are 2 X and 0 O.",
        ),
        ("\n", "Line 1: BOARD: "),
        (".........\n.........\nX?.......", "Line 3: Cell 1 is invalid."),
    ],
)
def test_wrong_line_of_standard_input_is_named(run: Run, typed: str, message: str) -> None:
    done = run("analyze --stdin --jobs 1", typed=typed)
    assert done.code == 2
    assert done.err.startswith(message)
    assert len(done.out.splitlines()) == int(message[5]) - 1
