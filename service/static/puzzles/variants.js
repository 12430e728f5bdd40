// Variants of a position: rotated, reflected, and with the sides swapped. They are the same puzzle.

import { OTHER, withCells } from "../client/pages.js";

// A variant of a position, which `random` chooses.
export function variantOf(position, random = Math.random) {
  const symmetries = symmetriesOf(position);
  const symmetry = symmetries[Math.floor(random() * symmetries.length)];
  const turned = withCells(position, symmetry.map((cell) => position.cells[cell]));
  return random() < 0.5 ? turned : swapped(turned);
}

// A text that all variants of a position share, and no other position has.
export function keyOf(position) {
  const { cells, columns, rows, in_a_row: inARow, side_to_move: side } = position;
  const marks = cells.map((mark) => (mark === null ? "." : mark === side ? "m" : "w")); // moves, waits
  const texts = symmetriesOf(position).map((symmetry) => symmetry.map((cell) => marks[cell]).join(""));
  return `${columns}x${rows} ${inARow} ${texts.sort()[0]}`;
}

function swapped(position) {
  const cells = position.cells.map((mark) => OTHER[mark] ?? null);
  return { ...withCells(position, cells), side_to_move: OTHER[position.side_to_move] };
}

const reversed = (list) => [...list].reverse();

// Every symmetry as the list of cells that it puts in place of 0, 1, 2, …: eight on a square, else four.
function symmetriesOf({ columns, rows }) {
  const indexes = (length) => Array.from({ length }, (_, index) => index);
  const grid = indexes(rows).map((row) => indexes(columns).map((column) => row * columns + column));
  const upended = [grid, reversed(grid)];
  const all = [...upended, ...upended.map((each) => each.map(reversed))];
  if (columns === rows) all.push(...all.map((each) => each.map((_, i) => each.map((row) => row[i]))));
  return all.map((each) => each.flat());
}
