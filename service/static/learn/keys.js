// Keyboard control of a tree, as in https://www.w3.org/WAI/ARIA/apg/patterns/treeview/, with the root on top.

const PAN = 60; // pixels

// `pane` has a `tree`, its `root` and its `current` node, and can `choose` and `toggle` one. A tree without a camera
// is always shown whole.
export function connectKeys(element, pane) {
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const act = event.shiftKey ? MOVES[event.key] : (STEPS[event.key] ?? VIEWS[event.key]);
    const isPlus = event.key === "+"; // with Shift on many keyboards
    if (!act && !isPlus) return;
    event.preventDefault();
    (act ?? VIEWS["+"])(pane);
  });
  element.addEventListener("focus", () => pane.tree.active ?? pane.choose(pane.current));
}

const go = (pane, node) => node && pane.choose(node);
const item = ({ tree, root }) => tree.itemOf(tree.active) ?? tree.itemOf(root);

// The child drawn nearest below.
function below(pane) {
  const { x, children = [] } = item(pane);
  return [...children].sort((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0]?.data;
}

// The neighbor on the same ply, which may have another parent.
function beside(pane, by) {
  const { depth } = item(pane);
  const level = pane.tree.items.filter((each) => each.depth === depth).sort((a, b) => a.x - b.x);
  return level[level.indexOf(item(pane)) + by]?.data;
}

const STEPS = {
  ArrowUp: (pane) => go(pane, item(pane).parent?.data),
  ArrowDown: (pane) => go(pane, below(pane)),
  ArrowLeft: (pane) => go(pane, beside(pane, -1)),
  ArrowRight: (pane) => go(pane, beside(pane, 1)),
  Home: (pane) => go(pane, pane.root),
  End: (pane) => go(pane, pane.current),
  Enter: (pane) => pane.toggle(item(pane).data),
  " ": (pane) => pane.toggle(item(pane).data),
};
const VIEWS = {
  "+": ({ tree }) => tree.camera?.zoom(1.25),
  "-": ({ tree }) => tree.camera?.zoom(0.8),
  0: ({ tree }) => tree.refit?.(),
};
const MOVES = {
  ArrowUp: ({ tree }) => tree.camera?.move(0, PAN),
  ArrowDown: ({ tree }) => tree.camera?.move(0, -PAN),
  ArrowLeft: ({ tree }) => tree.camera?.move(PAN, 0),
  ArrowRight: ({ tree }) => tree.camera?.move(-PAN, 0),
};
