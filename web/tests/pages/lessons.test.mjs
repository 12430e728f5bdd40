// The page "See the search" with the responses of the service: lessons, steps, questions, trees and code.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { all, ask, becomes, choose, errors, go, network, one, point, press, textOf, textsOf, type, until, visit } from "./page.mjs";

await visit("/learn?lesson=tree", "learn/index.html", "learn/main.js");
const { LESSONS } = await import(new URL("../../../service/static/learn/lessons.js", import.meta.url));

const FORMER = ["value", "opponent", "depth", "window", "cut", "order", "cache", "key", "limit", "whole"];
const TREE = "/learn?board=XX./XOO/O..&algorithm=alpha_beta"; // six nodes, two of them cut
const WHOLE = "/learn?board=.../.../...&algorithm=alpha_beta_cached";
const LISTED = 5404; // nodes of WHOLE, each with two steps
const CACHED = "/learn?board=XO./O.X/.X.";

const figures = () => all("figure.search.shown");
const slider = () => one("[name=scrub]");
const at = () => Number(slider().value);
const steps = () => Number(slider().max);
const sentence = () => textOf(one("#sentence"));
const titles = () => figures().map((figure) => textOf(one("h2", figure)));
const counters = () => all(".counters span", figures()[0]).map(textOf);
const nodes = (selector = ".node") => all(selector, figures()[0]);
const step = () => new URLSearchParams(location.search).get("step");

async function open(target) {
  go(target);
  await becomes(() => document.body.getAttribute("aria-busy"), null);
}

function scrub(to) {
  slider().value = String(to);
  slider().dispatchEvent(new Event("input"));
}

afterEach(() => assert.deepEqual(errors.splice(0), [])); // a test removes those that it expects

// Lessons and addresses

test("the lessons are in order, numbered, and each link of their texts leads to a step, or a term", async () => {
  await open("/learn?lesson=tree");
  assert.deepEqual(all("#choose option").map(({ value }) => value), ["contents", ...LESSONS.map(({ id }) => id), ""]);
  for (const [index, { id, title }] of LESSONS.entries()) {
    await becomes(() => document.body.getAttribute("aria-busy"), null);
    assert.equal(textOf(one("#lesson-title")), `${index + 1}. ${title}`);
    assert.match(location.search, new RegExp(`lesson=${id}&`));
    assert.ok(sentence());
    for (const link of all("#text > :not([hidden]) [data-step]")) {
      assert.ok(Number(link.dataset.step.split(":").at(-1)) > 0, id);
      link.click();
      assert.ok(at() > 0, id);
    }
    for (const link of all("#text > :not([hidden]) [href^='#term-']")) assert.ok(one(link.getAttribute("href")), id);
    if (index < LESSONS.length - 1) one("#next").click();
  }
  assert.equal(one("#next").disabled, true);
  choose(one("#choose"), "cut");
  assert.match(textOf(one("#lesson-title")), /Cutoffs and their reasons$/);
});

test("a former address opens its lesson, and a link the same step", async () => {
  for (const id of FORMER.slice(0, -1)) {
    await open(`/learn?lesson=${id}&step=5`);
    assert.match(location.search, new RegExp(`lesson=${id}&`));
    assert.equal(at(), 5);
  }
  for (const id of ["cut", "whole"]) {
    await open(`/learn?lesson=${id}`);
    scrub(steps() - 3);
    const shown = [sentence(), ...titles()];
    const link = location.pathname + location.search.replace(/step=\d+/, `step=${at()}`);
    await open("/learn?lesson=tree");
    await open(link);
    assert.deepEqual([sentence(), ...titles()], shown);
    assert.equal(step(), `${steps() - 3}`);
  }
});

for (const query of ["?lesson=nope&step=x", "?step=99999", "?lesson=cut&step=-1", "?board=XX./XOO/O..&algorithm=nope&max_depth=zero&order=sideways"]) {
  test(`a search is shown for ${query}`, async () => {
    await open(`/learn${query}`);
    assert.ok(sentence());
    assert.ok(at() >= 0 && at() <= steps());
  });
}

test("the terms are in order", () => {
  const terms = textsOf("#glossary dt");
  assert.deepEqual(terms, terms.toSorted());
});

test("Play at the end of a search starts again", async () => {
  await open(TREE);
  press("Last step");
  press("Play");
  await until(() => assert.ok(at() < steps()));
  press("Pause");
});

test("a position in the text leads to its step", async () => {
  await open("/learn?lesson=window");
  const link = all("#text > :not([hidden]) [data-step]").find(({ textContent }) => textContent.includes("is −1"));
  link.click();
  assert.deepEqual([at(), sentence().includes("Only a value above −1")], [10, true]);
  await open("/learn?lesson=tree");
  await open(`/${link.getAttribute("href")}`);
  assert.equal(at(), 10);
});

test("a finished lesson is marked, and leads to the next one and to practice", async () => {
  await open("/learn?lesson=depth&step=0");
  press("Last step");
  assert.deepEqual([one("#onward").hidden, one("#compare").hidden], [true, false]); // there is another search
  press("See the other search");
  assert.equal(at(), 0);
  press("Last step");
  assert.match(textOf(one("#choose [value=depth]")), /^7\. Why depth matters ✓$/);
  press("Next lesson");
  await becomes(() => textOf(one("#lesson-title")), "8. Choosing among equals");
  await open("/learn?lesson=whole&step=99999");
  assert.equal(one("#onward").hidden, true);
  for (const [id, isHidden] of [["window", false], ["rules", true]]) {
    await open(`/learn?lesson=${id}&step=0`);
    assert.equal(one("#practice").hidden, true);
    press("Last step");
    assert.equal(one("#practice").hidden, isHidden);
  }
});

test("bounds appear only after they are explained", async () => {
  const shown = () => figures().map(textOf).join() + textOf(one("#detail-box #detail"));
  for (const { id } of LESSONS.slice(0, LESSONS.findIndex(({ id }) => id === "cut"))) {
    await open(`/learn?lesson=${id}`);
    press("Last step");
    assert.doesNotMatch(shown(), /[≤≥αβ]/, id);
  }
  await open("/learn?lesson=cut");
  press("Last step");
  assert.match(shown(), /≤/);
  assert.doesNotMatch(shown(), /[αβ]/);
});

test("a step before the response does not change the next lesson", async () => {
  await open("/learn?lesson=tree");
  one("#next").click();
  press("Last step");
  await becomes(() => document.body.getAttribute("aria-busy"), null);
  assert.equal(at(), 0);
});

test("a response that comes too late changes nothing", async (t) => {
  await open("/learn?lesson=tree");
  const { fetch } = network;
  let respond;
  t.mock.method(network, "fetch", async (target, options) => {
    const response = await fetch(target, options);
    if (String(target).includes("algorithm=minimax")) await new Promise((resolve) => { respond = resolve; });
    return response;
  });
  go(`${TREE.replace("alpha_beta", "minimax")}&step=1`);
  await until(() => assert.ok(respond));
  await open(TREE);
  respond();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual([titles(), counters()[0], at()], [["Alpha-beta"], "0 of 6 entered", 0]);
});

test("a position without an algorithm gets the simplest search that is short enough", async () => {
  for (const [board, title] of [["XO./.../X..", "Alpha-beta"], ["XO./.../...", "Alpha-beta with a cache"]]) {
    await open(`/learn?board=${board}`);
    assert.deepEqual(titles(), [title]);
  }
});

// Steps

test("a search is played, stepped through and ends", async () => {
  await open(TREE);
  assert.match(sentence(), /^The search has not started/);
  for (const [name, expected] of [["Step forward", 1], ["Step back", 0], ["Step forward", 1], ["First step", 0]]) {
    press(name);
    assert.equal(at(), expected);
  }
  one("[name=fast]").setAttribute("aria-pressed", "true");
  press("Play");
  assert.equal(textOf(one("[name=play]")), "Pause");
  await becomes(at, steps());
  assert.equal(textOf(one("[name=play]")), "Play");
  assert.match(sentence(), /The search ends with 1 for X\.$/);
  await becomes(step, `${steps()}`);
});

test("a cut is explained, counted and drawn", async () => {
  await open(TREE);
  press("Next cut");
  assert.equal(sentence(), "Cut: X already has 1 with c1 instead of b3, and no value is better for X. 1 move (c3) is skipped. One level up, X keeps 1.");
  assert.deepEqual(nodes(".node.cut").map(textOf), ["cutc3"]);
  press("Next cut");
  assert.deepEqual(nodes(".node.cut").map(textOf), ["cutc3", "cutb3"]);
  assert.deepEqual(counters(), ["6 of 6 entered", "2 cut off", "2 skipped"]);
});

test("a large tree is counted, and folded until it is opened", async () => {
  await open(`${WHOLE}&step=${2 * LISTED}`);
  const { counts } = await ask("/v1/trace?board=.../.../...&algorithm=alpha_beta_cached");
  const number = (each) => each.toLocaleString("en");
  assert.deepEqual(counters(), [
    "3,312 of 3,312 entered", `${number(counts.cut_off)} cut off`, `${number(counts.left_out)} skipped`, `${number(LISTED - counts.entered)} looked up`,
  ]);
  const { nodes: own } = await ask("/v1/analysis?board=.../.../...");
  assert.equal(textOf(one("#noughts")), `Noughts' own search enters ${number(own)} nodes here and finds the score of every move.`);
  assert.ok(nodes().length < 40);
  const [folded] = nodes("[aria-level='2'][aria-expanded=false]");
  const count = nodes("[aria-level='3']").length;
  point(folded, "click");
  assert.ok(nodes("[aria-level='3']").length > count);
});

for (const board of ["XXX/OO./...", "XOX/XOO/OXX"]) {
  test(`the finished game ${board} is one node`, async () => {
    await open(`/learn?board=${board}&step=2`);
    assert.equal(nodes().length, 1);
    assert.equal(textOf(one("#noughts")), "The game is over. There is nothing to search.");
  });
}

test("an own position is searched in two ways, which name themselves", async () => {
  await open("/learn?lesson=tree");
  const { elements } = one("#own");
  elements.board.value = "XO./O.X/.X.";
  for (const name of ["algorithm", "beside_algorithm"]) elements[name].value = "alpha_beta";
  elements.beside_order.value = "right-up";
  one("#own").requestSubmit();
  await becomes(titles, ["Alpha-beta"]);
  await becomes(() => document.body.getAttribute("aria-busy"), null);
  assert.equal(textOf(one("#lesson-title")), "Your own position");
  assert.deepEqual(textsOf("#toggle button"), ["Rows from the top", "Rows from the bottom"]);
  for (const title of ["Alpha-beta", "Alpha-beta, rows from the bottom"]) {
    press("Last step");
    assert.deepEqual(titles(), [title]);
    assert.ok(sentence().endsWith("The search ends with 0 for O."), sentence());
    assert.equal(one("svg", figures()[0]).getAttribute("aria-label"), `The tree: ${title}`);
    press("Rows from the bottom");
  }
});

test("of a search that is too large, smaller ones are offered", async () => {
  for (const [name, title, nodes] of [
    ["Alpha-beta with a cache", "Alpha-beta with a cache", 3312], ["2 plies deep", "Minimax, 2 plies deep", 82], ["After the best moves", "Alpha-beta", null],
  ]) {
    await open("/learn?board=.../.../...&algorithm=minimax");
    assert.match(textOf(one("#fault")), /^This search enters more nodes than a page can list/);
    press(name);
    await becomes(titles, [title]);
    await becomes(() => document.body.getAttribute("aria-busy"), null);
    assert.equal(textOf(one("#fault")), "");
    const [total] = counters()[0].match(/[\d,]+(?= entered)/);
    assert.ok(nodes === null || Number(total.replace(",", "")) === nodes, total);
  }
});

test("a lesson that fails keeps its address, steps nothing, and is tried again", async (t) => {
  await open("/learn?lesson=value&step=2");
  t.mock.method(network, "fetch", async () => { throw new TypeError("offline"); });
  await open("/learn?lesson=cut&step=17");
  assert.match(textOf(one("#fault")), /^The service did not respond\./);
  press("Play");
  press("Step forward");
  assert.equal(location.search, "?lesson=cut&step=17");
  t.mock.restoreAll();
  press("Try again");
  await becomes(() => document.body.getAttribute("aria-busy"), null);
  assert.deepEqual([at(), textOf(one("#fault")), titles()], [17, "", ["Alpha-beta"]]);
});

test("a link to an impossible position says so in a sentence, and offers a lesson instead", async () => {
  for (const [query, fault] of [
    ["board=.../.../...&in_a_row=9", /^In a row must be 3 on this board\. ?Lesson: The game as a tree$/],
    ["board=z", /^z is not a cell; .*Lesson: The game as a tree$/],
    ["board=XX&lesson=cut", /^A board of 2 cells is not square; .* ?Lesson: Cutoffs and their reasons$/],
  ]) {
    await open(`/learn?${query}`);
    assert.match(textOf(one("#fault")), fault);
    one("#fault button").click();
    await becomes(() => document.body.getAttribute("aria-busy"), null);
    assert.deepEqual([textOf(one("#fault")), textOf(one("#lesson-title")).replace(/^\d+\. /, "")], ["", fault.source.match(/Lesson: (.*)\$/)[1]]);
  }
});

test("the position at the top can be played", async () => {
  await open("/learn?board=X../.O./..X&side_to_move=O");
  assert.match(one("#play-it").getAttribute("href"), /^\.\/\?board=X\.\.\/\.O\.\/\.\.X&side_to_move=O/);
  await open("/learn?board=X../.O./..X&side_to_move=O&misere=true");
  assert.match(one("#play-it").getAttribute("href"), /&misere=true/);
});

// The tree with the keyboard, and in words

test("keys move between the nodes, and fold and scale the tree", async () => {
  await open(`${TREE}&step=12`);
  const tree = one("svg.tree", figures()[0]);
  const active = () => nodes("[aria-selected=true]").map((node) => node.getAttribute("aria-label"));
  tree.dispatchEvent(new Event("focus"));
  assert.match(active()[0], /^The root: value 1/);
  for (const [key, name] of [
    ["ArrowDown", "Ply 1, X b3"], ["ArrowLeft", "Ply 1, X c1: value 1, a win for X"], ["ArrowRight", "Ply 1, X b3: value at most −1"],
    ["ArrowDown", "Ply 2, O c1"], ["ArrowUp", "Ply 1, X b3"], ["End", "The root"], ["Home", "The root"],
  ]) {
    type(key, tree);
    assert.ok(active()[0].startsWith(name), `${key}: ${active()}`);
    assert.equal(tree.getAttribute("aria-activedescendant"), nodes("[aria-selected=true]")[0].id);
    assert.ok(textOf(one("#detail p")).startsWith(name));
  }
  const count = () => nodes(".node:not(.cut)").length;
  type("ArrowDown", tree);
  for (const [key, expected] of [["Enter", 5], [" ", 6]]) {
    type(key, tree);
    assert.equal(count(), expected);
  }
  for (const [key, size] of [["+", "125%"], ["+", "156.25%"], ["-", "125%"], ["0", "100%"], ["-", "100%"]]) {
    type(key, tree);
    assert.deepEqual([tree.style.inlineSize, tree.style.blockSize], [size, size]);
  }
});

test("the board under the pointer is shown large, with what is known of its moves", async () => {
  await open("/learn?lesson=cut&step=17");
  assert.match(textOf(one("#detail p")), /^Ply 1, X a3: value at most 0/);
  assert.deepEqual(textsOf("#detail .cell"), ["≤0", "cut"]);
  point(nodes()[0]);
  assert.match(textOf(one("#detail p")), /^The root: best so far 0/);
  point(one("svg.tree", figures()[0]), "pointerleave");
  assert.match(textOf(one("#detail p")), /^Ply 1, X a3/);
});

test("the nodes are listed in words, with the way to their steps", async () => {
  await open(`${TREE}&step=12`);
  one("#nodes").open = true;
  one("#nodes").dispatchEvent(new Event("toggle"));
  assert.equal(all("#list li").length, 6);
  assert.match(textsOf("#list li")[2], /^Ply 1, X b3: value at most −1, O takes the lowest, alpha 1, beta −1, cut: 1 move \(c3\) skipped\./);
  one("button", all("#list li")[2]).click();
  assert.equal(at(), 7);
  assert.match(textsOf("#list li")[4], /^Ply 1, X c3: not reached yet\./);
  one("#nodes").open = false;
});

// Questions

test("a student who is wrong learns why and tries again, and first tries are counted", async () => {
  localStorage.removeItem("noughts.lessons");
  await open("/learn?lesson=opponent");
  one("[name=fast]").setAttribute("aria-pressed", "true");
  press("Play");
  await becomes(at, 4); // Play stops at the question
  await becomes(() => one(".question").hidden, false);
  assert.equal(textOf(one(".question legend")), "What will the position after X b3 be worth for X?");
  const choices = () => all(".choices button");
  choices()[2].click();
  assert.equal(textOf(one(".verdict")), "No. O has a better move. Try again.");
  assert.equal(textOf(one("#said")), textOf(one(".verdict"))); // announced
  assert.deepEqual(choices().map(({ className, hidden }) => [className, hidden]), [["", false], ["", false], ["wrong", false]]);
  assert.deepEqual([at(), textOf(one(".tally")), one(".go-on").hidden], [4, "0 of 1 right at the first try", true]);
  choices()[2].click(); // once is enough
  choices()[0].click();
  assert.equal(textOf(one(".verdict")), "Right. O is to move and takes the lowest value, −1 for X, with c1.");
  assert.deepEqual([at(), nodes(".node.marked").length, textOf(one(".tally"))], [11, 2, "0 of 1 right at the first try"]);
  assert.match(nodes(".node.marked")[1].getAttribute("aria-label"), /O c1.*part of the answer$/);
  assert.deepEqual([one(".give-up").hidden, document.activeElement], [true, one(".go-on")]);
  press("Go on");
  await becomes(at, 12);
  choices()[0].click();
  assert.match(textOf(one(".verdict")), /^Right\. /);
  assert.equal(textOf(one(".tally")), "1 of 2 right at the first try");
  press("Go on");
  await becomes(at, steps());
  assert.deepEqual([one(".question").hidden, nodes(".node.marked").length], [true, 0]);
});

test("the answer is shown to those who give up, and a lesson's answers can be forgotten", async () => {
  localStorage.setItem("noughts.lessons", '{"cut:12":true,"opponent:4":false}');
  await open("/learn?lesson=opponent&step=4");
  all(".choices button")[1].click();
  press("Show the answer");
  assert.equal(textOf(one(".verdict")), "The answer is: −1, a loss. O is to move and takes the lowest value, −1 for X, with c1.");
  assert.equal(textOf(one(".tally")), "0 of 1 right at the first try");
  globalThis.confirm = () => false;
  press("Reset the answers of this lesson");
  assert.equal(textOf(one(".tally")), "0 of 1 right at the first try");
  globalThis.confirm = () => true;
  press("Reset the answers of this lesson");
  assert.deepEqual([textOf(one(".tally")), localStorage.getItem("noughts.lessons")], ["", '{"cut:12":true}']);
});

test("every wrong answer has a reason that does not tell the answer", async () => {
  const { Search, turned } = await import("../../../service/static/learn/search.js");
  const { questionOf } = await import("../../../service/static/learn/questions.js");
  for (const { board, in_a_row = 3, searches, asks } of LESSONS) {
    for (const asked of asks) {
      const { order = "right-down", ...search } = searches[asked.of];
      const query = (fields) => new URLSearchParams({ in_a_row, ...fields });
      const trace = await ask(`/v1/trace?${query({ ...search, board: turned(board, order) })}`);
      const { position } = await ask(`/v1/analysis?${query({ board })}`);
      const found = new Search(trace, position, order);
      found.line = (step) => `line ${step}`;
      const { choices, hint } = questionOf(found, asked);
      const [[right]] = choices.filter(([, isRight]) => isRight);
      for (const [words, isRight, against] of choices) {
        if (isRight) continue;
        assert.ok(against || hint, `${asked.kind}: ${words}`);
        assert.ok(right.length < 4 || !(against || hint).includes(right), `${asked.kind}: ${against || hint}`);
      }
    }
  }
});

test("a question that is skipped holds nobody up, and none is asked if they are switched off", async () => {
  await open("/learn?lesson=opponent&step=3");
  for (const isHidden of [false, true]) {
    press("Step forward");
    assert.equal(one(".question").hidden, isHidden);
  }
  press("Play");
  await becomes(at, 12);
  press("Play"); // goes on
  await becomes(at, steps());
  press("First step");
  press("Play"); // stops at no question again
  await becomes(at, steps());
  choose(one("[name=asks]"), false);
  press("First step");
  press("Play");
  await becomes(at, steps());
  choose(one("[name=asks]"), true);
});

test("questions that are switched off stay off at the next visit", async () => {
  const { Quiz } = await import("../../../service/static/learn/quiz.js");
  const next = () => {
    const lesson = one("#panel").cloneNode(true);
    new Quiz(lesson, {});
    return lesson.querySelector("[name=asks]").checked;
  };
  for (const isOn of [false, true]) {
    choose(one("[name=asks]"), isOn);
    assert.equal(next(), isOn);
  }
});

test("a printed step asks its question again, without the answer", async () => {
  await open("/learn?lesson=opponent&step=4");
  all(".choices button")[0].click();
  assert.equal(at(), 11);
  window.dispatchEvent(new Event("beforeprint"));
  assert.deepEqual([at(), all(".choices button").length, textOf(one(".verdict")), nodes(".node.marked").length], [4, 3, "", 0]);
});

// The code in its tab

const code = (selector) => all(`#code ${selector}`);
const current = () => code("li[aria-current=step] code").map(textOf)[0] ?? null;
const variables = () => Object.fromEntries(code("dt").map((name, index) => [textOf(name), textOf(code("dd")[index])]));
const tab = (name) => one(`#tabs [name=${name}]`);
async function openCode(target) {
  one("#code .lines")?.replaceChildren(); // those of the last search
  await open(target);
  tab("code").click();
  await until(() => assert.ok(code(".lines li").length));
  await until(() => assert.ok(at() === 0 || current()));
}

test("the tabs show the text, the code, or what changed in it", async () => {
  await openCode(TREE);
  const shown = () => ["words", "code", "changes"].filter((name) => !one(`#${name}`).hidden);
  assert.deepEqual([shown(), one("#pager").hidden], [["code"], true]);
  type("ArrowRight", tab("code"));
  assert.deepEqual([shown(), document.activeElement, tab("changes").getAttribute("aria-selected")], [["changes"], tab("changes"), "true"]);
  type("ArrowRight", tab("changes"));
  assert.deepEqual([shown(), tab("code").tabIndex, tab("words").tabIndex], [["words"], -1, 0]);
  type("ArrowLeft", tab("words"));
  assert.deepEqual(shown(), ["changes"]);
  await open("/learn?lesson=tree"); // a lesson without code
  assert.deepEqual([shown(), one("#tabs").hidden], [["words"], true]);
});

test("one line is marked, and it and its variables follow every step, in both directions", async () => {
  await openCode(TREE);
  const definition = "def alpha_beta(board, side, alpha, beta):";
  const root = { side: "X", alpha: "−∞", beta: "∞" };
  const after = { side: "O", alpha: "−∞", beta: "−1" };
  const leaf = { side: "X", alpha: "1", beta: "∞" };
  const expected = [
    [null, {}],
    [definition, root],
    [definition, { ...root, side: "O" }],
    ["return outcome(board, side)", { ...root, side: "O", returns: "−1" }],
    [definition, after],
    [definition, leaf],
    ["return outcome(board, side)", { ...leaf, returns: "−1" }],
    ["break", { ...after, alpha: "1", cell: "2 (c1)", value: "1", best: "1" }],
  ];
  for (const [number, [line, values]] of expected.entries()) {
    if (number) press("Step forward");
    assert.deepEqual([current(), variables()], [line, values], `step ${number}`);
    assert.equal(code("[aria-current]").length, number ? 1 : 0);
  }
  assert.equal(code(".frame").map(textOf)[0], "Open calls. Values for O: the opposite sign.");
  const calls = ["alpha_beta(XX./XOO/OX., O, -inf, -1)", "alpha_beta(XX./XOO/O.., X, -inf, inf)"];
  assert.deepEqual(code("ol[aria-label='Open calls'] li").map(textOf), calls);
  for (const [line, values] of expected.slice(0, -1).reverse()) {
    press("Step back");
    assert.deepEqual([current(), variables()], [line, values]);
  }
});

for (const [query, title, added, removed] of [
  ["algorithm=minimax", null, [], []],
  ["algorithm=minimax&values=score", "Minimax", ["return outcome(board, MAX) * (100 - ply(board))"], ["return outcome(board, MAX)"]],
  ["algorithm=alpha_beta_cached&max_depth=2", "Alpha-beta with a cache", ["if ply(board) == LIMIT:", "return evaluation(board, side)"], []],
  ["algorithm=alpha_beta_cached", "Alpha-beta", ["key = (*board, alpha, beta)", "if key not in cache:", "cache[key] = -alpha_beta(board, other(side), -beta, -alpha)", "value = cache[key]"], ["value = -alpha_beta(board, other(side), -beta, -alpha)"]],
  ["algorithm=alpha_beta", "Negamax", ["def alpha_beta(board, side, alpha, beta):", "value = -alpha_beta(board, other(side), -beta, -alpha)", "alpha = max(alpha, best)", "if alpha >= beta:", "break"], ["def negamax(board, side):", "value = -negamax(board, other(side))"]],
]) {
  test(`${query} has its program, and what changed from the one before`, async () => {
    await openCode(`${CACHED}&${query}`);
    const changes = (selector) => textsOf(`#changes ${selector}`);
    const words = title ? `What changed from: ${title}` : "This is the first program.";
    await becomes(() => changes("h3"), [words]);
    assert.deepEqual([changes("ins"), changes("del")], [added, removed]);
    assert.deepEqual([changes(".added .sign").length, changes(".removed .sign").length], [added.length, removed.length]);
  });
}

test("the language is switched, and kept", async () => {
  await openCode(`${TREE}&step=7`);
  press("JavaScript");
  await becomes(current, "if (alpha >= beta) break;");
  assert.deepEqual([code("[aria-pressed=true]").map(textOf), localStorage.getItem("noughts.code-language")], [["JavaScript"], '"javascript"']);
  press("Step back");
  assert.equal(current(), "if (isOver(board)) return outcome(board, side);");
  press("Python");
  await becomes(current, "return outcome(board, side)");
});

test("negamax has the steps of minimax", async () => {
  await openCode("/learn?board=OXO/XX./.O.&algorithm=minimax&step=6");
  choose(one("#code select"), [...one("#code select").options].find(({ textContent }) => textContent === "Negamax").value);
  await becomes(() => code("code")[0].textContent, "def negamax(board, side):");
  for (let left = 6; left > 0; left -= 1) {
    assert.ok(["def negamax(board, side):", "return outcome(board, side)", "return best"].includes(current()), `${left}: ${current()}`);
    press("Step back");
  }
});

test("the code is that of the search shown, which keeps the node when it is switched", async () => {
  await openCode(`${CACHED}&algorithm=alpha_beta&beside_algorithm=alpha_beta_cached&step=9`);
  assert.deepEqual(textsOf("#toggle button"), ["Alpha-beta", "Alpha-beta with a cache"]);
  const node = () => nodes(".node.current").map((each) => each.getAttribute("aria-label").split(":")[0]);
  const before = node();
  press("Alpha-beta with a cache");
  await becomes(() => code("li").map(textOf).some((line) => line.includes("cache[key]")), true);
  assert.deepEqual(node(), before);
  assert.match(location.search, /&shown=2&step=\d+$/);
  tab("words").click();
});

test("the other search shows the nearest ancestor that it enters", async () => {
  await open("/learn?lesson=cut&shown=2&step=14");
  const label = () => nodes(".node.current")[0]?.getAttribute("aria-label").split(":")[0];
  press("Step forward");
  press("Step forward");
  press("Step forward");
  assert.equal(label(), "Ply 2, O c3");
  press("Alpha-beta");
  assert.equal(label(), "Ply 1, X a3"); // where c3 is cut
  assert.match(sentence(), /^Cut:/);
  press("Minimax");
  assert.equal(label(), "Ply 1, X a3");
});

test("a former link to a step beyond the first search shows the second", async () => {
  await open("/learn?lesson=order&step=60");
  assert.deepEqual([titles(), at()], [["Alpha-beta, rows from the bottom"], 60]);
  await open("/learn?lesson=order&step=5");
  assert.deepEqual([titles(), at()], [["Alpha-beta"], 5]);
});
