// The notation of a tree, as in ((3,5),(2,9,7)): a node is its children, and a leaf is a number.

import { searched } from "./search.js";

const DEEPEST = 6; // levels below the root
const MOST_LEAVES = 32;
const MOST_NODES = 26; // with children: each is named by a letter
const LARGEST = 999;
const TOKEN = /\s*([(),]|[-−]?\d+|$)/uy;

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
  const tree = nodeOf(tokens, counts, 0);
  expect(tokens.shift(), [""], "The tree is complete, so nothing can follow");
  return tree;
}

export const writeTree = (tree) => (Array.isArray(tree) ? `(${tree.map(writeTree).join(",")})` : `${tree}`);

function tokensOf(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  do {
    const { lastIndex } = TOKEN;
    const found = TOKEN.exec(text);
    const at = lastIndex + text.slice(lastIndex).search(/\S/);
    if (!found) throw fault("The tree can contain only whole numbers, parentheses and commas", at);
    tokens.push({ word: found[1].replace("−", "-"), at: TOKEN.lastIndex - found[1].length });
  } while (tokens.at(-1).word);
  return tokens;
}

function nodeOf(tokens, counts, depth) {
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
    children.push(isLeaf ? leafOf(tokens.shift(), counts) : nodeOf(tokens, counts, depth + 1));
    end = expect(tokens.shift(), [",", ")"], "There must be “,” or “)”");
  } while (end.word === ",");
  return children;
}

function leafOf({ word, at }, counts) {
  if (Math.abs(Number(word)) > LARGEST) throw fault(`A number must be from −${LARGEST} to ${LARGEST}`, at);
  if ((counts.leaves += 1) > MOST_LEAVES) throw fault(`The tree can have at most ${MOST_LEAVES} leaves`, at);
  return Number(word) + 0; // never -0
}

function expect(token, words, message) {
  if (!words.includes(token.word)) throw fault(message, token.at);
  return token;
}

const fault = (message, at) => new Fault(`${message}, at character ${at + 1}.`, at);

// Pseudo-random trees: a seed always gives the same tree.

const DEPTHS = [2, 3, 4];
const WIDTHS = [2, 3, 4, 5];
export const LARGEST_SEED = 999_999;
const MOST_DRAWN = 27; // leaves
const TRIES = 200;

const isSize = ({ depth, width }) => width ** depth <= MOST_DRAWN;

// A tree in which alpha-beta skips a leaf. Its numbers differ, so it does not matter whether a search cuts at
// α = β.
export function drawn(seed, { depth, width, first }) {
  const random = generator(seed);
  let tree;
  for (let count = 0; count < TRIES; count += 1) {
    tree = drawnOnce(random, depth, width);
    if (searched(tree, first).skipped.length) break;
  }
  return tree;
}

function drawnOnce(random, depth, width) {
  const shape = shapeOf(random, depth, width);
  const count = shape.flat(Infinity).length;
  const numbers = shuffled(random, Array.from({ length: 2 * count }, (_, index) => index + 1));
  const filled = (part) => (Array.isArray(part) ? part.map(filled) : numbers.pop());
  return filled(shape);
}

function shapeOf(random, depth, width) {
  if (depth === 0) return 0;
  const length = 2 + below(random, width - 1);
  return Array.from({ length }, () => shapeOf(random, depth - 1, width));
}

function shuffled(random, list) {
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = below(random, index + 1);
    [list[index], list[other]] = [list[other], list[index]];
  }
  return list;
}

// One of a list, the same for the same seed.
export const chosen = (seed, list) => list[below(generator(seed + list.length), list.length)];

const below = (random, limit) => Math.floor(random() * limit);

// Mulberry32: numbers from 0 up to 1.
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Conversion between URLs and the page's state: the tree, what it was made from, and who moves first.

export const DEFAULT = { depth: 3, width: 2 };
export const SIZES = DEPTHS.flatMap((depth) => WIDTHS.map((width) => ({ depth, width }))).filter(isSize);

// The next size, or the largest.
export function larger({ depth, width }) {
  const at = SIZES.findIndex((size) => size.depth === depth && size.width === width);
  return SIZES[at + 1] ?? SIZES.at(-1);
}

// The state that a URL describes; `seed` is null if the tree is a person's own. Throws a Fault.
export function read(query) {
  const asked = new URLSearchParams(query);
  const first = oneOf(asked, "first", ["max", "min"]).toUpperCase();
  if (asked.has("tree")) return { seed: null, ...DEFAULT, first, tree: readTree(closed(asked.get("tree"))) };
  const size = sizeIn(asked);
  const seed = asked.has("seed") ? numberIn(asked, "seed", LARGEST_SEED) : anySeed();
  return withSeed({ ...size, first }, seed);
}

export const withSeed = (settings, seed) => ({ ...settings, seed, tree: drawn(seed, settings) });
export const anySeed = () => Math.floor(Math.random() * (LARGEST_SEED + 1));

// Parentheses and commas are legal in a query, and keep trees readable. But chats cut a parenthesis off the
// end of a link, so a tree is never the last parameter, and one that lacks parentheses there is read as well.
export function write({ seed, depth, width, first, tree }) {
  if (seed === null) return `?tree=${writeTree(tree)}&first=${first.toLowerCase()}`;
  return `?depth=${depth}&width=${width}&seed=${seed}${first === "MIN" ? "&first=min" : ""}`;
}

function closed(text) {
  const open = text.split("(").length - text.split(")").length;
  return text + ")".repeat(Math.min(Math.max(open, 0), DEEPEST + 1));
}

function sizeIn(asked) {
  const size = { ...DEFAULT };
  for (const [name, values] of Object.entries({ depth: DEPTHS, width: WIDTHS })) {
    if (asked.has(name)) size[name] = Number(oneOf(asked, name, values.map(String)));
  }
  if (isSize(size)) return size;
  const most = Math.max(...SIZES.filter(({ depth }) => depth === size.depth).map(({ width }) => width));
  throw new Fault(`width must be at most ${most} if depth is ${size.depth}.`);
}

// The value of a parameter, by default the first.
function oneOf(asked, name, values) {
  const value = asked.get(name) ?? values[0];
  if (values.includes(value)) return value;
  throw new Fault(`${name} must be ${new Intl.ListFormat("en", { type: "disjunction" }).format(values)}.`);
}

function numberIn(asked, name, largest) {
  const value = asked.get(name);
  if (/^\d{1,9}$/.test(value) && Number(value) <= largest) return Number(value);
  throw new Fault(`${name} must be a whole number from 0 to ${largest}.`);
}
