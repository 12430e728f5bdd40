// Draws the grid, the completed lines and, above them, the marks, in one SVG.

import { centerOf, cornerOf, gridLines, strokesOf, svg, viewBoxOf } from "./strokes.js";

const OVERHANG = 36; // of a line past the centers of its first and last cell

export class Marks {
  #svg;
  #grid = svg("g", { class: "grid" });
  #lines = svg("g", { class: "lines" });
  #marks = svg("g");
  #shown = new Map(); // by cell: the element of its mark

  constructor(element) {
    this.#svg = element;
    element.append(this.#grid, this.#lines, this.#marks);
  }

  // Begins an empty board.
  clear({ columns, rows }) {
    this.#svg.setAttribute("viewBox", viewBoxOf({ columns, rows }));
    this.#grid.replaceChildren(...gridLines(columns, rows));
    this.#shown.clear();
    this.#marks.replaceChildren();
  }

  // Keeps the elements of unchanged marks, so that only a new mark is animated.
  draw(position, last) {
    const { cells, columns, winning_lines: lines } = position;
    const winning = new Set(lines.flat());
    cells.forEach((mark, cell) => {
      let shown = this.#shown.get(cell);
      if (shown?.dataset.mark !== (mark ?? undefined)) {
        shown?.remove();
        this.#shown.delete(cell);
        if (mark) shown = this.#add(mark, cell, columns, last?.cell === cell);
      }
      if (!mark) return;
      shown.classList.toggle("winning", winning.has(cell));
      shown.classList.toggle("dimmed", winning.size > 0 && !winning.has(cell));
    });
    const key = JSON.stringify(lines);
    if (this.#lines.dataset.key === key) return;
    this.#lines.dataset.key = key;
    this.#lines.replaceChildren(...lines.map((line) => lineOf(line, position)));
  }

  #add(mark, cell, columns, isNew) {
    const made = svg("g", { class: `mark ${mark}${isNew ? " new" : ""}`, part: "mark" }, ...strokesOf(mark, cell));
    // Unlike the attribute `transform`, this adds up with an animated rotation.
    made.style.translate = cornerOf(cell, columns).map((place) => `${place}px`).join(" ");
    made.dataset.mark = mark;
    this.#marks.append(made);
    this.#shown.set(cell, made);
    return made;
  }
}

function lineOf(cells, { cells: marks, columns }) {
  const [[x1, y1], [x2, y2]] = [centerOf(cells[0], columns), centerOf(cells.at(-1), columns)];
  const [dx, dy] = [Math.sign(x2 - x1) * OVERHANG, Math.sign(y2 - y1) * OVERHANG];
  const ends = { x1: x1 - dx, y1: y1 - dy, x2: x2 + dx, y2: y2 + dy };
  return svg("line", { ...ends, class: marks[cells[0]], part: "line", pathLength: 1 });
}
