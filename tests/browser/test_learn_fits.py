"""Test that the whole tree and the way on are in the window at each step of a lesson.

A long search is tested at one step of 13; for a release, at all steps.
"""

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.lessons import LESSONS, open_learn

# Takes all steps of a part of a lesson, on every page of its text; without parts, one step of 13
# if there are many, on the pages in turn. It tries every answer. A node fits if its board is in the
# tree's pane, and the pane in the window.
WALK: Final = """
async ([lesson, part, parts]) => {
  const isAll = parts > 0;
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const isZoomed = innerHeight < 300; // at 400 %, the page may scroll down
  const faults = new Set();
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(
    done)));
  const { LESSONS } = await import(new URL("static/learn/lessons.js", document.baseURI));
  const { stepsIn } = await import(new URL("static/learn/text.js", document.baseURI));
  const { asks, searches } = LESSONS.find(({ id }) => id === lesson);
  const text = all(`#lesson-${lesson} > p`);
  const slider = one("[name=scrub]");
  const inside = (part, { left, top, right, bottom }) => {
    const box = part.getBoundingClientRect();
    return box.width > 0 && box.left > left - 2 && box.top > top - 2 &&
      box.right < right + 2 && box.bottom < bottom + 2;
  };
  const check = (state, named) => {
    const need = (isThere, name) => isThere ||
      faults.add(`${state} at step ${slider.value}: ${name}`);
    if (isZoomed) one(".search.shown .tree").scrollIntoView({ block: "center" });
    need(document.documentElement.scrollWidth <= innerWidth, "sideways");
    const tree = one(".search.shown .tree").getBoundingClientRect();
    const pane = one(".search.shown .picture");
    need(pane.scrollWidth <= pane.clientWidth && pane.scrollHeight <= pane.clientHeight,
      "a scrolled tree");
    const all = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    need(inside(one(".search.shown .tree"), all), "the tree");
    if (!isZoomed) {
      need(inside(one("[name=forward]"), all), "the next step");
      need((tree.width * tree.height) / (innerWidth * innerHeight) >= (innerWidth >= 1024 ?
        0.4 : 0.3), "its share");
      need(tree.height / innerHeight >= (innerWidth < innerHeight ? 0.4 : 0.5), "its height");
    }
    for (const board of one(".search.shown .tree").querySelectorAll(".node .board")) {
      const above = board.closest("[visibility=hidden], .hidden");
      need(above || inside(board, tree), board.closest(".node").ariaLabel ?? "a board");
    }
    const levels = [...one(".search.shown .tree").querySelectorAll("[role=treeitem]")];
    need(levels[0].ariaLabel.startsWith("The root"), "the root");
    if (slider.value > 0) need(levels.some((node) => node.matches(".current")), "the current node");
    for (const words of named) need(levels.some(({ ariaLabel }) => ariaLabel.startsWith(
      words)), words);
    for (const words of one(".search.shown .tree").querySelectorAll("text:not(:empty)")) {
      need(parseFloat(getComputedStyle(words).fontSize) >= 11, `small: ${words.textContent}`);
    }
  };
  const go = async (step) => {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
  };
  const names = new Map(); // of the nodes at steps that the text names
  const nameAt = async (step) => {
    if (!names.has(step)) {
      await go(step);
      names.set(step, one(".search.shown .node.current").ariaLabel.split(":")[0]);
    }
    return names.get(step);
  };
  for (const of of searches.keys()) {
    if (searches.length > 1) one("#toggle").children[of].click();
    await frame(); // so that the tree has been drawn in the size of its pane
    names.clear();
    const asked = asks.filter((ask) => ask.of === of).map(({ step }) => step);
    const steps = Number(slider.max) + 1;
    const stride = isAll || steps < 40 ? 1 : 13;
    const edge = (part) => Math.floor((part * steps) / (parts || 1));
    const pages = []; // the first, and those that name nodes
    for (const page of text.keys()) {
      const named = [];
      for (const each of stepsIn(text[page])) {
        if (each.of === of) named.push(await nameAt(each.step));
      }
      if (!page || named.length) pages.push([page, named]);
    }
    for (const [turn, [page, named]] of pages.entries()) {
      while (text[page].hidden) {
        const at = text.findIndex(({ hidden }) => !hidden);
        one(`#pager [name=${at < page ? "after" : "before"}]`).click();
      }
      for (let step = edge(part - 1); step < edge(part); step += 1) {
        const isAsked = asked.includes(step);
        if (step % stride && !isAsked) continue;
        if (!isAll && turn !== (isAsked ? 0 : (step / stride) % pages.length)) continue;
        await go(step);
        check(`page ${page + 1}`, named);
        if (one(".question").hidden) continue;
        const buttons = all(".choices button");
        for (const button of buttons) {
          button.click();
          if (button.matches(".wrong") && !/^No[.] .+ Try again[.]$/.test(one(
            ".verdict").textContent)) {
            faults.add(`without a reason: ${one(".verdict").textContent}`);
          }
        }
        check("answer", []);
        one(".go-on").click();
        if (one("[name=play]").textContent === "Pause") one("[name=play]").click();
      }
    }
    while (one("#pager [name=before]:enabled:not([hidden])")?.checkVisibility()) one(
      "#pager [name=before]").click();
  }
  return [...faults].slice(0, 20);
}
"""
# The last two are 1280x800 at 200 %, and 1280x1024 at 400 %.
SIZES: Final = [
    (1366, 768), (1024, 768), (844, 390), (390, 844),
    (360, 640), (1280, 800), (640, 400), (320, 256),
]  # fmt: skip
PARTS: Final = {"rules": 2, "equals": 2, "whole": 10}  # The longest lessons, in parts.


def faults(page: Page, size: tuple[int, int], walk: list[object]) -> list[str]:
    """What is not in the window at the steps of a walk."""
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    return list(page.evaluate(WALK, walk))


@pytest.mark.parametrize("lesson", LESSONS)
def test_whole_tree_is_in_the_window(page: Page, lesson: str) -> None:
    open_learn(page, f"?lesson={lesson}")
    found = {size: faults(page, size, [lesson, 1, 0]) for size in SIZES}
    assert not any(found.values()), found


@pytest.mark.release
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("lesson", "part"), [(each, part) for each in LESSONS for part in range(PARTS.get(each, 1))]
)
def test_all_fits_at_every_step(page: Page, lesson: str, part: int, size: tuple[int, int]) -> None:
    open_learn(page, f"?lesson={lesson}")
    assert faults(page, size, [lesson, part + 1, PARTS.get(lesson, 1)]) == []
