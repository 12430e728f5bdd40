// Lets two levels play each other, with a speed and a pause button.

import { contract } from "../../client/contract.js";
import { html } from "./html.js";
import { messages } from "./messages.js";

const PAUSES = [2000, 1200, 700, 350, 120]; // milliseconds between moves, by speed

export function connectWatch(fieldset, board) {
  const { elements } = fieldset.form;
  const pause = fieldset.querySelector("#pause");
  let timer = null;
  let isPaused = false;
  for (const name of ["level_of_x", "level_of_o"]) {
    elements[name].append(...contract.levels.map((level) => html("option", { value: level }, messages.levels[level])));
  }
  elements.level_of_x.value = "medium";
  elements.level_of_o.value = "perfect";

  pause.addEventListener("click", () => setPaused(!isPaused));
  fieldset.addEventListener("change", () => board.newGame());
  board.addEventListener("change", plan);

  function setPaused(is) {
    isPaused = is;
    pause.textContent = is ? messages.resume : messages.pause;
    plan();
  }

  // Schedules the next move if the game continues.
  function plan() {
    clearTimeout(timer);
    const { game } = board;
    if (board.side !== "none" || isPaused || game.task || game.fault || game.isOver || game.canRedo) return;
    timer = setTimeout(move, PAUSES[elements.speed.value]);
  }

  function move() {
    const side = board.game.position.side_to_move.toLowerCase();
    board.game.playLevel(elements[`level_of_${side}`].value);
  }

  // Shows the controls and takes control of the board while side is "none".
  return () => {
    const isWatching = board.side === "none";
    if (fieldset.hidden === !isWatching && board.controlled === isWatching) return;
    fieldset.hidden = !isWatching;
    board.controlled = isWatching;
    if (isWatching) board.scrollIntoView({ block: "nearest" });
    setPaused(false);
  };
}
