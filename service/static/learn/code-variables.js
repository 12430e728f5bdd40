// The variables of a program after each step of a search.

/**
 * The variables of the call that the step's line belongs to; null before the first step. Values are the
 * program's: minimax takes the view of the side to move at the root, the others that of `side`.
 * @returns {{ node: object, view: string, values: [string, string | number][] } | null}
 */
export function variablesAt(search, step, { name, hasScores, hasLimit }) {
  const event = search.eventAt(step);
  if (!event) return null;
  const { node, isEntered } = event;
  const isLookup = node.end === "cached"; // by the parent's call
  const call = isLookup ? node.parent : node;
  const isTurned = name !== "minimax" && !call.isMax;
  const seen = (value) => (isTurned ? -value : value);
  const examined = isLookup || isEntered ? null : call.children.at(-1);
  const move = isLookup ? node : examined;
  // A lookup has not yet changed the parent's other variables, and a leaf's value changes none.
  const { best, alpha, beta } = call.isLeaf ? call : search.stateAt(call, isLookup ? node.entered : step);
  /** @type {[string, string | number][]} */
  const values = [["side", call.toMove]];
  if (search.hasWindow) values.push(["alpha", seen(isTurned ? beta : alpha)], ["beta", seen(isTurned ? alpha : beta)]);
  if (hasScores || hasLimit) values.push(["ply(board)", call.ply + (isLookup ? 1 : 0)]);
  if (hasLimit) values.push(["LIMIT", search.maxDepth]);
  if (move) values.push(["cell", move.cell]);
  if (move && !isEntered) values.push(["value", seen(move.value)]);
  if (move) values.push(["best", best === null ? -Infinity : seen(best)]);
  if (!isEntered && !isLookup && node.end !== "cutoff") values.push(["returns", seen(node.value)]);
  return { node: call, view: name === "minimax" ? search.side : call.toMove, values };
}
