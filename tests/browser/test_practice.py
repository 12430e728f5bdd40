"""The practice page: its questions, its trees, its sheet, and what is in the window."""

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.lessons import open_learn
from tests.browser.looks import assert_accessible, assert_fits, assert_large_targets, at_every_look

TEXTBOOK = "((3,12,8),(2,4,6),(14,5,2))"  # of "Artificial Intelligence: A Modern Approach"
ALPHA = "\N{GREEK SMALL LETTER ALPHA}"
LEAST = "\N{MINUS SIGN}\N{INFINITY}"
LARGE = "?depth=3&width=3&seed=12"  # 22 leaves, of which alpha-beta skips nine
SIZES = [(360, 640), (390, 844), (844, 390), (1280, 800), (1440, 900)]
MAX_TRANSFERRED = 60 * 1024  # bytes, compressed, headers included
TRANSFERRED = """
() => ["navigation", "resource"]
  .flatMap((type) => performance.getEntriesByType(type))
  .reduce((sum, { transferSize }) => sum + transferSize, 0)
"""
OUTSIDE = """
(parts) => parts
  .map((part) => [part.textContent, part.getBoundingClientRect()])
  .filter(([, { top, left, bottom, right }]) =>
    top < 0 || left < 0 || bottom > innerHeight || right > innerWidth)
  .map(([words]) => words)
"""


def open_practice(page: Page, query: str) -> None:
    page.goto(f"/learn/practice{query}")
    expect(question(page)).not_to_be_empty()


def question(page: Page) -> Locator:
    return page.locator("#asking legend")


def tree(page: Page) -> Locator:
    return page.get_by_role("tree")


def node(page: Page, name: str) -> Locator:
    """A node by the start of its name."""
    return page.get_by_role("treeitem", name=re.compile(f"^{name}\\b"))


def choose(page: Page, **values: str) -> None:
    """Choose a value in each field, and check the answer."""
    for label, value in values.items():
        page.get_by_role("combobox", name=label, exact=True).select_option(value)
    page.get_by_role("button", name="Check").click()


def verdict(page: Page) -> Locator:
    return page.locator("#asking").get_by_role("status").and_(page.locator(".verdict"))


def go_on(page: Page, name: str = "Next question") -> None:
    button = page.get_by_role("button", name=name)
    expect(button).to_be_focused()
    button.click()
    expect(question(page)).to_be_focused()


def test_right_answers_are_explained_and_shown_in_the_tree(page: Page) -> None:
    open_practice(page, f"?tree={TEXTBOOK}")
    expect(page.locator(".count")).to_have_text("Question 1 of 4")
    expect(page.locator(".node.marked")).to_have_count(1)
    [name] = re.findall(r"does (\w) get", question(page).inner_text())
    choose(page, **{name: {"B": "3", "C": "2", "D": "2"}[name]})
    expect(verdict(page)).to_contain_text(f"Right. {name} gets")
    expect(verdict(page)).to_contain_text("MIN takes the lowest of")
    for each, value in {"B": 3, "C": 2, "D": 2}.items():
        expect(node(page, each)).to_have_accessible_name(f"{each}, MIN, below A, value {value}")
    go_on(page)
    expect(question(page)).to_have_text("Which minimax value does the root, A, get?")
    choose(page, A="3")
    expect(verdict(page)).to_contain_text("Right. A gets 3.")
    go_on(page)
    for leaf in ("Leaf 4", "Leaf 6"):
        expect(node(page, leaf)).to_have_attribute("aria-checked", "false")
        node(page, leaf).click()
        expect(node(page, leaf)).to_have_attribute("aria-checked", "true")
    expect(page.locator("#asking .picked")).to_have_text("Selected: 4 and 6")
    choose(page)
    expect(verdict(page)).to_contain_text("Right. Alpha-beta never looks at 4 and 6.")
    expect(node(page, "Leaf 4")).to_have_accessible_name("Leaf 4, below C, never looked at")
    expect(page.locator("#tree .edge.cut")).to_have_count(2)
    go_on(page)
    choose(page, α="3", β="∞")
    expect(verdict(page)).to_contain_text("because MAX already has it at A with B")
    expect(page.locator(".count")).to_have_text("Question 4 of 4, 4 right")
    go_on(page, "Start again")
    expect(page.locator(".count")).to_have_text("Question 1 of 4")
    expect(page.locator("#tree .value")).to_have_text([""] * 13)


def test_wrong_answers_get_the_right_one_and_a_reason(page: Page) -> None:
    open_practice(page, f"?tree={TEXTBOOK}")
    [name] = re.findall(r"does (\w) get", question(page).inner_text())
    choose(page, **{name: "14"})
    expect(verdict(page)).to_contain_text(f"No. {name} gets")
    go_on(page)
    choose(page, A="14")
    expect(verdict(page)).to_contain_text("MAX takes the highest of 3, 2, and 2.")
    go_on(page)
    node(page, "Leaf 4").click()
    node(page, "Leaf 14").click()
    choose(page)
    expect(verdict(page)).to_contain_text("No. Alpha-beta never looks at 4 and 6.")
    expect(verdict(page)).to_contain_text(f"14 ({ALPHA} 3, β ∞) is looked at, because")
    expect(verdict(page)).to_contain_text(f"C: 2 makes β 2, and {ALPHA} is 3, which MAX")
    expect(page.locator(".node.wrong")).to_have_text(["6", "14"])
    go_on(page)
    choose(page, α=LEAST, β="14")
    expect(verdict(page)).to_contain_text(f"No. At D, {ALPHA} is 3 and β is ∞.")
    expect(page.locator(".count")).to_have_text("Question 4 of 4, 0 right")


def test_keyboard_is_enough(page: Page) -> None:
    open_practice(page, "?tree=((5,6),(4,7))")
    keys = page.keyboard
    for _ in range(2):  # the values
        page.locator("#asking select").focus()
        keys.press("5")
        keys.press("Tab")
        expect(page.get_by_role("button", name="Check")).to_be_focused()
        keys.press("Enter")
        expect(page.locator(".on")).to_be_focused()
        keys.press("Enter")
        expect(question(page)).to_be_focused()
    keys.press("Shift+Tab")
    expect(tree(page)).to_be_focused()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", "Space"):
        keys.press(key)
    expect(node(page, "Leaf 7")).to_have_attribute("aria-checked", "true")
    active = tree(page).get_attribute("aria-activedescendant")
    assert active == node(page, "Leaf 7").get_attribute("id")
    keys.press("Tab")
    keys.press("Enter")
    expect(verdict(page)).to_contain_text("Right. Alpha-beta never looks at 7.")


def test_tree_is_read_from_each_node_to_those_below_it(page: Page) -> None:
    open_practice(page, "?tree=((5,6),(4,7))")
    names = ["A, MAX", "B, MIN", "Leaf 5", "Leaf 6", "C, MIN", "Leaf 4", "Leaf 7"]
    items = page.get_by_role("treeitem")
    expect(items).to_have_count(len(names))
    for item, name, level in zip(items.all(), names, "1233233", strict=True):
        expect(item).to_have_accessible_name(re.compile(f"^{name}"))
        expect(item).to_have_attribute("aria-level", level)


def test_seed_leads_to_the_same_tree_and_each_draw_to_another_address(page: Page) -> None:
    page.goto("/learn/practice")
    expect(page).to_have_url(re.compile(r"practice\?depth=3&width=2&seed=\d+$"))
    expect(question(page)).not_to_be_empty()
    numbers = page.locator("#tree .number").all_text_contents()
    page.reload()
    expect(page.locator("#tree .number")).to_have_text(numbers)
    page.get_by_role("combobox", name="Size").select_option("2 levels, 2 to 4 moves each")
    page.locator("#drawing [name=first]").select_option("MIN")
    page.get_by_role("button", name="Draw a tree").click()
    expect(page).to_have_url(re.compile(r"practice\?depth=2&width=4&seed=\d+&first=min$"))
    expect(node(page, "A")).to_have_accessible_name("A, MIN")
    page.go_back()
    expect(page.locator("#tree .number")).to_have_text(numbers)


def test_own_tree_gets_an_address_and_its_fault_a_place(page: Page) -> None:
    open_practice(page, "?seed=1")
    field = page.get_by_role("textbox", name="Tree")
    field.fill("((3,5),(2,x,7))")
    page.get_by_role("button", name="Use this tree").click()
    expect(page.get_by_role("alert")).to_contain_text("commas, at character 11.")
    expect(page.locator("#fault mark")).to_have_text("x")
    field.fill("((3, 5), (2, 9, 7))")
    page.get_by_role("button", name="Use this tree").click()
    expect(page).to_have_url(re.compile(r"practice\?tree=\(\(3,5\),\(2,9,7\)\)$"))
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator("#tree .number")).to_have_text(["3", "5", "2", "9", "7"])

    page.goto("/learn/practice?tree=((3,5),(2,9)")
    expect(page.get_by_role("alert")).to_contain_text("There must be “,” or “)”, at character 13.")
    expect(page.get_by_role("textbox", name="Tree")).to_have_value("((3,5),(2,9)")
    page.goto("/learn/practice?depth=4&width=5")
    expect(page.get_by_role("alert")).to_have_text("width must be at most 2 if depth is 4.")
    page.get_by_role("button", name="Draw a tree").click()
    expect(question(page)).to_be_visible()


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("query", ["?seed=1", "?depth=4&width=2&seed=7", LARGE])
def test_question_node_and_way_on_are_in_the_window(
    page: Page, query: str, width: int, height: int
) -> None:
    page.set_viewport_size(ViewportSize(width=width, height=height))
    open_practice(page, query)
    while True:
        parts = "#asking :is(legend, select, .check, .on):visible, .node.marked .shape"
        assert page.locator(parts).evaluate_all(OUTSIDE) == []
        for select in page.locator("#asking select").all():
            select.select_option(index=1)
        if page.locator("[aria-checked]").count():
            page.locator("[aria-checked]").last.click()
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".on")).to_be_focused()
        parts = "#asking :is(.on, .verdict > :first-child), .node.marked .shape"
        assert page.locator(parts).evaluate_all(OUTSIDE) == []
        if page.locator(".on").inner_text() == "Next tree":
            break
        page.locator(".on").click()
        expect(question(page)).to_be_focused()


@at_every_look
def test_every_state_is_accessible_and_fits(page: Page) -> None:
    open_practice(page, LARGE)
    for count in range(5):
        assert_fits(page)
        assert_large_targets(page)
        if count == 3:
            node(page, "Leaf").first.click()
        for select in page.locator("#asking select").all():
            select.select_option(index=1)
        page.get_by_role("button", name="Check").click()
        expect(verdict(page)).not_to_be_empty()
        assert_accessible(page)
        page.locator(".on").click()
    page.goto("/learn/practice?tree=(1,x)")
    expect(page.get_by_role("alert")).to_be_visible()
    assert_accessible(page)


def test_sheet_has_its_solutions_on_a_page_of_their_own(page: Page) -> None:
    open_practice(page, "?seed=1")
    page.get_by_role("combobox", name="Trees").select_option("2")
    expect(page.locator("#sheet article")).to_have_count(4)
    pages = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
    assert len(pages) == 2
    page.emulate_media(media="print")
    expect(page.locator("main")).to_be_hidden()
    exercises, solutions = page.locator("#sheet .page").all()
    expect(exercises).to_contain_text("Tree 1: MAX moves first")
    expect(exercises.locator(".value")).to_have_text([""] * 14 + [""] * 16)
    expect(exercises.locator(".cut, .skipped")).to_have_count(0)
    expect(solutions).to_contain_text("A 12, B 12, C 5, D 12, E 14, F 13, G 5.")
    expect(solutions).to_contain_text("Alpha-beta never looks at 6.")
    expect(solutions.locator(".value").first).to_have_text("12")
    expect(solutions.locator(".address")).to_contain_text(["seed=1", "seed=2"])


def test_lesson_on_cutoffs_leads_to_practice_at_its_end(page: Page) -> None:
    open_learn(page, "?lesson=cut&step=0")
    expect(page.locator("#practice")).to_be_hidden()
    page.get_by_role("button", name="Last step").click()
    page.locator("#practice").click()
    expect(question(page)).not_to_be_empty()
    open_learn(page, "?lesson=rules&step=100000")
    expect(page.locator("#practice")).to_be_hidden()


def test_page_is_small_to_transfer(page: Page) -> None:
    open_practice(page, "?seed=1")
    page.wait_for_load_state("networkidle")
    assert 0 < page.evaluate(TRANSFERRED) <= MAX_TRANSFERRED
