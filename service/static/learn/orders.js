// The orders in which a search may try the cells, each named by its first and its second direction.
//
// The service tries cells in rows from the upper left. A turned or reflected board is the same position
// to the rules, so its search, drawn on the board turned back, is the search in another order.

export const FIRST = "right-down";
export const ORDERS = {
  "right-down": "to the right, then down",
  "left-down": "to the left, then down",
  "right-up": "to the right, then up",
  "left-up": "to the left, then up",
  "down-right": "down, then to the right",
  "down-left": "down, then to the left",
  "up-right": "up, then to the right",
  "up-left": "up, then to the left",
};

// The cells in an order.
export function cellsIn(order, columns, rows) {
  const [outer, inner] = linesOf(order, columns, rows);
  return outer.flatMap((second) => inner.map((first) => first + second));
}

// The board whose search is the one in this order, as a request has it.
export function turned(notation, order) {
  const rows = notation.split("/");
  const [outer, inner] = linesOf(order, rows[0].length, rows.length);
  const cells = rows.join("");
  return outer.map((second) => inner.map((first) => cells[first + second]).join("")).join("/");
}

// What the two directions add to the number of a cell: the second varies slowly.
function linesOf(order, columns, rows) {
  const along = {
    right: range(columns),
    left: range(columns).reverse(),
    down: range(rows).map((row) => row * columns),
    up: range(rows).map((row) => row * columns).reverse(),
  };
  const [first, second] = order.split("-");
  return [along[second], along[first]];
}

const range = (length) => Array.from({ length }, (_, number) => number);
