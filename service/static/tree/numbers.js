// Nodes of the trees of the practice page as SVG: numbers in triangles and squares.

import { svg } from "../shared/dom.js";
import { text } from "./nodes.js";
import { formatValue } from "./values.js";

const NUMBER = { height: 34, level: 76, gap: 42 }; // of nodes with a number, in units of their scale
const POINTS = { MAX: `M0 0L22 ${NUMBER.height}H-22Z`, MIN: `M-22 0H22L0 ${NUMBER.height}Z` };

// A node of a tree of numbers: MAX points up, MIN points down, and a leaf is a square with its number.
export class NumberNode {
  #texts;
  #slots;

  constructor({ data, left, top, parent }, group, { leaf }) {
    this.group = group;
    const half = leaf / 2;
    const { isLeaf, toMove, number, name } = data;
    this.#texts = {
      value: text(0, toMove === "MAX" ? 29 : 16, "value"),
      window: text(0, -7, "window"),
      verdict: isLeaf ? text(0, NUMBER.height + 15, "verdict") : text(29, 23, "verdict"),
    };
    this.#slots = svg("g", { "aria-hidden": "true" });
    const size = { width: leaf + 4, height: NUMBER.height + 16 };
    const area = svg("rect", { class: "area", x: -half - 2, y: -8, ...size });
    const parts = isLeaf
      ? [svg("rect", { class: "shape", x: -half, y: 0, width: leaf, height: NUMBER.height, rx: 4 }),
        text(0, 23, "number", formatValue(number)),
        svg("path", { class: "cross", d: `M${3 - half} ${NUMBER.height - 3}L${half - 3} 3` })]
      : [svg("path", { class: "shape", d: POINTS[toMove] }),
        text(toMove === "MAX" ? -12 : -25, 12, "name", name, "end")];
    group.setAttribute("transform", `translate(${left} ${top})`);
    group.append(area, ...parts, ...Object.values(this.#texts), this.#slots);
    this.edge = parent && svg("g", {}, ...struck(left, top, parent));
  }

  // `classes`, and as texts its `value` in it, its `window` above it, the `verdict` beside it, and in `slots`
  // above it what a person writes.
  describe({ classes, kind, slots = [], ...texts }) {
    this.#slots.replaceChildren(...slots.map((words, part) => slotPart(words, part)));
    this.group.setAttribute("class", `node ${kind} ${classes}`);
    this.edge?.setAttribute("class", `edge ${classes}`);
    for (const [name, made] of Object.entries(this.#texts)) made.textContent = texts[name] ?? "";
  }
}

const SLOT = { width: 62, height: 32 };
function slotPart(words, part) {
  const x = (part - 1) * SLOT.width + 1;
  const own = { "data-part": part };
  const place = { x, y: -SLOT.height - 8, width: SLOT.width - 2, height: SLOT.height, rx: 4 };
  const written = text(x + SLOT.width / 2, -18, "window", words);
  written.setAttribute("data-part", String(part));
  return svg("g", { class: "slot" }, svg("rect", { ...own, ...place }), written);
}

// The line to a node, and the two strokes through it that stand for a cutoff.
function struck(left, top, parent) {
  const [fromX, fromY] = [parent.left, parent.top + NUMBER.height];
  const [dx, dy] = [left - fromX, top - fromY];
  const length = Math.hypot(dx, dy);
  const [across, along] = [[(-dy / length) * 9, (dx / length) * 9], [(dx / length) * 3, (dy / length) * 3]];
  const stroke = (sign) => {
    const x = fromX + dx * 0.55 + sign * along[0] - across[0];
    const y = fromY + dy * 0.55 + sign * along[1] - across[1];
    return `M${x} ${y}l${2 * across[0]} ${2 * across[1]}`;
  };
  return [
    svg("path", { class: "line", d: `M${fromX} ${fromY}L${left} ${top}` }),
    svg("path", { class: "reach", d: `M${fromX} ${fromY}L${left} ${top}` }),
    svg("path", { class: "strokes", d: stroke(-1) + stroke(1) }),
  ];
}
