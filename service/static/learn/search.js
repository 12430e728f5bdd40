// A search to step through: the nodes of /v1/trace as a tree, and what is known after each step.

import { OTHER } from "../client/pages.js";

const LEAVES = new Set(["win", "loss", "draw", "depth"]);

export class Search {
  // `answer` is the trace of the board turned by `order`, `position` the board as shown. `hides` names what a
  // lesson does not introduce yet.
  constructor(answer, position, order = FIRST, hides = []) {
    const { algorithm, values, max_depth, counts } = answer;
    const cells = cellsIn(order, position.columns, position.rows);
    Object.assign(this, { algorithm, values, max_depth, order, counts });
    this.position = position;
    this.side = position.side_to_move; // the root's, for which all values are
    this.isOutcome = values === "outcome" && max_depth === null; // Values are only 1, 0 and -1.
    this.hasWindow = algorithm !== "minimax";
    this.showsWindow = this.hasWindow && !hides.includes("window");
    this.showsValues = !hides.includes("values");
    this.nodes = [];
    for (const node of answer.nodes) this.nodes.push(this.#node(node, cells));
    this.root = this.nodes[0];
    this.events = eventsOf(this.nodes);
    this.steps = this.events.length;
  }

  // The last event in the first `step` steps: a node and whether it was entered or left.
  eventAt(step) {
    return this.events[Math.min(step, this.steps) - 1] ?? null;
  }

  // The node being searched after this many steps.
  nodeAt(step) {
    return this.eventAt(step)?.node ?? this.root;
  }

  // The first node entered with these marks.
  firstWith(marks) {
    return this.nodes.find((node) => node.marks.every((mark, cell) => mark === marks[cell]));
  }

  // The step that enters the last position of a game, given by its cells, that the search enters.
  stepOfGame(cells) {
    const marks = [...this.root.marks];
    let reached = this.root;
    for (const [ply, cell] of cells.entries()) {
      marks[cell] = ply % 2 ? OTHER[this.side] : this.side;
      reached = this.firstWith(marks) ?? reached;
    }
    return reached.entered + 1;
  }

  // The state of a node after this many steps; `best` is null until one of its moves has a value.
  stateAt(node, step) {
    const isLeft = node.left < step;
    const best = isLeft ? node.value : bestOf(node, node.children.filter((child) => child.left < step));
    return { isEntered: node.entered < step, isLeft, best, ...raised(node, best) };
  }

  // Counters after this many steps. A cached node is looked up, not entered.
  countsAt(step) {
    const reached = this.nodes.filter(({ entered }) => entered < step);
    const lookedUp = reached.filter(({ end }) => end === "cached").length;
    const cut = reached.filter(({ end, left }) => end === "cutoff" && left < step);
    const leftOut = cut.flatMap((node) => node.leftOut).length;
    return { entered: reached.length - lookedUp, cutOff: cut.length, leftOut, lookedUp };
  }

  #node(listed, cells) {
    const { id, side, ply, end, value, entered, left } = listed;
    const parent = this.nodes[listed.parent] ?? null;
    const cell = cells[listed.cell] ?? null;
    const node = {
      id, side, ply, end, value, entered, left,
      parent,
      children: [],
      cell,
      marks: parent ? parent.marks.map((mark, each) => (each === cell ? side : mark)) : this.position.cells,
      columns: this.position.columns,
      toMove: side ? OTHER[side] : this.side,
      isMax: ply % 2 === 0,
      isLeaf: LEAVES.has(end),
      sameAs: this.nodes[listed.same_as] ?? null,
      leftOut: listed.left_out.map((each) => cells[each]),
      alpha: listed.alpha ?? -Infinity,
      beta: listed.beta ?? Infinity,
    };
    parent?.children.push(node);
    return node;
  }
}

// The value that the side to move takes among those of some children; null if there are none.
function bestOf({ isMax }, children) {
  if (!children.length) return null;
  const values = children.map(({ value }) => value);
  return isMax ? Math.max(...values) : Math.min(...values);
}

// The window of a node once its side to move has a move worth `best`.
function raised({ isMax, alpha, beta }, best) {
  if (best === null) return { alpha, beta };
  return isMax ? { alpha: Math.max(alpha, best), beta } : { alpha, beta: Math.min(beta, best) };
}

// Every step of the clock: a node is entered, or left.
function eventsOf(nodes) {
  const events = [];
  for (const node of nodes) {
    events[node.entered] = { node, isEntered: true };
    events[node.left] = { node, isEntered: false };
  }
  return events;
}

// The orders in which a search can try the cells: rows from the top or from the bottom, each from the left.
//
// The service tries cells in rows from the upper left. To the rules, a reflected board is the same position,
// so its search, drawn on the board reflected back, is the search in the other order.

export const FIRST = "right-down";
export const ORDERS = { [FIRST]: "rows from the top", "right-up": "rows from the bottom" };
export const DEFAULTS = { values: "outcome", max_depth: null, order: FIRST }; // of a search

const inOrder = (order, rows) => (order === FIRST ? rows : [...rows].reverse());

// The cells in an order.
export function cellsIn(order, columns, rows) {
  const numbers = inOrder(order, [...Array(rows).keys()]);
  return numbers.flatMap((row) => Array.from({ length: columns }, (_, column) => row * columns + column));
}

// The board, in request notation, whose search has this order.
export const turned = (notation, order) => inOrder(order, notation.split("/")).join("/");
