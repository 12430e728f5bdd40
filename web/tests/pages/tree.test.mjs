// The trees of the page "See the search" at a step, and the addresses of its searches.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { all, becomes, choose, errors, go, media, network, one, point, press, textOf, textsOf, type, until, visit } from "./page.mjs";

await visit("/learn?lesson=tree", "learn/index.html", "learn/main.js");
const LEARN = new URL("../../../service/static/learn/", import.meta.url);
const { readState, writeState } = await import(new URL("address.js", LEARN));
const { queryOf } = await import(new URL("../shared/query.js", LEARN));
const { LESSONS } = await import(new URL("lessons.js", LEARN));
const { ORDERS } = await import(new URL("search.js", LEARN));
const { ALGORITHMS } = await import(new URL("sentences.js", LEARN));
const { BoardNode } = await import(new URL("../tree/nodes.js", LEARN));
const { fit } = await import(new URL("../tree/layout.js", LEARN));
const { Steps } = await import(new URL("steps.js", LEARN));

const TREE = "/learn?board=XX./XOO/O..&algorithm=alpha_beta"; // six nodes, two of them cut

const figures = () => all("figure.search.shown");
const nodes = (figure = figures()[0]) => all(".node", figure);
const at = () => Number(one("[name=scrub]").value);
const shown = (selector) => !one(selector).hidden;

async function open(target) {
  go(target);
  await becomes(() => document.body.getAttribute("aria-busy"), null);
}

// Of a node: its move, value, window and note below, and its states.
function drawn(node) {
  const [value, window, stub, move] = [".value", ".window", ".note", ".move"].map((each) => textOf(one(each, node) ?? node));
  return [one(".move", node) ? move : "root", value, window, stub, node.getAttribute("class").split(" ").slice(1).toSorted().join(" ")];
}

afterEach(() => assert.deepEqual(errors.splice(0), []));

// Addresses

const SEARCH = { algorithm: "alpha_beta", values: "outcome", max_depth: null, order: "right-down" };
const POSITION = { board: ".../.../X..", side_to_move: null, in_a_row: 3, misere: false };

for (const [query, searches, position = {}, rest = {}] of [
  ["?board=.../.../X..&algorithm=minimax", [{ algorithm: "minimax" }]],
  ["?board=.../.../X..&algorithm=alpha_beta&values=score&max_depth=2&order=right-up&step=7", [{ values: "score", max_depth: 2, order: "right-up" }], {}, { step: 7 }],
  ["?board=.../.../X..&algorithm=alpha_beta&values=nope&max_depth=two&order=nope&step=-1", [{}]],
  ["?board=.../.../X..&algorithm=alpha_beta&beside_algorithm=minimax&beside_values=score", [{}, { algorithm: "minimax", values: "score" }]],
  ["?board=.../.../X..&algorithm=alpha_beta&beside_algorithm=nope", [{}]],
  ["?board=.../.../X..&side_to_move=O&misere=true&in_a_row=4&algorithm=alpha_beta", [{}], { side_to_move: "O", misere: true, in_a_row: 4 }],
  ["?board=.../.../X..&misere=1&algorithm=alpha_beta&lesson=cut", [{}], {}, { lesson: "cut" }],
  ["?board=.../.../X..&algorithm=alpha_beta&lesson=nope&step=123456", [{}]],
  ["?board=.../.../X..&algorithm=alpha_beta&beside_algorithm=minimax&shown=2&page=3", [{}, { algorithm: "minimax" }], {}, { of: 1, page: 3 }],
  ["?board=.../.../X..&algorithm=alpha_beta&beside_algorithm=minimax&shown=3&page=x", [{}, { algorithm: "minimax" }]],
  ["?board=.../.../X..&algorithm=alpha_beta&shown=2", [{}]],
  // without an algorithm, the simplest search that is short enough
  ["?board=.../XOX/...", [{}], { board: ".../XOX/..." }],
  ["?board=.../XO./...", [{ algorithm: "alpha_beta_cached" }], { board: ".../XO./..." }],
  ["?board=xo../oxox/oxox", [{}], { board: "xo../oxox/oxox" }],
  ["?board=..../oxo./oxox", [{}], { board: "..../oxo./oxox" }],
  ["?board=..../ox../oxox", [{}], { board: "..../ox../oxox" }],
  ["?board=..../o.../oxox", [{ max_depth: 2 }], { board: "..../o.../oxox" }],
]) {
  test(`${query} is read`, () => {
    const state = readState(query);
    assert.deepEqual(state, {
      lesson: null, page: null, questions: null, position: { ...POSITION, ...position }, searches: searches.map((each) => ({ ...SEARCH, ...each })), of: null, step: 0, ...rest,
    });
    assert.deepEqual(readState(writeState(state)), state);
  });
}

test("the menu has the lessons, numbered, before any is finished", () => {
  const titles = all("#choose option").map(textOf);
  assert.deepEqual(titles, ["All lessons", ...LESSONS.map(({ title }, index) => `${index + 1}. ${title}`), "Your own position"]);
});

test("an address has only what is not the default", () => {
  assert.equal(writeState(readState("?board=XX./XOO/O..&algorithm=minimax&values=outcome&in_a_row=3&misere=false")), "?board=XX./XOO/O..&algorithm=minimax&step=0");
  assert.equal(writeState(readState("?lesson=depth&step=9")), "?lesson=depth&board=O../XX./XOO&algorithm=minimax&beside_algorithm=minimax&beside_values=score&step=9");
  assert.equal(queryOf({ board: "a/b", none: null, zero: 0 }), "?board=a/b&zero=0");
});

test("an address without a board has the step of its lesson, or its own", () => {
  assert.deepEqual(["?lesson=cut", "?lesson=cut&step=0", "?lesson=cut&step=3", ""].map((query) => [readState(query).lesson, readState(query).step]),
    [["cut", 11], ["cut", 0], ["cut", 3], ["tree", 0]]);
});

// Trees

test("each node shows its value, window and state", async () => {
  await open(`${TREE}&step=6`);
  assert.deepEqual(nodes().filter((node) => !node.getAttribute("class").includes("hidden")).map(drawn), [
    ["root", "1 …", "α 1 β ∞", "", "open"],
    ["c1", "1", "", "", "done good left"],
    ["b3", "−1 …", "α 1 β −1", "", "open"],
    ["c1", "−1", "", "", "bad current done"],
    ["c3", "", "", "", "ahead"],
    ["c1", "", "", "", "ahead"],
  ]);
  press("Step forward");
  assert.deepEqual(drawn(nodes()[2]), ["b3", "≤−1", "α 1 β −1", "", "bad current cut-off done"]);
  press("First step");
  assert.deepEqual([drawn(nodes()[0]), drawn(nodes()[1])], [["root", "", "", "", "open"], ["c1", "", "", "", "ahead"]]);
});

test("a node that is looked up names its step, and a draw is neither good nor bad", async () => {
  await open("/learn?board=XO./OXX/..O&algorithm=alpha_beta_cached&step=21");
  const found = nodes().map(drawn);
  assert.deepEqual(found.find((node) => node.at(-1).includes("current")), ["a3", "0", "", "step 14", "cached current done fair"]);
  assert.ok(found.some((node) => node.join() === "b3,0,,,done fair left"));
  press("Step back");
  assert.deepEqual(drawn(nodes(figures()[0]).find((node) => node.classList.contains("current"))), ["a3", "", "α 0 β ∞", "", "current"]);
});

test("a branch that is closed tells how many moves it has, and the branch being searched stays open", async () => {
  await open(`${TREE}&step=5`);
  const moves = () => nodes().filter((node) => !/hidden|cut/.test(node.getAttribute("class"))).map((node) => drawn(node).filter((_, index) => index % 3 === 0).join(" ").trim());
  assert.deepEqual(moves(), ["root", "c1", "b3", "c1", "c3", "c1"]);
  point(nodes()[5], "click");
  assert.deepEqual(moves(), ["root", "c1", "b3", "c1", "c3 +1"]);
  assert.deepEqual(nodes().map((node) => node.getAttribute("aria-expanded")), ["true", null, "true", null, null, "false"]);
  point(nodes()[2], "click"); // it is being searched
  assert.deepEqual(moves(), ["root", "c1", "b3", "c1", "c3 +1"]);
  point(nodes()[5], "click");
  assert.equal(moves().length, 6);
});

// A tree for `fit`: every node has as many children as its level tells.
function treeOf(...counts) {
  let count = 0;
  const grow = (parent, ply) => {
    const node = { id: (count += 1), ply, parent, marks: [], children: [] };
    node.children = Array.from({ length: counts[ply] ?? 0 }, () => grow(node, ply + 1));
    return node;
  };
  return grow(null, 0);
}
const firstOf = (node) => (node.children.length ? firstOf(node.children[0]) : node);
const VIEW = { needed: [], opened: new Map(), label: 36, hasWindow: false };

for (const [name, box, counts, folds] of [
  ["a small tree in a large box", [900, 560], [3, 2, 1], null],
  ["a small tree on a phone", [334, 270], [3, 2, 1], null],
  ["a flat phone", [520, 260], [3, 2, 2], null],
  ["a tree of six plies on a phone", [344, 340], [6, 5, 4, 3, 2, 1], []],
  ["a tree of nine plies on a phone held sideways", [460, 250], [9, 8, 3, 2, 2, 2, 1, 1, 1], ["skip"]],
  ["many moves", [344, 340], [16, 3], ["more"]],
]) {
  test(`${name} fits whole`, () => {
    const root = treeOf(...counts);
    for (const current of [root, root.children[0], firstOf(root), firstOf(root.children.at(-1))]) {
      const [width, height] = box;
      const { items, metrics: { size, space } } = fit(root, { width, height }, { ...VIEW, current });
      const shown = new Set(items.map(({ data }) => data));
      assert.ok(shown.has(root) && shown.has(current));
      assert.ok(size >= 32);
      for (const { left, top } of items) {
        assert.ok(left >= 30 + size / 2 && left <= width - size / 2, `${left} in ${width}`);
        assert.ok(top >= 0 && top + size <= height, `${top} in ${height}`);
      }
      for (const [index, { depth, left }] of items.entries()) {
        const beside = items.slice(index + 1).filter((each) => each.depth === depth);
        assert.ok(beside.every((each) => each.left - left >= space - 1e-6), "no node is over another");
      }
      if (!folds) assert.equal(items.filter(({ data }) => data.marks).length, items.length);
    }
    const { items } = fit(root, { width: box[0], height: box[1] }, { ...VIEW, current: firstOf(root) });
    const kinds = new Set(items.flatMap(({ data }) => [data.isMore && "more", data.isSkip && "skip"].filter(Boolean)));
    for (const kind of folds ?? []) assert.ok(kinds.has(kind), kind);
  });
}

test("what is folded is counted, and nodes that are needed are not folded", () => {
  const root = treeOf(16, 3, 2);
  const needed = [root.children[3], root.children[12].children[1]];
  const { items, plan } = fit(root, { width: 344, height: 340 }, { ...VIEW, current: root.children[5], needed });
  const shown = items.map(({ data }) => data);
  for (const node of [...needed, root.children[5]]) assert.ok(shown.includes(node));
  const { hidden } = shown.find(({ isMore }) => isMore);
  assert.equal(hidden.length + shown.filter(({ ply, marks }) => ply === 1 && marks).length, 16);
  const again = fit(root, { width: 344, height: 340 }, { ...VIEW, current: root.children[5] }, plan);
  assert.deepEqual(again.plan, plan); // it stays as folded as it is
});

test("levels are named by who moves and what that side takes", async () => {
  for (const [board, levels] of [["XX./XOO/O..", ["▲ X max", "▼ O min", "▲ X max"]], ["XOX/XOO/.X.", ["▲ O max", "▼ X min", "▲ O max"]]]) {
    await open(`/learn?board=${board}&algorithm=minimax&max_depth=2`);
    const found = all("text.level", figures()[0]).map(textOf);
    assert.deepEqual(levels.map((_, index) => found.slice(3 * index, 3 * index + 3).join(" ")), levels);
  }
});

test("MAX nodes point up, MIN nodes down, leaves are flat, and a node without a value has no shape", async () => {
  await open(`${TREE}&step=7`);
  const shape = (index) => one(".shape", nodes()[index]).getAttribute("d").replace(/[\d.]+/g, "");
  assert.deepEqual([0, 2, 1, 5].map(shape), ["M- v-l -  v-z".replace("v-z", "vz"), "M- vl   -v-z", "M- hvh-z", ""]);
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

test("a cutoff names up to two moves, each on its line, and counts more", () => {
  const metrics = { size: 50, font: 13 };
  for (const [cells, words] of [[[2], ["cut", "c1"]], [[2, 3], ["cut", "c1", "a2"]], [[2, 3, 4, 5], ["cut", "4 moves"]]]) {
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    new BoardNode({ data: { id: "1-cut", isCut: true, ply: 2, cells, columns: 3 }, left: 0, top: 0, parent: null }, group, metrics);
    assert.deepEqual(textsOf("text", group), words);
    assert.deepEqual(all("text", group).map((line) => Number(line.getAttribute("y"))), words.map((_, line) => 14 * (line + 1)));
    assert.equal(one("rect", group).getAttribute("height"), String(6 + 14 * words.length));
  }
});

test("an edge leads from the bottom of a board to the next one", async () => {
  await open(`${TREE}&step=12`);
  const places = nodes().map((node) => node.getAttribute("transform").match(/-?[\d.]+/g).map(Number));
  const edges = all(".edge path:first-child", figures()[0]).map((edge) => edge.getAttribute("d").match(/-?[\d.]+/g).map(Number));
  assert.equal(edges.length, places.length - 1);
  for (const [x, y, foot, , , , , toX, toY] of edges) {
    assert.ok(places.some(([left, top]) => left === x && top < y && y <= foot));
    assert.ok(places.some(([left, top]) => left === toX && toY < top && toY > foot));
  }
});

test("nodes are items of the tree, each with its place", async () => {
  await open(`${TREE}&step=12`);
  const tree = one("svg.tree", figures()[0]);
  for (const node of nodes()) {
    assert.equal(node.getAttribute("role"), "treeitem");
    for (let above = node.parentElement; above !== tree; above = above.parentElement) assert.equal(above.getAttribute("role"), "none");
  }
  const place = (node) => ["level", "posinset", "setsize"].map((name) => node.getAttribute(`aria-${name}`)).join("/");
  assert.deepEqual(nodes().map(place), ["1/1/1", "2/1/3", "2/2/3", "3/1/2", "3/2/2", "2/3/3", "3/1/2", "3/2/2"].slice(0, nodes().length));
});

test("a cut that is not reached yet is not counted, and no key leads to it", async () => {
  await open(`${TREE}&step=0`);
  const tree = one("svg.tree", figures()[0]);
  const inView = nodes().filter((node) => !node.classList.contains("hidden"));
  assert.equal(inView.length, nodes().length - 2);
  const place = (node) => ["level", "posinset", "setsize"].map((name) => node.getAttribute(`aria-${name}`)).join("/");
  assert.deepEqual(inView.map(place), ["1/1/1", "2/1/3", "2/2/3", "3/1/1", "2/3/3", "3/1/1"]);
  const chosen = ["Home", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"].map((key) => {
    type(key, tree);
    return inView.findIndex(({ id }) => id === tree.getAttribute("aria-activedescendant"));
  });
  assert.deepEqual(chosen, [0, 2, 3, 5, 5, 5]);
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
  point(nodes().find((node) => node.id.includes("cut"))); // the box of a cut stands for the node above it
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
  ["/learn?board=XX./XOO/O..&algorithm=minimax&beside_algorithm=alpha_beta", { two: true, cut: null, bound: false }],
]) {
  test(`controls and explanations are those that ${target} needs`, async () => {
    await open(target);
    const cut = one("#steps [name=cut]");
    const two = all("#toggle button").length === 2;
    assert.deepEqual({ two, cut: cut.hidden ? null : !cut.disabled, bound: shown("#key .bound") }, state);
    assert.equal(document.body.classList.contains("two"), two);
  });
}

test("Next cut goes to the nearest cutoff, and after the last one to the end", async () => {
  await open("/learn?lesson=order&step=0");
  const cuts = [];
  for (let count = 0; count < 6; count += 1) {
    press("Next cut");
    cuts.push(at());
  }
  assert.deepEqual(cuts, [7, 11, 15, 16, 16, 16]);
});

test("each of two searches has its own length and counters", async () => {
  await open("/learn?lesson=order&step=60");
  const counters = () => textsOf(".counters span", figures()[0]);
  assert.deepEqual([one("[name=scrub]").max, counters()], ["60", ["30 of 30 entered", "0 cut off", "0 skipped"]]);
  press("Rows from the top");
  assert.deepEqual([one("[name=scrub]").max, counters()], ["16", ["8 of 8 entered", "3 cut off", "6 skipped"]]);
  await open("/learn?lesson=value&step=0");
  assert.deepEqual(counters(), ["0 of 12 entered"]);
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
  assert.deepEqual([textOf(one("#steps .at")), one("[name=scrub]").getAttribute("aria-valuetext"), one("[name=scrub]").max], ["5 / 12", "step 5 of 12", "12"]);
  press("First step");
  press("Step back");
  assert.equal(at(), 0);
  press("Last step");
  press("Step forward");
  assert.deepEqual([at(), textOf(one("#steps .at"))], [12, "12 / 12"]);
});

test("a step is announced with its question, once, except while the search is played", async () => {
  await open("/learn?lesson=opponent&step=3");
  const said = () => textOf(one("#said"));
  press("Step forward");
  assert.equal(said(), "X plays b3. Question: What will the position after X b3 be worth for X?");
  assert.equal(all("[role=status], [role=alert], [aria-live]").filter((each) => textOf(each).includes("X plays b3")).length, 1);
  await open(TREE);
  press("Step forward");
  const before = said();
  one("[name=fast]").setAttribute("aria-pressed", "true");
  press("Play");
  await until(() => assert.ok(at() > 2));
  assert.equal(said(), before);
  press("Pause");
  assert.equal(said(), textOf(one("#sentence")));
  assert.equal(textOf(one("[name=play]")), "Play");
});

function playing(t, { isFast = false, stop = () => null } = {}) {
  let frame = null;
  t.mock.method(globalThis, "requestAnimationFrame", (next) => (frame = next) && 1);
  t.mock.method(globalThis, "cancelAnimationFrame", () => (frame = null));
  t.mock.method(performance, "now", () => 0);
  const controls = one("#steps").cloneNode(true);
  one("[name=fast]", controls).setAttribute("aria-pressed", `${isFast}`);
  const moved = [];
  const player = new Steps(controls, { moved: (step, { isRising, isPlaying }) => moved.push([step, isRising, isPlaying]), nextCut: () => null, stop });
  player.reset(20, 0);
  const tick = (now) => {
    const next = frame;
    frame = null;
    next?.(now);
  };
  return { controls, moved, player, tick };
}

for (const [isFast, times, isRising] of [[false, [0, 999, 1000, 3000], true], [true, [0, 124, 125, 375], false]]) {
  test(`${isFast ? "fast" : "slowly"}, Play shows a step at once, and the others in time`, (t) => {
    const { moved, player, tick } = playing(t, { isFast });
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
  const isPlaying = () => textOf(one("[name=play]")) === "Pause";
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

test("a printed step without a question stays, and both trees are drawn whole for paper", async () => {
  await open("/learn?lesson=cut&step=13&page=2");
  const boxes = () => all("svg.tree").map((tree) => tree.getAttribute("viewBox"));
  const before = boxes();
  one("svg.tree").dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }));
  window.dispatchEvent(new Event("beforeprint"));
  assert.deepEqual([at(), boxes(), textOf(one("#address"))], [13, ["0 0 680 260", "0 0 680 260"], location.href]);
  window.dispatchEvent(new Event("afterprint"));
  assert.deepEqual([boxes(), figures()[0].querySelector("svg").style.blockSize], [before, "100%"]);
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
  assert.equal(textOf(one("#fault")), "");
});

test("a search that fails hides the trees until there are new ones", async (t) => {
  t.mock.method(network, "fetch", async () => { throw new TypeError("offline"); });
  await open("/learn?board=XOX/XOO/OX.");
  assert.deepEqual([textOf(one("#fault")).slice(0, 11), document.body.classList.contains("failed")], ["The service", true]);
  t.mock.restoreAll();
  await open(TREE);
  assert.deepEqual([textOf(one("#fault")), document.body.classList.contains("failed")], ["", false]);
});

// Lessons and terms

test("lessons are numbered, those that are finished keep their mark, and the end of one offers the next", async () => {
  const finished = [];
  for (const id of ["skip", "window"]) {
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
  for (const [id, step, focused] of [["recursion", 4, () => one(".choices button")], ["tree", 24, () => one("[name=play]")]]) {
    await open(`/learn?lesson=${id}&step=${step}`);
    one(".choices button:first-child").click();
    if (one(".go-on").hidden) press("Show the answer");
    press("Go on");
    assert.equal(document.activeElement, focused(), id);
  }
  assert.deepEqual([at(), textOf(one("[name=play]"))], [24, "Play"]);
});

const ELSEWHERE = { ply: "plies", "open line": "open" }; // how a lesson introduces a term

test("a term is defined in the glossary and in a card, with its lesson", async () => {
  await open("/learn?lesson=window");
  const terms = textsOf("#glossary dt");
  for (const [index, definition] of all("#glossary dd").entries()) {
    const link = one("a", definition);
    const [, id] = link.getAttribute("href").match(/^learn\?lesson=(\w+)$/);
    assert.equal(textOf(link), `Lesson ${LESSONS.findIndex((lesson) => lesson.id === id) + 1}`);
    assert.match(textOf(one(`#lesson-${id}`)), new RegExp(ELSEWHERE[terms[index]] ?? terms[index], "i"));
  }
  assert.deepEqual(terms.toSorted(), terms);
  for (const link of all("#text [href^='#term-']")) assert.ok(one(link.getAttribute("href")), textOf(link));
  const card = one("#definition");
  let isShown = false;
  card.showPopover = () => (isShown = true);
  one("#lesson-window [href='#term-bound']").click();
  assert.deepEqual([isShown, textOf(one("h2", card)), textOf(one("p", card))], [true, "bound", textsOf("#glossary dd")[terms.indexOf("bound")]]);
});

test("the text introduces terms, and links to steps and pages", async () => {
  await open("/learn?lesson=rules");
  assert.deepEqual(textsOf("#lesson-rules dfn"), ["win", "block", "fork"]);
  assert.deepEqual(all("#lesson-rules a").map((link) => [textOf(link), link.dataset.step ?? null, link.getAttribute("href").split("&").at(-1)]), [
    ["after c1", "705", "step=705"], ["Write your own player", null, "learn/player"],
  ]);
  assert.equal(textOf(one("#lesson-rules p")), "The first idea is to write down what good players do.");
  const page = () => [all("#lesson-rules p").findIndex((each) => each.matches("[aria-current]")), textOf(one("#pager .at")), new URLSearchParams(location.search).get("page")];
  assert.deepEqual(page(), [0, "1 / 7", null]);
  press("Next page");
  press("Next page");
  assert.deepEqual(page(), [2, "3 / 7", "3"]);
  await open("/learn?lesson=rules&page=9");
  assert.deepEqual([page()[0], one("#pager [name=after]").disabled], [6, true]);
});

test("a link to a step that opens another tab does not move this one", async () => {
  await open("/learn?lesson=window&step=0");
  for (const key of ["ctrlKey", "metaKey", "shiftKey"]) {
    one("#lesson-window [data-step]").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, [key]: true }));
    assert.equal(at(), 0);
  }
});

test("there is code beside the lessons that have it", async () => {
  assert.deepEqual(LESSONS.filter(({ code }) => code === false).map(({ id }) => id), ["tree", "build", "rules", "value", "opponent"]);
  for (const [id, hasCode] of [["tree", false], ["opponent", false], ["recursion", true]]) {
    await open(`/learn?lesson=${id}`);
    assert.equal(shown("#tabs"), hasCode, id);
  }
});

test("lessons start at their step, and those about values and cuts lead to practice", () => {
  const withStep = LESSONS.filter(({ step }) => step > 0).map(({ id, step }) => [id, step]);
  assert.deepEqual(withStep, [
    ["rules", 704], ["equals", 2105], ["negamax", 7], ["skip", 13], ["cut", 11], ["window", 8], ["cache", 66], ["key", 50], ["horizon", 9], ["whole", 14],
  ]);
  const having = (name) => LESSONS.filter(({ [name]: has }) => has).map(({ id }) => id);
  assert.deepEqual([having("practice"), having("plays"), having("shows")], [["opponent", "cut", "window", "order"], ["tree"], ["cache"]]);
  const hiding = (name) => LESSONS.filter(({ hides }) => hides.includes(name)).map(({ id }) => id);
  assert.deepEqual([hiding("values"), hiding("window")], [["tree", "build", "rules"], ["cut"]]);
});

// The own position

test("the form has the choices of the search shown", async () => {
  const { elements } = one("#own");
  await open("/learn?board=XX./XOO/O..&side_to_move=x&in_a_row=3&misere=true&algorithm=alpha_beta&values=score&max_depth=2&order=right-up");
  const names = ["board", "side_to_move", "in_a_row", "algorithm", "values", "order", "beside_algorithm", "beside_max_depth", "beside_order"];
  assert.deepEqual(names.map((name) => elements[name].value), ["XX./XOO/O..", "X", "3", "alpha_beta", "score", "right-up", "", "", ""]);
  assert.equal(elements.misere.checked, true);
  assert.deepEqual(textsOf("option", elements.max_depth).slice(0, 3), ["to the end", "1 ply", "2 plies"]);
  assert.equal(textsOf("option", elements.beside_algorithm)[0], "none");
  for (const field of [elements.order, elements.beside_order]) {
    assert.deepEqual(all("option", field).map((option) => [option.value || "right-down", textOf(option)]), Object.entries(ORDERS));
  }
  assert.deepEqual(textsOf("option", elements.algorithm), Object.values(ALGORITHMS));
  await open("/learn?lesson=tree");
  assert.deepEqual([elements.side_to_move.value, elements.misere.checked, elements.max_depth.value], ["", false, ""]);
});

test("what the form has is searched", async () => {
  await open("/learn?lesson=tree");
  const { elements } = one("#own");
  const chosen = { board: " XX./XOO/O.. ", side_to_move: "X", in_a_row: "3", algorithm: "alpha_beta", values: "score", max_depth: "2", order: "right-up" };
  for (const [name, value] of Object.entries(chosen)) elements[name].value = value;
  elements.misere.checked = true;
  one("#own").requestSubmit();
  await until(() => assert.equal(location.search, "?board=XX./XOO/O..&side_to_move=X&misere=true&algorithm=alpha_beta&values=score&max_depth=2&order=right-up&step=0"));
  await becomes(() => document.body.getAttribute("aria-busy"), null);
  assert.deepEqual(textsOf("figure h2", document).slice(0, 1), ["Alpha-beta, scores, 2 plies deep, rows from the bottom"]);
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
  await open(`${TREE}&step=6`);
  one("#nodes").open = true;
  one("#nodes").dispatchEvent(new Event("toggle"));
  assert.deepEqual(textsOf("#list button"), ["Step 12, its end", "Step 3, its end", "Step 7, its end", "Step 6, its end", "Step 8, its beginning", "Step 9, its beginning"]);
  assert.deepEqual(all("#list li").map((item) => item.style.getPropertyValue("--ply")), ["0", "1", "1", "2", "1", "2"]);
  for (let count = 0; count < 3; count += 1) press("Step back");
  assert.deepEqual(textsOf("#list button").slice(2, 4), ["Step 4, its beginning", "Step 5, its beginning"]); // after step 3
  for (let count = 0; count < 3; count += 1) press("Step forward");
  all("#list button")[4].click();
  assert.deepEqual([at(), textsOf("#list button")[4]], [8, "Step 11, its end"]);
  await open("/learn?lesson=large");
  assert.equal(all("#list li").length, 257);
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

test("other keys do nothing", async () => {
  await open(`${TREE}&step=6`);
  const tree = one("svg.tree", figures()[0]);
  const press = (key, rest = {}) => tree.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...rest }));
  for (const rest of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) assert.equal(press("+", rest), true);
  assert.equal(press("x"), true);
  assert.equal(tree.style.inlineSize, "100%");
  assert.equal(press("+", { shiftKey: true }), false);
  press("0");
});

test("the buttons scale and fit the tree", async () => {
  await open(`${TREE}&step=6`);
  assert.equal(one(".zoom", figures()[0]).hidden, true); // The boards are large.
  await open("/learn?lesson=whole");
  for (const [name, size] of [["Larger", "125%"], ["Larger", "156.25%"], ["Smaller", "125%"], ["Fit", "100%"], ["Smaller", "100%"]]) {
    press(name, figures()[0]);
    assert.equal(one("svg.tree", figures()[0]).style.blockSize, size);
  }
});
