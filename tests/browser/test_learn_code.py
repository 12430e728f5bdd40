"""The code beside the tree: the line that runs, its variables, changes, languages and copying."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from service.engine.textbook.search import Algorithm, Question
from tests.browser.lessons import LOSS, SEARCH, TREE, open_learn, press
from tests.browser.looks import assert_fits, assert_large_targets, box
from tests.engine.conversion import position_of
from tests.learn.shown import Program, copied
from tests.programs import output_of

INFINITY = "\N{INFINITY}"
MINUS_INFINITY = f"\N{MINUS SIGN}{INFINITY}"
CACHE = "?board=XO./O.X/.X.&algorithm=alpha_beta"
DEFINITION = "def alpha_beta(board, side, alpha, beta):"
PARTS = re.compile(".*(?:code-|programs/).*")
PLAIN = Program("alpha_beta", has_scores=False, has_limit=False)

# After each step: the program's number and marked line, and the sentences of both searches.
SHOWN = """
() => {
  const one = (selector) => document.querySelector(selector);
  const [slider, programs] = ["[name=scrub]", "[aria-label=Program]"].map(one);
  return Array.from({ length: slider.max }, () => {
    one("[name=forward]").click();
    return [
      Number.parseInt(programs.selectedOptions[0].textContent),
      one("#code [aria-current] code").textContent,
      ...[...document.querySelectorAll(".sentence")].map(({ textContent }) => textContent),
    ];
  });
}
"""


def code(page: Page) -> Locator:
    return page.locator("#code")


def open_code(page: Page, query: str) -> None:
    """Open a search with its code, which is closed in a narrow window."""
    open_learn(page, query)
    if code(page).get_attribute("open") is None:
        code(page).locator("summary").click()
    expect(code(page).locator("li").first).to_be_visible()


def current(page: Page) -> Locator:
    return code(page).locator("li[aria-current=step] code")


def has_variables(page: Page, **expected: str) -> None:
    names, values = code(page).locator("dt"), code(page).locator("dd")
    expect(names).to_have_text(list(expected))
    expect(values).to_have_text(list(expected.values()))


def test_marked_line_and_variables_follow_every_step(page: Page) -> None:
    open_code(page, TREE)
    expect(current(page)).to_have_count(0)
    expect(code(page).locator(".frame")).to_have_text("The program has not started.")
    root = {"side": "X", "alpha": MINUS_INFINITY, "beta": INFINITY}
    after = {"side": "O", "alpha": MINUS_INFINITY, "beta": LOSS}
    leaf = {"side": "X", "alpha": "1", "beta": INFINITY}
    cut = {**after, "alpha": "1", "cell": "2 (c1)", "value": "1", "best": "1"}
    expected: list[tuple[str, dict[str, str]]] = [
        (DEFINITION, root),
        (DEFINITION, {**root, "side": "O"}),
        ("return outcome(board, side)", {**root, "side": "O", "returns": LOSS}),
        (DEFINITION, after),
        (DEFINITION, leaf),
        ("return outcome(board, side)", {**leaf, "returns": LOSS}),
        ("break", cut),
    ]
    for line, variables in expected:
        press(page, "Step forward")
        expect(current(page)).to_have_text(line)
        has_variables(page, **variables)
    expect(code(page).locator(".frame")).to_have_text(
        "Open calls. Values for O: the opposite sign."
    )
    calls = code(page).get_by_role("list", name="Open calls").get_by_role("listitem")
    expect(calls).to_have_text(
        ["alpha_beta(XX./XOO/OX., O, -inf, -1)", "alpha_beta(XX./XOO/O.., X, -inf, inf)"]
    )
    assert_fits(page)
    assert_large_targets(page)
    for line, variables in reversed(expected[:-1]):
        press(page, "Step back")
        expect(current(page)).to_have_text(line)
        has_variables(page, **variables)
    press(page, "Step back")
    expect(current(page)).to_have_count(0)
    press(page, "Last step")
    expect(current(page)).to_have_text("return best")
    expect(code(page).locator("dd").last).to_have_text("1")


def test_lines_that_ran_since_the_previous_step_have_a_bar(page: Page) -> None:
    open_code(page, f"{TREE}&step=8")
    expect(code(page).locator("li.ran code")).to_have_text(
        [
            DEFINITION,
            "for cell in empty_cells(board):",
            "board[cell] = side",
            "value = -alpha_beta(board, other(side), -beta, -alpha)",
            "board[cell] = None",
            "best = max(best, value)",
            "alpha = max(alpha, best)",
            "if alpha >= beta:",
            "return best",
        ]
    )


def test_additions_are_a_diff_from_the_previous_program(page: Page) -> None:
    open_code(page, "?board=XO./O.X/.X.&algorithm=alpha_beta_cached&step=20")
    ordered = code(page).locator(".lines")
    expect(ordered.locator("del")).to_have_text(
        ["value = -alpha_beta(board, other(side), -beta, -alpha)"]
    )
    expect(ordered.locator("ins")).to_have_text(
        [
            "key = (*board, alpha, beta)",
            "if key not in cache:",
            "cache[key] = -alpha_beta(board, other(side), -beta, -alpha)",
            "value = cache[key]",
        ]
    )
    expect(ordered.locator(".added .sign")).to_have_text(["+"] * 4)
    expect(ordered.locator(".removed .sign")).to_have_text(["\N{MINUS SIGN}"])
    assert_fits(page)
    changes = page.get_by_label("Mark the changes from: Alpha-beta", exact=True)
    changes.uncheck()
    expect(ordered.locator("ins, del")).to_have_count(0)
    expect(ordered.locator("li")).to_have_count(16)
    page.reload()
    expect(changes).not_to_be_checked()


@pytest.mark.parametrize(
    ("query", "title", "added"),
    [
        ("algorithm=minimax", None, []),
        (
            "algorithm=minimax&values=score",
            "Minimax",
            ["return outcome(board, MAX) * (100 - ply(board))"],
        ),
        (
            "algorithm=alpha_beta_cached&max_depth=2",
            "Alpha-beta with a cache",
            ["if ply(board) == LIMIT:", "return evaluation(board, side)"],
        ),
        (
            "algorithm=alpha_beta",
            "Negamax",
            [
                DEFINITION,
                "value = -alpha_beta(board, other(side), -beta, -alpha)",
                "alpha = max(alpha, best)",
                "if alpha >= beta:",
                "break",
            ],
        ),
    ],
)
def test_search_chooses_its_program(
    page: Page, query: str, title: str | None, added: list[str]
) -> None:
    open_code(page, f"?board=XO./O.X/.X.&{query}")
    difference = code(page).locator(".difference")
    if title:
        expect(difference).to_have_text(f"Mark the changes from: {title}")
    else:
        expect(difference).to_be_hidden()
    expect(code(page).locator("ins")).to_have_text(added)


def test_negamax_has_the_steps_of_minimax(page: Page) -> None:
    open_code(page, "?board=OXO/XX./.O.&algorithm=minimax&step=6")
    code(page).get_by_label("Program").select_option("Negamax")
    expect(code(page).locator("ins").first).to_have_text("def negamax(board, side):")
    for step in range(6, 0, -1):
        assert current(page).text_content() in {
            "def negamax(board, side):",
            "return outcome(board, side)",
            "return best",
        }, step
        press(page, "Step back")


def test_two_searches_each_have_their_code(page: Page) -> None:
    open_code(page, f"{CACHE}&beside_algorithm=alpha_beta_cached&step=69")
    programs = code(page).get_by_label("Program")
    expect(programs.locator("option")).to_have_text(["1. Alpha-beta", "2. Alpha-beta with a cache"])
    expect(programs).to_have_value("1")
    expect(current(page)).to_have_text("value = cache[key]")
    programs.select_option("0")
    expect(current(page)).to_have_text(DEFINITION)
    press(page, "Last step")
    expect(programs).to_have_value("0")  # a choice stays


@pytest.mark.parametrize("lesson", ["depth", "cut", "order", "cache", "limit", "horizon"])
def test_program_is_the_one_that_the_step_belongs_to(page: Page, lesson: str) -> None:
    open_code(page, f"?lesson={lesson}&step=0")
    page.get_by_label("Questions").uncheck()
    shown = page.evaluate(SHOWN)
    ends = [
        next(step for step, each in enumerate(shown) if "The search ends" in each[search])
        for search in (2, 3)
    ]
    cuts = []
    for step, (program, line, *sentences) in enumerate(shown):
        assert step <= ends[program - 1]
        running = [each for each, end in zip(sentences, ends, strict=True) if step <= end]
        if any("Cut: " in each for each in running):
            cuts.append(line)
    assert set(cuts) <= {"break"}
    assert bool(cuts) == (lesson not in {"depth", "horizon"})


def test_language_is_switched_and_remembered(page: Page) -> None:
    open_code(page, f"{TREE}&step=7")
    code(page).get_by_role("button", name="JavaScript").click()
    expect(current(page)).to_have_text("if (alpha >= beta) break;")
    assert_fits(page)
    page.reload()
    expect(current(page)).to_have_text("if (alpha >= beta) break;")
    pressed = code(page).locator("[aria-pressed=true]")
    expect(pressed).to_have_text("JavaScript")
    press(page, "Step back")
    expect(current(page)).to_have_text("if (isOver(board)) return outcome(board, side);")


@pytest.mark.parametrize(
    ("language", "order"), [("Python", "right-down"), ("JavaScript", "left-up")]
)
def test_copied_code_runs_and_counts_the_nodes(page: Page, language: str, order: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_code(page, f"{TREE}&order={order}")
    code(page).get_by_role("button", name=language).click()
    code(page).get_by_role("button", name="Copy").click()
    expect(code(page).get_by_role("status")).to_contain_text("Copied")
    text = page.evaluate("navigator.clipboard.readText()")
    if order == "right-down":
        question = Question(position_of("XX.XOOO..", "X"), Algorithm.ALPHA_BETA)
        assert text == copied(PLAIN, question, language.lower())
    printed = output_of(*(["python3", "-c"] if language == "Python" else ["node", "-e"]), text)
    counters = page.locator(f"{SEARCH} .counters").text_content() or ""
    [nodes] = re.findall(r"of (\d+) entered", counters)
    assert printed == f"value 1, {nodes} nodes\n"


def test_code_is_loaded_when_it_is_opened_and_below_the_tree_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    loaded: list[str] = []
    page.on("request", lambda request: loaded.extend(PARTS.findall(request.url)))
    open_learn(page, CACHE)
    page.wait_for_load_state("networkidle")
    assert loaded == []
    player = box(page.locator("#player"))
    code(page).locator("summary").click()
    expect(code(page).locator("li").first).to_be_visible()
    assert len(loaded) == len(set(loaded)) == 9
    assert box(page.locator("#player")) == player
    tree = box(page.locator("#searches"))
    assert box(code(page))["y"] >= tree["y"] + tree["height"]
    page.reload()
    expect(code(page).locator("li").first).to_be_visible()  # it stays open
