// Nodes of the trees of the practice page as SVG: numbers in triangles and squares.

import { svg } from "../shared/dom.js";
import { text } from "./nodes.js";
import { formatValue } from "./values.js";

const HEIGHT = 34; // of a node, in units of the drawing like all lengths
const POINTS = { MAX: `M0 0L22 ${HEIGHT}H-22Z`, MIN: `M-22 0H22L0 ${HEIGHT}Z` };
const SLOT = { width: 60, height: 32, rx: 4 }; // for what a person writes

// A node of a tree of numbers: MAX points up, MIN points down, and a leaf is a square with its number.
export class NumberNode {
  #kind;
  #texts;
  #slots;

  constructor({ data, left, top, parent }, group, { leaf }) {
    this.group = group;
    const half = leaf / 2;
    const { isLeaf, toMove, number, name } = data;
    this.#kind = isLeaf ? "leaf" : toMove;
    this.#texts = {
      value: text(0, toMove === "MAX" ? 29 : 16, "value"),
      window: text(0, -7, "window"),
      verdict: isLeaf ? text(0, HEIGHT + 15, "verdict") : text(29, 23, "verdict"),
    };
    this.#slots = svg("g", { "aria-hidden": "true" });
    const area = svg("rect", { class: "area", x: -half - 2, y: -8, width: leaf + 4, height: HEIGHT + 16 });
    const parts = isLeaf
      ? [svg("rect", { class: "shape", x: -half, y: 0, width: leaf, height: HEIGHT, rx: 4 }),
        text(0, 23, "number", formatValue(number)),
        svg("path", { class: "cross", d: `M${3 - half} ${HEIGHT - 3}L${half - 3} 3` })]
      : [svg("path", { class: "shape", d: POINTS[toMove] }),
        text(toMove === "MAX" ? -12 : -25, 12, "name", name, "end")];
    group.setAttribute("transform", `translate(${left} ${top})`);
    group.append(area, ...parts, ...Object.values(this.#texts), this.#slots);
    this.edge = parent && svg("g", {}, ...edgeParts(left, top, parent));
  }

  // `classes`, and as texts its `value` in it, its `window` above it, the `verdict` beside it, and in `slots`
  // above it what a person writes.
  describe({ classes, slots = [], ...texts }) {
    this.#slots.replaceChildren(...slots.map((words, part) => slotPart(words, part)));
    this.group.setAttribute("class", `node ${this.#kind} ${classes}`);
    this.edge?.setAttribute("class", `edge ${classes}`);
    for (const [name, made] of Object.entries(this.#texts)) made.textContent = texts[name] ?? "";
  }
}

function slotPart(words, part) {
  const x = (part - 1) * (SLOT.width + 2);
  return svg("g", { class: "slot", "data-part": part },
    svg("rect", { ...SLOT, x: x + 1, y: -SLOT.height - 8 }),
    text(x + 1 + SLOT.width / 2, -18, "window", words));
}

// The line to a node, and the two strokes through it that stand for a cutoff.
function edgeParts(left, top, parent) {
  const [fromX, fromY] = [parent.left, parent.top + HEIGHT];
  const [dx, dy] = [left - fromX, top - fromY];
  const d = `M${fromX} ${fromY}L${left} ${top}`;
  const place = `translate(${fromX + dx * 0.55} ${fromY + dy * 0.55})`;
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  return [
    svg("path", { class: "line", d }),
    svg("path", { class: "reach", d }),
    svg("path", { class: "strokes", d: "M-3 -9v18M3 -9v18", transform: `${place} rotate(${angle})` }),
  ];
}
