// What a review shows: a chart of the game's value, and the moves in two columns.

import { nameOf } from "../client/pages.js";
import { button, html, svg } from "../shared/dom.js";
import { messages } from "../shared/messages.js";

const MIDDLE = 100; // the value of a draw, in a picture 200 high
const HEIGHT = 80; // of the largest value above it
export const SIGNS = { best: "★", inaccuracy: "?!", mistake: "?", blunder: "??", unknown: "–" };
const NAMED = 3; // of the best moves
const LONG_RUN = 4; // unproved plies, at least, in a folded run

// The value of the game after each ply, with areas for X above and O below.
export function chartOf(review, at, goTo) {
  const { plies, position, turning_point: turning } = review;
  const values = plies.length ? [toX(plies[0].before, plies[0].side)] : [];
  values.push(...plies.map((ply) => toX(ply.after, ply.side)));
  const points = values.map(({ y }, ply) => [ply + 0.5, y]);
  return html("div", { className: "chart" },
    picture(points, values),
    html("small", {}, messages.sideWins("X")),
    html("small", {}, messages.sideWins("O")),
    buttons(values, { plies, position, turning, at, goTo }));
}

// The value for X: the score if proved, otherwise the estimate, or 0.
function toX({ score, estimate = null }, side) {
  const value = (score ?? estimate ?? 0) * (side === "X" ? 1 : -1);
  return { y: MIDDLE - (value * HEIGHT) / 100, isProved: score !== null };
}

function picture(points, values) {
  const width = points.length;
  const line = points.map(([x, y]) => `L${x},${y}`).join("");
  const area = `M${points[0]?.[0]},${MIDDLE} ${line} L${points.at(-1)?.[0]},${MIDDLE} Z`;
  const clipped = (name, y) =>
    svg("clipPath", { id: `half-${name}` }, svg("rect", { x: 0, y, width, height: MIDDLE }));
  const segments = (isProved) => points.slice(1).map(([x, y], i) =>
    (values[i].isProved && values[i + 1].isProved) === isProved ? `M${points[i]} L${x},${y}` : "").join("");
  const attributes = { viewBox: `0 0 ${Math.max(width, 1)} 200`, preserveAspectRatio: "none" };
  return svg("svg", { ...attributes, "aria-hidden": "true" },
    clipped("x", 0),
    clipped("o", MIDDLE),
    svg("path", { d: area, class: "x", "clip-path": "url(#half-x)" }),
    svg("path", { d: area, class: "o", "clip-path": "url(#half-o)" }),
    svg("path", { d: `M0,${MIDDLE} H${width}`, class: "axis" }),
    svg("path", { d: segments(true), class: "value" }),
    svg("path", { d: segments(false), class: "unproved" }));
}

// A button for each ply: one tab stop, arrow keys move to the next.
function buttons(values, { plies, position, turning, at, goTo }) {
  const group = html("div", { className: "points", role: "group", "aria-label": messages.chart });
  group.append(...values.map(({ y }, ply) => {
    const { side, cell, verdict } = plies[ply - 1] ?? {};
    const move = ply && `${ply}. ${side} ${nameOf(position, cell)}: ${messages.verdicts[verdict]}`;
    const isTurning = turning === ply && ply > 0;
    const made = html("button", {
      type: "button",
      className: `${verdict ?? ""}${isTurning ? " turning" : ""}`,
      ariaLabel: `${move || messages.start}${isTurning ? `, ${messages.decided}` : ""}`,
      tabIndex: ply === at ? 0 : -1,
      "aria-current": ply === at ? "step" : "false",
      onclick: () => goTo(ply),
    });
    made.style.setProperty("--y", y / 2);
    return made;
  }));
  group.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = group.children[[...group.children].indexOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    next.focus(); // the redrawn chart keeps the focus at this index
    next.click();
  });
  return group;
}

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
