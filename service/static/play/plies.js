// The moves of a review: in two columns, and in one sentence.

import { nameOf } from "../client/pages.js";
import { button, html } from "../shared/dom.js";
import { messages } from "../shared/messages.js";

export const SIGNS = { best: "★", inaccuracy: "?!", mistake: "?", blunder: "??", unknown: "–" };
const NAMED = 3; // of the best moves
const LONG_RUN = 4; // unproved plies, at least, in a folded run

// The moves of a reviewed game in two columns; runs of unproved ones are folded.
export function pliesOf(review, at, goTo, isOpen) {
  const list = html("ol", { className: "plies" });
  for (const run of runsOf(review.plies)) {
    const items = run.map((ply) => itemOf(ply, review, at, goTo));
    if (run[0].verdict !== "unknown" || run.length < LONG_RUN) {
      list.append(...items);
      continue;
    }
    const words = messages.notProvedMoves(run[0].ply, run.at(-1).ply);
    list.append(html("li", { className: "folded" },
      html("details", { open: isOpen }, html("summary", {}, words), html("ol", {}, items))));
  }
  return list;
}

// The best moves, in short: "best: a1 c1 a3 +1"; empty if the move was one of them.
export function bestOf({ best_moves: best, verdict }, position) {
  if (verdict === "best" || verdict === "unknown") return "";
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
    html("span", { className: "sign" }, SIGNS[verdict]),
    best && html("small", {}, best),
  ], () => goTo(ply.ply), isTurning ? "turning" : "");
  made.setAttribute("aria-current", at === ply.ply ? "step" : "false");
  made.setAttribute("aria-label", label.filter(Boolean).join(", "));
  return html("li", { className: verdict }, made);
}

// Plies in runs of consecutive unproved or proved ones.
function runsOf(plies) {
  const runs = [];
  for (const ply of plies) {
    const isUnknown = ply.verdict === "unknown";
    const last = runs.at(-1);
    if (last && (last[0].verdict === "unknown") === isUnknown) last.push(ply);
    else runs.push([ply]);
  }
  return runs;
}

export function summaryOf({ sides, plies, turning_point: turning }) {
  const parts = Object.entries(sides).map(([side, { verdicts }]) => {
    const counts = Object.entries(verdicts).filter(([, count]) => count);
    const words = counts.map(([verdict, count]) => `${count} × ${messages.verdicts[verdict]}`);
    return `${side}: ${words.join(", ") || messages.noMoves}`;
  });
  const isProved = plies.every(({ verdict }) => verdict !== "unknown");
  const none = isProved ? messages.noneDecided : messages.notProvedWhetherDecided;
  parts.push(turning ? messages.decidedAt(turning) : none);
  return `${parts.join(". ")}.`;
}
