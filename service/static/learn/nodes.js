// A node as SVG: a small board with its move above, and its value and window below it.

import { nameOf } from "../client/pages.js";
import { svg } from "../shared/dom.js";
import { BOARD, FOOT } from "./layout.js";

const HALF = BOARD / 2;
const VALUE_TOP = BOARD + 5;
// The side of the root takes the highest value: its nodes point up. The other takes the lowest.
const SHAPES = {
  max: `M-30 ${VALUE_TOP + 22}v-14l30-9 30 9v14z`,
  min: `M-30 ${VALUE_TOP}v14l30 9 30-9v-14z`,
  leaf: `M-30 ${VALUE_TOP + 1}h60v20h-60z`,
};
const BASELINES = { max: VALUE_TOP + 17, min: VALUE_TOP + 14, leaf: VALUE_TOP + 16 };

export class NodeView {
  #said = "";
  #value;
  #window;
  #stub;
  #shape;

  constructor(id, { data }) {
    this.edge = svg("path");
    this.group = svg("g", { id, role: "treeitem", "aria-level": data.ply + 1 });
    this.group.dataset.id = data.id;
    if (data.isCut) return this.group.append(...cutParts(data));
    this.#value = text(0, 0, "value");
    this.#window = text(0, VALUE_TOP + 37, "window");
    this.#stub = text(0, VALUE_TOP + 52, "stub");
    this.#shape = svg("path", { class: "shape" });
    this.group.append(...boardParts(data), this.#shape, this.#value, this.#window, this.#stub);
  }

  place({ x, y, parent }) {
    this.group.setAttribute("transform", `translate(${x} ${y})`);
    if (parent) this.edge.setAttribute("d", edgeTo(x, y, parent));
  }

  // `classes`, `kind` (max, min or leaf), `value`, `window` and `stub` (texts), `name`, `isOpen`.
  describe(description) {
    const said = JSON.stringify(description);
    if (said === this.#said) return;
    this.#said = said;
    const { classes, kind, value, window, stub, name, isOpen, isActive } = description;
    this.group.setAttribute("class", `node ${classes}`);
    this.edge.setAttribute("class", `edge ${classes}`);
    this.group.setAttribute("aria-label", name);
    this.group.setAttribute("aria-selected", String(isActive));
    if (isOpen === null) this.group.removeAttribute("aria-expanded");
    else this.group.setAttribute("aria-expanded", String(isOpen));
    if (!this.#shape) return;
    this.#shape.setAttribute("d", value === "" ? "" : SHAPES[kind]);
    this.#value.setAttribute("y", BASELINES[kind]);
    this.#value.textContent = value;
    this.#window.textContent = window;
    this.#stub.textContent = stub;
  }

  hide(isHidden) {
    if (isHidden) this.group.setAttribute("visibility", "hidden");
    else this.group.removeAttribute("visibility");
  }

  remove() {
    this.edge.remove();
    this.group.remove();
  }
}

function edgeTo(x, y, parent) {
  const from = parent.y + FOOT;
  const middle = (from + y - 14) / 2;
  return `M${parent.x} ${parent.y + BOARD}V${from}C${parent.x} ${middle} ${x} ${middle} ${x} ${y - 14}`;
}

// The lines and marks of a board of this width, its middle at 0.
export function boardParts(node) {
  const { columns, marks, cell } = node;
  const rows = marks.length / columns;
  const size = BOARD / Math.max(columns, rows);
  const [left, top] = [(-size * columns) / 2, (BOARD - size * rows) / 2];
  const at = (number) => [left + (number % columns) * size, top + Math.floor(number / columns) * size];
  const lines = [
    ...inner(columns).map((column) => `M${left + column * size} ${top}v${size * rows}`),
    ...inner(rows).map((row) => `M${left} ${top + row * size}h${size * columns}`),
  ];
  const drawn = (mark, draw) =>
    marks.map((each, number) => (each === mark ? draw(...at(number), size) : "")).join("");
  return [
    svg("rect", { class: "board", x: -HALF - 3, y: -3, width: BOARD + 6, height: BOARD + 6, rx: 6 }),
    cell === null ? "" : svg("rect", { class: "last", x: at(cell)[0], y: at(cell)[1], width: size, height: size }),
    svg("path", { class: "grid", d: lines.join("") }),
    svg("path", { class: "x", d: drawn("X", cross) }),
    svg("path", { class: "o", d: drawn("O", ring) }),
    cell === null ? "" : text(0, -6, "move", nameOf(node, cell)),
  ];
}

const inner = (count) => Array.from({ length: count - 1 }, (_, number) => number + 1);
const cross = (x, y, size) =>
  `M${x + size * 0.24} ${y + size * 0.24}l${size * 0.52} ${size * 0.52}m0 ${-size * 0.52}l${-size * 0.52} ${size * 0.52}`;
const ring = (x, y, size) =>
  `M${x + size / 2} ${y + size * 0.21}a${size * 0.29} ${size * 0.29} 0 1 1 -0.01 0`;

// Represents the moves skipped by a cutoff: an edge that ends in two strokes.
function cutParts({ cells, columns }) {
  const names = cells.map((cell) => nameOf({ columns }, cell));
  const short = names.length > 3 ? [`${names.length} moves`] : names;
  return [
    svg("path", { class: "strokes", d: "M-16 -30l32 -12M-16 -22l32 -12" }),
    svg("rect", { class: "board", x: -HALF + 2, y: -12, width: BOARD - 4, height: 22 + short.length * 15, rx: 6 }),
    text(0, 4, "cut", "cut:"),
    ...short.map((name, line) => text(0, 19 + line * 15, "cut", name)),
  ];
}

export function text(x, y, className, content = "") {
  const made = svg("text", { x, y, class: className, "text-anchor": "middle", "aria-hidden": "true" }); // the node has a name
  made.textContent = content;
  return made;
}
