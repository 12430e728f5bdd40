// Draws shapes on cells: arrows, circles, highlights, badges, and faint marks that are not played.

import { centerOf, cornerOf, stroke, strokesOf, svg } from "./strokes.js";

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

export class Shapes {
  #below = svg("g");
  #above = svg("g");
  #drawn = new Map(); // by description: the element of a shape

  constructor(element) {
    element.prepend(this.#below);
    element.append(this.#above);
  }

  // Keeps the elements of unchanged shapes, so that only new ones are animated.
  draw(shapes, columns) {
    const wanted = new Map(shapes.map((shape) => [keyOf(shape, columns), shape]));
    for (const [key, element] of this.#drawn) {
      if (wanted.has(key)) continue;
      element.remove();
      this.#drawn.delete(key);
    }
    for (const [key, shape] of wanted) {
      if (this.#drawn.has(key)) continue;
      const element = elementOf(shape, columns);
      (shape.type === "highlight" ? this.#below : this.#above).append(element);
      this.#drawn.set(key, element);
    }
  }
}

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
const keyOf = ({ type, from, to, cell, side, text, color }, columns) =>
  JSON.stringify([type, from, to, cell, side, text, color, columns]);

function elementOf(shape, columns) {
  const { type, cell, side } = shape;
  const color = COLORS.includes(shape.color) ? shape.color : "accent";
  const [name, part] = type === "mark" ? [`faint ${side}`, "mark faint"] : [`${type} ${color}`, `${type} ${color}`];
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
