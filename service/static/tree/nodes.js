// Nodes as SVG: small boards in the trees of games, and numbers in the trees of the practice page.

import { nameOf } from "../client/pages.js";
import { svg } from "../shared/dom.js";
import { formatValue } from "./values.js";

const BOARD = 60; // the side of a drawn board before it is scaled
const MARGIN = 3; // around it
export const FRAME = 1 + (2 * MARGIN) / BOARD; // its width with margins, in sizes of the board

// A board with its move above, and its value, window and note below it; or what stands for hidden nodes.
export class BoardNode {
  /** @type {any} */
  #parts = {};
  #metrics;
  #data;

  constructor({ data, left, top, parent, size }, group, metrics) {
    this.group = group;
    this.#data = data;
    this.#metrics = { ...metrics, size };
    group.setAttribute("transform", `translate(${left} ${top})`);
    const line = parent && edgeTo(left, top, parent, metrics);
    // The second line is wide, for the pointer.
    this.edge = parent && svg("g", {}, svg("path", { d: line }), svg("path", { class: "reach", d: line }));
    if (data.marks) this.#drawBoard(data, { ...metrics, size });
    else group.append(...foldParts(data, metrics));
  }

  // `classes`, `kind` (max, min or leaf), `value`, `window` and `note` (texts), the `cells` that can be
  // played and the one chosen (`cell`), and whether the edge is struck through.
  describe({ classes, kind, value, window, note, cells = [], cell = null, isStruck = false }) {
    this.group.setAttribute("class", `node ${classes}`);
    this.edge?.setAttribute("class", `edge ${classes}`);
    const { shape, board, cut, ...texts } = this.#parts;
    if (!shape) return;
    for (const each of board.querySelectorAll("[data-part]")) each.remove();
    board.append(...cells.map((each) => cellPart(this.#data, each, each === cell)));
    cut.setAttribute("d", isStruck ? `M-11 ${2 - this.#metrics.head}${STROKES}` : "");
    const { size, value: height, font } = this.#metrics;
    const width = Math.max(value.length * font * 0.6 + 8, Math.min(size, 44)) / 2;
    shape.setAttribute("d", value ? SHAPES[kind](width, size + 4, height - 4) : "");
    texts.note.setAttribute("y", size + (value ? height : 0) + 12);
    const middle = { max: 0.62, min: 0.5, leaf: 0.58 }[kind];
    texts.value.setAttribute("y", size + height * middle + font * 0.36);
    const shown = { value, window: this.#metrics.window && !note ? window : "", note };
    for (const [name, words] of Object.entries(shown)) texts[name].textContent = words;
  }

  #drawBoard(data, { size, head, value, window, font }) {
    const board = svg("g", { transform: `scale(${size / BOARD})` }, ...boardParts(data));
    this.#parts = {
      board,
      cut: svg("path", { class: "strokes" }),
      shape: svg("path", { class: "shape" }),
      value: text(0, 0, "value"),
      window: text(0, size + value + window - 2, "window"),
      note: text(0, 0, "note"),
    };
    this.group.style.setProperty("font-size", `${font}px`);
    this.group.append(...Object.values(this.#parts));
    if (data.cell !== null && head > 10) this.group.append(text(0, -6, "move", nameOf(data, data.cell)));
  }
}

// The side of the root takes the highest value: its nodes point up. The other takes the lowest.
const house = (width, base, up) =>
  `M${-width} ${base}v${up * 0.65}l${width} ${up * 0.35} ${width} ${-up * 0.35}v${-up * 0.65}z`;
const SHAPES = {
  max: (width, top, height) => house(width, top + height, -height),
  min: house,
  leaf: (width, top, height) => `M${-width} ${top}h${2 * width}v${height - 1}h${-2 * width}z`,
};

function edgeTo(left, top, parent, { head, value, window, level }) {
  const { size } = parent;
  const [start, end] = [parent.top + size, top - head + 2];
  const from = parent.top + (parent.data.marks ? size + value + window : size);
  const middle = from + Math.max((end - from) / 2, Math.min(level / 8, 6));
  return `M${parent.left} ${start}V${from}C${parent.left} ${middle} ${left} ${middle} ${left} ${end}`;
}

const STROKES = "l22 -8m-22 2l22 -8"; // through an edge
// The places of the cells of a board of this width, its middle at 0.
function placesOf({ columns, marks }) {
  const rows = marks.length / columns;
  const size = BOARD / Math.max(columns, rows);
  const [left, top] = [(-size * columns) / 2, (BOARD - size * rows) / 2];
  const at = (number) => [left + (number % columns) * size, top + Math.floor(number / columns) * size];
  return { rows, size, left, top, at };
}

// A cell that can be played, with the mark of the move that is chosen.
function cellPart(data, cell, isChosen) {
  const { size, at } = placesOf(data);
  const [x, y] = at(cell);
  const mark = data.toMove === "X" ? svg("path", { class: "x", d: cross(x, y, size) })
    : svg("path", { class: "o", d: ring(x, y, size) });
  return svg("g", { class: isChosen ? "chosen" : "free", "data-part": cell },
    svg("rect", { "data-part": cell, x, y, width: size, height: size }), isChosen ? mark : "");
}

// The lines and marks of a board.
export function boardParts(data) {
  const { columns, marks, cell } = data;
  const { rows, size, left, top, at } = placesOf(data);
  const lines = [
    ...inner(columns).map((column) => `M${left + column * size} ${top}v${size * rows}`),
    ...inner(rows).map((row) => `M${left} ${top + row * size}h${size * columns}`),
  ];
  const drawn = (mark, draw) =>
    marks.map((each, number) => (each === mark ? draw(...at(number), size) : "")).join("");
  const [x, y] = at(cell);
  const width = BOARD * FRAME;
  return [
    svg("rect", { class: "board", x: -width / 2, y: -MARGIN, width, height: width, rx: 6 }),
    cell === null ? "" : svg("rect", { class: "last", x, y, width: size, height: size }),
    svg("path", { class: "grid", d: lines.join("") }),
    svg("path", { class: "x", d: drawn("X", cross) }),
    svg("path", { class: "o", d: drawn("O", ring) }),
  ];
}

const inner = (count) => Array.from({ length: count - 1 }, (_, number) => number + 1);
function cross(x, y, size) {
  const [edge, arm] = [size * 0.24, size * 0.52];
  return `M${x + edge} ${y + edge}l${arm} ${arm}m0 ${-arm}l${-arm} ${arm}`;
}
const ring = (x, y, size) =>
  `M${x + size / 2} ${y + size * 0.21}a${size * 0.29} ${size * 0.29} 0 1 1 -0.01 0`;

// Moves skipped by a cutoff, whose edge ends in two strokes, or the count of nodes that are folded.
function foldParts({ isCut, isSkip, cells, columns, count, hidden }, { size, font }) {
  const names = (cells ?? []).map((cell) => nameOf({ columns }, cell));
  const skipped = names.length > 2 ? [`${names.length} moves`] : names;
  const lines = isCut ? ["cut", ...skipped] : isSkip ? [count, "plies"] : [`+${hidden.length}`];
  const height = lines.length * (font + 1) + 6;
  const top = isCut ? 0 : (size - height) / 2;
  const strokes = isCut ? [svg("path", { class: "strokes", d: "M-10 -7l20 -8M-10 -1l20 -8" })] : [];
  return [...strokes, svg("rect", { class: "board", x: -size / 2, y: top, width: size, height, rx: 6 }),
    ...lines.map((line, number) => text(0, top + (number + 1) * (font + 1), "fold", line))];
}

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

export function text(x, y, className, content = "", anchor = "middle") {
  // The node has a name, so its texts are hidden from screen readers.
  const made = svg("text", { x, y, class: className, "text-anchor": anchor, "aria-hidden": "true" });
  made.textContent = content;
  return made;
}
