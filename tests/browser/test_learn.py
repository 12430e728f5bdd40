"""The page "See the search" as people use it: mouse, keyboard, screen reader, class and paper.

Its lessons, sentences, questions and code are tested in web/tests/pages.
"""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.lessons import (
    SEARCH,
    TREE,
    at_step,
    choices,
    is_drawn,
    open_code,
    open_learn,
    steps,
)
from tests.browser.looks import (
    assert_accessible,
    assert_fits,
    assert_large_targets,
    box,
    on_a_dark_phone,
)
from tests.browser.playground import listen, tab_to
from tests.programs import output_of

NAVIGATION: Final = {
    "de": (["Spielen", "Aufgaben", "Lernen", "Entwickler"], "Diese Seite ist auf Englisch."),
    "es": (["Jugar", "Problemas", "Aprender", "Desarrollo"], "Esta página está en inglés."),
}
TRACES: Final = re.compile("/v1/trace")
CODE: Final = re.compile(".*(?:/code.js|programs).*")
CLIPBOARD: Final = ["clipboard-read", "clipboard-write"]


def test_blind_reader_goes_through_lesson_one_with_the_keyboard(page: Page) -> None:
    open_learn(page)
    assert_fits(page)
    expect(page.get_by_role("heading", name="1. The game as a tree")).to_be_visible()
    tab_to(page, "[name=scrub]")
    page.keyboard.press("End")
    at_step(page, steps(page))
    listen(page)
    group = page.get_by_role("group", name="How many games are there from the position at the top?")
    expect(group).to_be_visible()
    tab_to(page, ".choices button")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    [verdict] = [words for words in page.evaluate("heard") if words.startswith("No.")]
    assert verdict == "No. Count the leaves: each ends one game. Try again."
    tab_to(page, ".give-up")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("The answer is: 5. Each leaf ends one game")
    expect(page.locator(".go-on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    tab_to(page, "[name=start]")
    page.keyboard.press("Enter")
    tab_to(page, "[name=forward]")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    heard = page.evaluate("heard.slice(-2)")  # each once
    assert heard == ["The search starts at the top. X is to move.", "X plays c2."]
    tab_to(page, ".tree")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    node = page.locator(".node[aria-selected=true]")
    expect(node).to_have_attribute("aria-label", re.compile("^Ply 1"))
    for name, value in {"level": 2, "setsize": 3, "posinset": 2, "expanded": "true"}.items():
        expect(node).to_have_attribute(f"aria-{name}", str(value))
    expect(node).to_be_in_viewport()
    tab_to(page, "#next")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="2. Build the game")).to_be_visible()


@on_a_dark_phone
def test_question_turned_to_before_its_search_arrives_stays(page: Page) -> None:
    held: list[Route] = []
    page.route(TRACES, lambda route: held.append(route))  # noqa: PLW0108  Playwright marks it
    with page.expect_request(TRACES):
        page.goto("/learn?lesson=opponent&step=4")
    page.get_by_role("button", name="Answer a question").click()
    for route in held:
        route.continue_()
    expect(choices(page).first).to_be_focused()


@on_a_dark_phone
def test_student_answers_ten_questions_on_a_subject_and_goes_on_later(page: Page) -> None:
    page.goto("/learn")
    expect(page.locator("#contents li")).to_have_count(19)
    assert_fits(page)
    assert_accessible(page)
    assert_large_targets(page)
    page.locator("section", has_text="Alpha-beta").get_by_role("link", name="10 questions").click()
    for number in range(1, 11):
        expect(page.locator("#series")).to_have_text(f"Question {number} of 10")
        is_drawn(page)
        expect(page.locator(".question legend")).not_to_be_empty()
        turn = page.get_by_role("button", name="Answer a question")
        choice = page.locator(".choices button:not([aria-disabled]):visible")
        expect(turn.or_(choice).first).to_be_visible()
        if turn.is_visible():
            turn.click()
        choice.first.click()
        if (give_up := page.get_by_role("button", name="Show the answer")).is_visible():
            give_up.click()
        page.get_by_role("button", name="Go on", exact=True).click()
    expect(page).to_have_url(re.compile("/learn$"))
    page.get_by_role("link", name="Go on: Move order").click()
    is_drawn(page)
    expect(page.get_by_role("heading", name="13. Move order")).to_be_attached()


@pytest.mark.parametrize(
    ("lesson", "trees", "answers"),
    [("rules", 1, 0), ("opponent&step=4", 1, 3), ("cut&step=17", 2, 3), ("order&step=11", 2, 3)],
)
def test_text_question_and_each_tree_are_printed_on_one_page_without_controls(
    page: Page, lesson: str, trees: int, answers: int
) -> None:
    open_learn(page, f"?lesson={lesson}")
    texts = page.locator("#text > :not([hidden]) > p").all()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="Letter"))) == 1
    page.emulate_media(media="print")
    for part in (page.locator("#lesson-title"), page.locator("#address"), *texts):
        expect(part).to_be_visible()
    expect(page.locator("figure.search:visible .node.current")).to_have_count(trees)
    expect(page.locator(".choices button:visible")).to_have_count(answers)
    for hidden in (".verdict", "#steps", "#detail-box", "#lessons", ".zoom >> nth=0"):
        expect(page.locator(hidden)).to_be_hidden()


def test_contents_are_printed(page: Page) -> None:
    page.goto("/learn")
    page.emulate_media(media="print")
    expect(page.get_by_role("link", name="19. The whole game")).to_be_visible()


@pytest.mark.parametrize("language", NAVIGATION)
def test_header_keeps_the_language_of_the_visitor(page: Page, language: str) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/")
    page.locator("#change").click()
    page.get_by_label("Language").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    names, note = NAVIGATION[language]
    for path in ("/learn?lesson=cut&step=17", "/learn/player", "/learn/practice?seed=1"):
        page.goto(path)
        expect(page.locator("header nav a")).to_have_text(names)
        expect(page.get_by_text(note)).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("main")).to_have_attribute("lang", "en")
        if path.startswith("/learn?"):
            expect(page.locator("[name=forward]")).to_be_in_viewport(ratio=1)
            page.get_by_role("button", name="Answer a question").click()
            expect(choices(page).first).to_be_in_viewport(ratio=1)
        if path.startswith("/learn/practice"):
            expect(page.get_by_role("button", name="Check")).to_be_in_viewport(ratio=1)
        assert_fits(page)


def test_code_is_loaded_when_it_is_opened_and_copied(page: Page) -> None:
    page.context.grant_permissions(CLIPBOARD)
    page.set_viewport_size({"width": 360, "height": 740})
    loaded: list[str] = []
    page.on("request", lambda request: loaded.extend(CODE.findall(request.url)))
    open_learn(page, f"{TREE}&order=right-up")
    page.wait_for_load_state("networkidle")
    assert loaded == []
    steps = box(page.locator("#steps"))
    code = open_code(page)
    assert len(loaded) == len(set(loaded)) == 3
    assert box(page.locator("#steps")) == steps
    assert_fits(page)
    assert_large_targets(page)
    page.reload()
    expect(code.locator("li").first).to_be_visible()  # it stays open
    code.get_by_role("button", name="Copy").click()
    expect(code.get_by_role("status")).to_contain_text("Copied")
    text = page.evaluate("navigator.clipboard.readText()")
    counters = page.locator(f"{SEARCH} .counters").text_content() or ""
    [nodes] = re.findall(r"of (\d+) entered", counters)
    assert output_of("python3", "-c", text) == f"value 1, {nodes} nodes\n"
