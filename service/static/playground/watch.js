// Lets two levels play each other, with a speed and a pause button.

import { contract } from "../../client/contract.js";
import { requestFor } from "../../client/position.js";
import { wordsOf } from "./errors.js";
import { html } from "./html.js";

const PAUSES = [2000, 1200, 700, 350, 120]; // milliseconds between moves, by speed

export function connectWatch(fieldset, board, client) {
  const { elements } = fieldset.form;
  const pause = fieldset.querySelector("#pause");
  let timer = null;
  let isPaused = false;
  let isAsking = false;
  for (const name of ["level_of_x", "level_of_o"]) {
    elements[name].append(...contract.levels.map((level) => html("option", { value: level }, level)));
  }
  elements.level_of_x.value = "medium";
  elements.level_of_o.value = "perfect";

  pause.addEventListener("click", () => setPaused(!isPaused));
  fieldset.addEventListener("change", () => board.newGame());
  board.addEventListener("change", plan);

  function setPaused(is, why = "") {
    isPaused = is;
    pause.textContent = is ? "Go on" : "Pause";
    pause.title = why;
    plan();
  }

  // Schedules the next move, if the game goes on.
  function plan() {
    clearTimeout(timer);
    const { game } = board;
    if (board.side !== "none" || isPaused || isAsking || game.task || game.isOver || game.canRedo) return;
    timer = setTimeout(move, PAUSES[elements.speed.value]);
  }

  async function move() {
    const { position, settings } = board.game;
    const level = elements[`level_of_${position.side_to_move.toLowerCase()}`].value;
    isAsking = true;
    try {
      const answer = await client.bestMove({ ...requestFor(position), level, seed: settings.seed });
      isAsking = false;
      const isWanted = board.side === "none" && board.game.position === position;
      if (isWanted) board.game.place(answer.move.cell, answer.position, "level");
      else plan();
    } catch (error) {
      isAsking = false;
      setPaused(true, wordsOf(error));
    }
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
