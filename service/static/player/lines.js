// The lines of a board: every row of cells that wins.

const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];

export function linesOf({ columns, rows, in_a_row: length }) {
  const lines = [];
  const isOn = (row, column) => row >= 0 && row < rows && column >= 0 && column < columns;
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const row = Math.floor(cell / columns);
    const column = cell % columns;
    for (const [down, right] of DIRECTIONS) {
      if (!isOn(row + down * (length - 1), column + right * (length - 1))) continue;
      lines.push(Array.from({ length }, (_, step) => cell + step * (down * columns + right)));
    }
  }
  return lines;
}
