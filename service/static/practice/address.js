// Conversion between URLs and the page's state: the tree, what it was made from, and who moves first.

import { DEEPEST, Fault, readTree, writeTree } from "./notation.js";
import { DEPTHS, randomTree, isSize, LARGEST_SEED, WIDTHS } from "./trees.js";

export const DEFAULT = { depth: 3, width: 2 };
export const SIZES = DEPTHS.flatMap((depth) => WIDTHS.map((width) => ({ depth, width }))).filter(isSize);

// The next size, or the largest.
export function larger({ depth, width }) {
  const at = SIZES.findIndex((size) => size.depth === depth && size.width === width);
  return SIZES[at + 1] ?? SIZES.at(-1);
}

// The state that a URL describes; `seed` is null if the tree is a person's own. Throws a Fault.
export function readTask(query) {
  const asked = new URLSearchParams(query);
  const first = oneOf(asked, "first", ["max", "min"]).toUpperCase();
  if (asked.has("tree")) return { seed: null, ...DEFAULT, first, tree: readTree(closed(asked.get("tree"))) };
  const size = sizeIn(asked);
  const seed = asked.has("seed") ? numberIn(asked, "seed", LARGEST_SEED) : anySeed();
  return withSeed({ ...size, first }, seed);
}

export const withSeed = (settings, seed) => ({ ...settings, seed, tree: randomTree(seed, settings) });
export const anySeed = () => Math.floor(Math.random() * (LARGEST_SEED + 1));

// Parentheses and commas are legal in a query, and keep trees readable. But chats cut a parenthesis off the
// end of a link, so a tree is never the last parameter, and one that lacks parentheses there is read as well.
export function writeTask({ seed, depth, width, first, tree }) {
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
