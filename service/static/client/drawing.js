// Draws the grid, the marks, the completed lines and the page's shapes in one SVG, with strokes that look
// hand-drawn. A cell is 100 units wide.

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

const strokesOf = (mark, cell) => MARKS[mark][(cell + (cell >> 1)) % 2].map(stroke);

// A stroke of length 1, so that one animation draws all strokes.
const stroke = (d) => svg("path", { d, pathLength: 1 });

// The inner lines of the grid.
function gridLines(columns, rows) {
  const lines = [];
  const add = (cells, place) => lines.push(bentLine(lines.length, cells * CELL, place));
  for (let i = 1; i < columns; i += 1) add(rows, (along, across) => [i * CELL + across, along]);
  for (let i = 1; i < rows; i += 1) add(columns, (along, across) => [along, i * CELL + across]);
  // For a page's animation.
  lines.forEach((line, i) => line.style.setProperty("--begin", String(i / lines.length)));
  return lines;
}

// The sine varies the bend from line to line, always in the same way.
function bentLine(number, length, place) {
  const points = [[MARGIN, 2], [length / 3, 9], [(2 * length) / 3, -9], [length - MARGIN, 2]];
  const [from, one, other, to] = points.map(([along, reach], i) =>
    place(along, reach * Math.sin(5 * number + i)).map(Math.round).join(" "));
  return svg("path", { d: `M${from}C${one} ${other} ${to}`, part: "grid" });
}

const cornerOf = (cell, columns) => [(cell % columns) * CELL, Math.floor(cell / columns) * CELL];

const centerOf = (cell, columns) => cornerOf(cell, columns).map((place) => place + CELL / 2);

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const OVERHANG = 36; // of a line past the centers of its first and last cell

// Draws the things that have not been drawn: each has a key, a layer, and a function that creates it.
// What was drawn before stays, so that only new elements are animated.
function update(drawn, things) {
  const wanted = new Set(things.map(([key]) => key));
  for (const [key, element] of drawn) {
    if (wanted.has(key)) continue;
    element.remove();
    drawn.delete(key);
  }
  for (const [key, layer, create] of things) {
    if (drawn.has(key)) continue;
    drawn.set(key, create());
    layer.append(drawn.get(key));
  }
}

export class Drawing {
  #svg;
  #grid = svg("g", { class: "grid" });
  #lines = svg("g", { class: "lines" });
  #marks = svg("g");
  #below = svg("g"); // shapes
  #above = svg("g"); // shapes
  #drawn = new Map(); // by mark and cell, such as "X4", by line, or by the description of a shape

  constructor(element) {
    this.#svg = element;
    element.append(this.#below, this.#grid, this.#lines, this.#marks, this.#above);
  }

  // Begins an empty board.
  clear({ columns, rows }) {
    this.#svg.setAttribute("viewBox", `0 0 ${columns * CELL} ${rows * CELL}`);
    this.#grid.replaceChildren(...gridLines(columns, rows));
    update(this.#drawn, []);
  }

  draw(position, last, shapes) {
    const { cells, columns, winning_lines: lines } = position;
    this.#svg.classList.toggle("live", last !== null); // what a move has just completed is animated
    this.#svg.classList.toggle("level", last?.by === "level"); // more slowly, to be seen
    const marks = cells.flatMap((mark, cell) =>
      (mark ? [[`${mark}${cell}`, this.#marks, () => markOn(cell, position, last)]] : []));
    const completed = lines.map((line) => [line.join(), this.#lines, () => completedLine(line, position)]);
    const layerOf = ({ type }) => (type === "highlight" ? this.#below : this.#above);
    const described = shapes.map((shape) =>
      [descriptionOf(shape), layerOf(shape), () => elementOf(shape, columns)]);
    update(this.#drawn, [...marks, ...completed, ...described]);
    const winning = new Set(lines.flat());
    cells.forEach((mark, cell) => {
      const { classList } = this.#drawn.get(`${mark}${cell}`) ?? {};
      classList?.toggle("winning", winning.has(cell));
      classList?.toggle("dimmed", winning.size > 0 && !winning.has(cell));
    });
  }
}

function markOn(cell, { cells, columns }, last) {
  const mark = cells[cell];
  const name = `mark ${mark}${last?.cell === cell ? " new" : ""}`;
  const made = svg("g", { class: name, part: "mark" }, ...strokesOf(mark, cell));
  // Unlike the attribute `transform`, this adds up with an animated rotation.
  made.style.translate = cornerOf(cell, columns).map((place) => `${place}px`).join(" ");
  return made;
}

function completedLine(line, { cells, columns }) {
  const [[x1, y1], [x2, y2]] = [centerOf(line[0], columns), centerOf(line.at(-1), columns)];
  const [dx, dy] = [Math.sign(x2 - x1) * OVERHANG, Math.sign(y2 - y1) * OVERHANG];
  const ends = { x1: x1 - dx, y1: y1 - dy, x2: x2 + dx, y2: y2 + dy };
  return svg("line", { ...ends, class: cells[line[0]], part: "line", pathLength: 1 });
}

const COLORS = ["good", "fair", "bad", "accent"];
const GAP = 20; // between the ends of an arrow and the centers of its cells
const ABOVE = { aside: 26, up: 74, gap: 27 }; // an arrow without origin, which leaves room for a score
const CIRCLE = "M62 9C34 2 6 22 7 51C8 80 32 94 54 92C80 90 95 70 92 46C89 22 66 6 36 12";
const AREA = "M8 10C35 6 66 9 93 7C95 35 91 66 94 92C65 95 34 91 7 94C5 66 9 36 8 10Z";

const DRAW = {
  highlight: () => [svg("path", { d: AREA })],
  mark: ({ cell, side }) => strokesOf(side, cell),
  circle: () => [stroke(CIRCLE)],
  arrow: arrowOf,
  badge: badgeOf,
};

// The shapes that can be drawn on a board with this many cells.
export function drawable(shapes, cells) {
  const isCell = (cell) => Number.isInteger(cell) && cell >= 0 && cell < cells;
  return shapes.filter((shape) => {
    if (!Object.hasOwn(DRAW, shape?.type ?? "") || !isCell(targetOf(shape))) return false;
    const { type, from = null, to, side } = shape;
    if (type === "arrow") return from === null || (isCell(from) && from !== to);
    return type !== "mark" || side === "X" || side === "O";
  });
}

// The words that shapes add to the accessible name of a cell.
export function labelsAt(cell, shapes) {
  const here = shapes.filter((shape) => targetOf(shape) === cell);
  return here.map(({ type, label, text }) => label ?? (type === "badge" ? text : null)).filter(Boolean);
}

const targetOf = ({ type, cell, to }) => (type === "arrow" ? to : cell);
const descriptionOf = ({ type, from, to, cell, side, text, color }) =>
  JSON.stringify([type, from, to, cell, side, text, color]);

function elementOf(shape, columns) {
  const { type, cell, side } = shape;
  const color = COLORS.includes(shape.color) ? shape.color : "accent";
  const [name, part] = type === "mark" ? [`faint ${side}`, "mark faint"] : Array(2).fill(`${type} ${color}`);
  const place = type === "arrow" ? {} : { transform: `translate(${cornerOf(cell, columns)})` };
  return svg("g", { class: `new ${name}`, part, ...place }, ...DRAW[type](shape, columns));
}

// A bent shaft and its head. The bend is a sixth of the length, so the head always has the same angle.
function arrowOf({ from = null, to }, columns) {
  const [x, y] = centerOf(to, columns);
  const up = to < columns ? -ABOVE.up : ABOVE.up; // in the top row, it comes from below
  const [x0, y0] = from === null ? [x + ABOVE.aside, y - up] : centerOf(from, columns);
  const length = Math.hypot(x - x0, y - y0);
  const [right, down] = [(x - x0) / length, (y - y0) / length];
  const at = (along, aside) =>
    `${(x0 + right * along - down * aside).toFixed(1)} ${(y0 + down * along + right * aside).toFixed(1)}`;
  const [begin, end] = from === null ? [0, length - ABOVE.gap] : [GAP, length - GAP];
  const shaft = `M${at(begin, 0)}Q${at((begin + end) / 2, (end - begin) / 6)} ${at(end, 0)}`;
  return [stroke(shaft), stroke(`M${at(end - 21.5, -4.7)}L${at(end, 0)}L${at(end - 14.8, 16.3)}`)];
}

// A pill in the top right corner of its cell. On larger boards, whose cells are small, it is larger.
function badgeOf({ text = "" }, columns) {
  const words = String(text);
  const width = 20 + 14 * Math.max(1, words.length);
  const pill = svg("rect", { x: -width, width, height: 34, rx: 17 });
  const transform = `translate(97 3) scale(${Math.max(1, columns / 6)})`;
  return [svg("g", { transform }, pill, svg("text", { x: -width / 2, y: 17 }, words))];
}
