// The line that compares the size of the game tree with the number of nodes searched.

import { emptyPosition, keyOf, requestFor } from "../../client/position.js";
import { messages } from "./messages.js";

export const LARGEST_TREE = 9; // maximum cells of a board whose game tree is counted here

const written = (number) => number.toLocaleString(document.documentElement.lang);
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
  const name = `${empty.columns}x${empty.rows}${empty.misere ? `, ${messages.misere}` : ""}`;
  const counted = empty.cells.length <= LARGEST_TREE ? client.gameTree(request) : null;
  const [tree, analysis] = await Promise.all([counted, client.analysis(request)]);
  const nodes = written(analysis.nodes);
  if (tree) return `${name}: ${messages.nodesInTree(written(tree.nodes), nodes)}`;
  const ending = messages.endings[analysis.outcome](analysis.plies_to_end);
  const proved = analysis.moves.filter(({ outcome }) => outcome !== "unknown").length;
  const how = analysis.solved
    ? messages.provedIn(nodes)
    : messages.someProvedIn(proved, analysis.moves.length, nodes);
  return `${name}, ${messages.inARow(empty.in_a_row)}: ${ending}, ${how}.`;
}
