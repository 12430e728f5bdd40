// The page of puzzles: the fragment of its URL contains the puzzle on the board.

import "../client/noughts-board.js";
import { isWorthRetrying, positionOf, requestFor } from "../client/pages.js";
import { button, handle, html, one } from "../shared/dom.js";
import { boardMessages } from "../shared/messages.js";
import { ready } from "../shared/page.js";
import { readPuzzle, writePuzzle } from "../shared/query.js";
import { List } from "./list.js";
import { Solving } from "./solving.js";
import { dayOf, Today } from "./today.js";
import { symmetryKeyOf, variantOf } from "./variants.js";

const FILE = new URL("./puzzles.json", import.meta.url);
const VARIANTS = 16; // of a position on a square board
const board = one("noughts-board");
const day = dayOf(Date.now());
const solving = new Solving(one("#puzzle"), board, { next: () => choose(next()), solved });
let list = null; // until the puzzles have arrived
let today = null;

// If all are solved, they begin again.
const next = () => today.next ?? list.next ?? list.following[0];

// Everybody gets the same variant of a puzzle of today.
function linkTo(puzzle) {
  const random = today.puzzles.includes(puzzle) ? (day % VARIANTS) / VARIANTS : Math.random();
  return writePuzzle(variantOf(puzzle.position, random));
}

function choose(puzzle) {
  location.hash = linkTo(puzzle); // the page opens it
  board.focus();
}

// Keeps that the puzzle on the board is solved; returns whether another one of today is left.
function solved() {
  list.keep();
  today.keep();
  return today.next !== null;
}

// The puzzle in a position that is not in the list; null if none, or several moves win.
async function puzzleIn(position) {
  try {
    const analysis = await board.client.analysis(requestFor(position));
    const wins = analysis.moves.filter(({ outcome }) => outcome === "win");
    return analysis.solved && wins.length === 1 ? { position, plies: analysis.plies_to_end } : null;
  } catch (error) {
    if (isWorthRetrying(error)) throw error;
    return null; // such as an illegal position
  }
}

// The puzzles in the file, easiest first. The number counts those of one difficulty.
function puzzlesOf(entries) {
  const counts = {};
  return entries.map((entry) => {
    const { plies_to_end: plies, difficulty } = entry;
    const position = positionOf(entry);
    const number = (counts[difficulty] = (counts[difficulty] ?? 0) + 1);
    return { position, key: symmetryKeyOf(position), plies, difficulty, number };
  });
}

async function load() {
  const all = puzzlesOf(await (await fetch(FILE)).json());
  today = new Today(one("#today"), all, day, choose);
  list = new List(one("#list"), all, choose);
}

// Opens the puzzle in the URL, or else the next one. The title of one from a link has no number.
async function open() {
  const fault = one("#puzzle [role=alert]");
  fault.replaceChildren();
  try {
    if (!list) await load();
    if (!readPuzzle(location.hash)) history.replaceState(null, "", linkTo(next()));
    const position = readPuzzle(location.hash);
    solving.close();
    board.side = position.side_to_move;
    board.newGame({ position });
    const listed = list.find(position);
    const puzzle = listed ?? (await puzzleIn(position));
    if (board.game.positions[0] !== position) return; // another one has been opened
    list.draw(listed);
    today.draw(listed);
    one("h1").textContent = list.titleOf(listed ?? { position });
    solving.open(puzzle);
  } catch (error) {
    console.error(error); // it may also be a bug
    fault.append(html("p", {}, boardMessages.noAnswer), button(boardMessages.tryAgain, open));
  }
}

addEventListener("popstate", open);
handle(one(".skip"), "click", () => board.focus());
ready();
await open();
