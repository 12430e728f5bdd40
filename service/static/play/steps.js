// Steps through a reviewed game, by four buttons and the arrow keys.

import { disable, one } from "../shared/dom.js";

const KEYS = { ArrowLeft: -1, ArrowRight: 1 };
const OWN_ARROWS = "input, select, [role=grid], .points"; // elements with their own arrow keys

// Returns a function that disables the buttons without a target.
export function connectSteps(board, review) {
  const { game } = board;
  const targets = {
    first: () => 0, back: () => game.at - 1,
    forward: () => game.at + 1, latest: () => game.moves.length,
  };
  for (const [id, target] of Object.entries(targets)) {
    one(`#${id}`).addEventListener("click", () => game.goTo(target()));
  }
  addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    const hasOwn = event.composedPath().some((each) => each instanceof Element && each.matches(OWN_ARROWS));
    if (!by || !review.isOpen || hasOwn || event.altKey || event.ctrlKey || event.metaKey) return;
    const ply = game.at + by;
    if (ply >= 0 && ply <= game.moves.length && !game.isReplying) game.goTo(ply);
  });

  const neighbor = () => one("#first").parentElement.querySelector("button:enabled:not(:focus)");
  const disableAll = (ids, isUseless) => ids.forEach((id) => disable(one(`#${id}`), isUseless, neighbor));
  return () => {
    disableAll(["first", "back"], game.at === 0);
    disableAll(["forward", "latest"], !game.canRedo);
  };
}
