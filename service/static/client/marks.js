// Draws the completed lines and, above them, the marks, in one SVG; a cell is 100 units wide.

const SVG = "http://www.w3.org/2000/svg";
const CELL = 100;
const OVERHANG = 36; // of a line past the centers of its first and last cell

export class Marks {
  #svg;
  #lines = svg("g", { class: "lines" });
  #marks = svg("g");
  #shown = new Map(); // by cell: the element of its mark

  constructor(element) {
    this.#svg = element;
    element.append(this.#lines, this.#marks);
  }

  // Keeps the elements of unchanged marks, so that only a new mark is animated.
  draw(position, last) {
    const { cells, columns, rows, winning_lines: lines } = position;
    this.#svg.setAttribute("viewBox", `0 0 ${columns * CELL} ${rows * CELL}`);
    const winning = new Set(lines.flat());
    cells.forEach((mark, cell) => {
      let shown = this.#shown.get(cell);
      if (shown?.dataset.mark !== (mark ?? undefined)) {
        shown?.remove();
        this.#shown.delete(cell);
        if (mark) shown = this.#add(mark, cell, columns, last?.cell === cell);
      }
      if (mark) shown.classList.toggle("dimmed", winning.size > 0 && !winning.has(cell));
    });
    const key = JSON.stringify(lines);
    if (this.#lines.dataset.key === key) return;
    this.#lines.dataset.key = key;
    this.#lines.replaceChildren(...lines.map((line) => lineOf(line, position)));
  }

  clear() {
    this.#shown.clear();
    this.#marks.replaceChildren();
  }

  #add(mark, cell, columns, isNew) {
    const [x, y] = [(cell % columns) * CELL, Math.floor(cell / columns) * CELL];
    const made = svg("g", { class: `mark ${mark}${isNew ? " new" : ""}`, part: "mark", transform: `translate(${x} ${y})` });
    made.dataset.mark = mark;
    made.append(...(mark === "X" ? cross() : ring()));
    this.#marks.append(made);
    this.#shown.set(cell, made);
    return made;
  }
}

const cross = () => [
  svg("path", { d: "M26 26 L74 74", pathLength: 1 }),
  svg("path", { d: "M74 26 L26 74", pathLength: 1 }),
];
const ring = () => [svg("path", { d: "M50 23 A27 27 0 1 1 49.9 23", pathLength: 1 })];

function lineOf(cells, { cells: marks, columns }) {
  const at = (cell) => [(cell % columns + 0.5) * CELL, (Math.floor(cell / columns) + 0.5) * CELL];
  const [[x1, y1], [x2, y2]] = [at(cells[0]), at(cells.at(-1))];
  const [dx, dy] = [Math.sign(x2 - x1) * OVERHANG, Math.sign(y2 - y1) * OVERHANG];
  const ends = { x1: x1 - dx, y1: y1 - dy, x2: x2 + dx, y2: y2 + dy };
  return svg("line", { ...ends, class: marks[cells[0]], part: "line", pathLength: 1 });
}

function svg(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
