// The chart of a review: the game's value after each move.

import { nameOf } from "../client/pages.js";
import { html, svg } from "../shared/dom.js";
import { messages } from "../shared/messages.js";

const MIDDLE = 100; // the value of a draw, in a picture 200 high
const HEIGHT = 80; // of the largest value above it

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
