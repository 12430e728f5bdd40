// The moves of a position and of those below it, as far as explored; symmetric moves count as one.

import { placed, requestFor } from "../../client/position.js";
import { ORDERS, turned } from "../learn/orders.js";

export class Branches {
  root;
  #client;
  #made = 0;

  constructor(position, client) {
    this.#client = client;
    this.root = this.#node(position, null);
  }

  // The branches of a position, with best play grown to the end of the game.
  static async of(position, client) {
    const branches = new Branches(position, client);
    for (let node = branches.root; node; node = node.children.find(({ isBest }) => isBest)) {
      node.isOpen = true;
      await branches.grow(node);
    }
    return branches;
  }

  // The side that moves to reach a ply.
  sideAt(ply) {
    const { side_to_move: side } = this.root.position;
    return (ply % 2 === 1) === (side === "X") ? "X" : "O";
  }

  // Finds the moves of a node and their values.
  async grow(node) {
    if (node.children) return;
    const found = await this.#client.analysis(requestFor(node.position));
    const isBestPlay = !node.parent || node.isBest;
    const children = alike(node.position, found.moves).map(({ move, count }) =>
      this.#node(placed(node.position, move.cell), node, move, count, isBestPlay && move.cell === found.best_move));
    node.children = isBestPlay ? firstInTheMiddle(children) : children;
  }

  #node(position, parent, move = null, count = 1, isBest = false) {
    return {
      id: (this.#made += 1),
      ply: parent ? parent.ply + 1 : 0,
      parent, position, move, isBest,
      alike: count,
      cell: move?.cell ?? null,
      side: parent?.position.side_to_move ?? null,
      marks: position.cells,
      columns: position.columns,
      children: null, // unknown until explored
      isOpen: false,
    };
  }
}

/**
 * Best play is the first move; in the middle, it goes straight down.
 * @param {object[]} nodes
 */
function firstInTheMiddle([first, ...others]) {
  return first ? others.toSpliced(Math.floor(others.length / 2), 0, first) : [];
}

// For each group of symmetric moves, the first and their number.
function alike(position, moves) {
  const groups = new Map();
  for (const move of moves) {
    const { notation } = placed(position, move.cell);
    const key = Object.keys(ORDERS).map((order) => turned(notation, order)).sort()[0];
    const group = groups.get(key) ?? { move, count: 0 };
    group.count += 1;
    groups.set(key, group);
  }
  return [...groups.values()];
}
