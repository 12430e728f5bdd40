// Draws one cell, except its mark and shapes: the score of a move, a step of a preview.

import { element } from "./grid.js";
import { scoreOf, SIGNS } from "./labels.js";

const STRONGEST = 20; // percent: the tint of the best and the worst possible move

// `shown` has {mark, isLast, isOpen, label, move, isOnDemand, side, step, estimates}: `move` is the scored
// move to this cell, `estimates` the lowest and the highest of all moves.
export function drawCell(cell, shown, messages) {
  const { mark, move } = shown;
  const classes = { X: mark === "X", O: mark === "O", last: shown.isLast, "on-demand": shown.isOnDemand };
  for (const [name, isSo] of Object.entries(classes)) cell.classList.toggle(name, isSo);
  cell.ariaDisabled = String(!shown.isOpen);
  cell.ariaLabel = shown.label;
  cell.dataset.mark = mark ?? "";
  cell.dataset.outcome = move?.outcome ?? "";
  cell.style.setProperty("--strength", `${move ? strengthOf(move, shown.estimates) : 0}%`);
  const parts = [];
  if (move) parts.push(scoreElement(move, messages));
  if (shown.step >= 0) parts.push(ghost(shown.side, shown.step));
  cell.replaceChildren(...parts);
}

function scoreElement(move, messages) {
  const sign = element("span", { class: "sign", "aria-hidden": "true" }, SIGNS[move.outcome]);
  return element("span", { class: "score", part: "score" }, sign, element("span", {}, scoreOf(move, messages)));
}

// A step of the preview, in a corner of the cell so that the score stays visible.
function ghost(side, step) {
  const other = side === "X" ? "O" : "X";
  const mark = step % 2 ? other : side;
  return element("span", { class: `ghost ${mark}` }, `${mark}${step + 1}`);
}

// The strength of the tint in percent. Proved: the faster the win or loss, the stronger; without a known
// length, it counts as the slowest. Unproved: the higher the estimate compared with the others, the stronger.
function strengthOf({ outcome, score, estimate }, [lowest, highest]) {
  if (outcome === "draw") return 10;
  if (outcome === "unknown") return ((estimate - lowest) / Math.max(1, highest - lowest)) * 18;
  return 8 + ((Math.max(19, Math.abs(score)) - 19) / 81) * (STRONGEST - 8);
}
