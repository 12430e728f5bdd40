// The orders in which a search can try the cells, each named by its first and second direction.
//
// The service tries cells in rows from the upper left. To the rules, a turned or reflected board is the
// same position, so its search, drawn on the board turned back, is the search in another order.

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

// The board, in request notation, whose search has this order.
export function turned(notation, order) {
  const rows = notation.split("/");
  const [outer, inner] = linesOf(order, rows[0].length, rows.length);
  const cells = rows.join("");
  return outer.map((second) => inner.map((first) => cells[first + second]).join("")).join("/");
}

// The amounts that the two directions add to a cell's number: the second varies slowly.
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
