"""Scores, hints and previews of best play, and the stream that long searches report on."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.board import begin, cell, has_mark, on_board, place, says
from tests.browser.looks import assert_fits, box, delay_requests
from tests.browser.playground import (
    BOARD,
    FIRST_MOVES,
    STARTING,
    analysis,
    ask,
    in_settings,
    press,
    show_scores,
    tab_to,
)
from tests.live import running_service
from tests.reference import THREE_BY_THREE, move_worths

HARD = "/?columns=6&rows=5&in_a_row=4&side=both"
HARD_BOARD = "....../....../..X.../....../......"
FIRST_PROVED = {"nodes": 100_000, "max_nodes": 1_000_000, "moves": 30, "moves_proved": 1}
REPLACE_STREAMS = """
() => {
  window.EventSource = class extends EventTarget {
    constructor() { super(); window.stream = this; }
    send(name, data) {
      this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
    }
    close() { this.isClosed = true; }
  };
}
"""
HOLD_REPLIES = """
const { fetch } = globalThis;
const encoder = new TextEncoder();
globalThis.fetch = async (url, options) => {
  if (!url.includes("/v1/best-move/stream?")) return fetch(url, options);
  const { readable, writable } = new TransformStream();
  const writer = writable.getWriter();
  const send = (name, data) =>
    writer.write(encoder.encode(`event: ${name}\\ndata: ${JSON.stringify(data)}\\n\\n`));
  window.stream = { send };
  return new Response(readable);
};
"""
FOLLOW = """
async ([target, last]) => {
  const source = new EventSource(target);
  const seen = [];
  const data = await new Promise((resolve, reject) => {
    source.addEventListener("progress", (event) => seen.push(JSON.parse(event.data).nodes));
    source.addEventListener(last, (event) => resolve(JSON.parse(event.data)));
    source.addEventListener("error", reject);
  });
  source.close();
  return [seen, data];
}
"""


def test_scores_match_the_reference(page: Page) -> None:
    page.goto(FIRST_MOVES)
    show_scores(page)
    for number, worth in move_worths(THREE_BY_THREE, BOARD.replace("/", ""), "X", {}).items():
        label = worth.outcome + (f" {worth.plies_to_end}" if worth.outcome != "draw" else "")
        expect(cell(page, number)).to_contain_text(label)
        expect(cell(page, number)).to_have_accessible_name(re.compile(label))
        expect(cell(page, number)).to_have_attribute("data-outcome", worth.outcome)
    expect(on_board(page, ".score")).to_have_count(7)
    assert_fits(page)
    expect(page.locator("#legend")).to_be_visible()
    with in_settings(page):
        page.locator("[name=scores]").uncheck()
    expect(on_board(page, ".score")).to_have_count(0)
    expect(page.locator("#legend")).to_be_hidden()


def test_hint_marks_a_move_and_gives_its_reason(page: Page) -> None:
    page.goto(FIRST_MOVES)
    press(page, "Hint")
    best = ask(page, f"/v1/best-move?board={BOARD}&traps=true")["move"]
    number = best["cell"]
    expect(page.locator("#hint-text")).to_have_text(f"Hint: {place(number)}. {best['text']}.")
    arrow, target = box(on_board(page, ".arrow")), box(cell(page, number))
    assert 0 < arrow["x"] - target["x"] < target["width"] - arrow["width"]
    tip = arrow["y"] + (arrow["height"] if number > 2 else 0)  # from below in the top row
    assert 0 < tip - target["y"] < target["height"]
    name = f"column {'abc'[number % 3]}, row {number // 3 + 1}, empty, best move: {best['text']}"
    expect(cell(page, number)).to_have_accessible_name(name)
    assert_fits(page)
    cell(page, number).click()
    expect(on_board(page, ".mark")).to_have_count(4)
    expect(on_board(page, ".arrow")).to_have_count(0)
    expect(page.locator("#hint-text")).to_be_empty()


def test_hint_waits_until_the_game_has_started(page: Page) -> None:
    delay_requests(page, STARTING)
    page.goto(FIRST_MOVES)
    press(page, "Hint")
    expect(page.locator("#hint-text")).to_have_text(re.compile("^Hint: "))


@pytest.mark.parametrize("rank", [0, -1], ids=["best", "worst"])
def test_preview_shows_best_play_after_a_move(page: Page, rank: int) -> None:
    page.goto(f"{FIRST_MOVES}&scores=true")
    expect(on_board(page, ".score")).to_have_count(7)
    first = analysis(page)["moves"][rank]["cell"]
    after = f"{BOARD[: (at := first + first // 3)]}X{BOARD[at + 1 :]}"
    line = [first, *analysis(page, after)["principal_variation"]]
    cell(page, first).hover()
    for step, number in enumerate(line):
        expect(cell(page, number).locator(".ghost")).to_have_text(f"{'XO'[step % 2]}{step + 1}")
    assert_fits(page)
    page.locator("h1").hover()
    expect(on_board(page, ".ghost")).to_have_count(0)

    tab_to(page, "[data-cell]")
    expect(cell(page, 0).locator(".ghost")).to_have_text("X1")
    page.keyboard.press("Tab")
    expect(on_board(page, ".ghost")).to_have_count(0)
    page.route("**/v1/**", lambda _: None)
    cell(page, analysis(page)["moves"][2]["cell"]).hover()
    expect(on_board(page, ".ghost")).to_have_text(["X1"])  # before the response
    page.unroute("**/v1/**")
    page.locator("h1").hover()
    page.keyboard.press("Shift+Tab")
    expect(cell(page, 0).locator(".ghost")).to_have_text("X1")
    page.keyboard.press("Enter")
    expect(on_board(page, ".mark")).to_have_count(4)
    expect(on_board(page, ".ghost")).to_have_count(0)


def test_large_board_shows_five_scores_and_others_on_focus(page: Page) -> None:
    page.goto("/?columns=6&rows=6&in_a_row=5&side=both&scores=true&moves=14.15")
    expect(on_board(page, ".score")).to_have_count(34)
    expect(on_board(page, ".score:visible")).to_have_count(5)
    assert_fits(page)
    hidden = on_board(page, ".cell[data-mark='']:has(.score:not(:visible))")
    hidden.first.focus()
    expect(on_board(page, ".score:visible")).to_have_count(6)


def send(page: Page, name: str, data: dict[str, Any]) -> None:
    """Send an event on the page's last stream."""
    page.evaluate("([name, data]) => stream.send(name, data)", [name, data])


def begin_scores(page: Page, status: str) -> None:
    """Request scores; one of 30 moves is proved after a second."""
    show_scores(page)
    says(page, status)
    page.clock.fast_forward(1_000)
    send(page, "progress", FIRST_PROVED)
    expect(on_board(page, ".progress span")).to_have_text("Moves proved: 1 of 30")


def test_long_search_shows_progress_and_can_be_cancelled(page: Page) -> None:
    page.goto(HARD)
    says(page, "X to move.")
    page.clock.install()
    page.evaluate(REPLACE_STREAMS)  # no search is too fast for the fake
    controls = page.locator("#hint")
    before = controls.bounding_box()
    begin_scores(page, "Scoring every move…")
    bar = page.get_by_role("progressbar")
    expect(bar).to_have_js_property("value", 0.1)
    send(page, "progress", FIRST_PROVED | {"nodes": 500_000, "moves_proved": 7})
    expect(bar).to_have_js_property("value", 0.5)
    expect(on_board(page, ".progress span")).to_have_text("Moves proved: 7 of 30")
    assert controls.bounding_box() == before
    assert_fits(page)
    press(page, "Cancel")
    expect(on_board(page, ".progress")).to_be_hidden()
    assert page.evaluate("stream.isClosed")
    expect(on_board(page, ".fault")).to_be_hidden()
    expect(page.locator("[name=scores]")).not_to_be_checked()
    cell(page, 14).click()
    says(page, "X played c3. O to move.")
    begin_scores(page, "X played c3. Scoring every move…")
    send(page, "analysis", analysis(page, f"{HARD_BOARD}&in_a_row=4&max_nodes=1000"))
    expect(on_board(page, ".progress")).to_be_hidden()
    expect(on_board(page, ".score")).to_have_count(29)


def test_long_reply_shows_progress_after_a_delay(page: Page) -> None:
    page.add_init_script(HOLD_REPLIES)
    page.clock.install(time="2030-01-01")
    begin(page, HARD.replace("side=both", "level=perfect"))
    controls = page.locator("#hint")
    before = controls.bounding_box()
    page.clock.pause_at("2030-01-02")
    cell(page, 14).click()
    says(page, "X played c3. O is thinking…")
    progress, bar = on_board(page, ".progress"), page.get_by_role("progressbar")
    send(page, "progress", FIRST_PROVED)
    page.clock.run_for(299)
    expect(progress).to_be_hidden()
    page.clock.run_for(1)
    expect(bar).to_have_js_property("value", 0.1)
    send(page, "progress", FIRST_PROVED | {"nodes": 500_000})
    expect(bar).to_have_js_property("value", 0.5)
    expect(progress.locator("span")).to_have_text("O is thinking…")
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    assert controls.bounding_box() == before
    page.clock.resume()
    assert_fits(page)
    turn = ask(page, f"/v1/best-move?board={HARD_BOARD}&in_a_row=4&max_nodes=1000")
    send(page, "best_move", turn)
    expect(progress).to_be_hidden()
    has_mark(page, turn["move"]["cell"], "O")


def test_event_source_follows_a_search_and_closing_it_stops_the_search(browser: Browser) -> None:
    query = f"board={'/'.join(['.......'] * 7)}&in_a_row=5"
    with running_service(workers="1", max_waiting="0") as url:
        page = browser.new_page(base_url=url)  # whose console is not checked
        page.goto("/problems")
        target = f"{query}&max_nodes=5000"
        seen, found = page.evaluate(FOLLOW, [f"/v1/analysis/stream?{target}", "analysis"])
        assert seen == [1, 2_000, 4_000]
        assert found == page.request.get(f"/v1/analysis?{target}").json()

        page.evaluate(FOLLOW, [f"/v1/analysis/stream?{query}&max_nodes=20000000", "progress"])
        other = f"/v1/analysis?{query}&max_nodes=1001"
        statuses = [page.request.get(other).status for _ in range(200)]
        first_free = statuses.index(200)  # the server notices the closing a moment later
        assert set(statuses[:first_free]) <= {503}
        assert set(statuses[first_free:]) == {200}
        page.close()
