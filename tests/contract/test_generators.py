"""The generators that are used most take the contract; what they make compiles, and calls.

tests/contract/test_clients.py does the same with openapi-python-client, and `make check` compiles
the types of openapi-typescript.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live import ROOT, running_service

pytestmark = pytest.mark.full

CONTRACT = ROOT / "openapi" / "openapi.json"
PACKAGES = Path(__file__).parent / "generators"
TOOLS = Path(sys.executable).parent
GO_PACKAGES = "/usr/share/gocode"  # where Debian has the one package that the Go client needs
COMPILE = (
    *("tsc", "--noEmit", "--strict", "--skipLibCheck", "--target", "ES2022"),
    *(
        "--module",
        "ESNext",
        "--moduleResolution",
        "bundler",
        "--lib",
        "ES2022,DOM,DOM.Iterable",
        "--types",
        "node",
    ),
)
# The command of each generator. A file of its name in generators/calls uses what it makes.
TYPESCRIPT = {
    "hey-api": ("openapi-ts", "-i", str(CONTRACT), "-o", "made"),
    "orval": ("orval", "--input", str(CONTRACT), "--output", "made/api.ts", "--client", "fetch"),
    "swagger-typescript-api": (
        *("swagger-typescript-api", "generate", "-p", str(CONTRACT), "-o", "made", "-n", "api.ts"),
    ),
}
BUNDLE = ("--bundle", "--format=esm", "--platform=node", "--outfile=calls.mjs", "--log-level=error")
CALLS = """
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
assert stream.startswith("event: analysis")
try:
    analysis.get_analysis(board="XXX/OOO/...")
except ApiException as error:
    assert error.status == 422
    assert error.data.code == made.ProblemCode.BOTH_WON
else:
    raise AssertionError("an illegal position was taken")
"""


def run(*command: str | Path, folder: Path, **variables: str) -> str:
    """What a command prints; fails with it if it fails."""
    path = f"{TOOLS}{os.pathsep}{PACKAGES / 'node_modules' / '.bin'}{os.pathsep}"
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PATH": path + os.environ["PATH"]} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout + done.stderr


def needed(program: str) -> None:
    """Skip a test without this program; in CI that is a failure."""
    if shutil.which(program, path=f"{TOOLS}{os.pathsep}{os.environ['PATH']}") is None:
        outcome = pytest.fail if os.environ.get("CI") else pytest.skip
        outcome(f"there is no {program} on this machine")


@pytest.fixture(scope="module")
def packages() -> None:
    """The generators of npm, installed by their lock."""
    needed("npm")
    run("npm", "ci", "--silent", folder=PACKAGES)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A service."""
    with running_service() as url:
        yield url


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", TYPESCRIPT)
def test_typescript_is_made_and_calls(tmp_path: Path, name: str, url: str) -> None:
    # The compiler finds the packages of the generators above what they make.
    (tmp_path / "node_modules").symlink_to(PACKAGES / "node_modules")
    shutil.copy(PACKAGES / "calls" / f"{name}.ts", tmp_path / "calls.ts")
    run(*TYPESCRIPT[name], folder=tmp_path)
    run(*COMPILE, "calls.ts", folder=tmp_path)
    run("esbuild", *BUNDLE, "calls.ts", folder=tmp_path)
    run("node", "calls.mjs", url, folder=tmp_path)


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("generator", ["python", "typescript-fetch", "java"])
def test_openapi_generator_takes_the_contract(tmp_path: Path, generator: str, url: str) -> None:
    needed("openapi-generator-cli")
    command = ("openapi-generator-cli", "generate", "-i", str(CONTRACT), "-g", generator)
    printed = run(*command, "-o", "made", folder=tmp_path)
    assert "[error]" not in printed.lower()
    if generator == "typescript-fetch":
        (tmp_path / "node_modules").symlink_to(PACKAGES / "node_modules")
        run(*COMPILE, "made/index.ts", folder=tmp_path)
    if generator == "python":
        pytest.importorskip("dateutil")
        run(sys.executable, "-c", CALLS, url, folder=tmp_path / "made")


def test_openapi_generator_makes_go_that_calls(tmp_path: Path, url: str) -> None:
    needed("openapi-generator-cli")
    needed("go")
    command = ("openapi-generator-cli", "generate", "-i", str(CONTRACT), "-g", "go")
    # Go has one namespace for the values of all enumerations.
    sources = tmp_path / "src"
    options = ("--package-name", "noughts", "--additional-properties", "enumClassPrefix=true")
    run(*command, *options, "-o", str(sources / "noughts"), folder=tmp_path)
    (sources / "calls").mkdir()
    shutil.copy(PACKAGES / "calls" / "openapi-generator.go", sources / "calls" / "main.go")
    variables = {
        "GO111MODULE": "off",
        "GOPATH": f"{tmp_path}{os.pathsep}{GO_PACKAGES}",
        "GOCACHE": str(tmp_path / "cache"),
    }
    run("go", "build", "-o", "made", "./src/calls", folder=tmp_path, **variables)
    run(tmp_path / "made", url, folder=tmp_path)
