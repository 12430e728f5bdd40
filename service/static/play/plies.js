// The moves of a reviewed game in two columns; runs of unproved ones are folded.

import { nameOf } from "../client/pages.js";
import { html } from "../shared/dom.js";
import { messages } from "../shared/messages.js";

export const SIGNS = { best: "★", inaccuracy: "?!", mistake: "?", blunder: "??", unknown: "–" };
const NAMED = 3; // of the best moves
const LONG_RUN = 4; // unproved plies, at least, in a folded run

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
  return `${messages.verdicts.best}: ${best.slice(0, NAMED).map((cell) => nameOf(position, cell)).join(" ")}${more}`;
}

function itemOf(ply, { position, turning_point: turning }, at, goTo) {
  const { cell, side, verdict } = ply;
  const best = bestOf(ply, position);
  const isTurning = turning === ply.ply;
  return html(
    "li",
    { className: verdict },
    html(
      "button",
      {
        type: "button",
        className: isTurning ? "turning" : "",
        onclick: () => goTo(ply.ply),
        "aria-current": at === ply.ply ? "step" : "false",
        ariaLabel: `${ply.ply} ${side} ${nameOf(position, cell)} ${messages.verdicts[verdict]}${best && `, ${best}`}${isTurning ? `, ${messages.decided}` : ""}`,
      },
      html("span", { className: "number" }, `${ply.ply}`),
      html("span", {}, `${side} ${nameOf(position, cell)}`),
      html("span", { className: "sign" }, SIGNS[verdict]),
      best && html("small", {}, best),
    ),
  );
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
