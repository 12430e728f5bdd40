"""The README is true: its commands run, its answers are the service's, its tables are complete."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from benchmarks.ladder import LADDER
from service.engine.board.notation import read_position
from service.engine.count.game_tree import game_tree
from service.engine.explain.reasons import Reason
from service.engine.play.levels import DESCRIPTIONS, Level
from service.engine.search.analyze import analyze
from service.schemas.problems import CATALOGUE
from service.settings import Settings
from tests.live import ADDRESS, ROOT

README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [text.strip() for kind, text in BLOCKS if kind == "sh"]
CURLS = [
    (command.strip(), answer)
    for (kind, command), (next_kind, answer) in pairwise(BLOCKS)
    if kind == "sh" and next_kind in {"json", "text"}
]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of the service that `make run` starts."""
    process = subprocess.Popen(
        ["make", "run"],
        cwd=ROOT,
        env=os.environ | {"NOUGHTS_PORT": "0"},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stderr
    try:
        found = next(filter(None, map(ADDRESS.search, process.stderr)), None)
        assert found, "make run did not start the service"
        yield found[1]
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.stderr.read()
        process.stderr.close()
        process.wait()


def test_it_opens_with_a_call_and_its_answer() -> None:
    assert BLOCKS[0][1].startswith("curl ")
    assert BLOCKS[1][0] == "json"
    assert len(CURLS) == sum(kind in {"json", "text"} for kind, _ in BLOCKS)


@pytest.mark.parametrize(("command", "answer"), CURLS)
def test_a_call_gets_the_answer_shown(url: str, command: str, answer: str) -> None:
    if shutil.which("curl") is None:
        pytest.skip("there is no curl on this machine")
    command = command.replace("http://127.0.0.1:8000", url).replace("curl ", "curl --silent ", 1)
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, text=True)
    if answer.startswith("{"):
        assert json.loads(done.stdout) == json.loads(answer)
    else:
        assert done.stdout == answer


def test_every_other_command_exists() -> None:
    others = [
        command for command in COMMANDS if not command.startswith(("curl ", ".venv/bin/python "))
    ]
    assert others == [
        "make run",
        "docker compose up",
        "make test",
        "docker compose up --scale noughts=4",
        "kubectl apply -f deploy/kubernetes.yaml",
    ]
    assert (ROOT / "docker-compose.yml").exists()
    assert (ROOT / "deploy" / "kubernetes.yaml").exists()


@pytest.mark.parametrize("command", [text for text in COMMANDS if text.startswith(".venv/")])
def test_a_command_of_the_terminal_runs(command: str) -> None:
    arguments = command.split()[1:]
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        input="4\nh\nq\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert "X" in done.stdout


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`?make ([a-z]+)`?", README))))
def test_every_target_of_make_exists(target: str) -> None:
    subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, check=True)


def test_the_table_of_errors_is_complete() -> None:
    rows = [f"| {e.status} | `{code}` | {e.when} |" for code, e in CATALOGUE.items()]
    assert "\n".join(["| status | code | when |", "| --- | --- | --- |", *rows]) in README


def test_the_table_of_settings_is_complete() -> None:
    rows = [
        f"| `NOUGHTS_{name.upper()}` | `{field.default}` | {field.description} |"
        for name, field in Settings.model_fields.items()
    ]
    assert "\n".join(["| variable | default | meaning |", "| --- | --- | --- |", *rows]) in README


def test_the_levels_are_described_as_they_are() -> None:
    for level in Level:
        assert f"| `{level}` | {DESCRIPTIONS[level]} |" in README


def test_the_table_of_strength_is_the_ladder() -> None:
    ladder = json.loads(LADDER.read_text())
    for low, high in combinations(Level, 2):
        cells = [
            f"{row['wins']}–{row['draws']}–{row['losses']}: "
            f"{(row['wins'] + row['draws'] / 2) / row['games']:.1%}, "
            f"{row['elo']:+} ± {row['elo_error']}"
            for row in ladder[high]
            if row["opponent"] == low
        ]
        assert f"| {' | '.join([f'`{high}` against `{low}`', *cells])} |" in README


def test_every_reason_is_explained() -> None:
    for reason in Reason:
        assert f"| `{reason}` |" in README


def test_the_counts_of_the_searches_are_true() -> None:
    empty = read_position(".........")
    counts = game_tree(empty).searched
    assert counts
    for name, count in (
        ("minimax", counts.minimax),
        ("alpha-beta", counts.alpha_beta),
        ("alpha-beta, cached", counts.alpha_beta_cached),
        ("Noughts: every move scored with its distance, best play included", analyze(empty).nodes),
    ):
        assert f"| {name} | {count:,} |" in README


def test_what_it_links_to_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists()
