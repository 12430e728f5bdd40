// Variants of a position: rotated, reflected, and with the sides swapped. They are the same puzzle.

import { OTHER, withCells } from "../client/pages.js";

// A variant of a position, which a number from 0 to 1 chooses.
export function variantOf(position, random) {
  const symmetries = symmetriesOf(position);
  const index = Math.floor(random * symmetries.length * 2);
  const turned = withCells(position, symmetries[index >> 1].map((cell) => position.cells[cell]));
  return index % 2 ? swapped(turned) : turned;
}

// A text that all variants of a position share, and no other position has.
export function symmetryKeyOf(position) {
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
