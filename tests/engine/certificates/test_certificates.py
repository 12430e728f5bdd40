"""The certificates in benchmarks/proofs: what they prove, and what becomes of damaged ones."""

import gzip
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from service.engine.certificates import check as module
from service.engine.certificates.check import check
from tests import reference
from tests.docs.pages import table
from tests.live import ROOT
from tests.parameters import in_full, in_release
from tests.reference import Rules

FOLDER = ROOT / "benchmarks" / "proofs"
SIZES = {path.name.partition(".")[0]: path.stat().st_size for path in sorted(FOLDER.glob("*.gz"))}
SMALL, LARGE = 700, 12_000  # bytes
SECOND = Path(__file__).with_name("second.mjs")
DAMAGES = 100


def named(at_least: int, less_than: int = 10**9) -> list[str]:
    return [name for name, size in SIZES.items() if at_least <= size < less_than]


def text_of(name: str) -> str:
    return gzip.decompress((FOLDER / f"{name}.txt.gz").read_bytes()).decode()


def second_opinions(texts: list[str]) -> list[str | None]:
    """The statements of the checker written from the description alone; None where it refuses."""
    command = ["node", str(SECOND)]
    done = subprocess.run(command, input=json.dumps(texts), stdout=-1, text=True, check=True)
    opinions: list[str | None] = json.loads(done.stdout)
    return opinions


def known_values() -> dict[str, str]:
    """The table of the 140 boards: values, with an asterisk if it has no certificate."""
    lengths = [str(length) for length in range(3, 10)]
    return {
        f"{board}-{length}": value
        for board, *values in table(ROOT / "docs" / "solver.md", "board", *lengths)
        for length, value in zip(lengths, values, strict=True)
        if value != "–"
    }


def test_table_has_every_board_and_marks_those_without_certificate() -> None:
    values = known_values()
    sides = [(columns, rows) for columns in range(3, 10) for rows in range(3, columns + 1)]
    boards = [f"{c}x{r}-{length}" for c, r in sides for length in range(3, c + 1)]
    assert list(values) == boards
    assert len(boards) == 140
    assert {board for board, value in values.items() if value in {"X", "draw"}} == set(SIZES)
    assert set(values.values()) <= {"X", "draw", "X*", "draw*", "?"}
    assert max(SIZES.values()) <= 100_000
    assert sum(SIZES.values()) <= 1_000_000


def statements() -> dict[str, str]:
    """What the certificates prove, according to the table."""
    claims, values = {"X": "X wins", "draw": "draw"}, known_values()
    return {name: f"{name.replace('-', ', ')} in a row: {claims[values[name]]}." for name in SIZES}


@pytest.mark.parametrize("name", [*named(0, LARGE), *in_full(*named(LARGE))])
def test_certificate_proves_the_value_in_the_table(name: str) -> None:
    assert check(text_of(name)) == statements()[name]


@pytest.mark.parametrize("name", ["3x3-3", *in_full("4x3-3", "4x3-4")])
def test_value_agrees_with_the_reference(name: str) -> None:
    columns, rows, in_a_row = map(int, re.findall(r"\d", name))
    rules = Rules(columns, rows, in_a_row)
    score = reference.score(rules, rules.empty_board, "X", {})
    assert known_values()[name] == ("X" if score > 0 else "draw")


@pytest.mark.full
def test_second_checker_agrees_on_every_certificate() -> None:
    assert second_opinions(list(map(text_of, SIZES))) == list(statements().values())


def damaged(text: str, random: Random) -> Iterator[tuple[bool, str]]:
    """Damaged copies of a text, and whether a line is missing, repeated or miscounted in each."""
    header, *lines = text.splitlines()
    count = len(lines)

    def counting(lines: int) -> str:
        return header.replace(f", {count} lines", f", {lines} lines")

    for number in range(DAMAGES):
        at = random.randrange(count)
        short, long = lines[:at] + lines[at + 1 :], lines[: at + 1] + lines[at:]
        fields, characters = lines[at].split(" "), list(lines[at])
        field = random.randrange(1, len(fields))
        fields[field] = re.sub(r"\d+$|-$", str(random.randrange(81)), fields[field])
        characters[random.randrange(len(fields[0]))] = random.choice(".XOab/")
        cut = lines[at][: random.randrange(len(lines[at]))]
        changed = random.choice([cut, " ".join(fields), "".join(characters)])
        game = "{}x{}, {}".format(*random.choices(range(3, 10), k=3))
        claim = "X wins" if ", draw" in header else "draw"
        kinds: list[tuple[bool, list[str]]] = [
            (True, [header, *random.choice([short, long])]),
            (True, [counting(count - 1), *short]),
            (True, [counting(count + 1), *long]),
            (True, [counting(count - 1), *lines]),
            (False, [re.sub(r"\dx\d, \d", game, header), *lines]),
            (False, [re.sub(r"draw|X wins", claim, header), *lines]),
            (False, [header, *lines[:at], changed, *lines[at + 1 :]]),
        ]
        is_miscounted, copy = kinds[min(number % 12, 6)]
        yield is_miscounted, "".join(f"{line}\n" for line in copy)


def statement_of(text: str) -> str | None:
    """The statement that a text proves; None if it is refused."""
    with suppress(ValueError):
        return check(text)
    return None


@pytest.mark.limit(1_800)
@pytest.mark.parametrize("name", [*named(0, SMALL), *in_release(*named(SMALL))])
def test_damaged_certificate_is_refused_or_proves_what_it_says(name: str) -> None:
    text = text_of(name)
    copies = [copy for copy in damaged(text, Random(5)) if copy[1] != text]
    statements = {copy: statement_of(copy) for _, copy in copies}
    assert not any(statements[copy] for is_miscounted, copy in copies if is_miscounted)
    if shutil.which("node"):
        assert second_opinions(list(statements)) == list(statements.values())


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (("Noughts", "Nought"), "The first line is not the header of a certificate."),
        (("24 lines", "25 lines"), "24 lines have 24 boards, but must have 25."),
        (("5x4", "5x5"), "A line is malformed. It begins with '...../...../...../..... -'."),
        (("draw", "X wins"), "A line is malformed. It begins with '...../...../...../..... -'."),
        ((" -\n", " 3\n"), "O cannot play 3 in ....................."),
    ],
)
def test_fault_is_named(damage: tuple[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        check(text_of("5x4-4").replace(*damage, 1))


def test_checker_is_short_and_runs_alone(tmp_path: Path) -> None:
    source = Path(module.__file__).read_text()
    assert len(source.splitlines()) <= 120
    (tmp_path / "alone.py").write_text(source)
    command = [sys.executable, "-I", "alone.py"]
    done = subprocess.run(
        command, cwd=tmp_path, input=text_of("5x4-4"), stdout=-1, text=True, check=True
    )
    assert done.stdout == "5x4, 4 in a row: draw.\n"
