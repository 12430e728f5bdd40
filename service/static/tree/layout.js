// Where the nodes of a tree are drawn, so that the whole tree is in view. Lengths are pixels.
//
// A tree that does not fit at the smallest size is folded: first far branches, by ply, then the plies between
// the root and the current node, and then siblings. Each fold is drawn as a node that counts what it hides.

import { hierarchy, tree } from "../vendor/d3-hierarchy/d3-hierarchy.js";
import { OUTER_WIDTH } from "./nodes.js";
import { pathTo } from "./values.js";

export const GUTTER = 30; // on the left, where the levels are named
const SIZES = [96, 84, 72, 64, 56, 50, 44, 40, 36, 32]; // of a board
const MOST_DRAWN = 400; // nodes
// Above a board, its move; below it, its value and the room for edges. Tight trees name no moves.
const ROOMY = { head: 18, value: 24, gap: 24 };
const CLOSE = { head: 15, value: 20, gap: 12 };
const TIGHT = { head: 4, value: 17, gap: 8 };
// Large boards are worth less than room for the edges.
const CHOICES = [
  ...SIZES.slice(0, 6).map((size) => ({ size, ...ROOMY })),
  ...SIZES.slice(3, 8).map((size) => ({ size, ...CLOSE })),
  ...SIZES.slice(6).flatMap((size) => [ROOMY, CLOSE, TIGHT].map((room) => ({ size, ...room }))),
];
const MOST_GAP = 44;
const TOO_LARGE = { isWide: true, isTall: true, metrics: null };
const WINDOW = 16; // the height of a node's alpha and beta
const NOTE = 15; // that of a note, which takes their place: what a node hides, or where it was looked up

// Items with `data` (a node), `x` (in units of `separation`), `depth`, `parent`, `children`; parents first.
export function layout(root, childrenOf, separation) {
  const laidOut = tree().nodeSize([1, 1]).separation(separation)(hierarchy(root, childrenOf));
  const items = [];
  laidOut.eachBefore((item) => items.push(item));
  return items;
}

/**
 * The largest drawing of a tree of boards in a box, folded as little as possible.
 * @param {object} root
 * @param {{ width: number, height: number }} box
 * @param {object} view
 * @param {object} view.current the node that the search is at
 * @param {object[]} view.needed other nodes that stay in view, as the root does; if not all fit, the first
 * @param {Map<object, boolean>} view.opened nodes that a person has opened or closed
 * @param {number} view.label the width of the widest value, in the largest font
 * @param {boolean} view.hasWindow whether nodes have alpha and beta
 * @param {number} [view.root] the smallest size of the board at the top, on which one plays
 * @param {object} [plan] how much to fold at least: the one returned for the step before
 * @returns {{ items: any[], metrics: any, plan: any }}
 */
export function fit(root, box, view, plan = { below: 9, near: 9, most: 99, needs: 99 }) {
  for (;;) {
    const childrenOf = childrenBy(plan, root, view);
    const isSmall = hierarchy(root, childrenOf).descendants().length <= MOST_DRAWN;
    const items = isSmall ? layout(root, childrenOf, (a, b) => (a.parent === b.parent ? 1 : 1.15)) : [];
    const { isWide, isTall, metrics } = isSmall ? measure(items, box, view) : TOO_LARGE;
    const next = isWide || isTall ? smaller(plan, { isWide, isTall }, view) : null;
    if (!next) return { items: withPlaces(items, metrics), metrics, plan };
    plan = next;
  }
}

function smaller(plan, { isWide, isTall }, { needed }) {
  if (plan.below > 1) return { ...plan, below: plan.below - 1 };
  if (isTall && plan.near > 0) return { ...plan, near: plan.near - 1 };
  if (isWide && plan.most > 0) return { ...plan, most: Math.min(plan.most - 1, 9) };
  const needs = Math.min(plan.needs, needed.length);
  return isWide && needs > 0 ? { ...plan, needs: needs - 1 } : null; // Too many levels are only drawn closer.
}

// The largest size at which a tree fits, or the smallest one, and in which direction it does not.
function measure(items, { width, height }, { label, hasWindow, root = 0 }) {
  const xs = items.map(({ x }) => x);
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const levels = Math.max(...items.map(({ depth }) => depth));
  const hasNotes = items.some(({ depth, children, data }) => depth === levels && !children &&
    (data.children.length > 0 || data.sameAs));
  let found = null;
  for (const { size, head, value, gap } of CHOICES) {
    const window = hasWindow && head > TIGHT.head ? WINDOW : 0;
    const note = hasNotes ? Math.max(NOTE - window, 0) : 0; // The levels are drawn closer for it.
    const node = head + size + value + window;
    const font = size > 60 ? 15 : size > 40 ? 13 : 12;
    const space = Math.max(size * OUTER_WIDTH + Math.max(size / 6, 8), (label * font) / 15 + 6);
    const isWide = (last - first + 1) * space > width - GUTTER;
    const more = Math.max(root - size, 0);
    const free = height - 4 - more - (levels + 1) * node;
    const isTall = levels * gap > free;
    const level = node + Math.min((free - note) / Math.max(levels, 1), MOST_GAP);
    const left = (GUTTER + width - (first + last) * space) / 2; // of an item at 0
    const top = head + Math.max((height - more - levels * level - node - note) / 2, 2); // of the root
    found = { isWide, isTall, metrics: { size, head, value, window, space, font, level, more, left, top } };
    if (!isWide && !isTall) break;
  }
  return found;
}

// Adds the places of the items in the box: `left` is the middle of a board, and `top` its top.
function withPlaces(items, { space, level, size, more, left, top }) {
  return items.map((item) => Object.assign(item, {
    left: left + item.x * space,
    top: top + item.depth * level + (item.depth ? more : 0),
    size: item.depth ? size : size + more,
  }));
}

// The children to draw of each node, as a plan folds them.
function childrenBy({ below, near, most, needs }, root, { current, needed, opened }) {
  const path = pathTo(current);
  const first = needed.slice(0, needs);
  const wanted = new Set([root, ...first, ...path.slice(-1 - near)]);
  const kept = new Set([root, ...[current, ...first].flatMap(pathTo)]);
  const holds = (node) => node.children.some((child) => kept.has(child));
  const isOpen = (node) => holds(node) || (opened.get(node) ?? node.ply < below);

  // Of many siblings, those that are kept and their neighbors.
  const few = (node, children) => {
    if (children.length <= most + 1) return children;
    const places = [...children.keys()].filter((index) => kept.has(children[index]));
    const distance = (index) => Math.min(...places.map((place) => Math.abs(place - index)), 99);
    const order = [...children.keys()].sort((a, b) => distance(a) - distance(b));
    const shown = new Set(order.slice(0, Math.max(most, places.length)));
    const hidden = children.filter((_, index) => !shown.has(index));
    if (hidden.length < 2) return children;
    const more = { isMore: true, ply: node.ply + 1, parent: node, children: [], hidden };
    return [...children.filter((_, index) => shown.has(index)), { id: `${node.id}-more`, ...more }];
  };

  // A chain of nodes that only lead on, as one.
  const short = (node) => {
    let [end, count] = [node, 0];
    for (; near < 9 && kept.has(end) && !wanted.has(end); count += 1) {
      const next = end.children.filter((child) => kept.has(child));
      if (next.length !== 1) break;
      [end] = next;
    }
    if (count < 2) return node;
    const { id, ply, parent } = node;
    return { id: `${id}-skip`, isSkip: true, ply, parent, children: [end], count };
  };

  return (node) => {
    if (node.isSkip) return node.children;
    if (node.isCut || node.isMore || !isOpen(node)) return null;
    return few(node, [...node.children, ...(node.cut ?? [])]).map(short);
  };
}
