// The searches of the lessons on a tree with numbers at its leaves.
//
// They are the programs that the lessons show, which the page loads as scripts. Here is the game that they play: its
// cells are the nodes of the tree, a board has a mark on each node visited, and the position is the last node with one.

const OTHER = { MAX: "MIN", MIN: "MAX" };

/**
 * The nodes of a tree with what the searches find. All values are for MAX: `minimax`, and of the nodes that alpha-beta
 * enters, its `value`, and `alpha` and `beta` on entry. `entered` and `left` are steps of one clock, undefined if the
 * node is skipped. `skipped` are the leaves that alpha-beta never looks at.
 * @param {any[]} tree nested arrays of numbers
 * @param {string} first who moves at the root, MAX or MIN
 */
export function searched(tree, first) {
  const nodes = nodesOf(tree, first);
  const run = runner(nodes);
  let clock = 0;
  run("minimax", [], (node, _, value) => (node.minimax = value() + 0));
  run("alphaBeta", [-Infinity, Infinity], (node, bounds, value) => {
    const [alpha, beta] = node.isMax ? bounds : bounds.map((bound) => -bound).reverse();
    Object.assign(node, { alpha: alpha + 0, beta: beta + 0, entered: clock++ });
    const found = value();
    Object.assign(node, { value: (node.isMax ? found : -found) + 0, left: clock++ }); // 0 instead of -0
    return found;
  });
  for (const node of nodes) node.leftOut = node.children.filter((child) => isEntered(node) && !isEntered(child));
  return { nodes, root: nodes[0], skipped: nodes.filter((node) => node.isLeaf && !isEntered(node)) };
}

export const isEntered = ({ entered }) => entered !== undefined;

// The nodes from the root on, each before its children. Those with children are named by level.
function nodesOf(tree, first) {
  const nodes = [];
  const add = (part, parent, toMove) => {
    const isLeaf = !Array.isArray(part);
    const node = { id: nodes.length, parent, ply: parent ? parent.ply + 1 : 0, toMove, isMax: toMove === "MAX", isLeaf, number: isLeaf ? part : null, children: [] };
    nodes.push(node);
    if (!isLeaf) node.children = part.map((each) => add(each, node, OTHER[toMove]));
    return node;
  };
  add(tree, null, first);
  const inner = nodes.filter(({ isLeaf }) => !isLeaf).sort((a, b) => a.ply - b.ply);
  inner.forEach((node, index) => (node.name = String.fromCharCode(65 + index)));
  return nodes;
}

// Returns a function that runs a program and passes each of its calls on: the node, the bounds, and a function that
// makes the call.
function runner(nodes) {
  const { toMove: first } = nodes[0];
  const board = [OTHER[first], ...nodes.slice(1).map(() => null)];
  const at = (marks) => nodes[marks.findLastIndex(Boolean)];
  Object.assign(globalThis, {
    MAX: "MAX",
    LIMIT: null,
    isOver: (marks) => at(marks).isLeaf,
    outcome: (marks, side) => (side === "MAX" ? at(marks).number : -at(marks).number),
    ply: () => 99, // The programs multiply an outcome by 100 - ply: here, a number counts as it is.
    emptyCells: (marks) => at(marks).children.map(({ id }) => id),
    other: (side) => OTHER[side],
  });
  return (name, bounds, called) => {
    const program = globalThis[name];
    globalThis[name] = (marks, side, ...now) => called(at(marks), now, () => program(marks, side, ...now));
    try {
      globalThis[name](board, first, ...bounds);
    } finally {
      globalThis[name] = program;
    }
  };
}
