"""The tables of the documentation agree with the code."""

import json
import re
from itertools import pairwise
from typing import Any

from service.catalogue import CATALOGUE
from service.engine.analysis import Reason
from service.engine.board.notation import read_position
from service.engine.budget import DEFAULT_NODES, turn_nodes
from service.engine.exam.examiner import MAX_CELLS, MAX_POSITIONS
from service.engine.game_tree import MAX_EMPTY_CELLS, game_tree
from service.engine.play.levels import Level
from service.engine.search.analyze import analyze
from service.engine.textbook.search import Algorithm
from service.engine.textbook.trace import MAX_LISTED
from service.middleware.negotiation import MAX_ITEMS
from service.schemas import responses
from service.settings import Settings
from service.state import MAX_LARGE, MAX_LARGE_OF_CLIENT
from tests.api.support import JSON
from tests.asgi import Client
from tests.docs.pages import table
from tests.live import ROOT, get
from tests.openapi.document import DOCUMENT, PROBLEMS

DOCS = ROOT / "docs"
LADDER = ROOT / "service" / "api" / "ladder.json"
API, CONTRACT, NGINX, OPERATIONS, REFERENCE, SOLVER = (
    DOCS / f"{name}.md"
    for name in ("api", "contract", "nginx", "operations", "reference", "solver")
)
COMPOSE = (ROOT / "docker-compose.yml").read_text()
TEMPLATE = (ROOT / "deploy" / "nginx.conf.template").read_text()
WORD = re.compile(r"`(\w+)`")


def test_operations_match_the_contract() -> None:
    shown = {
        operation.split("`")[1]: set(WORD.findall(methods))
        for operation, methods, _ in table(REFERENCE, "operation", "methods", "returns")
    }
    assert shown == {
        path: {method.upper() for method in item}
        for path, item in DOCUMENT["paths"].items()
        if path.startswith("/v1/")
    }


def test_every_error_is_listed() -> None:
    assert table(REFERENCE, "status", "code", "when") == [
        [str(entry.status), f"`{code}`", entry.when] for code, entry in CATALOGUE.items()
    ]


def test_every_error_can_be_provoked(client: Client) -> None:
    rows = table(CONTRACT, "status", "codes")
    listed = {code: int(status) for status, codes in rows for code in WORD.findall(codes)}
    assert listed == {code: problem["status"] for code, problem in PROBLEMS.items()}
    requests = {WORD.findall(code)[0]: each for code, each in table(CONTRACT, "code", "request")}
    for code, request in requests.items():
        method, target, *body = request.strip("`").split(" ", 2)
        answer = client.send(method, target, [each.encode() for each in body], JSON)
        assert answer.json["code"] == code
    assert requests.keys() | PROBLEMS.keys() == CATALOGUE.keys()


def test_every_form_of_a_board_is_accepted(client: Client) -> None:
    forms = [json.loads(row[1].strip("`")) for row in table(API, "form", "example")]
    boards = [client.post("/v1/analysis", {"board": form}).json["position"] for form in forms]
    assert {board["notation"] for board in boards} == {"XO./.X./..O"}


def test_default_budgets_are_those_of_the_guide() -> None:
    rows = table(API, "request", "default")
    numbers = [
        int(each.replace(",", "")) for row in rows for each in re.findall(r"[\d,]{4,}", row[1])
    ]
    assert numbers == [DEFAULT_NODES, turn_nodes(read_position("/".join(["......"] * 6)))]


def test_limits_are_those_of_the_default_settings() -> None:
    rows = table(REFERENCE, "what", "all clients", "one client", "over the limit")
    settings = Settings.model_construct()
    quotas = [
        (settings.max_pending, settings.max_pending // 4),
        (settings.max_waiting, settings.max_waiting),
        (MAX_LARGE, MAX_LARGE_OF_CLIENT),
    ]
    assert [row[1:3] for row in rows[: len(quotas)]] == [list(map(str, each)) for each in quotas]
    shown = re.findall(r"\d+", " ".join(row[2] for row in rows[3:]))
    names = r"NOUGHTS_(?:FILE_)?(?:RATE|BURST|CONNECTIONS)"
    assert shown == re.findall(rf"{names}: \"?(\d+)", COMPOSE)
    sizes = (settings.max_body_bytes, settings.max_uri_bytes, settings.max_header_bytes)
    assert sizes == (64 * 2**10, 4096, 16 * 2**10)
    parts = table(REFERENCE, "part of a request", "maximum", "over the limit")
    assert [row[1].partition(",")[0] for row in parts] == ["64 KiB", "4 KiB", "16 KiB"]
    assert f"is read up to {MAX_ITEMS} items" in REFERENCE.read_text()
    for row in rows + parts:
        status, code = row[-1].split()
        assert CATALOGUE[code.strip("`")].status == int(status)


def test_limits_of_operations_are_those_of_the_reference() -> None:
    text = " ".join(REFERENCE.read_text().split())
    for sentence in (
        f"with at most {MAX_EMPTY_CELLS} empty cells",
        f"at most {MAX_LISTED:,} nodes",
        f"at most {responses.MAX_LISTED:,} items",
        f"at most {MAX_CELLS} cells, and a player can reach at most {MAX_POSITIONS:,} positions",
    ):
        assert sentence in text


def test_every_reason_is_described() -> None:
    assert [row[0] for row in table(REFERENCE, "reason", "the move")] == [
        f"`{each}`" for each in Reason
    ]


def test_every_setting_is_listed() -> None:
    rows = table(OPERATIONS, "variable", "default", "meaning")
    assert [row[:2] for row in rows] == [
        [f"`NOUGHTS_{name.upper()}`", f"`{default}`" if default not in {None, ""} else "empty"]
        for name, field in Settings.model_fields.items()
        for default in [
            "".join(field.default) if isinstance(field.default, list) else field.default
        ]
    ]
    assert all(meaning.endswith(".") for *_, meaning in rows)


def test_every_metric_is_listed(url: str) -> None:
    text = get(f"{url}/metrics").text
    metrics = re.findall(r"^# TYPE (\w+) (?:counter|gauge|histogram)$", text, re.MULTILINE)
    rows = table(OPERATIONS, "metric", "meaning")
    shown = [name for row in rows for name in WORD.findall(row[0])]
    assert sorted(shown) == sorted(name for name in metrics if not name.endswith("_created"))


def test_every_nginx_setting_is_listed() -> None:
    header = ("nginx variable", "value in `docker-compose.yml`", "meaning")
    shown = {name.strip("`"): value.strip("`…") for name, value, _ in table(NGINX, *header)}
    assert shown.keys() == set(re.findall(r"\$\{(NOUGHTS_\w+)\}", TEMPLATE))
    assert shown.pop("NOUGHTS_RESOLVER") == "see `nginx.envsh"
    for name, value in shown.items():
        assert re.search(rf'{name}: (\|\s+|")?{re.escape(value.strip())}', COMPOSE), name


def test_every_nginx_error_is_listed() -> None:
    [titles] = re.findall(r"map \$code \$title \{(.*?)\}", TEMPLATE, re.DOTALL)
    shown = {code for codes, _ in table(NGINX, "code", "when") for code in WORD.findall(codes)}
    assert shown == set(re.findall(r"^ +(\w+)", titles, re.MULTILINE))


def test_node_counts_of_the_searches_are_accurate() -> None:
    empty = read_position(".........")
    counts = game_tree(empty).searched
    assert counts
    noughts = "Noughts: scores every move with its `plies_to_end`, and finds best play"
    searches = {
        "minimax": counts[Algorithm.MINIMAX],
        "alpha-beta": counts[Algorithm.ALPHA_BETA],
        "alpha-beta, cached": counts[Algorithm.ALPHA_BETA_CACHED],
        noughts: analyze(empty).nodes,
    }
    assert table(SOLVER, "search", "nodes entered") == [
        [name, f"{count:,}"] for name, count in searches.items()
    ]


def test_strength_of_the_levels_matches_the_ladder() -> None:
    ladder = {
        level: [row for row in rows if not row["traps"]]
        for level, rows in json.loads(LADDER.read_text()).items()
    }
    boards = [
        f"{row['columns']}x{row['rows']}, {row['in_a_row']} in a row"
        for row in ladder["beginner"]
        if row["opponent"] == "easy"
    ]
    assert table(SOLVER, "levels", *boards) == [
        [
            f"`{high}` against `{low}`",
            *(f"{points_of(row):.1%}" for row in ladder[high] if row["opponent"] == low),
        ]
        for low, high in pairwise(Level)
    ]


def test_results_of_traps_match_the_ladder() -> None:
    rows = [row for row in json.loads(LADDER.read_text())["perfect"] if row["columns"] == 3]
    shown = table(SOLVER, "opponent", "`perfect`", "with `traps`")
    assert [row for row in shown if row[0].strip("`") in set(Level)] == [
        [f"`{level}`", *(result_of(row) for row in rows if row["opponent"] == level)]
        for level in list(Level)[:-1]
    ]


def result_of(row: dict[str, Any]) -> str:
    return f"{row['wins']}–{row['draws']}–{row['losses']}: {points_of(row):.1%}"


def points_of(row: dict[str, Any]) -> float:
    """The share of points: 1 for a win, and 0.5 for a draw."""
    return float((row["wins"] + row["draws"] / 2) / row["games"])
