"""`exam --command`: players that are programs, and the end of their processes."""

import shlex
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from tests.cli.conftest import Run
from tests.live import ROOT, wait_until

ALONE = "Print nothing else. Prompts can go to standard error."
MEMORY = "The system sends this signal, for example, if the memory is used up."
MUST_PRINT = (
    "It must print a line with a cell number for each line it reads, and flush it, "
    "as print(cell, flush=True) does in Python."
)
PLAYER = """\
import os, sys
sys.path.insert(0, {root!r})
from tests.engine.exam.players import perfect
for line in sys.stdin:
    board, side = line.split()
    {body}
"""


def python(tmp_path: Path, body: str) -> str:
    """The command of a player whose answer is made by this line."""
    return plain(tmp_path, PLAYER.format(root=str(ROOT), body=body))


def plain(tmp_path: Path, text: str) -> str:
    """The command of a Python program with this text."""
    file = tmp_path / "player.py"
    file.write_text(text)
    return shlex.join([sys.executable, str(file)])


def test_perfect_program_passes_as_both_sides(run: Run, tmp_path: Path) -> None:
    command = python(tmp_path, 'print(perfect(side, board.replace("/", "")), flush=True)')
    done = run("exam --accept unbeaten --command", command)
    assert (done.code, done.err) == (0, "")
    assert "The player as X: perfect (" in done.out
    assert "The player as O: perfect (" in done.out
    assert "shortest game" not in done.out


def test_slow_winner_is_perfect_if_only_the_outcome_counts(run: Run, tmp_path: Path) -> None:
    body = 'print(takes_a_slow_win(side, board.replace("/", "")), flush=True)'
    command = python(tmp_path, f"from tests.engine.exam.players import takes_a_slow_win; {body}")
    for values, verdict, code in (("score", "unbeaten", 1), ("outcome", "perfect", 0)):
        done = run(f"exam --values {values} --side X --command", command)
        assert f"The player as X: {verdict} (" in done.out
        assert "% of its moves are best, and 100.0% keep the outcome." in done.out
        assert (" X plays cell " in done.out, done.code) == (verdict == "unbeaten", code)


def test_player_must_pass_as_both_sides(run: Run, tmp_path: Path) -> None:
    cells = 'board.replace("/", "")'
    body = f'print(perfect(side, {cells}) if side == "O" else {cells}.index("."), flush=True)'
    done = run("exam --command", python(tmp_path, body))
    assert "The player as X: loses (" in done.out
    assert "The player as O: perfect (" in done.out
    assert done.code == 1


def test_unbeaten_can_be_accepted(run: Run) -> None:
    done = run("exam --level medium --side x --seed 1")
    assert "The player as X: unbeaten" in done.out
    assert done.code == 1
    assert run("exam --level medium --side x --seed 1 --accept unbeaten").code == 0
    assert run("exam --level easy --side O --accept unbeaten").code == 1


NO_CELL = "The response to {} must be a cell from 0 to 80, and it was "
EXITED = "The player exited with code 0 without responding to {}."
KILLED = "The player was killed by signal 9 (SIGKILL) without responding to {}."
LATE = "The player took more than 2 seconds for {}."
# What a program does when it has read the first line, and the fault.
FAULTS = {
    "print('left', flush=True)": f"{NO_CELL}'left'.",
    "print(81, flush=True)": f"{NO_CELL}'81'.",
    "print('Your move?', 4, flush=True)": f"{NO_CELL}'Your move? 4'.",
    r"print('\x1b[2J' + 'a' * 99, flush=True)": rf"{NO_CELL}'\x1b[2J{'a' * 5}...{'a' * 13}'.",
    "while True: print('hello')": f"{NO_CELL}'hello'.",
    "print(flush=True)": f"{NO_CELL}empty.",
    "print('NaN', flush=True)": f"{NO_CELL}'NaN'.",
    "print(4.5, flush=True)": f"{NO_CELL}'4.5'.",
    "os.write(1, '4\\n'.encode('utf-16')); time.sleep(60)": f"{NO_CELL}'\ufffd\ufffd4\\x00'.",
    "": EXITED,
    "sys.exit(3)": EXITED.replace("0", "3"),
    "print('Move: ', end='')": f"{EXITED} It printed 'Move:' without a line break.",
    "os.fork() or (os.setsid(), time.sleep(60)); os._exit(0)": EXITED,  # The output stays open.
    "os.kill(os.getpid(), 9)": KILLED,
    "os.kill(os.getpid(), 11)": KILLED.replace("9 (SIGKILL)", "11 (SIGSEGV)"),
    "os.kill(os.getpid(), 40)": KILLED.replace("9 (SIGKILL)", "40"),  # It has no name.
    "print(4); time.sleep(60)": LATE,  # It is never flushed.
    "os.system('sleep 60; echo 4')": LATE,
    "os.kill(os.getpid(), 19)": LATE,  # SIGSTOP
    "for _ in range(40): os.fork() and time.sleep(60) or os.setsid()": LATE,
    "os.write(1, b'4\\r'); time.sleep(60)": f"{LATE} It printed '4' without a line break.",
    "os.close(1); time.sleep(60)": LATE,
    "while True: print(0, end='', flush=True), time.sleep(0.05)": f"{LATE} It printed '000",
    "while True: sys.stdout.write('0' * 999)": f"{LATE} It printed '{'0' * 12}...{'0' * 13}'",
}


@pytest.mark.parametrize(("body", "message"), FAULTS.items())
def test_fault_of_a_program_is_named_within_the_limit(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, message: str
) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    command = plain(tmp_path, f"import os, sys, time\nsys.stdin.readline()\n{body}\n")
    advice = MEMORY if "SIGKILL" in message else ALONE if NO_CELL in message else MUST_PRINT
    timeout = 2 if "took" in message else 30
    before = monotonic()
    done = run(f"exam --side X --timeout {timeout} --command", command)
    assert done.code == 2
    assert done.err.startswith(message.format("`.../.../... X`"))
    assert done.err.endswith(f" {advice}\n")
    assert monotonic() - before < 60  # The programs sleep as long.


@pytest.mark.parametrize("form", ["\ufeff4", "4.0", " 4 \r", "4e0", "04"])
def test_cell_is_read_in_the_forms_that_languages_print(
    run: Run, tmp_path: Path, form: str
) -> None:
    text = "import sys\nfor _ in sys.stdin: sys.stdout.buffer.write({!r}), sys.stdout.flush()"
    command = plain(tmp_path, text.format(f"{form}\n".encode()))
    assert "X plays cell 4, which is taken" in run("exam --side X --command", command).out


SCRIPTS = {
    "return": ("#!/usr/bin/env python3\r\n", 0o755, "The first line of {} ends with a carriage"),
    "interpreter": ("#!/nothing/python3\n", 0o755, "{} cannot be started. The interpreter in its"),
    "no first line": ("print(4)\n", 0o755, "{} cannot be started. A script must begin with"),
    "mode": ("#!/usr/bin/env python3\n", 0o644, "{} cannot be started. It is not executable."),
}


@pytest.mark.parametrize(("text", "mode", "message"), SCRIPTS.values(), ids=SCRIPTS)
def test_script_that_cannot_be_started_is_told_why(
    run: Run, tmp_path: Path, text: str, mode: int, message: str
) -> None:
    (tmp_path / "player").write_text(text)
    (tmp_path / "player").chmod(mode)
    done = run("exam --side X --command", str(tmp_path / "player"))
    assert (done.code, message.format(tmp_path / "player") in done.err) == (2, True), done.err


FORK = """\
import os, sys, time
def start(leave):
    if not os.fork():
        leave()
        note()
        time.sleep(60)
def note():
    with open({pids!r}, "a") as file:
        file.write(f"{{os.getpid()}} ")
def clear():
    os.setsid()
    note()
    os.execve("/bin/sleep", ["sleep", "60"], {{}})
"""
LEAVES = {
    "stays": "start(lambda: None)",
    "session": "start(os.setsid)",
    "daemon": "start(lambda: (os.setsid(), os.fork() and os._exit(0), os.setsid()))",
    "program": "start(clear)",
}
ENDS = {
    "answers wrongly": "print('no', flush=True)",
    "exits": "",
    "is late": "time.sleep(60)",
    "loses": "while True: print(8, flush=True), sys.stdin.readline()",
}


def is_running(number: str) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(") ", 1)[1][0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(("leaves", "ends"), list(zip(LEAVES, ENDS, strict=True)))
def test_programs_that_a_player_starts_end_with_the_exam(
    run: Run, tmp_path: Path, leaves: str, ends: str
) -> None:
    pids = tmp_path / "pids"
    ready = f"while not os.path.exists({str(pids)!r}): time.sleep(0.01)\nsys.stdin.readline()\n"
    text = FORK.format(pids=str(pids)) + f"{LEAVES[leaves]}\n{ready}{ENDS[ends]}\n"
    timeout = 10 if ends == "is late" else 30  # Its programs are started in this time.
    done = run(f"exam --side X --timeout {timeout} --command", plain(tmp_path, text))
    assert done.code == (1 if ends == "loses" else 2), done.err
    assert not any(map(is_running, pids.read_text().split()))


BUSY = """\
import os, signal, sys
signal.signal(signal.SIGHUP, signal.SIG_IGN)
sys.stdin.readline()
if {forks} and not os.fork():
    os.setsid()
os.write(2, b"%d\\n" % os.getpid())  # At once: both processes write.
while True:
    pass
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_busy_player_ends_with_a_signal_to_the_exam(tmp_path: Path, number: signal.Signals) -> None:
    count = 1 if number == signal.SIGKILL else 2  # Only the program itself ends with SIGKILL.
    command = plain(tmp_path, BUSY.format(forks=count > 1))
    arguments = ["exam", "--side", "O", "--timeout", "60", "--command", command]
    with subprocess.Popen(
        [sys.executable, "-m", "service", *arguments], cwd=ROOT, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        pids = [process.stderr.readline().strip() for _ in range(count)]
        process.send_signal(number)
        code = process.wait(60)
    wait_until(lambda: not any(map(is_running, pids)))
    assert code == (-number if number == signal.SIGKILL else 128 + number)
