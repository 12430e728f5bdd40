// The notation of a tree, as in ((3,5),(2,9,7)): a node is its children, and a leaf is a number.

const DEEPEST = 6; // levels below the root
const MOST_LEAVES = 32;
const MOST_NODES = 26; // with children: each is named by a letter
const LARGEST = 999;
const TOKEN = /([(),]|[-−]?\d+|$)|\S/gu; // or a wrong character

// What is wrong with a URL; `at` is the index of the first wrong character of a tree.
export class Fault extends Error {
  constructor(message, at = null) {
    super(message);
    this.at = at;
  }
}

// The tree as nested arrays of numbers; throws a Fault.
export function readTree(text) {
  const tokens = tokensOf(text);
  const counts = { leaves: 0, nodes: 0 };
  const tree = readNode(tokens, counts, 0);
  expect(tokens.shift(), [""], "The tree is complete, so nothing can follow");
  return tree;
}

export const writeTree = (tree) => (Array.isArray(tree) ? `(${tree.map(writeTree).join(",")})` : `${tree}`);

function tokensOf(text) {
  return Array.from(text.matchAll(TOKEN), ({ 1: word, index: at }) => {
    if (word === undefined) {
      throw fault("The tree can contain only whole numbers, parentheses and commas", at);
    }
    return { word: word.replace("−", "-"), at };
  });
}

function readNode(tokens, counts, depth) {
  const missing = depth ? "There must be a number or “(”" : "The tree must start with “(”";
  const { at } = expect(tokens.shift(), ["("], missing);
  if (depth >= DEEPEST) throw fault(`The tree can have at most ${DEEPEST} levels below the root`, at);
  if ((counts.nodes += 1) > MOST_NODES) {
    throw fault(`The tree can have at most ${MOST_NODES} nodes with children`, at);
  }
  const children = [];
  let end;
  do {
    const isLeaf = /\d/.test(tokens[0].word);
    children.push(isLeaf ? readLeaf(tokens.shift(), counts) : readNode(tokens, counts, depth + 1));
    end = expect(tokens.shift(), [",", ")"], "There must be “,” or “)”");
  } while (end.word === ",");
  return children;
}

function readLeaf({ word, at }, counts) {
  if (Math.abs(Number(word)) > LARGEST) throw fault(`A number must be from −${LARGEST} to ${LARGEST}`, at);
  if ((counts.leaves += 1) > MOST_LEAVES) throw fault(`The tree can have at most ${MOST_LEAVES} leaves`, at);
  return Number(word) + 0; // never -0
}

function expect(token, words, message) {
  if (!words.includes(token.word)) throw fault(message, token.at);
  return token;
}

const fault = (message, at) => new Fault(`${message}, at character ${at + 1}.`, at);
