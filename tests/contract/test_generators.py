"""The most used generators accept the contract; the clients compile, and call a real server.

Most for Python and TypeScript take the contract in OpenAPI 3.1, the others that in 3.0.3. They also
call a later release, whose responses have grown (later.py).
`make check` compiles the types of openapi-typescript.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import programs
from tests.contract.later import NEW, later_release
from tests.live import ROOT, running_service

pytestmark = [pytest.mark.full, pytest.mark.release]

CONTRACT = ROOT / "openapi" / "openapi.json"
CONTRACT_30 = ROOT / "openapi" / "openapi-3.0.json"
PACKAGES = Path(__file__).parent / "generators"
# From Debian, for the client of Java; Jackson is in the generator.
ANNOTATIONS = "/usr/share/java/geronimo-annotation-1.3-spec.jar"
COMPILE = (
    *("tsc", "--noEmit", "--strict", "--skipLibCheck", "--target", "ES2022"),
    *("--module", "ESNext", "--moduleResolution", "bundler"),
    *("--lib", "ES2022,DOM,DOM.Iterable", "--types", "node"),
)
# The command of each generator. A file of its name in generators/calls uses its client.
TYPESCRIPT = {
    "hey-api": ("openapi-ts", "-i", str(CONTRACT), "-o", "made"),
    "openapi-fetch": ("openapi-typescript", str(CONTRACT), "-o", "made/api.d.ts"),
    "orval": ("orval", "--input", str(CONTRACT), "--output", "made/api.ts", "--client", "fetch"),
    "swagger-typescript-api": (
        *("swagger-typescript-api", "generate", "-p", str(CONTRACT), "-o", "made", "-n", "api.ts"),
    ),
    "typescript-fetch": (
        *("openapi-generator-cli", "generate", "-g", "typescript-fetch"),
        *("-i", str(CONTRACT_30), "-o", "made"),
    ),
}
BUNDLE = ("--bundle", "--format=esm", "--platform=node", "--outfile=calls.mjs", "--log-level=error")
# The calls of the Python clients: of openapi-python-client, and of OpenAPI Generator.
CALLS = """
import sys
from noughts_client import Client, models
from noughts_client.api.analysis import get_analysis, post_analysis
from noughts_client.api.game_tree import get_game_tree
from noughts_client.api.play import get_best_move, post_best_move
from noughts_client.api.review import get_review

client = Client(base_url=sys.argv[1])
rows = [["X", "O", None], [None, "X", None], [None, None, "O"]]
for board in ("XO./.X./..O", ["X", "O", None, "", "X", "", "", "", "O"], rows):
    answer = post_analysis.sync(client=client, body=models.AnalysisRequest(board=board))
    assert (answer.best_move, answer.score, answer.outcome) == (3, 97, models.Outcome.WIN)
    assert [move.estimate for move in answer.moves] == [None] * 5
    assert get_analysis.sync(client=client, board="XO./.X./..O") == answer
moves = []
while (turn := get_best_move.sync(client=client, moves=moves)).move:
    body = models.BestMoveRequest(moves=moves, level=models.Level.PERFECT, seed=None)
    assert post_best_move.sync(client=client, body=body) == turn
    moves.append(turn.move.cell)
review = get_review.sync(client=client, moves=moves)
assert [ply.verdict for ply in review.plies] == [sys.argv[3]] * 9
assert get_review.sync(client=client, moves=[]).plies == []
tree = get_game_tree.sync(client=client, board=".../.../...")
assert (tree.nodes, tree.searched.alpha_beta) == (549_946, 18_297)
problem = post_analysis.sync(client=client, body=models.AnalysisRequest(board="XXX/OOO/..."))
assert isinstance(problem, models.Problem)
assert (problem.code, problem.errors[0].pointer) == (sys.argv[2], "/board")
"""
CALLS_OF_OPENAPI_GENERATOR = """
import sys
import openapi_client as made
from openapi_client.exceptions import ApiException

client = made.ApiClient(made.Configuration(host=sys.argv[1]))
analysis = made.AnalysisApi(client)
rows = [["X", "O", None], [None, "X", None], [None, None, "O"]]
for board in ("XO./.X./..O", sum(rows, []), rows, ["XO.", ".X.", "..O"]):
    answer = analysis.post_analysis(made.AnalysisRequest(board=made.Board(board)))
    assert (answer.best_move, answer.score, answer.moves[0].estimate) == (3, 97, None)
request = made.BestMoveRequest(board=made.Board("........."), seed=2**53 - 1, level=None)
assert made.PlayApi(client).post_best_move(request).seed == 2**53 - 1
stream = analysis.stream_analysis(board="XO./.X./..O").actual_instance
assert "event: analysis\\n" in stream
review = made.ReviewApi(client).get_review([4, 0, 8])
assert review.plies[0].verdict == sys.argv[3]
try:
    analysis.get_analysis(board="XXX/OOO/...")
except ApiException as error:
    assert error.status == 422
    assert error.data.code == sys.argv[2]
else:
    raise AssertionError("an illegal position was taken")
"""


def run(*command: str | Path, folder: Path, **variables: str) -> str:
    """The output of a program, which can be one of the packages."""
    path = f"{PACKAGES / 'node_modules' / '.bin'}{os.pathsep}{programs.PATH}"
    both = ("sh", "-c", 'exec "$0" "$@" 2>&1')
    return programs.run(*both, *command, folder=folder, PATH=path, **variables)


Releases = list[tuple[str, str, str]]


@pytest.fixture(scope="module")
def releases() -> Iterator[Releases]:
    """The URL of this release and of a later one, each with the code and the verdict to expect."""
    with running_service() as url, later_release(url) as later:
        yield [(url, "both_won", "best"), (later, NEW["code"], NEW["verdict"])]


@pytest.fixture(scope="module")
def packages() -> None:
    """The generators of npm, installed by their lock."""
    run("npm", "ci", "--silent", folder=PACKAGES)


def test_python_client_calls(tmp_path: Path, releases: Releases) -> None:
    options = [f"--path={CONTRACT}", "--output-path=noughts_client", "--meta=none"]
    run("openapi-python-client", "generate", *options, "--fail-on-warning", folder=tmp_path)
    for served in releases:
        run(sys.executable, "-c", CALLS, *served, folder=tmp_path)


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", TYPESCRIPT)
def test_typescript_client_compiles_and_calls(
    tmp_path: Path, name: str, releases: Releases
) -> None:
    # The compiler finds the generators' packages in a folder above.
    (tmp_path / "node_modules").symlink_to(PACKAGES / "node_modules")
    shutil.copy(PACKAGES / "calls" / f"{name}.ts", tmp_path / "calls.ts")
    run(*TYPESCRIPT[name], folder=tmp_path)
    run(*COMPILE, "calls.ts", folder=tmp_path)
    run("esbuild", *BUNDLE, "calls.ts", folder=tmp_path)
    for served in releases:
        run("node", "calls.mjs", *served, folder=tmp_path)


def generate(language: str, contract: Path, folder: Path, *options: str) -> None:
    """Make the client of OpenAPI Generator in `made`."""
    command = ("openapi-generator-cli", "generate", "-g", language, "-i", str(contract))
    assert "[error]" not in run(*command, "-o", "made", *options, folder=folder).lower()


def test_openapi_generator_for_python(tmp_path: Path, releases: Releases) -> None:
    pytest.importorskip("dateutil")
    generate("python", CONTRACT, tmp_path)
    for served in releases:
        run(sys.executable, "-c", CALLS_OF_OPENAPI_GENERATOR, *served, folder=tmp_path / "made")


def test_openapi_generator_for_go(tmp_path: Path, releases: Releases) -> None:
    # Go has one namespace for the values of all enumerations, and refuses unknown fields.
    properties = "enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false"
    options = ("--package-name", "noughts", "--additional-properties", properties)
    generate("go", CONTRACT_30, tmp_path, *options)
    sources = tmp_path / "src"
    shutil.copytree(tmp_path / "made", sources / "noughts")
    (sources / "calls").mkdir()
    shutil.copy(PACKAGES / "calls" / "calls.go", sources / "calls" / "main.go")
    variables = {"GO111MODULE": "off", "GOPATH": str(tmp_path), "GOCACHE": str(tmp_path / "cache")}
    run("go", "build", "-o", "calls", "./src/calls", folder=tmp_path, **variables)
    for served in releases:
        run(tmp_path / "calls", *served, folder=tmp_path)


def test_openapi_generator_for_java(tmp_path: Path, releases: Releases) -> None:
    [generator] = pytest.importorskip("openapi_generator_cli").__path__
    options = ("--library", "native", "--additional-properties", "openApiNullable=false")
    generate("java", CONTRACT_30, tmp_path, *options)
    libraries = os.pathsep.join(("classes", ANNOTATIONS, f"{generator}/*"))
    sources = (tmp_path / "made" / "src" / "main").rglob("*.java")
    calls = PACKAGES / "calls" / "Calls.java"
    run("javac", "-nowarn", "-d", "classes", "-cp", libraries, *sources, calls, folder=tmp_path)
    for served in releases:
        run("java", "-cp", libraries, "Calls", *served, folder=tmp_path)


@pytest.mark.parametrize("command", ["php calls.php", "ruby -I made/lib calls.rb"])
def test_openapi_generator_for(command: str, tmp_path: Path, releases: Releases) -> None:
    language, *options, calls = command.split()
    generate(language, CONTRACT_30, tmp_path)
    shutil.copy(PACKAGES / "calls" / calls, tmp_path)
    for served in releases:
        run(language, *options, calls, *served, folder=tmp_path)


@pytest.mark.parametrize(
    ("command", "board", "cells"),
    [
        ("csharp", "string Board {", "List<string> Cells {"),
        ("kotlin", "board: kotlin.String,", "cells: kotlin.collections.List<kotlin.String?>,"),
        (
            "rust --schema-mappings CellMark=CellMark",
            "board: String",
            "cells: Vec<models::CellMark>",
        ),
        ("swift6", "board: String\n", "cells: [String?]\n"),
    ],
)
def test_board_is_a_string_and_an_empty_cell_can_be_null(
    tmp_path: Path, command: str, board: str, cells: str
) -> None:
    language, *options = command.split()
    generate(language, CONTRACT_30, tmp_path, *options)
    models = {
        path.stem.replace("_", "").lower(): path.read_text()
        for path in (tmp_path / "made").rglob("[Mm]odel*/*")
        if path.suffix in {".cs", ".kt", ".rs", ".swift"} and "Test" not in path.stem
    }
    assert f" {board}" in models["analysisitem"]
    assert f" {cells}" in models["position"]
