// The game: connects the board, its buttons, the settings, the ending and the review.

import "../client/noughts-board.js";
import { nameOf, OTHER } from "../client/pages.js";
import { connectAddress } from "./address.js";
import { connectEnding } from "./ending.js";
import { connectFace } from "./face.js";
import { button, disable, handle, html, one } from "../shared/dom.js";
import { imported } from "../shared/imported.js";
import { boardMessages, messages, wordsOf } from "../shared/messages.js";
import { ready } from "../shared/page.js";
import { placeOf, upper } from "./places.js";
import { toSearch } from "../shared/query.js";
import { connectReview } from "./review.js";
import { connectSettings } from "./settings.js";
import { connectSteps } from "./steps.js";
import { connectTally } from "./tally.js";

const isTrap = (trap) => trap && trap.safe_replies < trap.replies;
const say = (words) => (one("#hint-text").textContent = words);
const board = one("noughts-board");
const { game } = board;

let hint = { position: null, text: "" };
let isDropped = false; // whether the game before was not over, and no move has been made since
let news = ""; // what is said until the next move
let usesKeys = false;
let tree = null; // the end of the game whose tree is shown

const review = connectReview(one("#review"), board);
const drawSteps = connectSteps(board, review);
const drawFace = connectFace(one(".face"), board);
const tally = connectTally(one("#tally"), board);
const copySettings = connectSettings(one("#settings"), board, change);
const address = connectAddress(board, {
  review,
  tally,
  opened() {
    isDropped = false;
    news = "";
    copySettings();
  },
});
const ending = connectEnding(one("#ending"), board, {
  review,
  tally,
  newGame(settings) {
    newGame(settings);
    board.focus();
  },
  reviewed: showTree,
});

// Shows the game among all games, of which only those on 3x3 can be counted here.
async function showTree(ended, review) {
  const { columns, rows, inARow, misere: isMisere, startingSide: first } = game.settings;
  if (columns !== 3 || rows !== 3 || inARow !== 3) return;
  const section = one("#tree");
  const turning = review?.turning_point;
  const about = { moves: game.moves, first, second: OTHER[first], isMisere, winner: ended.winner, turning };
  try {
    const { showGame } = await imported(new URL("wheel.js", import.meta.url).href);
    if (game.positions.at(-1) !== ended) return;
    const took = (side, cell) => messages.took(side, placeOf(board, cell));
    await showGame(section, about, { words: messages.tree, took });
  } catch (error) {
    const again = button(boardMessages.tryAgain, () => showTree(ended, review));
    section.replaceChildren(section.firstElementChild, html("p", {}, wordsOf(error)), again);
  }
  tree = ended;
  draw();
}

// Why a move is best: by its reason if there are words for it, otherwise by its trap or its outcome.
function reasonFor({ reason, outcome, trap }, other) {
  const { reasons, fewAnswers, outcomes } = messages;
  if (reason in reasons) return reasons[reason](other);
  if (outcome === "draw" && isTrap(trap)) return fewAnswers(trap.safe_replies, other);
  return outcomes[outcome] ?? outcomes.draw;
}

function newGame(settings = {}) {
  isDropped = game.moves.length > 0 && !game.isOver;
  news = isDropped ? messages.undoBringsBack : messages.descriptions[settings.level] ?? "";
  address.put({ ...settings, seed: null });
  tally.begin(true);
  copySettings();
  board.newGame();
}

// Changes the level or the side within a game. Everything else, and a change after its end, starts another.
function change(settings) {
  const isOfOne = Object.keys(settings).every((name) => ["level", "side", "traps"].includes(name));
  if (!isOfOne || game.moves.length === 0 || game.isOver) return newGame(settings);
  tally.begin(null); // against whom would it count?
  news = messages.descriptions[settings.level] ?? "";
  address.put(settings);
  copySettings();
  return game.set({}); // draws the page, and keeps them in the URL
}

function textNow() {
  if (hint.position === game.position) return hint.text;
  return news || ending.text;
}

function draw() {
  const { columns, rows } = game.position ?? game.settings;
  const isPlain = columns === 3 && rows === 3 && !usesKeys && !review.isOpen && !board.showScores;
  board.dataset.coordinates = String(!isPlain || one("[name=coordinates]").checked);
  const isBeingPlayed = !ending.draw();
  board.dataset.turn = game.isOver || review.isOpen ? "" : (game.position?.side_to_move ?? "");
  one(".controls").hidden = !isBeingPlayed;
  one("[name=showScores]").checked = board.showScores;
  const isBegun = game.moves.length > 0 || !game.fromEmptyBoard || game.fault !== null || isDropped;
  one(".controls").classList.toggle("unused", !isBegun);
  disable(one("#undo"), !game.canUndo && !isDropped, () => board);
  disable(one("#new-game"), game.moves.length === 0 && game.fault === null, () => board);
  one("#tree").hidden = isBeingPlayed || review.isOpen || tree !== game.positions.at(-1);
  one("#legend").hidden = !board.showScores || game.isOver;
  say(textNow());
  if (game.position) one("#search").href = toSearch(game.position);
  if (!game.isReplying) review.draw();
  drawSteps();
  drawFace();
  tally.draw();
  one("#tally").classList.toggle("unused", ending.awaitsReview);
  board.shapes = [...review.shapes, ...ending.shapes];
}

board.addEventListener("change", () => {
  address.keep();
  draw();
});
board.addEventListener("move", ({ detail: { trap } }) => {
  isDropped = false;
  news = "";
  if (isTrap(trap)) say(messages.trap(trap));
});
board.addEventListener("preview", ({ detail: { cell, isProved } }) => {
  if (!board.showScores || !game.position) return;
  say(cell !== null && !isProved ? messages.guess(nameOf(game.position, cell)) : textNow());
});
board.addEventListener("keydown", ({ key }) => {
  if (usesKeys || key === "Tab") return;
  usesKeys = true;
  draw();
}, { capture: true }); // before the move

handle(one(".skip"), "click", () => board.focus());
one("#new-game").addEventListener("click", () => newGame());
one("#undo").addEventListener("click", () => (game.canUndo ? board.undo() : history.back()));
one("#close").addEventListener("click", () => {
  review.close();
  game.goTo(game.moves.length);
  board.focus();
});
one("#hint").addEventListener("click", async () => {
  const move = await board.hint();
  const { fault, position } = game;
  if (!move) return fault && say(messages.noHint);
  const why = reasonFor(move, OTHER[position.side_to_move]);
  hint = { position, text: upper(messages.hint(placeOf(board, move.cell), why)) };
  return say(hint.text);
});

if (location.hash.startsWith("#puzzle=")) location.replace(`puzzles${location.hash}`); // as before 1.3
ready();
await address.open();
