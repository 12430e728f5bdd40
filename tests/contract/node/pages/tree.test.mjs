// The trees of the page "See the search" at a step, and the addresses of its searches.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { all, becomes, choose, errors, go, media, network, one, point, press, textOf, textsOf, type, until, visit } from "./page.mjs";

await visit("/learn", "learn/index.html", "learn/main.js");
const LEARN = new URL("../../../../service/static/learn/", import.meta.url);
const { queryOf, read, write } = await import(new URL("address.js", LEARN));
const { LESSONS } = await import(new URL("lessons.js", LEARN));
const { NodeView } = await import(new URL("nodes.js", LEARN));
const { Player } = await import(new URL("steps.js", LEARN));
const { TERMS } = await import(new URL("text.js", LEARN));

const TREE = "/learn?board=XX./XOO/O..&algorithm=alpha_beta"; // six nodes, two of them cut

const figures = () => all("figure.search").filter(({ hidden }) => !hidden);
const nodes = (figure = figures()[0]) => all(".node", figure);
const at = () => Number(one("[name=scrub]").value);
const shown = (selector) => !one(selector).hidden;

async function open(target) {
  go(target);
  await becomes(() => document.body.getAttribute("aria-busy"), null);
}

// Of a node: its move, value, window and note below, and its states.
function drawn(node) {
  const [value, window, stub, move] = [".value", ".window", ".stub", ".move"].map((each) => textOf(one(each, node) ?? node));
  return [one(".move", node) ? move : "root", value, window, stub, node.getAttribute("class").split(" ").filter(Boolean).slice(1).join(" ")];
}

afterEach(() => assert.deepEqual(errors.splice(0), []));

// Addresses

const SEARCH = { algorithm: "alpha_beta", values: "outcome", max_depth: null, order: "right-down" };
const POSITION = { board: ".../.../X..", side_to_move: null, in_a_row: 3, misere: false };

for (const [query, searches, position = {}, rest = {}] of [
  ["?board=.../.../X..&algorithm=minimax", [{ algorithm: "minimax" }]],
  ["?board=.../.../X..&algorithm=alpha_beta&values=score&max_depth=2&order=left-up&step=7", [{ values: "score", max_depth: 2, order: "left-up" }], {}, { step: 7 }],
  ["?board=.../.../X..&algorithm=alpha_beta&values=nope&max_depth=two&order=nope&step=-1", [{}]],
  ["?board=.../.../X..&algorithm=alpha_beta&beside_algorithm=minimax&beside_values=score", [{}, { algorithm: "minimax", values: "score" }]],
  ["?board=.../.../X..&algorithm=alpha_beta&beside_algorithm=nope", [{}]],
  ["?board=.../.../X..&side_to_move=O&misere=true&in_a_row=4&algorithm=alpha_beta", [{}], { side_to_move: "O", misere: true, in_a_row: 4 }],
  ["?board=.../.../X..&misere=1&algorithm=alpha_beta&lesson=cut", [{}], {}, { lesson: "cut" }],
  ["?board=.../.../X..&algorithm=alpha_beta&lesson=nope&step=123456", [{}]],
  // without an algorithm, the simplest search that is short enough
  ["?board=.../XOX/...", [{}], { board: ".../XOX/..." }],
  ["?board=.../XO./...", [{ algorithm: "alpha_beta_cached" }], { board: ".../XO./..." }],
  ["?board=xo../oxox/oxox", [{}], { board: "xo../oxox/oxox" }],
  ["?board=..../oxo./oxox", [{}], { board: "..../oxo./oxox" }],
  ["?board=..../ox../oxox", [{}], { board: "..../ox../oxox" }],
  ["?board=..../o.../oxox", [{ max_depth: 2 }], { board: "..../o.../oxox" }],
]) {
  test(`${query} is read`, () => {
    const state = read(query);
    assert.deepEqual(state, { lesson: null, position: { ...POSITION, ...position }, searches: searches.map((each) => ({ ...SEARCH, ...each })), step: 0, ...rest });
    assert.deepEqual(read(write(state)), state);
  });
}

test("the menu has the lessons, numbered, before any is finished", () => {
  const titles = all("#choose option:not([hidden])").map(textOf);
  assert.deepEqual(titles, LESSONS.map(({ title }, index) => `${index + 1}. ${title}`));
});

test("an address has only what is not the default", () => {
  assert.equal(write(read("?board=XX./XOO/O..&algorithm=minimax&values=outcome&in_a_row=3&misere=false")), "?board=XX./XOO/O..&algorithm=minimax&step=0");
  assert.equal(write(read("?lesson=depth&step=9")), "?lesson=depth&board=O../XX./XOO&algorithm=minimax&beside_algorithm=minimax&beside_values=score&step=9");
  assert.equal(queryOf({ board: "a/b", none: null, zero: 0 }), "?board=a/b&zero=0");
});

test("an address without a board has the step of its lesson, or its own", () => {
  assert.deepEqual(["?lesson=cut", "?lesson=cut&step=0", "?lesson=cut&step=3", ""].map((query) => [read(query).lesson, read(query).step]),
    [["cut", 11], ["cut", 0], ["cut", 3], ["tree", 0]]);
});

// Trees

test("each node shows its value, window and state", async () => {
  await open(`${TREE}&step=6`);
  assert.deepEqual(nodes().filter((node) => !node.getAttribute("class").includes("hidden")).map(drawn), [
    ["root", "1 …", "α 1 β ∞", "", "open"],
    ["c1", "1", "", "", "left good done"],
    ["b3", "−1 …", "α 1 β −1", "", "open"],
    ["c3", "", "", "", "ahead"],
    ["c1", "−1", "", "", "current bad done"],
    ["c1", "", "", "", "ahead"],
  ]);
  press("Step forward");
  assert.deepEqual(drawn(nodes()[2]), ["b3", "≤−1", "α 1 β −1", "", "current bad done cut-off"]);
  press("First step");
  assert.deepEqual([drawn(nodes()[0]), drawn(nodes()[1])], [["root", "", "", "", "open"], ["c1", "", "", "", "ahead"]]);
});

test("a node that is looked up names its step, and a draw is neither good nor bad", async () => {
  await open("/learn?board=XO./OXX/..O&algorithm=alpha_beta_cached&step=21");
  const found = nodes().map(drawn);
  assert.deepEqual(found.at(-1), ["a3", "0", "α 0 β 0", "as step 14", "current fair done cached"]);
  assert.ok(found.some((node) => node.join() === "b3,0,,,left fair done"));
  press("Step back");
  assert.deepEqual(drawn(nodes().at(-1)), ["a3", "", "α 0 β ∞", "", "current"]);
});

test("a branch that is closed tells how many moves it has, and the branch being searched stays open", async () => {
  await open(`${TREE}&step=5`);
  const fold = one("[name=fold]", figures()[0]);
  assert.equal(fold.value, "none");
  choose(fold, "1");
  const moves = () => nodes().filter((node) => !node.getAttribute("class").includes("hidden")).map((node) => drawn(node).filter((_, index) => index % 3 === 0).join(" ").trim());
  assert.deepEqual(moves(), ["root", "c1", "b3", "c3 + 1", "c1"]);
  assert.deepEqual(nodes().map((node) => node.getAttribute("aria-expanded")).slice(0, 4), ["true", null, "true", "false"]);
  point(nodes()[3], "click");
  assert.deepEqual(moves(), ["root", "c1", "b3", "c3", "c1", "c1"]);
  point(nodes()[3], "click");
  assert.equal(moves().length, 5);
  press("Last step");
  assert.deepEqual(moves(), ["root", "c1", "b3 + 1", "c3 + 1"]);
  choose(fold, "none");
  assert.equal(nodes().length, 8);
});

for (const [target, fold] of [["/learn?board=X../X.O/OXO&algorithm=minimax", "none"], ["/learn?board=XO./X../OX.&algorithm=minimax", "2"], ["/learn?lesson=large", "1"]]) {
  test(`${target} is folded below ${fold}`, async () => {
    await open(target);
    assert.equal(one("[name=fold]", figures()[0]).value, fold);
  });
}

test("levels are named by who moves and what that side takes", async () => {
  for (const [board, levels] of [["XX./XOO/O..", ["▲ X max", "▼ O min", "▲ X max"]], ["XOX/XOO/.X.", ["▲ O max", "▼ X min", "▲ O max"]]]) {
    await open(`/learn?board=${board}&algorithm=minimax&max_depth=2`);
    assert.deepEqual(all(".levels g", figures()[0]).map((level) => textsOf("text", level).join(" ")), levels);
  }
});

test("MAX nodes point up, MIN nodes down, leaves are flat, and a node without a value has no shape", async () => {
  await open(`${TREE}&step=7`);
  const shape = (index) => one(".shape", nodes()[index]).getAttribute("d");
  const [root, leaf, min] = [0, 1, 2].map(shape);
  assert.match(root, /^M-30 87v-14l30-9 30 9v14z$/);
  assert.match(min, /^M-30 65v14l30 9 30-9v-14z$/);
  assert.match(leaf, /^M-30 66h60v20h-60z$/);
  assert.equal(shape(3), "");
});

test("a small board has its marks, its lines and its last move", async () => {
  await open("/learn?board=XO../O.X./....&side_to_move=X&algorithm=minimax&max_depth=1");
  const [root, child] = nodes();
  const count = (selector, command, node) => one(selector, node).getAttribute("d").split(command).length - 1;
  assert.deepEqual([count(".x", "M", root), count(".o", "M", root), count(".x", "M", child), one(".last", root)], [2, 2, 3, null]);
  assert.equal(one(".grid", root).getAttribute("d"), "M-15 7.5v45M0 7.5v45M15 7.5v45M-30 22.5h60M-30 37.5h60");
  assert.deepEqual(["x", "y", "width", "height"].map((name) => one(".last", child).getAttribute(name)), ["0", "7.5", "15", "15"]);
  assert.equal(textOf(one(".move", child)), "c1");
});

test("a cutoff names up to three moves, each on its line, and counts more", () => {
  for (const [cells, words] of [[[2], ["cut:", "c1"]], [[2, 3, 4], ["cut:", "c1", "a2", "b2"]], [[2, 3, 4, 5], ["cut:", "4 moves"]]]) {
    const { group } = new NodeView("cut", { data: { id: "1-cut", isCut: true, ply: 2, cells, columns: 3 } });
    assert.deepEqual(textsOf("text", group), words);
    assert.deepEqual(all("text", group).map((line) => Number(line.getAttribute("y"))), words.map((_, line) => 4 + 15 * line));
    assert.equal(one("rect", group).getAttribute("height"), String(7 + 15 * words.length));
  }
});

test("an edge leads from the bottom of a board to the move above the next one", async () => {
  await open(`${TREE}&step=12`);
  const places = nodes().map((node) => node.getAttribute("transform").match(/-?[\d.]+/g).map(Number));
  const edges = all(".edge", figures()[0]).map((edge) => edge.getAttribute("d").match(/-?[\d.]+/g).map(Number));
  assert.equal(edges.length, places.length - 1);
  for (const [x, y, foot, , , , , toX, toY] of edges) {
    assert.ok(places.some(([left, top]) => left === x && top + 60 === y && top + 112 === foot));
    assert.ok(places.some(([left, top]) => left === toX && top - 14 === toY));
  }
});

// The position, enlarged

test("the enlarged position has the values of its moves, the way to it and the reason of its cut", async () => {
  await open(`${TREE}&step=7`);
  assert.deepEqual(textsOf("#detail p"), ["Ply 1, X b3: value at most −1, O takes the lowest, alpha 1, beta −1, cut: 1 move (c3) skipped.", "Moves from the root: X b3.",
    "Cut: X already has 1 with c1 instead of b3, and no value is better for X. 1 move (c3) is skipped."]);
  const cells = () => all("#detail .cell").map((each) => `${textOf(each)} ${each.getAttribute("class").split(" ")[1]}`);
  assert.deepEqual(cells(), ["−1 bad", "cut quiet"]);
  press("Step back");
  assert.deepEqual(textsOf("#detail p").slice(1), ["Moves from the root: X b3, O c1."]);
  point(nodes()[0]);
  assert.deepEqual([textsOf("#detail p")[1], cells()], ["The position searched.", ["1 good"]]);
  point(nodes()[2]); // before its cut
  assert.deepEqual([all("#detail p").length, cells()], [2, ["−1 bad"]]);
  point(nodes().find((node) => node.dataset.id.includes("cut"))); // the box of a cut stands for the node above it
  assert.match(textsOf("#detail p")[0], /^Ply 1, X (b3|c3)/);
  point(one("svg.tree", figures()[0]), "pointerleave");
  assert.match(one("#detail svg").getAttribute("aria-label"), /^Ply 2, O c1: value −1, a loss for X$/);
});

test("a value is at its cell, also on an oblong board", async () => {
  await open("/learn?board=XO../O.X./....&side_to_move=X&algorithm=minimax&max_depth=1&step=100");
  assert.deepEqual(all("#detail .cell").slice(0, 2).map((each) => ["x", "y"].map((name) => Number(each.getAttribute(name)).toFixed(2)).join()), ["7.50,16.95", "22.50,16.95"]);
  await open("/learn?board=XOX/XOO/.X.&algorithm=minimax&step=100");
  assert.deepEqual(all("#detail .cell").map((each) => each.getAttribute("class").split(" ")[1]), ["fair", "bad"]);
});

// What surrounds the trees

for (const [target, state] of [
  ["/learn?board=XX./XOO/O..&algorithm=minimax", { two: false, cut: null, bound: false }],
  [TREE, { two: false, cut: true, bound: true }],
  ["/learn?board=XOX/XOO/OX.&algorithm=alpha_beta", { two: false, cut: false, bound: true }],
  ["/learn?board=XX./XOO/O..&algorithm=minimax&beside_algorithm=alpha_beta", { two: true, cut: true, bound: true }],
]) {
  test(`controls and explanations are those that ${target} needs`, async () => {
    await open(target);
    const cut = one("#player [name=cut]");
    assert.deepEqual({ two: figures().length === 2, cut: cut.hidden ? null : !cut.disabled, bound: shown("#key .bound") }, state);
    assert.deepEqual([one("#bench").classList.contains("pair"), one("#searches").classList.contains("two")], [state.two, state.two]);
  });
}

test("Next cut goes to the nearest cutoff of either search, and after the last one to the end", async () => {
  await open("/learn?lesson=order&step=0");
  const cuts = [];
  for (let count = 0; count < 6; count += 1) {
    press("Next cut");
    cuts.push(at());
  }
  assert.deepEqual(cuts, [7, 11, 15, 60, 60, 60]);
});

test("two searches of different length end together, and counters are those of each", async () => {
  await open("/learn?lesson=order&step=60");
  assert.equal(one("[name=scrub]").max, "60");
  assert.deepEqual(figures().map((figure) => textsOf(".counters span", figure)), [
    ["8 of 8 entered", "3 cut off", "6 skipped"], ["30 of 30 entered", "0 cut off", "0 skipped"],
  ]);
  await open("/learn?lesson=value&step=0");
  assert.deepEqual(textsOf(".counters span", figures()[0]), ["0 of 12 entered"]);
});

test("Noughts' own search is compared, and a proof is told", async () => {
  await open("/learn?board=XOX/XOO/OX."); // the shortest search, of two positions
  assert.equal(textOf(one("#noughts")), "Noughts' own search enters 2 nodes here and finds the score of every move.");
});

test("the title of the page is that of its lesson", async () => {
  await open("/learn?lesson=cut");
  assert.equal(document.title, "Noughts: Cutoffs and their reasons");
  await open(TREE);
  assert.equal(document.title, "Noughts: see the search");
  assert.equal(one("#choose").value, "");
  await open("/learn?lesson=cut");
  assert.equal(one("#choose").value, "cut");
});

// Steps

test("the slider and the words beside it have the step", async () => {
  await open(`${TREE}&step=5`);
  assert.deepEqual([textOf(one("#player .at")), one("[name=scrub]").getAttribute("aria-valuetext"), one("[name=scrub]").max], ["5 / 12", "step 5 of 12", "12"]);
  press("First step");
  press("Step back");
  assert.equal(at(), 0);
  press("Last step");
  press("Step forward");
  assert.deepEqual([at(), textOf(one("#player .at"))], [12, "12 / 12"]);
});

test("sentences are announced, except while the search is played", async () => {
  await open(TREE);
  press("Step forward");
  const live = () => one(".sentence").getAttribute("aria-live");
  const play = one("[name=play]");
  assert.deepEqual([live(), play.getAttribute("aria-pressed")], ["polite", "false"]);
  one("[name=speed]").value = "2";
  press("Play");
  assert.equal(play.getAttribute("aria-pressed"), "true");
  await becomes(live, "off");
  press("Pause");
  assert.deepEqual([live(), play.getAttribute("aria-pressed"), textOf(play)], ["polite", "false", "Play"]);
});

function playing(t, { speed = 0, stop = () => null } = {}) {
  let frame = null;
  t.mock.method(globalThis, "requestAnimationFrame", (next) => (frame = next) && 1);
  t.mock.method(globalThis, "cancelAnimationFrame", () => (frame = null));
  t.mock.method(performance, "now", () => 0);
  const controls = one("#player").cloneNode(true);
  one("[name=speed]", controls).value = `${speed}`;
  const moved = [];
  const player = new Player(controls, { moved: (step, { isRising, isPlaying }) => moved.push([step, isRising, isPlaying]), nextCut: () => null, stop });
  player.reset(20, 0);
  const tick = (now) => {
    const next = frame;
    frame = null;
    next?.(now);
  };
  return { controls, moved, player, tick };
}

for (const [speed, times, isRising] of [[0, [0, 999, 1000, 3000], true], [1, [0, 499, 500, 1500], true], [2, [0, 199, 200, 600], false]]) {
  test(`at speed ${speed}, Play shows a step at once, and the others in time`, (t) => {
    const { moved, player, tick } = playing(t, { speed });
    player.play();
    times.forEach(tick);
    assert.deepEqual(moved, [1, 2, 4].map((step) => [step, isRising, true]));
  });
}

for (const [name, act] of [
  ["a step", ({ player }) => player.go(3)],
  ["another search", ({ player }) => player.reset(9, 0)],
  ["Pause", ({ controls }) => one("[name=play]", controls).click()],
  ["a question", ({ tick }) => tick(4000)],
]) {
  test(`${name} ends Play`, (t) => {
    const made = playing(t, { stop: (from, to) => (from < 3 && to >= 3 ? 3 : null) });
    made.player.play();
    made.tick(0);
    act(made);
    const { step } = made.player;
    made.tick(9000);
    assert.deepEqual([made.player.isPlaying, made.player.step, textOf(one("[name=play]", made.controls))], [false, step, "Play"]);
    assert.ok(step <= 3);
  });
}

test("only a step forward lets a value rise", (t) => {
  const { controls, moved } = playing(t);
  for (const name of ["forward", "back", "end", "start"]) one(`[name=${name}]`, controls).click();
  assert.deepEqual(moved, [[1, true, false], [0, false, false], [20, false, false], [0, false, false]]);
});

test("Next cut finds a cutoff in the next step, too", async () => {
  await open(`${TREE}&step=6`);
  press("Next cut");
  assert.equal(at(), 7);
});

test("a lesson plays from its start, and values rise, unless motion is reduced", async () => {
  const isPlaying = () => one("[name=play]").getAttribute("aria-pressed") === "true";
  let rising = 0;
  SVGElement.prototype.animate = () => ({ finished: Promise.resolve((rising += 1)) });
  for (const isReduced of [true, false]) {
    media.matches = isReduced;
    await open(`${TREE}&step=2`);
    press("Step forward");
    assert.equal(rising, isReduced ? 0 : 1);
    await open("/learn?lesson=tree&step=3");
    assert.equal(isPlaying(), false);
    await open("/learn?lesson=tree");
    assert.equal(isPlaying(), !isReduced);
    press("First step");
  }
  media.matches = true;
});

// Printing, and addresses within the page

test("a printed step without a question stays, with its whole tree", async () => {
  await open(`${TREE}&step=5`);
  const place = () => one("svg.tree > g", figures()[0]).getAttribute("transform");
  const fitted = place();
  press("Larger", figures()[0]);
  window.dispatchEvent(new Event("beforeprint"));
  assert.deepEqual([at(), place()], [5, fitted]);
});

test("the button prints the page", () => {
  let times = 0;
  globalThis.print = () => (times += 1);
  one("#print").click();
  assert.equal(times, 1);
});

test("a link to a term keeps the search", async () => {
  await open(`${TREE}&step=5`);
  go(`${TREE}&step=5#term-alpha`);
  assert.equal(document.body.getAttribute("aria-busy"), null);
});

test("a failure that comes too late is not told", async (t) => {
  const { fetch } = network;
  let fail;
  t.mock.method(network, "fetch", (target, options) =>
    String(target).includes("XOX") ? new Promise((_, reject) => { fail = reject; }) : fetch(target, options));
  go("/learn?board=XOX/XOO/OX.");
  await until(() => assert.ok(fail));
  await open(TREE);
  fail(new TypeError("offline"));
  await new Promise(setImmediate);
  assert.deepEqual([textOf(one("#fault")), shown("#searches")], ["", true]);
});

test("a search that fails hides the trees until there are new ones", async (t) => {
  t.mock.method(network, "fetch", async () => { throw new TypeError("offline"); });
  await open("/learn?board=XOX/XOO/OX.");
  assert.deepEqual([textOf(one("#fault")).slice(0, 11), shown("#searches"), one("#own").open], ["The service", false, true]);
  t.mock.restoreAll();
  await open(TREE);
  assert.deepEqual([textOf(one("#fault")), shown("#searches")], ["", true]);
});

// Lessons and terms

test("lessons are numbered, those that are finished keep their mark, and the end of one offers the next", async () => {
  const finished = [];
  for (const id of ["cut", "window"]) {
    await open(`/learn?lesson=${id}&step=3`);
    assert.equal(shown("#onward"), false);
    press("Last step");
    assert.equal(shown("#onward"), true);
    finished.push(id);
    for (const [index, lesson] of LESSONS.entries()) {
      const words = textOf(one(`#choose [value=${lesson.id}]`));
      assert.ok(words.startsWith(`${index + 1}. ${lesson.title}`));
      if (finished.includes(lesson.id)) assert.match(words, / ✓$/);
    }
  }
});

test("Go on leads to the next question, or to Play, which does not start again at the end", async () => {
  for (const [id, step, focused] of [["recursion", 4, () => one("#lesson .choices button")], ["tree", 24, () => one("[name=play]")]]) {
    await open(`/learn?lesson=${id}&step=${step}`);
    one("#lesson .choices button").click();
    press("Go on");
    assert.equal(document.activeElement, focused(), id);
  }
  assert.deepEqual([at(), one("[name=play]").getAttribute("aria-pressed")], [24, "false"]);
});

test("a term is defined in the glossary and in a card, with its lesson", async () => {
  await open("/learn?lesson=window");
  const terms = textsOf("#glossary dt");
  assert.deepEqual(terms, Object.keys(TERMS));
  for (const [index, definition] of all("#glossary dd").entries()) {
    const [words, id] = TERMS[terms[index]];
    const number = LESSONS.findIndex((lesson) => lesson.id === id) + 1;
    assert.ok(number > 0);
    assert.equal(textOf(definition), `${words} Lesson ${number}`);
    assert.equal(one("a", definition).getAttribute("href"), `learn?lesson=${id}`);
  }
  const card = one("#definition");
  let isShown = false;
  card.showPopover = () => (isShown = true);
  one("#text a.term").click();
  assert.deepEqual([isShown, textOf(one("h2", card)), textOf(one("p", card))], [true, "bound", textsOf("#glossary dd")[terms.indexOf("bound")]]);
});

test("the text introduces terms, and links to steps and pages", async () => {
  await open("/learn?lesson=rules");
  assert.deepEqual(textsOf("#text dfn"), ["win", "block", "fork"]);
  assert.deepEqual(all("#text a").map((link) => [textOf(link), link.dataset.step ?? null, link.getAttribute("href").split("&").at(-1)]), [
    ["after c1", "705", "step=705"], ["Write your own player", null, "learn/player"],
  ]);
  assert.match(textOf(one("#text p")), /^The first idea is to write down what good players do\. .* take a corner; take a side\.$/);
});

test("a link to a step that opens another tab does not move this one", async () => {
  await open("/learn?lesson=window&step=0");
  for (const key of ["ctrlKey", "metaKey", "shiftKey"]) {
    one("#text a.step").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, [key]: true }));
    assert.equal(at(), 0);
  }
});

test("there is code beside the lessons that have it", async () => {
  assert.deepEqual(LESSONS.filter(({ code }) => code === false).map(({ id }) => id), ["tree", "build", "rules", "value", "opponent"]);
  for (const [id, hasCode] of [["tree", false], ["opponent", false], ["recursion", true]]) {
    await open(`/learn?lesson=${id}`);
    assert.equal(shown("#code"), hasCode, id);
  }
});

test("lessons start at their step, and those about values and cuts lead to practice", () => {
  const withStep = LESSONS.filter(({ step }) => step > 0).map(({ id, step }) => [id, step]);
  assert.deepEqual(withStep, [
    ["equals", 2106], ["negamax", 7], ["skip", 13], ["cut", 11], ["window", 8], ["cache", 66], ["key", 50], ["horizon", 34], ["whole", 14],
  ]);
  const having = (name) => LESSONS.filter(({ [name]: has }) => has).map(({ id }) => id);
  assert.deepEqual([having("practice"), having("plays"), having("hidesWindow")], [["opponent", "cut", "window", "order"], ["tree"], ["cut"]]);
});

// The own position

test("the form has the choices of the search shown", async () => {
  const { elements } = one("#own form");
  await open("/learn?board=XX./XOO/O..&side_to_move=x&in_a_row=3&misere=true&algorithm=alpha_beta&values=score&max_depth=2&order=up-left");
  const names = ["board", "side_to_move", "in_a_row", "first_algorithm", "first_values", "first_order", "second_algorithm", "second_max_depth", "second_order"];
  assert.deepEqual(names.map((name) => elements[name].value), ["XX./XOO/O..", "X", "3", "alpha_beta", "score", "up-left", "", "", "right-down"]);
  assert.equal(elements.misere.checked, true);
  assert.deepEqual(textsOf("option", elements.first_max_depth).slice(0, 3), ["to the end", "1 ply", "2 plies"]);
  assert.equal(textsOf("option", elements.second_algorithm)[0], "none");
  await open("/learn");
  assert.deepEqual([elements.side_to_move.value, elements.misere.checked, elements.first_max_depth.value], ["", false, ""]);
});

test("what the form has is searched", async () => {
  await open("/learn");
  const { elements } = one("#own form");
  const chosen = { board: " XX./XOO/O.. ", side_to_move: "X", in_a_row: "3", first_algorithm: "alpha_beta", first_values: "score", first_max_depth: "2", first_order: "up-left" };
  for (const [name, value] of Object.entries(chosen)) elements[name].value = value;
  elements.misere.checked = true;
  one("#own form").requestSubmit();
  await until(() => assert.equal(location.search, "?board=XX./XOO/O..&side_to_move=X&misere=true&algorithm=alpha_beta&values=score&max_depth=2&order=up-left&step=0"));
  await becomes(() => document.body.getAttribute("aria-busy"), null);
  assert.deepEqual(textsOf("figure h2", document).slice(0, 1), ["Alpha-beta, scores, 2 plies deep, cells up, then to the left"]);
});

// Sharing

test("the link to a step is copied, or the reader is told why not", async () => {
  await open(TREE);
  press("Step forward");
  let copied = null;
  const clipboard = { writeText: async (words) => (copied = words) };
  Object.defineProperty(navigator, "clipboard", { get: () => clipboard, configurable: true });
  press("Copy link to this step");
  await becomes(() => textOf(one("#copied")), "Copied.");
  assert.deepEqual([copied, new URL(copied).searchParams.get("step")], [location.href, "1"]);
  clipboard.writeText = async () => { throw new Error("not allowed"); };
  press("Copy link to this step");
  await becomes(() => textOf(one("#copied")), "The browser does not allow copying here. Copy the page's address.");
});

// The nodes as text

test("the nodes of a tree are listed with the way to their next event", async () => {
  await open(`${TREE}&step=6&beside_algorithm=minimax`);
  one("#nodes").open = true;
  one("#nodes").dispatchEvent(new Event("toggle"));
  assert.deepEqual(textsOf("#list h3"), ["Alpha-beta: 6 of 6 nodes", "Minimax: 10 of 10 nodes"]);
  const [list] = all("#list ol");
  assert.deepEqual(textsOf("button", list), ["Step 12, its end", "Step 3, its end", "Step 7, its end", "Step 6, its end", "Step 8, its beginning", "Step 9, its beginning"]);
  assert.deepEqual(all("li", list).map((item) => item.style.getPropertyValue("--ply")), ["0", "1", "1", "2", "1", "2"]);
  press("Step back");
  press("Step back");
  press("Step back");
  assert.deepEqual(textsOf("button", one("#list ol")).slice(2, 4), ["Step 4, its beginning", "Step 5, its beginning"]); // after step 3
  press("Step forward");
  press("Step forward");
  press("Step forward");
  all("button", one("#list ol"))[4].click();
  assert.deepEqual([at(), textsOf("button", one("#list ol"))[4]], [8, "Step 11, its end"]);
  one("#nodes").open = false;
});

test("of a large tree, only the open nodes are listed", async () => {
  await open("/learn?lesson=large");
  one("#nodes").open = true;
  one("#nodes").dispatchEvent(new Event("toggle"));
  assert.equal(textOf(one("#list h3")), "Minimax, 2 plies deep: 17 of 257 nodes");
  one("#nodes").open = false;
});

// The keyboard

test("the position with the focus is enlarged again after the pointer has left", async () => {
  await open(`${TREE}&step=6`);
  const tree = one("svg.tree", figures()[0]);
  const enlarged = () => textOf(one("#detail p")).split(":")[0];
  tree.focus();
  tree.dispatchEvent(new Event("focus"));
  type("Home", tree);
  type("ArrowDown", tree);
  const chosen = enlarged();
  assert.notEqual(chosen, "Ply 2, O c1"); // that of the step
  point(nodes()[0]);
  assert.equal(enlarged(), "The root");
  point(tree, "pointerleave");
  assert.equal(enlarged(), chosen);
  tree.blur();
  point(nodes()[0]);
  point(tree, "pointerleave");
  assert.equal(enlarged(), "Ply 2, O c1");
});

test("Shift and an arrow move the picture, and other keys do nothing", async () => {
  await open(`${TREE}&step=6`);
  const tree = one("svg.tree", figures()[0]);
  const place = () => one("g", tree).getAttribute("transform").match(/-?[\d.]+/g).slice(0, 2).map(Number);
  const press = (key, rest = {}) => tree.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...rest }));
  for (const [key, [x, y]] of [["ArrowUp", [0, 60]], ["ArrowDown", [0, -60]], ["ArrowLeft", [60, 0]], ["ArrowRight", [-60, 0]]]) {
    const [left, top] = place();
    press(key, { shiftKey: true });
    assert.deepEqual(place(), [left + x, top + y], key);
  }
  const before = place();
  for (const rest of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) assert.equal(press("+", rest), true);
  assert.equal(press("x"), true);
  assert.deepEqual(place(), before);
  assert.equal(press("+", { shiftKey: true }), false);
});

test("the buttons scale and fit the tree", async () => {
  await open(`${TREE}&step=6`);
  const scale = () => Number(one("svg.tree > g", figures()[0]).getAttribute("transform").match(/scale.(.+)[)]/)[1]);
  const fitted = scale();
  press("Larger", figures()[0]);
  assert.equal(scale().toFixed(6), (1.25 * fitted).toFixed(6));
  press("Smaller", figures()[0]);
  assert.equal(scale().toFixed(6), fitted.toFixed(6));
  press("Smaller", figures()[0]);
  press("Fit", figures()[0]);
  assert.equal(scale(), fitted);
});
