// What a search knows of its nodes, in every tree: values, the way to a node, and where a bound comes from.
//
// A node has its `parent`, its `children`, `isMax`, and what the search found: its `value` and its window
// (`alpha` and `beta`), all for MAX, and the steps of the search's clock at which it was `entered` and
// `left`.

export function formatValue(value) {
  if (Math.abs(value) === Infinity) return value > 0 ? "∞" : "−∞";
  return String(Math.round(value * 100) / 100).replace("-", "−");
}

// How good a value is for MAX, as a class name.
export const signOf = (value) => (value > 0 ? "good" : value < 0 ? "bad" : "fair");

// The nodes from below the root to a node.
export const pathTo = (node) => (node.parent ? [...pathTo(node.parent), node] : []);

// The node from which MAX (or MIN) has a bound. Of equal values, the one nearest to the root counts.
export function sourceOf(node, isMax, bound) {
  const above = pathTo(node).map(({ parent }) => parent).filter((each) => each.isMax === isMax);
  const known = above.flatMap(({ children }) => children).filter(({ left }) => left < node.entered);
  return known.find(({ value }) => value === bound) ?? null;
}

// Why a node is left early: the `reply` found in it, the `bound` it reaches, and the `source` of that bound,
// a choice of the other side.
export function cutoffOf(node) {
  const bound = node.isMax ? node.beta : node.alpha;
  const reply = node.children.find(({ value }) => value === node.value);
  return { reply, bound, source: sourceOf(node, !node.isMax, bound) };
}
