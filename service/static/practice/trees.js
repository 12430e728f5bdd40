// Pseudo-random trees: a seed always gives the same tree.

import { searched } from "./search.js";

export const LARGEST_SEED = 999_999;

// A tree in which alpha-beta skips a leaf. Its numbers differ, so it does not matter whether a search cuts at
// α = β.
export function randomTree(seed, { depth, width, first }) {
  const random = generator(seed);
  for (;;) {
    const tree = anyTree(random, depth, width);
    if (searched(tree, first).skipped.length) return tree;
  }
}

function anyTree(random, depth, width) {
  const shape = randomShape(random, depth, width);
  const count = shape.flat(Infinity).length;
  const numbers = shuffled(random, Array.from({ length: 2 * count }, (_, index) => index + 1));
  const filled = (part) => (Array.isArray(part) ? part.map(filled) : numbers.pop());
  return filled(shape);
}

function randomShape(random, depth, width) {
  if (depth === 0) return 0;
  const length = 2 + below(random, width - 1);
  return Array.from({ length }, () => randomShape(random, depth - 1, width));
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
