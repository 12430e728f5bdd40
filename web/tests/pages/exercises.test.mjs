// The page "Practice": its questions, its tree, its settings and its sheet.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { STATIC } from "./modules.mjs";
import { all, choose, errors, go, one, point, press, textOf, textsOf, type, visit } from "./page.mjs";

const TEXTBOOK = "((3,12,8),(2,4,6),(14,5,2))"; // of "Artificial Intelligence: A Modern Approach"
const OWN = `/learn/practice?tree=${TEXTBOOK}`;
const DRAWN = "/learn/practice?depth=2&width=3&seed=7";

await visit(OWN, "practice/index.html", "practice/main.js");

const asked = () => textOf(one(".count"));
const question = () => textOf(one("#asking legend"));
const selects = () => all(".fields select");
const options = (select) => all("option", select).map(({ value }) => value);
const verdict = () => textsOf(".verdict p");
const shown = (selector) => !one(selector).hidden;
const nodes = () => all("#tree .node");
const named = (name) => nodes().find((node) => node.getAttribute("aria-label").split(",")[0] === name);
const label = (name) => named(name).getAttribute("aria-label");
const labels = (state) => all(`#tree .node${state}`).map((node) => node.getAttribute("aria-label").split(",")[0]);
const verdicts = () => nodes().filter((node) => textOf(one("text.verdict", node)))
  .map((node) => `${node.getAttribute("aria-label").split(",")[0]} ${textOf(one("text.verdict", node))}`);
const values = () => all("#tree .value").map(textOf).filter(Boolean);
const address = () => new URLSearchParams(location.search);

const select = (name) => point(one(".shape", named(name)), "click");
// Gives an answer, and if it is wrong, the same again.
function answer(...answers) {
  selects().forEach((field, index) => (field.value = answers[index] ?? options(field).at(-1)));
  one("#asking form").requestSubmit();
  if (shown(".check")) one("#asking form").requestSubmit();
}
const goOn = () => one(".on").click();
function skip(number) {
  for (let count = 0; count < number; count += 1) {
    answer();
    goOn();
  }
}
function submit(form, fields = {}) {
  for (const [name, value] of Object.entries(fields)) one(`${form} [name=${name}]`).value = value;
  one(form).requestSubmit();
}

afterEach(() => assert.deepEqual(errors.splice(0), []));

// Questions

test("a value is asked from the numbers of the tree, each once and in order", () => {
  go(OWN);
  assert.deepEqual([asked(), question()], ["Question 1 of 4", "Which minimax value does D get?"]);
  assert.deepEqual(selects().map(options), [["", "2", "3", "4", "5", "6", "8", "12", "14"]]);
  assert.equal(textOf(one(".fields label")).split(" ")[0], "D");
  assert.deepEqual([selects()[0].value, labels(".marked"), values()], ["", ["D"], ["?"]]);
  assert.deepEqual([".check", ".on", ".keep"].map(shown), [true, false, false]);
  assert.deepEqual([verdict(), one(".explained").tabIndex, one("#asking").classList.contains("answered")], [[], -1, false]);
});

test("an answer is judged, explained and counted, and its values stay in the tree", () => {
  go(OWN);
  answer("2");
  assert.deepEqual(verdict(), ["Right. D gets 2.", "D is a MIN node, and MIN takes the lowest of 14, 5, and 2."]);
  assert.deepEqual([asked(), textOf(one(".on"))], ["Question 1 of 4, 1 right", "Next question"]);
  assert.deepEqual(verdicts(), ["D ✓"]);
  assert.deepEqual([selects()[0].disabled, one(".explained").tabIndex, document.activeElement], [true, 0, one(".on")]);
  assert.deepEqual([".check", ".on"].map(shown), [false, true]);
  assert.ok(one("#asking").classList.contains("answered"));
  assert.deepEqual(["A", "B", "C", "D"].map(label), ["A, MAX", "B, MIN, below A, value 3", "C, MIN, below A, value 2", "D, MIN, below A, value 2, your answer is right"]);
  goOn();
  assert.deepEqual([asked(), question(), verdict()], ["Question 2 of 4, 1 right", "Which minimax value does the root, A, get?", []]);
  assert.deepEqual([labels(".marked"), values(), document.activeElement], [["A"], ["?", "3", "2", "2"], one("legend")]);
  answer("12");
  assert.deepEqual([verdict()[0], verdicts()], ["No. A gets 3.", ["A ✗"]]);
  assert.equal(asked(), "Question 2 of 4, 1 right");
});

test("leaves are selected and put back, and named in the order of the tree", () => {
  go(OWN);
  select("Leaf 4"); // not yet asked for
  skip(2);
  assert.match(question(), /Which leaves are never looked at/);
  assert.deepEqual([textOf(one("p.picked")), selects(), labels(".marked")], ["", [], []]);
  for (const name of ["Leaf 6", "Leaf 12", "Leaf 4", "Leaf 12"]) select(name);
  select("D"); // and all below it
  select("D");
  select("A"); // which is below nothing
  assert.equal(textOf(one("p.picked")), "Your answer: 4 and 6");
  assert.deepEqual(["Leaf 4", "Leaf 12", "C", "A"].map((name) => named(name).getAttribute("aria-checked")), ["true", "false", "false", null]);
  assert.deepEqual([...labels(".skipped"), ...labels(".wrong")], []);
  answer();
  assert.match(verdict()[0], /^Right\. Alpha-beta never looks at 4 and 6\.$/);
  assert.deepEqual([labels(".skipped"), labels(".cut"), labels(".wrong")], [["Leaf 4", "Leaf 6"], ["Leaf 4", "Leaf 6"], []]);
  assert.equal(label("Leaf 4"), "Leaf 4, below C, never looked at, your answer is right");
  assert.equal(named("Leaf 4").getAttribute("aria-checked"), null);
  select("Leaf 3");
  assert.equal(textOf(one("p.picked")), "Your answer: 4 and 6");
  goOn();
  assert.deepEqual([labels(".picked"), labels(".skipped"), textOf(one("p.picked"))], [[], ["Leaf 4", "Leaf 6"], ""]);
});

for (const [picked, wrong, reason] of [
  [["Leaf 4", "Leaf 5"], ["Leaf 6", "Leaf 5"], "5 (α 3, β 14) is looked at, because α is below β."],
  [["Leaf 3", "Leaf 14"], ["Leaf 3", "Leaf 4", "Leaf 6", "Leaf 14"], "3 (α −∞, β ∞) and 14 (α 3, β ∞) are looked at, because α is below β."],
  [["Leaf 4"], ["Leaf 6"], "C: 2 makes β 2, and α is 3, which MAX already has with B. So α ≥ β, and 4 and 6 cannot matter."],
]) {
  test(`${picked.join(" and ")} are wrong, and the first reason tells why`, () => {
    go(OWN);
    skip(2);
    picked.forEach(select);
    answer();
    assert.deepEqual([verdict()[0], verdict()[1]], ["No. Alpha-beta never looks at 4 and 6.", reason]);
    assert.deepEqual(labels(".wrong"), wrong);
    const right = picked.filter((name) => !wrong.includes(name));
    assert.deepEqual(verdicts().toSorted(), [...wrong.map((name) => `${name} ✗`), ...right.map((name) => `${name} ✓`)].toSorted());
  });
}

test("an edge is struck out only above a cut, and a leaf can be the reason of one", () => {
  go("/learn/practice?tree=(5,(3,4))");
  const cut = () => all("#tree .edge").map((edge) => edge.classList.contains("cut"));
  skip(2);
  assert.deepEqual(cut(), [false, false, false, false]);
  answer();
  assert.deepEqual(cut(), [false, false, false, true]);
  assert.equal(verdict()[1], "B: 3 makes β 3, and α is 5, which MAX already has with the leaf 5. So α ≥ β, and 4 cannot matter.");
});

test("alpha and beta can be infinite, and are shown after the answer", () => {
  go(OWN);
  skip(3);
  assert.deepEqual([question(), labels(".marked"), selects().map((field) => [options(field)[1], options(field).at(-1)])],
    ["What are α and β when alpha-beta enters D?", ["D"], [["-Infinity", "Infinity"], ["-Infinity", "Infinity"]]]);
  assert.deepEqual(textsOf("#tree .slot"), ["α ?", "β ?"]);
  answer("3", "Infinity");
  assert.deepEqual(verdict().slice(0, 2), ["Your result: 1 of 4 right.", "Right. At D, α is 3 and β is ∞."]);
  const name = "D, MIN, below A, value 2, alpha 3, beta ∞, your answer is right";
  assert.deepEqual([all("#tree .window").map(textOf).filter(Boolean), label("D")], [["α 3, β ∞"], name]);
});

test("an own tree starts again with nothing known, and a drawn one leads to another", () => {
  go(OWN);
  answer("2");
  goOn();
  skip(2);
  answer();
  assert.deepEqual([textOf(one(".on")), asked()], ["Start again", "Question 4 of 4, 1 right"]);
  goOn();
  assert.deepEqual([asked(), location.search, values(), labels(".skipped")], ["Question 1 of 4", `?tree=${TEXTBOOK}&first=max`, ["?"], []]);
  answer("3");
  assert.equal(asked(), "Question 1 of 4, 0 right");
  go(DRAWN);
  skip(3);
  answer();
  assert.equal(textOf(one(".on")), "Next tree");
  goOn();
  assert.equal(asked(), "Question 1 of 4");
  assert.deepEqual([address().get("depth"), address().get("width")], ["2", "3"]);
  assert.notEqual(address().get("seed"), "7");
});

test("results are kept from tree to tree until they are reset, and good ones lead to larger trees", async (t) => {
  const { questionsOf } = await import(new URL("practice/questions.js", STATIC));
  const { readTask: read } = await import(new URL("practice/address.js", STATIC));
  const { searched } = await import(new URL("practice/search.js", STATIC));
  // Answers the questions of a tree, the first ones wrong.
  const solve = (wrong) => {
    const { tree, first, seed } = read(location.search);
    questionsOf(searched(tree, first), seed).forEach(({ fields, pick }, index) => {
      for (const { number } of pick ?? []) select(`Leaf ${number}`);
      answer(...(index < wrong ? [] : fields.map(({ right }) => String(right))));
      if (textOf(one(".on")) === "Next question") goOn();
    });
  };
  const tally = () => (one(".tally").hidden ? null : textOf(one(".tally span")));
  localStorage.setItem("noughts.practice", "null");
  go(DRAWN);
  solve(1);
  assert.deepEqual([verdict()[0], tally(), textOf(one(".on"))],
    ["Your result: 3 of 4 right.", "So far: 3 of 4 right, in 1 tree.", "Next tree, a larger one"]);
  goOn();
  assert.deepEqual([address().get("depth"), address().get("width"), tally()], ["2", "4", "So far: 3 of 4 right, in 1 tree."]);
  solve(2);
  assert.deepEqual([tally(), textOf(one(".on"))], ["So far: 5 of 8 right, in 2 trees.", "Next tree"]);
  go("/learn/practice?depth=4&width=2&seed=5&first=min");
  solve(0);
  assert.equal(textOf(one(".on")), "Next tree"); // there is no larger one
  goOn();
  assert.deepEqual(["depth", "width", "first"].map((name) => address().get(name)), ["4", "2", "min"]);
  const confirmed = t.mock.method(globalThis, "confirm", () => false);
  press("Reset");
  assert.equal(tally(), "So far: 11 of 14 right, in 3 trees.");
  confirmed.mock.mockImplementation(() => true);
  press("Reset");
  assert.equal(tally(), null);
});

// The tree

test("keys move in the tree, and Space selects a leaf", () => {
  go(OWN);
  skip(2);
  const tree = one("#tree [role=tree]");
  tree.dispatchEvent(new Event("focus"));
  for (const [key, name] of [["Home", "A"], ["ArrowDown", "C"], ["ArrowDown", "Leaf 4"], ["ArrowLeft", "Leaf 2"], ["ArrowLeft", "Leaf 8"],
    ["ArrowUp", "B"], ["ArrowLeft", "B"], ["ArrowRight", "C"], ["End", "A"]]) {
    type(key, tree);
    assert.deepEqual(labels("[aria-selected=true]"), [name], key);
    assert.equal(tree.getAttribute("aria-activedescendant"), named(name).id);
  }
  type(" ", tree);
  assert.equal(textOf(one("p.picked")), "");
  for (const key of ["ArrowDown", "ArrowDown", " "]) type(key, tree);
  assert.equal(textOf(one("p.picked")), "Your answer: 4");
  answer();
  goOn();
  assert.deepEqual([labels("[aria-selected=true]"), tree.getAttribute("aria-activedescendant")], [[], null]);
});

test("each node has its place for a screen reader", () => {
  go(OWN);
  const place = (name) => ["aria-level", "aria-posinset", "aria-setsize", "aria-expanded"].map((each) => named(name).getAttribute(each));
  assert.deepEqual(["A", "D", "Leaf 12"].map(place), [["1", "1", "1", "true"], ["2", "3", "3", "true"], ["3", "2", "3", null]]);
  assert.deepEqual(labels("[role=treeitem]"), ["A", "B", "Leaf 3", "Leaf 12", "Leaf 8", "C", "Leaf 2", "Leaf 4", "Leaf 6", "D", "Leaf 14", "Leaf 5", "Leaf 2"]);
});

test("nodes are inside the picture, below their parents, and apart from each other", () => {
  for (const tree of [TEXTBOOK, "(1)", "((((((-999,-998),999))),-997,(1,2)),3)"]) {
    go(`/learn/practice?tree=${tree}`);
    const [left, top, width, height] = one("#tree [role=tree]").getAttribute("viewBox").split(" ").map(Number);
    const places = nodes().map((node) => {
      const [x, y] = node.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      const half = Number(one(".area", node).getAttribute("width")) / 2;
      assert.ok(left <= x - half && x + half <= left + width && top <= y && y + 34 <= top + height, tree);
      return { x, y, half };
    });
    for (const { x, y, half } of places) {
      const beside = places.filter((each) => each.y === y && each.x > x);
      assert.ok(beside.every((each) => each.x - x >= half + each.half - 2), tree);
    }
    const bottoms = places.map(({ x, y }) => `${x} ${y + 34}`);
    const lines = all("#tree .line").map((line) => line.getAttribute("d").match(/^M(.+)L(.+)$/));
    assert.equal(lines.length, places.length - 1);
    for (const [, from, to] of lines) {
      assert.ok(bottoms.includes(from) && places.some(({ x, y }) => `${x} ${y}` === to));
      assert.equal(Number(to.split(" ")[1]) - Number(from.split(" ")[1]), 42);
    }
  }
});

test("the levels are named by who moves, and MAX and MIN point in opposite directions", () => {
  for (const [first, levels] of [["", ["MAX", "MIN"]], ["&first=min", ["MIN", "MAX"]]]) {
    go(OWN + first);
    assert.deepEqual(textsOf("#tree .level").toSorted(), levels.toSorted());
    const heights = all("#tree .level").map((level) => [Number(level.getAttribute("y")), textOf(level)]);
    assert.deepEqual(heights.toSorted(([a], [b]) => a - b), levels.map((level, ply) => [76 * ply + 41, level]));
    assert.deepEqual(labels(`.${levels[1]}`), ["B", "C", "D"]);
  }
});

// Faults

for (const [query, message, marked] of [
  ["?tree=((3,5),(2,x,7))", "The tree can contain only whole numbers, parentheses and commas, at character 11.", ["((3,5),(2,", "x", ",7))"]],
  ["?tree=5", "The tree must start with “(”, at character 1.", ["", "5", ""]],
  ["?tree=((3,5)7", "There must be “,” or “)”, at character 7.", ["((3,5)", "7", ""]],
  ["?seed=-1", "In the link, seed must be a whole number from 0 to 999999. Choose another tree.", null],
  ["?depth=3&width=4", "In the link, width must be at most 3 if depth is 3. Choose another tree.", null],
]) {
  test(`the fault in ${query} is told, and marked if it is in a tree`, () => {
    go(OWN);
    go(`/learn/practice${query}`);
    assert.equal(one("#fault").childNodes[0].textContent.trim(), message);
    const parts = one("#fault code") && [0, 1, 2].map((index) => one("#fault code").childNodes[index].textContent);
    assert.deepEqual(parts, marked);
    assert.equal(one("#own [name=tree]").value, marked ? query.slice(6) : TEXTBOOK);
    assert.deepEqual([one("#bench").classList.contains("faulty"), all("#sheet *")], [true, []]);
    go(OWN);
    assert.deepEqual([textOf(one("#fault")), one("#bench").classList.contains("faulty")], ["", false]);
    assert.ok(all("#sheet article").length);
  });
}

// Settings

test("the form has every size, and draws a tree of that size and first side", () => {
  go("/learn/practice");
  assert.deepEqual(textsOf("#drawing option").slice(0, -2), [
    "2 levels, 2 moves each", "2 levels, 2 to 3 moves each", "2 levels, 2 to 4 moves each", "2 levels, 2 to 5 moves each",
    "3 levels, 2 moves each", "3 levels, 2 to 3 moves each", "4 levels, 2 moves each",
  ]);
  assert.deepEqual([one("#drawing [name=size]").value, one("#drawing [name=first]").value], ["3 2", "MAX"]);
  submit("#drawing", { size: "2 5", first: "MIN" });
  assert.match(location.search, /^\?depth=2&width=5&seed=\d+&first=min$/);
  assert.deepEqual([textOf(one("#fault")), label("A"), asked()], ["", "A, MIN", "Question 1 of 4"]);
  assert.deepEqual([one("#drawing [name=size]").value, one("#own [name=first]").value], ["2 5", "MIN"]);
});

test("an own tree is written into the address, or its fault is told", () => {
  go(DRAWN);
  submit("#own", { tree: " ((1, 2),(3,4)) ", first: "MIN" });
  assert.deepEqual([location.search, one("#own [name=tree]").value], ["?tree=((1,2),(3,4))&first=min", "((1,2),(3,4))"]);
  assert.equal(one("#drawing [name=first]").value, "MIN");
  submit("#own", { tree: "((1,2)" });
  assert.deepEqual([location.search, textOf(one("#fault code"))], ["?tree=((1,2),(3,4))&first=min", "((1,2)"]);
});

test("the address is written only where it changes", () => {
  go(OWN);
  const { length } = history;
  submit("#own");
  assert.equal(history.length, length);
  submit("#own", { first: "MIN" });
  assert.equal(history.length, length + 1);
});

// The sheet

test("a sheet has as many trees as chosen, with the seeds that follow", () => {
  go("/learn/practice?depth=2&width=3&seed=999998&first=min");
  const count = one("#sheets [name=count]");
  assert.equal(count.disabled, false);
  choose(count, "3");
  assert.deepEqual(textsOf("#sheet h3"), [1, 2, 3].map((tree) => `Tree ${tree}: MIN moves first`).concat("Tree 1", "Tree 2", "Tree 3"));
  assert.deepEqual(textsOf("#sheet .address").map((each) => new URL(each).search),
    [999998, 999999, 0, 999998, 999999, 0].map((seed) => `?depth=2&width=3&seed=${seed}&first=min`));
  choose(count, "1");
  assert.deepEqual(textsOf("#sheet h3"), ["The tree: MIN moves first", "The tree"]);
});

test("only the solutions of the sheet tell the answers", () => {
  go(OWN);
  assert.equal(one("#sheets [name=count]").disabled, true);
  const [exercise, solution] = all("#sheet article");
  const texts = (article) => textsOf("text.value, text.window", article).filter(Boolean);
  assert.deepEqual([texts(exercise), all(".node.skipped", exercise).length], [[], 0]);
  assert.deepEqual([texts(solution), all(".node.skipped", solution).length, all(".node.cut", solution).length], [["3", "3", "2", "2", "α 3, β ∞"], 2, 2]);
  assert.deepEqual(textsOf("li", exercise).at(-1).split("?"), ["What are α and β when alpha-beta enters D", "α =β ="]);
  assert.deepEqual(textsOf("li", solution), [
    "A 3, B 3, C 2, D 2.",
    "Alpha-beta never looks at 4 and 6. C: 2 makes β 2, and α is 3, which MAX already has with B. So α ≥ β, and 4 and 6 cannot matter.",
    "At D, α is 3 and β is ∞. α is 3, because MAX already has it at A with B. β is ∞, because MIN has no value above D yet.",
  ]);
  assert.equal(textOf(one(".address", solution)), location.href);
  for (const picture of all("#sheet svg")) assert.equal(picture.getAttribute("width"), picture.getAttribute("viewBox").split(" ")[2]);
});

test("the button prints the sheet", (t) => {
  go(OWN);
  const print = t.mock.fn();
  globalThis.print = print;
  press("Print the sheet");
  assert.equal(print.mock.callCount(), 1);
});
