// The game: connects the board, its buttons, the settings and the review.

import "../client/noughts-board.js";
import { nameOf } from "../client/pages.js";
import { Address } from "./address.js";
import { Ending } from "./ending.js";
import { disable } from "../shared/dom.js";
import { messages } from "../shared/messages.js";
import { ready } from "../shared/page.js";
import { toSearch } from "../shared/query.js";
import { Review } from "./review.js";
import { connectSettings } from "./settings.js";
import { connectSteps } from "./steps.js";

const one = (selector) => document.querySelector(selector);
const say = (words) => (one("#hint-text").textContent = words);
const board = one("noughts-board");
const { game } = board;

let hint = { position: null, text: "" };

const review = new Review(one("#review"), board);
const drawSteps = connectSteps(board, review);
const showSettings = connectSettings(one("form"), board, newGame);
const address = new Address(board, review, showSettings);
const ending = new Ending(one("#ending"), board, review, {
  newGame(attributes) {
    newGame(attributes);
    board.focus();
  },
});

function newGame(attributes = {}) {
  address.put({ ...attributes, seed: null });
  showSettings();
  board.newGame();
}

function draw() {
  const isBeingPlayed = !ending.draw();
  board.dataset.turn = game.isOver ? "" : (game.position?.side_to_move ?? "");
  one(".controls").hidden = !isBeingPlayed;
  disable(one("#undo"), !game.canUndo, () => board);
  disable(one("#new-game"), game.moves.length === 0 && game.fault === null, () => board);
  one("[name=scores]").checked = board.showScores;
  one("#legend").hidden = !board.showScores || game.isOver;
  say(hint.position === game.position ? hint.text : address.isBroken ? messages.brokenLink : "");
  if (game.position) one("#search").href = toSearch(game.position);
  if (!game.isReplying) review.draw();
  drawSteps();
  board.shapes = review.shapes;
}

board.addEventListener("change", () => {
  address.keep();
  draw();
});
board.addEventListener("move", ({ detail: { trap } }) => {
  if (trap && trap.safe_replies < trap.replies) say(messages.trap(trap));
});
board.addEventListener("preview", ({ detail: { cell, isProved } }) => {
  const { position } = game;
  if (hint.position === position || !position) return;
  say(cell !== null && !isProved ? messages.guess(nameOf(position, cell)) : "");
});

one(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  board.focus();
});
one("#new-game").addEventListener("click", () => newGame());
one("#undo").addEventListener("click", () => board.undo());
one("#hint").addEventListener("click", async () => {
  const move = await board.hint();
  const { fault, position } = game;
  if (!move) return fault && say(messages.noHint);
  hint = { position, text: messages.hint(nameOf(position, move.cell), board.messages.sentence(move)) };
  return say(hint.text);
});

if (location.hash.startsWith("#puzzle=")) location.replace(`puzzles${location.hash}`); // as before 1.3
ready();
await address.open();
