// The notation of trees, the URLs of /learn/practice, its answers and their reasons.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./modules.mjs";

const PRACTICE = new URL("../../../service/static/practice/", import.meta.url);
const address = await import(new URL("address.js", PRACTICE));
const { readTree: read, writeTree: write } = await import(new URL("notation.js", PRACTICE));
const { judge, questionsOf } = await import(new URL("questions.js", PRACTICE));
const { searched } = await import(new URL("search.js", PRACTICE));

const TEXTBOOK = "((3,12,8),(2,4,6),(14,5,2))"; // of "Artificial Intelligence: A Modern Approach"
const questionsAbout = (text, first = "MAX") => questionsOf(searched(read(text), first), 0);

test("a tree is written as it was read", () => {
  for (const text of ["(1)", "((3,5),(2,9,7))", "((-3,((0))),4)", "(999,-999)"]) assert.equal(write(read(text)), text);
  assert.deepEqual(read(" ( ( 3 ,−5 ) , (2,\n9) ) "), [[3, -5], [2, 9]]);
  assert.deepEqual(read("(-0)"), [0]);
});

for (const [text, message] of [
  ["", "The tree must start with “(”, at character 1."],
  ["5", "The tree must start with “(”, at character 1."],
  ["((3,5),(2,x,7))", "The tree can contain only whole numbers, parentheses and commas, at character 11."],
  ["((3,5),( 2.5))", "The tree can contain only whole numbers, parentheses and commas, at character 11."],
  ["((3,5),()", "There must be a number or “(”, at character 9."],
  ["((3,,5))", "There must be a number or “(”, at character 5."],
  ["((3,5),(2,9)", "There must be “,” or “)”, at character 13."],
  ["((3,5)(2,9))", "There must be “,” or “)”, at character 7."],
  ["((3 5))", "There must be “,” or “)”, at character 5."],
  ["((3,5)),1", "The tree is complete, so nothing can follow, at character 8."],
  ["(1,1000)", "A number must be from −999 to 999, at character 4."],
  ["(((((((1)))))))", "The tree can have at most 6 levels below the root, at character 7."],
  [`(${Array(33).fill("1").join(",")})`, "The tree can have at most 32 leaves, at character 66."],
  [`(${Array(26).fill("(1)").join(",")})`, "The tree can have at most 26 nodes with children, at character 102."],
]) {
  test(`the fault in ${text.slice(0, 20)} has a message and a place`, () => {
    assert.throws(() => read(text), { message });
  });
}

test("the limits of a tree are accepted", () => {
  read(`(${Array(32).fill("1").join(",")})`);
  read(`(${Array(25).fill("(1)").join(",")})`);
  read("((((((1))))))");
});

test("a seed always gives the same tree", () => {
  const drawn = (query) => write(address.readTask(query).tree);
  assert.equal(drawn("?seed=1"), "(((12,7),(14,6)),((13,2),(5,3)))");
  assert.equal(drawn("?seed=1&depth=2&width=3&first=min"), drawn("?width=3&first=min&seed=1&depth=2"));
  assert.notEqual(drawn("?seed=2"), drawn("?seed=1"));
});

test("a URL is written as it was read", () => {
  for (const query of ["?depth=2&width=5&seed=0", "?depth=3&width=3&seed=999999&first=min", `?tree=${TEXTBOOK}&first=min`]) {
    assert.equal(address.writeTask(address.readTask(query)), query);
  }
  assert.match(address.writeTask(address.readTask("")), /^\?depth=3&width=2&seed=\d+$/);
});

for (const [query, message] of [
  ["?seed=1000000", "seed must be a whole number from 0 to 999999."],
  ["?seed=-1", "seed must be a whole number from 0 to 999999."],
  ["?seed=", "seed must be a whole number from 0 to 999999."],
  ["?depth=5", "depth must be 2, 3, or 4."],
  ["?width=1", "width must be 2, 3, 4, or 5."],
  ["?depth=4&width=3", "width must be at most 2 if depth is 4."],
  ["?first=X", "first must be max or min."],
]) {
  test(`${query} is a fault`, () => {
    assert.throws(() => address.readTask(query), { message });
  });
}

// A plain minimax, and a plain alpha-beta that notes the window of each node it enters.
const minimax = (node) => {
  const values = node.children.map(minimax);
  return node.isLeaf ? node.number : Math[node.isMax ? "max" : "min"](...values);
};
function alphaBeta(node, alpha, beta, windows) {
  windows.set(node, [alpha, beta]);
  if (node.isLeaf) return node.number;
  let best = node.isMax ? -Infinity : Infinity;
  for (const child of node.children) {
    const value = alphaBeta(child, alpha, beta, windows);
    best = Math[node.isMax ? "max" : "min"](best, value);
    if (node.isMax) alpha = Math.max(alpha, best);
    else beta = Math.min(beta, best);
    if (alpha >= beta) break;
  }
  return best;
}

function check(tree, first, seed) {
  const { nodes, root, skipped } = searched(tree, first);
  const leaves = nodes.filter(({ isLeaf }) => isLeaf);
  assert.deepEqual(nodes.map((node) => node.minimax), nodes.map(minimax));
  const windows = new Map();
  assert.equal(alphaBeta(root, -Infinity, Infinity, windows), root.minimax);
  for (const node of nodes) {
    assert.deepEqual([node.alpha, node.beta], windows.get(node) ?? [undefined, undefined]);
  }
  assert.deepEqual(skipped, leaves.filter((leaf) => !windows.has(leaf)));
  const questions = questionsOf({ nodes, root, skipped }, seed);
  const rights = questions.map(({ fields }) => fields.map(({ right }) => right));
  const [picked, window] = questions.slice(-2);
  questions.slice(0, -2).forEach(({ marked }, place) => assert.deepEqual(rights[place], marked.map(minimax)));
  assert.deepEqual(questions.at(-3).marked, [root]);
  assert.deepEqual(picked.pick, skipped);
  assert.deepEqual(rights.at(-1), windows.get(window.marked[0]));
  return { leaves, skipped };
}

const withEqualNumbers = (tree) => (Array.isArray(tree) ? tree.map(withEqualNumbers) : (tree % 3) - 1);

for (const size of address.SIZES) {
  test(`the answers for trees of depth ${size.depth} and width ${size.width} are those of plain searches`, () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const query = `?depth=${size.depth}&width=${size.width}&seed=${seed}&first=${["max", "min"][seed % 2]}`;
      const { tree, first } = address.readTask(query);
      const { leaves, skipped } = check(tree, first, seed);
      assert.equal(new Set(leaves.map(({ number }) => number)).size, leaves.length);
      assert.ok(skipped.length > 0); // a drawn tree has a cut
      check(withEqualNumbers(tree), first, seed);
    }
  });
}

test("the questions of a textbook's tree have their answers and reasons", () => {
  const [, root, leaves, window] = questionsAbout(TEXTBOOK).map(({ answer, why }) => [answer, ...why]);
  assert.deepEqual(root, ["A gets 3.", "A is a MAX node, and MAX takes the highest of 3, 2, and 2."]);
  assert.deepEqual(leaves, [
    "Alpha-beta never looks at 4 and 6.",
    "C: 2 makes β 2, and α is 3, which MAX already has with B. So α ≥ β, and 4 and 6 cannot matter.",
  ]);
  assert.deepEqual(window, [
    "At D, α is 3 and β is ∞.",
    "α is 3, because MAX already has it at A with B.",
    "β is ∞, because MIN has no value above D yet.",
  ]);
});

test("a cut below MIN names the branches that are skipped", () => {
  const [leaves] = questionsAbout("((5,3),(((9),7),(6,8)))", "MIN").slice(-2);
  assert.deepEqual([leaves.answer, ...leaves.why], [
    "Alpha-beta never looks at 6 and 8.",
    "C: D, worth at least 7, makes α 7, and β is 5, which MIN already has with B. So α ≥ β, and E (6, 8) cannot matter.",
  ]);
});

test("without a cut, every leaf is looked at", () => {
  const [leaves] = questionsAbout("((1,2),(3,4))").slice(-2);
  assert.deepEqual([leaves.answer, ...leaves.why], ["Alpha-beta looks at every leaf.", "α stays below β at every node."]);
  assert.equal(judge(leaves, { values: [], picked: [] }).isRight, true);
});

test("of equal values, a bound comes from the first", () => {
  // C is left with 5, as much as B has, but it is worth 1. The reason for D names B.
  const [leaves] = questionsAbout("((5,6),(5,1),(4,7))").slice(-2);
  assert.match(leaves.why[1], /^D: 4 makes β 4, and α is 5, which MAX already has with B\./);
});

test("leaves are judged one by one", () => {
  const search = searched(read(TEXTBOOK), "MAX");
  const [leaves] = questionsOf(search, 0).slice(-2);
  const withNumbers = (...numbers) => search.nodes.filter(({ number }) => numbers.includes(number));
  assert.deepEqual(judge(leaves, { values: [], picked: withNumbers(4, 6) }), { isRight: true, looked: [] });
  assert.deepEqual(judge(leaves, { values: [], picked: withNumbers(4) }), { isRight: false, looked: [] });
  assert.deepEqual(judge(leaves, { values: [], picked: withNumbers(4, 6, 5) }), { isRight: false, looked: withNumbers(5) });
});

test("values are judged together", () => {
  const question = questionsAbout(TEXTBOOK).at(-1);
  assert.equal(judge(question, { values: [3, Infinity], picked: [] }).isRight, true);
  assert.equal(judge(question, { values: [3, 14], picked: [] }).isRight, false);
});
