"""The README is true: its commands run, its answers are the service's, its tables are complete."""

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from itertools import pairwise

import pytest

from service.api.problems import CATALOGUE
from service.engine.analysis import analyze
from service.engine.game_tree import game_tree
from service.engine.notation import read_position
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
    others = [command for command in COMMANDS if not command.startswith("curl ")]
    assert others == ["make run", "docker compose up", "make test"]
    assert (ROOT / "docker-compose.yml").exists()


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
