// The page /learn/practice: its questions, its tree, its addresses and its sheet.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, becomes, choose, go, one, press, textOf, textsOf, type, visit } from "./page.mjs";

globalThis.scrollTo = () => {};
await visit("/learn/practice?seed=1", "practice/index.html", "practice/main.js");

const TEXTBOOK = "((3,12,8),(2,4,6),(14,5,2))"; // of "Artificial Intelligence: A Modern Approach"
const SMALL = "((5,6),(4,7))";

const question = () => textOf(one("#asking legend"));
const verdict = () => textOf(one("#asking .verdict"));
const count = () => textOf(one(".count"));
const tree = () => one("[role=tree]");
const nodes = () => all("[role=treeitem]");
const nameOf = (node) => node.getAttribute("aria-label");
const node = (name) => nodes().find((each) => new RegExp(`^${name}\\b`).test(nameOf(each)));
const click = (name) => node(name).dispatchEvent(new Event("click", { bubbles: true }));
const numbers = () => textsOf("#tree .number");
const asked = () => question().match(/does (\w) get/)[1];

// Chooses a value in each field, and checks the answer.
function answer(...values) {
  all("#asking select").forEach((select, index) => choose(select, values[index]));
  one("#asking form").requestSubmit();
}

function goOn(name = "Next question") {
  assert.equal(document.activeElement, one(".on"));
  press(name);
  assert.equal(document.activeElement, one("#asking legend"));
}

test("right answers are explained, counted, and shown in the tree", () => {
  go(`/learn/practice?tree=${TEXTBOOK}`);
  assert.equal(count(), "Question 1 of 4");
  assert.equal(all(".node.marked").length, 1);
  const name = asked();
  answer({ B: "3", C: "2", D: "2" }[name]);
  assert.match(verdict(), new RegExp(`^Right\\. ${name} gets .*MIN takes the lowest of`));
  for (const [each, value] of Object.entries({ B: 3, C: 2, D: 2 })) assert.equal(nameOf(node(each)), `${each}, MIN, below A, value ${value}${each === name ? ", your answer is right" : ""}`);
  goOn();
  assert.equal(question(), "Which minimax value does the root, A, get?");
  answer("3");
  assert.match(verdict(), /^Right\. A gets 3\./);
  goOn();
  for (const leaf of ["Leaf 4", "Leaf 6"]) {
    assert.equal(node(leaf).getAttribute("aria-checked"), "false");
    click(leaf);
    assert.equal(node(leaf).getAttribute("aria-checked"), "true");
  }
  assert.equal(textOf(one("#asking .picked")), "Your answer: 4 and 6");
  answer();
  assert.match(verdict(), /^Right\. Alpha-beta never looks at 4 and 6\./);
  assert.equal(nameOf(node("Leaf 4")), "Leaf 4, below C, never looked at, your answer is right");
  assert.equal(all("#tree .edge.cut").length, 2);
  goOn();
  answer("3", "Infinity");
  assert.match(verdict(), /because MAX already has it at A with B/);
  assert.equal(count(), "Question 4 of 4, 4 right");
  goOn("Start again");
  assert.equal(count(), "Question 1 of 4");
  assert.deepEqual(new Set(textsOf("#tree .value")), new Set(["", "?"]));
});

test("a wrong answer can be tried again, and then gets the right one and its reasons", () => {
  go(`/learn/practice?tree=${TEXTBOOK}`);
  const name = asked();
  answer("14");
  assert.equal(verdict(), `No. ${name} is a MIN node, and gets the lowest value just below it. Try again.`);
  assert.deepEqual([one(".check").hidden, one(".on").hidden, all(".node.wrong")], [false, true, []]);
  answer("14");
  assert.match(verdict(), new RegExp(`^No\\. ${name} gets`));
  goOn();
  answer("14");
  answer("3");
  assert.match(verdict(), /^Right\. A gets 3\./);
  assert.match(verdict(), /MAX takes the highest of 3, 2, and 2\./);
  goOn();
  click("Leaf 4");
  answer();
  assert.equal(verdict(), "No. It looks at fewer leaves. Try again.");
  click("Leaf 14");
  answer();
  assert.match(verdict(), /^No\. Alpha-beta never looks at 4 and 6\..*14 \(α 3, β ∞\) is looked at, because.*C: 2 makes β 2, and α is 3, which MAX/);
  assert.deepEqual(textsOf(".node.wrong .number"), ["6", "14"]);
  goOn();
  answer("-Infinity", "14");
  assert.match(verdict(), /^No\. α is the best that MAX already has on the way to D, .* Try again\.$/);
  answer("-Infinity", "14");
  assert.match(verdict(), /^Your result: 0 of 4 right\. ?No\. At D, α is 3 and β is ∞\./);
  assert.equal(count(), "Question 4 of 4, 0 right");
});

test("the keys pick a leaf, and each node is read before those below it", () => {
  go(`/learn/practice?tree=${SMALL}`);
  assert.deepEqual(nodes().map((each) => [nameOf(each).split(", below")[0], each.getAttribute("aria-level")]), [
    ["A, MAX", "1"], ["B, MIN", "2"], ["Leaf 5", "3"], ["Leaf 6", "3"], ["C, MIN", "2"], ["Leaf 4", "3"], ["Leaf 7", "3"],
  ]);
  for (let done = 0; done < 2; done += 1) {
    answer(/ C get/.test(question()) ? "4" : "5");
    goOn();
  }
  tree().dispatchEvent(new Event("focus"));
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", " "]) type(key, tree());
  assert.equal(node("Leaf 7").getAttribute("aria-checked"), "true");
  assert.equal(tree().getAttribute("aria-activedescendant"), node("Leaf 7").id);
  answer();
  assert.match(verdict(), /^Right\. Alpha-beta never looks at 7\./);
});

test("a seed leads to the same tree, and each draw to another address", () => {
  go("/learn/practice");
  assert.match(location.search, /^\?depth=3&width=2&seed=\d+$/);
  const before = numbers();
  const { href } = location;
  choose(one("[name=size]"), "2 4");
  choose(one("#drawing [name=first]"), "MIN");
  one("#drawing").requestSubmit();
  assert.match(location.search, /^\?depth=2&width=4&seed=\d+&first=min$/);
  assert.equal(nameOf(node("A")), "A, MIN");
  history.back();
  assert.deepEqual([location.href, numbers()], [href, before]);
});

test("an own tree gets an address, and its fault a place", () => {
  go("/learn/practice?seed=1");
  const use = (text) => {
    one("[name=tree]").value = text;
    one("#own").requestSubmit();
  };
  const fault = () => textOf(one("#fault"));
  use("((3,5),(2,x,7))");
  assert.match(fault(), /commas, at character 11\./);
  assert.equal(textOf(one("#fault mark")), "x");
  use("((3, 5), (2, 9, 7))");
  assert.deepEqual([location.search, fault(), numbers()], ["?tree=((3,5),(2,9,7))&first=max", "", ["3", "5", "2", "9", "7"]]);
  go("/learn/practice?tree=((3,5),(2,9"); // A chat has cut the end off.
  assert.deepEqual([location.search, fault()], ["?tree=((3,5),(2,9))&first=max", ""]);
  go("/learn/practice?tree=((3,5),(2,9)7");
  assert.match(fault(), /^There must be “,” or “\)”, at character 13\./);
  assert.equal(one("[name=tree]").value, "((3,5),(2,9)7");
  go("/learn/practice?depth=4&width=5");
  assert.equal(fault(), "In the link, width must be at most 2 if depth is 4. Choose another tree.");
  one("#drawing").requestSubmit();
  assert.deepEqual([fault(), one("#bench").classList.contains("faulty")], ["", false]);
});

test("a sheet has its solutions on a page of their own", async () => {
  go("/learn/practice?seed=1");
  choose(one("#sheets [name=count]"), "2");
  await becomes(() => all("#sheet article").length, 4);
  const [exercises, solutions] = all("#sheet .page");
  assert.match(textOf(exercises), /Tree 1: MAX moves first/);
  assert.deepEqual([...new Set(textsOf(".value", exercises)), all(".cut, .skipped", exercises).length], ["", 0]);
  assert.match(textOf(solutions), /A 12, B 12, C 5, D 12, E 14, F 13, G 5\..*Alpha-beta never looks at 6\./);
  assert.equal(textsOf(".value", solutions)[0], "12");
  assert.deepEqual(textsOf(".address", solutions).map((each) => each.match(/seed=\d/)[0]), ["seed=1", "seed=2"]);
});
