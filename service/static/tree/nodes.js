// Nodes of the trees of games as SVG: small boards, and what stands for hidden nodes.

import { nameOf } from "../client/pages.js";
import { svg } from "../shared/dom.js";

const BOARD = 60; // the side of a drawn board before it is scaled
const MARGIN = 3; // around it
export const OUTER_WIDTH = 1 + (2 * MARGIN) / BOARD; // its width with margins, in sizes of the board

// A board with its move above, and its value, window and note below it; or what stands for hidden nodes.
export class BoardNode {
  #parts;
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

  // `classes`, `kind` (max, min or leaf), `value`, `window`, `note` and `brief`, a shorter note (texts), the
  // `cells` that can be played and the one chosen (`cell`), and whether the edge is struck through.
  describe({ classes, kind, value, window, note, brief = note, cells = [], cell = null, isStruck = false }) {
    this.group.setAttribute("class", `node ${classes}`);
    this.edge?.setAttribute("class", `edge ${classes}`);
    if (!this.#parts) return;
    const { shape, board, cut, ...texts } = this.#parts;
    for (const each of board.querySelectorAll("[data-part]")) each.remove();
    board.append(...cells.map((each) => cellPart(this.#data, each, each === cell)));
    cut.setAttribute("d", isStruck ? `M-11 ${2 - this.#metrics.head}l22 -8m-22 2l22 -8` : "");
    const { size, value: height, font, space } = this.#metrics;
    const width = Math.max(value.length * font * 0.6 + 8, Math.min(size, 44)) / 2;
    shape.setAttribute("d", value ? SHAPES[kind](width, size + 4, height - 4) : "");
    texts.note.setAttribute("y", size + (value ? height : 0) + 12);
    const middle = { max: 0.62, min: 0.5, leaf: 0.58 }[kind];
    texts.value.setAttribute("y", size + height * middle + font * 0.36);
    const isWide = note.length * font * 0.6 > space; // It would cover the notes beside it.
    const shown = { value, window: this.#metrics.window && !note ? window : "", note: isWide ? brief : note };
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

// The places of the cells of a board; the middle of its top is at 0.
export function placesOf({ columns, marks }) {
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
    svg("rect", { x, y, width: size, height: size }), isChosen ? mark : "");
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
  const width = BOARD * OUTER_WIDTH;
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
function foldParts({ isCut, isSkip, cells, columns, count, hidden }, { size, font, space }) {
  const names = (cells ?? []).map((cell) => nameOf({ columns }, cell));
  const skipped = names.length > 2 ? [`${names.length} moves`] : names;
  const lines = isCut ? ["cut", ...skipped] : isSkip ? [count, "plies"] : [`+${hidden.length}`];
  const height = lines.length * (font + 1) + 6;
  const words = Math.max(...lines.map((line) => `${line}`.length)) * font * 0.6 + 6;
  const width = Math.min(Math.max(size, words), space);
  const top = isCut ? 0 : (size - height) / 2;
  const strokes = isCut ? [svg("path", { class: "strokes", d: "M-10 -7l20 -8M-10 -1l20 -8" })] : [];
  return [...strokes, svg("rect", { class: "board", x: -width / 2, y: top, width, height, rx: 6 }),
    ...lines.map((line, number) => text(0, top + (number + 1) * (font + 1), "fold", line))];
}

// A text of a node, which has a name, so it is hidden from screen readers.
export function text(x, y, className, content = "", anchor = "middle") {
  return svg("text", { x, y, class: className, "text-anchor": anchor, "aria-hidden": "true" }, content);
}
