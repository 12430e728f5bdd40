// The drawing of a tree: MAX nodes point up, MIN nodes point down, and leaves are squares with a number.

import { formatValue } from "../learn/format.js";
import { svg } from "../shared/dom.js";
import { hierarchy, tree } from "../vendor/d3-hierarchy/d3-hierarchy.js";

const LEVEL = 76; // from one level to the next, in drawing units like all lengths
const HEIGHT = 34; // of a node
const WIDTH = 68; // of a node with children, with its name
const GUTTER = 40; // on the left, where the levels are named
const SHAPES = { MAX: `M0 0L22 ${HEIGHT}H-22Z`, MIN: `M-22 0H22L0 ${HEIGHT}Z` };
const BASELINES = { MAX: 29, MIN: 16 };
const NAME = { MAX: 12, MIN: 25 }; // from the middle of a node to its name

export class Drawing {
  element;
  width;
  height;
  items; // of d3-hierarchy: `data` (a node), `x`, `y`, `depth`, `parent`, `children`
  #views;

  // Draws the nodes below a root; the attributes are those of the whole picture.
  constructor(root, attributes) {
    const digits = Math.max(2, ...numbersOf(root).map((number) => formatValue(number).length));
    const space = 13 + 9 * digits;
    const between = (a, b) => (a.children || b.children ? Math.max(WIDTH, space) : a.parent === b.parent ? space : 1.2 * space);
    const tidy = tree().nodeSize([1, LEVEL]).separation(between);
    const items = tidy(hierarchy(root, ({ children }) => children)).descendants();
    this.items = items.sort((a, b) => a.data.id - b.data.id); // children follow their parent, for screen readers
    this.#views = new Map(this.items.map((item) => [item.data, viewOf(item, space - 4)]));
    const views = [...this.#views.values()];
    const edges = svg("g", { "aria-hidden": "true" }, ...views.map(({ edge }) => edge).filter(Boolean));
    this.element = svg("svg", attributes, edges, ...views.map(({ group }) => group));
    this.#measure(space);
  }

  itemOf(node) {
    return this.items.find(({ data }) => data === node);
  }
  groupOf(node) {
    return this.#views.get(node).group;
  }

  // Shows a node as described: its `classes`, its `value` in it and its `window` above it, as texts.
  show(node, { classes, value = "", window = "" }) {
    const { group, edge, texts } = this.#views.get(node);
    group.setAttribute("class", `node ${node.isLeaf ? "leaf" : node.toMove} ${classes}`);
    edge?.setAttribute("class", `edge ${classes}`);
    texts.value.textContent = value;
    texts.window.textContent = window;
  }

  #measure(space) {
    const xs = this.items.map(({ x }) => x);
    const left = Math.min(...xs) - space / 2 - GUTTER;
    const width = Math.max(...xs, 40) + space / 2 + 8 - left;
    const depth = Math.max(...this.items.map(({ depth }) => depth));
    const height = depth * LEVEL + HEIGHT + 24;
    Object.assign(this, { width, height });
    this.element.setAttribute("viewBox", `${left} -20 ${width} ${height}`);
    const levels = new Map(this.items.filter(({ data }) => !data.isLeaf).map(({ y, data }) => [y, data.toMove]));
    this.element.prepend(...[...levels].map(([y, side]) => text(left, y + 21, "level", side, "start")));
  }
}

const numbersOf = (node) => (node.isLeaf ? [node.number] : node.children.flatMap(numbersOf));

function viewOf({ data, x, y, parent }, width) {
  const texts = { value: text(0, BASELINES[data.toMove], "value"), window: text(0, -7, "window") };
  const shape = data.isLeaf
    ? svg("rect", { class: "shape", x: -width / 2, y: 0, width, height: HEIGHT, rx: 4 })
    : svg("path", { class: "shape", d: SHAPES[data.toMove] });
  const label = data.isLeaf ? text(0, 23, "number", formatValue(data.number)) : text(-NAME[data.toMove], 12, "name", data.name, "end");
  const area = svg("rect", { class: "area", x: -width / 2 - 2, y: -8, width: width + 4, height: HEIGHT + 16 });
  const cross = data.isLeaf ? svg("path", { class: "cross", d: `M${-width / 2 + 3} ${HEIGHT - 3}L${width / 2 - 3} 3` }) : "";
  const group = svg("g", { transform: `translate(${x} ${y})` }, area, shape, label, cross, texts.value, texts.window);
  return { group, texts, edge: parent && edgeTo(x, y, parent) };
}

// The line to a node, and the two strokes through it that stand for a cutoff.
function edgeTo(x, y, parent) {
  const [fromX, fromY] = [parent.x, parent.y + HEIGHT];
  const [dx, dy] = [x - fromX, y - fromY];
  const length = Math.hypot(dx, dy);
  const [across, along] = [[(-dy / length) * 9, (dx / length) * 9], [(dx / length) * 3, (dy / length) * 3]];
  const [middleX, middleY] = [fromX + dx * 0.55, fromY + dy * 0.55];
  const stroke = (sign) => `M${middleX + sign * along[0] - across[0]} ${middleY + sign * along[1] - across[1]}l${2 * across[0]} ${2 * across[1]}`;
  return svg("g", {},
    svg("path", { class: "line", d: `M${fromX} ${fromY}L${x} ${y}` }),
    svg("path", { class: "strokes", d: stroke(-1) + stroke(1) }));
}

function text(x, y, className, content = "", anchor = "middle") {
  const made = svg("text", { x, y, class: className, "text-anchor": anchor, "aria-hidden": "true" }); // the node has a name
  made.textContent = content;
  return made;
}
