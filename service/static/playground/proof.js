// The line that compares the size of the game tree with the number of nodes searched.

import { emptyPosition, keyOf, requestFor } from "../../client/position.js";

export const LARGEST_TREE = 9; // maximum cells of a board whose game tree is counted here

const written = (number) => number.toLocaleString("en");
const ENDINGS = {
  win: ({ plies_to_end: plies }) => `the first side wins in ${plies}`,
  draw: () => "a draw",
  loss: ({ plies_to_end: plies }) => `the second side wins in ${plies}`,
  unknown: () => "too hard to solve quickly",
};

let shown = ""; // the board of the line, requested once

export async function showProof(element, settings, client) {
  const empty = emptyPosition(settings);
  if (shown === keyOf(empty)) return;
  shown = keyOf(empty);
  try {
    const line = await proofOf(empty, client);
    if (shown === keyOf(empty)) element.textContent = line;
  } catch {
    shown = ""; // the previous line stays
  }
}

async function proofOf(empty, client) {
  const request = requestFor(empty);
  const name = `${empty.columns}x${empty.rows}${empty.misere ? ", misère" : ""}`;
  const counted = empty.cells.length <= LARGEST_TREE ? client.gameTree(request) : null;
  const [tree, analysis] = await Promise.all([counted, client.analysis(request)]);
  const nodes = written(analysis.nodes);
  if (tree) return `${name}: ${written(tree.nodes)} nodes in the tree; Noughts searches ${nodes}.`;
  const ending = ENDINGS[analysis.outcome](analysis);
  const proved = analysis.moves.filter(({ outcome }) => outcome !== "unknown").length;
  const how = analysis.solved
    ? `proved in ${nodes} nodes`
    : `${proved} of ${analysis.moves.length} first moves proved in ${nodes} nodes`;
  return `${name}, ${empty.in_a_row} in a row: ${ending}, ${how}.`;
}
