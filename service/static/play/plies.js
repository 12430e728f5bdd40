// The moves of a review: as lists, and in one sentence.

import { nameOf } from "../client/pages.js";
import { button, html } from "../shared/dom.js";
import { messages } from "../shared/messages.js";

export const VERDICT_SIGNS = {
  best: "★", fine: "✓", inaccuracy: "?!", mistake: "?", blunder: "??", unknown: "–",
};
const NAMED = 3; // of the best moves
const SMALL = 9; // cells

// Whether a move needs an explanation.
export const isWrong = ({ verdict }) => !["best", "fine", "unknown"].includes(verdict);

// The moves of a reviewed game in two columns: the mistakes, and folded below them the others.
export function pliesOf(review, at, goTo, isOpen) {
  const listOf = (plies) =>
    html("ol", { className: "plies" }, plies.map((ply) => itemOf(ply, review, at, goTo)));
  const mistakes = review.plies.filter(isWrong);
  const others = review.plies.filter((ply) => !isWrong(ply));
  const words = (mistakes.length ? messages.otherMoves : messages.noMistakes)(others.length);
  const folded = html("details", { open: isOpen }, html("summary", {}, words), listOf(others));
  return [mistakes.length > 0 && listOf(mistakes), others.length > 0 && folded];
}

// The best moves, in short: "best: a1 c1 a3 +1"; empty if the move was one of them.
export function bestOf({ best_moves: best, verdict }, position) {
  if (!isWrong({ verdict })) return "";
  const more = best.length > NAMED ? ` +${best.length - NAMED}` : "";
  const names = best.slice(0, NAMED).map((cell) => nameOf(position, cell));
  return `${messages.verdicts.best}: ${names.join(" ")}${more}`;
}

function itemOf(ply, { position, turning_point: turning }, at, goTo) {
  const { cell, side, verdict } = ply;
  const best = bestOf(ply, position);
  const place = `${side} ${nameOf(position, cell)}`;
  const isTurning = turning === ply.ply;
  const label = [`${ply.ply} ${place} ${messages.verdicts[verdict]}`, best, isTurning && messages.decided];
  const made = button([
    html("span", { className: "number" }, `${ply.ply}`),
    html("span", {}, place),
    html("span", { className: "sign" }, VERDICT_SIGNS[verdict]),
    best && html("small", {}, best),
  ], () => goTo(ply.ply), isTurning ? "turning" : "");
  made.setAttribute("aria-current", at === ply.ply ? "step" : "false");
  made.setAttribute("aria-label", label.filter(Boolean).join(", "));
  return html("li", { className: verdict }, made);
}

// On a board of nine cells, only wins, draws and losses count, and not how long they take.
export function simplified(review) {
  if (review.position.columns * review.position.rows > SMALL) return review;
  const plies = review.plies.map((ply) => (ply.verdict === "inaccuracy" ? { ...ply, verdict: "fine" } : ply));
  return { ...review, plies };
}

// Whether a single move decided the game; empty if one is marked as such.
export function summaryOf({ plies, turning_point: turning }) {
  if (turning) return "";
  const isProved = plies.every(({ verdict }) => verdict !== "unknown");
  return isProved ? messages.noneDecided : messages.notProvedWhetherDecided;
}
