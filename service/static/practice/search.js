// Minimax and alpha-beta on a tree with numbers at its leaves.

const OPPONENT = { MAX: "MIN", MIN: "MAX" };

// The nodes of a tree (nested arrays of numbers), at whose root `first` (MAX or MIN) moves, with what the
// searches find. All values are for MAX: `minimax`, and of the nodes that alpha-beta enters, its `value`, and
// `alpha` and `beta` on entry. `entered` and `left` are steps of a clock, undefined if the node is skipped.
// `skipped` are the leaves that alpha-beta never looks at.
export function searched(tree, first) {
  const nodes = nodesOf(tree, first);
  let clock = 0;

  function alphaBeta(node, alpha, beta) {
    Object.assign(node, { alpha, beta, entered: clock++ });
    node.value = node.isLeaf ? node.number : node.isMax ? -Infinity : Infinity;
    for (const child of node.children) {
      node.value = best(node, [node.value, alphaBeta(child, alpha, beta)]);
      if (node.isMax) alpha = Math.max(alpha, node.value);
      else beta = Math.min(beta, node.value);
      if (alpha >= beta) break;
    }
    node.left = clock++;
    return node.value;
  }

  minimax(nodes[0]);
  alphaBeta(nodes[0], -Infinity, Infinity);
  const isLeftOut = (child) => isEntered(child.parent) && !isEntered(child);
  for (const node of nodes) node.leftOut = node.children.filter(isLeftOut);
  return { nodes, root: nodes[0], skipped: nodes.filter((node) => node.isLeaf && !isEntered(node)) };
}

const best = ({ isMax }, values) => (isMax ? Math.max(...values) : Math.min(...values));

function minimax(node) {
  node.minimax = node.isLeaf ? node.number : best(node, node.children.map(minimax));
  return node.minimax;
}

export const isEntered = ({ entered }) => entered !== undefined;
export const leavesOf = (node) => (node.isLeaf ? [node] : node.children.flatMap(leavesOf));

// The nodes from the root on, each before its children. Those with children are named by level.
function nodesOf(tree, first) {
  const nodes = [];
  const add = (part, parent, toMove) => {
    const isLeaf = !Array.isArray(part);
    const ply = parent ? parent.ply + 1 : 0;
    const own = { isLeaf, number: isLeaf ? part : null, children: [] };
    const node = { id: nodes.length, parent, ply, toMove, isMax: toMove === "MAX", ...own };
    nodes.push(node);
    if (!isLeaf) node.children = part.map((each) => add(each, node, OPPONENT[toMove]));
    return node;
  };
  add(tree, null, first);
  const inner = nodes.filter(({ isLeaf }) => !isLeaf).sort((a, b) => a.ply - b.ply);
  inner.forEach((node, index) => (node.name = String.fromCharCode(65 + index)));
  return nodes;
}
