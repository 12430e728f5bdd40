"""Wrong input gets one line and the exit code 2."""

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("analyse .........", "No such command 'analyse'. Did you mean 'analyze'?"),
        ("analyze", "Missing argument 'BOARD'."),
        ("analyze XXX/...", "The board has 3 columns and 2 rows. Use 3 to 9 of each."),
        ("analyze XZ./.../...", "`Z` is not a cell."),
        ("analyze 'XO./.../. .'", "` ` is not a cell."),
        ("analyze XO./.../..\u00d8", "Character 11 is not a cell."),
        ("analyze XO......", "A board of 8 cells is not square."),
        ("analyze -X-/---/---", "No such option: -X"),
        ("analyze ......... --side-to-move Q", "--side-to-move must be X or O."),
        ("analyze X........ --side-to-move X", "O is to move. Correct --side-to-move"),
        ("analyze ......... --in-a-row 4", "--in-a-row must be 3 on this board."),
        ("analyze ......... --in-a-row 99", "--in-a-row must be an integer from 3 to 9."),
        ("analyze ......... --max-nodes 5", "--max-nodes must be an integer from 1000 to"),
        ("analyze ......... --deeper", "No such option: --deeper"),
        ("analyze ......... .........", "Got unexpected extra argument"),
        ("analyze ......... --stdin", "Boards come from standard input. Omit BOARD."),
        ("exam", "Exactly one player is required. Use --command, --url or --level."),
        ("exam --level hard --url http://x", "Exactly one player is required."),
        ("exam --url file:///etc/hosts", "Not a valid URL. Use one that begins with http://"),
        ("exam --url 'http://127.0.0.1:1/a b'", "No response to .../.../... X from the URL."),
        ("exam --command /no/such/program", "The command cannot be started."),
        ('exam --command "\'"', "The command cannot be started."),
        ("exam --command ''", "The command cannot be started."),
        ("exam --level hard --timeout x", "--timeout must be a number of at least 0.01."),
        ("exam --level hard --columns 6", "The board is too large. Use at most 16 cells"),
        ("play --x nobody", "--x must be person, beginner, easy, medium, hard or perfect."),
        ("play --seed -1", "--seed must be an integer of at least 0."),
        ("review", "Missing argument 'MOVES'."),
        ("review 0,0", "Move 2 is illegal. Cell 0 already has a mark."),
        ("review 0,3,1,4,2,5", "Move 6 is illegal. The game is already over."),
        ("review 0,9", "Move 2 is illegal. The cell is not on the board. Use 0 to 8."),
        ("review a1", "MOVES must be the cells played"),
        (f"review {'9' * 9999}", "MOVES must be the cells played"),
        ("serve --port 65536", "--port must be an integer from 0 to 65535."),
        ("trace ......... --algorithm x", "--algorithm must be minimax, alpha_beta or alpha_"),
        ("trace .........", "The search lists more than 6000 nodes. Use --algorithm"),
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
        ("XO./.X./..O\nXX./.../...\n.........", "Line 2: There are 2 X and 0 O."),
        ("\n", "Line 1: A board of 0 cells"),
        (f".........\n{'.' * 9_999}\n.........", "Line 2: A board of"),
    ],
)
def test_wrong_line_of_standard_input_is_named(run: Run, typed: str, message: str) -> None:
    done = run("analyze --stdin --jobs 1", typed=typed)
    assert done.code == 2
    assert done.err.startswith(message)
    assert len(done.out.splitlines()) == int(message[5]) - 1
