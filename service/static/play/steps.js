// Four buttons and the arrow keys step through a reviewed game.

const KEYS = { ArrowLeft: -1, ArrowRight: 1 };
const OWN_ARROWS = "input, select, [role=grid], .points"; // elements with their own arrow keys

// Returns a function that disables the buttons without a target.
export function connectSteps(board, review) {
  const { game } = board;
  const button = (id) => document.querySelector(`#${id}`);
  const targets = {
    first: () => 0,
    back: () => game.at - 1,
    forward: () => game.at + 1,
    latest: () => game.moves.length,
  };

  for (const [id, target] of Object.entries(targets)) {
    button(id).addEventListener("click", () => game.goTo(target()));
  }
  addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    const hasOwn = event.composedPath().some((each) => each instanceof Element && each.matches(OWN_ARROWS));
    if (!step || !review.isOpen || hasOwn || event.altKey || event.ctrlKey || event.metaKey) return;
    const ply = game.at + step;
    if (ply >= 0 && ply <= game.moves.length && !game.isReplying) game.goTo(ply);
  });

  return () => {
    for (const id of ["first", "back"]) setUseless(button(id), game.at === 0);
    for (const id of ["forward", "latest"]) setUseless(button(id), !game.canRedo);
  };
}

// A focused button that becomes useless passes the focus to its neighbor.
function setUseless(button, isUseless) {
  if (document.activeElement === button && isUseless) button.closest("div").querySelector("button:enabled:not(:focus)")?.focus();
  button.disabled = isUseless;
}
