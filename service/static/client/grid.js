// The cells of the board as an ARIA grid: one tab stop, arrow keys move the focus.
// https://www.w3.org/WAI/ARIA/apg/patterns/grid/

import { columnName } from "./board.js";

export class Grid {
  cells = [];
  columns = 0;
  rows = 0;
  focused = 0;

  #board;
  #rims; // the labels of the columns and of the rows

  constructor(board, rims) {
    this.#board = board;
    this.#rims = rims;
  }

  // Creates the cells if the shape has changed; returns whether it has.
  build(columns, rows) {
    if (this.columns === columns && this.rows === rows) return false;
    Object.assign(this, { columns, rows, focused: 0 });
    const attributes = { role: "gridcell", part: "cell", class: "cell", tabindex: -1 };
    this.cells = Array.from({ length: columns * rows }, (_, cell) =>
      element("div", { ...attributes, "data-cell": cell }));
    this.#board.replaceChildren(...Array.from({ length: rows }, (_, row) =>
      element("div", { role: "row" }, ...this.cells.slice(row * columns, (row + 1) * columns))));
    this.cells[0].tabIndex = 0;
    const label = (name) => element("span", { part: "coordinate" }, name);
    const [top, side] = this.#rims;
    top.replaceChildren(...Array.from({ length: columns }, (_, i) => label(columnName(i))));
    side.replaceChildren(...Array.from({ length: rows }, (_, i) => label(String(i + 1))));
    return true;
  }

  // The index of the cell in which an event occurred, or null.
  cellOf({ target }) {
    const found = target.closest("[data-cell]");
    return found ? Number(found.dataset.cell) : null;
  }

  // Makes a cell that has received the focus the tab stop.
  focusCame(cell) {
    this.cells[this.focused].tabIndex = -1;
    this.cells[cell].tabIndex = 0;
    this.focused = cell;
  }

  // Moves the focus by an arrow key, Home or End; returns false for any other key.
  moveFocus(key) {
    const { columns, rows, focused } = this;
    const row = Math.floor(focused / columns);
    const column = focused % columns;
    const target = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      Home: [row, 0], End: [row, columns - 1],
    }[key];
    if (!target) return false;
    const [down, right] = [(target[0] + rows) % rows, (target[1] + columns) % columns];
    this.cells[down * columns + right].focus();
    return true;
  }
}

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
