// The places of a tree's nodes in a tidy drawing with the root on top. Lengths are drawing units.

import { hierarchy, tree } from "../vendor/d3-hierarchy/d3-hierarchy.js";

export const BOARD = 60; // the side of a small board
export const TOP = 20; // above a board: its move
export const FOOT = 112; // from the top of a board to where the edges to its children begin
export const END = FOOT + 12; // the lowest words below a board
export const LEVEL = 158; // from one ply to the next
export const SPACE = 84; // from one node to the next

const tidy = tree().nodeSize([SPACE, LEVEL]).separation((a, b) => (a.parent === b.parent ? 1 : 1.2));

// Items with `data` (a node), `x` (of its middle), `y` (of its top), `depth` and `parent` (an item).
export function layout(root, childrenOf) {
  return tidy(hierarchy(root, childrenOf)).descendants();
}

// The bounding rectangle of items.
export function boundsOf(items) {
  const xs = items.map(({ x }) => x);
  return {
    left: xs.reduce((a, b) => Math.min(a, b)) - SPACE / 2,
    right: xs.reduce((a, b) => Math.max(a, b)) + SPACE / 2,
    top: -TOP,
    bottom: items.reduce((deepest, { y }) => Math.max(deepest, y), 0) + END,
  };
}
