// Conversion between URLs and the page's state: the tree, what it was made from, and who moves first.

import { Fault, readTree, writeTree } from "./notation.js";
import { LARGEST_SEED, randomTree } from "./trees.js";

export const DEFAULT = { depth: 3, width: 2 };
const WIDTHS = { 2: [2, 3, 4, 5], 3: [2, 3], 4: [2] }; // by depth, for trees with up to 27 leaves
export const SIZES = Object.entries(WIDTHS).flatMap(([depth, widths]) =>
  widths.map((width) => ({ depth: Number(depth), width })));

// The next size, or the largest.
export function larger(size) {
  const at = SIZES.findIndex(({ depth, width }) => depth === size.depth && width === size.width);
  return SIZES[at + 1] ?? size;
}

// The state that a URL describes; `seed` is null if the tree is a person's own. Throws a Fault.
export function readTask(query) {
  const asked = new URLSearchParams(query);
  const first = oneOf(asked, "first", ["max", "min"]).toUpperCase();
  if (asked.has("tree")) return { seed: null, ...DEFAULT, first, tree: readTree(closed(asked.get("tree"))) };
  return withSeed({ ...sizeIn(asked), first }, seedIn(asked));
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
  return text + ")".repeat(Math.max(open, 0));
}

function sizeIn(asked) {
  const depth = Number(oneOf(asked, "depth", Object.keys(WIDTHS), String(DEFAULT.depth)));
  const width = Number(oneOf(asked, "width", WIDTHS[2].map(String)));
  if (WIDTHS[depth].includes(width)) return { depth, width };
  throw new Fault(`width must be at most ${WIDTHS[depth].at(-1)} if depth is ${depth}.`);
}

// The value of a parameter, by default the first.
function oneOf(asked, name, values, byDefault = values[0]) {
  const value = asked.get(name) ?? byDefault;
  if (values.includes(value)) return value;
  throw new Fault(`${name} must be ${new Intl.ListFormat("en", { type: "disjunction" }).format(values)}.`);
}

function seedIn(asked) {
  const seed = asked.get("seed") ?? anySeed();
  if (/^\d{1,9}$/.test(seed) && Number(seed) <= LARGEST_SEED) return Number(seed);
  throw new Fault(`seed must be a whole number from 0 to ${LARGEST_SEED}.`);
}
