// Strokes that look hand-drawn, in SVG. A cell is 100 units wide.

const SVG = "http://www.w3.org/2000/svg";
const CELL = 100;
const MARGIN = 5; // between the ends of the grid lines and the edges of the board

// Two variants of each mark, so that neighbors differ.
const MARKS = {
  X: [
    ["M24 25C38 41 58 57 76 76", "M76 23C60 38 41 60 25 77"],
    ["M26 23C41 36 61 60 74 77", "M75 26C57 42 44 57 23 74"],
  ],
  O: [
    ["M57 24C38 18 22 32 23 51C24 69 37 79 52 78C68 77 79 65 77 48C75 32 61 21 43 27"],
    ["M43 25C61 17 78 31 78 49C78 68 64 79 49 78C32 77 21 64 23 47C25 31 40 20 59 28"],
  ],
};

export function strokesOf(mark, cell) {
  return MARKS[mark][(cell + (cell >> 1)) % 2].map(stroke);
}

// A stroke of length 1, so that one animation draws all strokes.
export function stroke(d) {
  return svg("path", { d, pathLength: 1 });
}

// The inner lines of the grid.
export function gridLines(columns, rows) {
  const lines = [];
  const add = (cells, place) => lines.push(bentLine(lines.length, cells * CELL, place));
  for (let i = 1; i < columns; i += 1) add(rows, (along, across) => [i * CELL + across, along]);
  for (let i = 1; i < rows; i += 1) add(columns, (along, across) => [along, i * CELL + across]);
  return lines;
}

// The sine varies the bend from line to line, always in the same way.
function bentLine(number, length, place) {
  const points = [[MARGIN, 2], [length / 3, 9], [(2 * length) / 3, -9], [length - MARGIN, 2]];
  const [from, one, other, to] = points.map(([along, reach], i) =>
    place(along, reach * Math.sin(5 * number + i)).map(Math.round).join(" "));
  return svg("path", { d: `M${from}C${one} ${other} ${to}` });
}

export function cornerOf(cell, columns) {
  return [(cell % columns) * CELL, Math.floor(cell / columns) * CELL];
}

export function centerOf(cell, columns) {
  return cornerOf(cell, columns).map((place) => place + CELL / 2);
}

export function viewBoxOf({ columns, rows }) {
  return `0 0 ${columns * CELL} ${rows * CELL}`;
}

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
