// The page of puzzles: the fragment of its URL contains the puzzle on the board.

import "../client/noughts-board.js";
import { isWorthRetrying, requestFor } from "../client/pages.js";
import { button, html } from "../shared/dom.js";
import { messages } from "../shared/messages.js";
import { ready } from "../shared/page.js";
import { put, readPuzzle, writePuzzle } from "../shared/query.js";
import { puzzlesOf } from "./file.js";
import { List } from "./list.js";
import { Solving } from "./solving.js";
import { variantOf } from "./variants.js";

const FILE = new URL("./puzzles.json", import.meta.url);
const one = (selector) => document.querySelector(selector);
const board = one("noughts-board");
const actions = { next: () => choose(list.next), solved: () => list.keep() };
const solving = new Solving(one("#puzzle"), board, actions);
let list = null; // until the puzzles have arrived

function choose(puzzle) {
  location.hash = writePuzzle(variantOf(puzzle.position)); // the page opens it
  board.focus();
}

// Puts the first unsolved puzzle into the URL, and returns its position.
function first() {
  const position = variantOf(list.next.position);
  history.replaceState(null, "", writePuzzle(position));
  return position;
}

// The puzzle in a position that is not in the list; null if none, or several moves win.
async function puzzleIn(position) {
  try {
    const { moves, solved, plies_to_end: plies } = await board.client.analysis(requestFor(position));
    const isPuzzle = solved && moves.filter(({ outcome }) => outcome === "win").length === 1;
    return isPuzzle ? { position, plies } : null;
  } catch (error) {
    if (isWorthRetrying(error)) throw error;
    return null; // such as an illegal position
  }
}

// Opens the puzzle in the URL, or else the next one. The title of one from a link has no number.
async function open() {
  const fault = one("#puzzle [role=alert]");
  fault.replaceChildren();
  try {
    list ??= new List(one("#list"), puzzlesOf(await (await fetch(FILE)).json()), choose);
    const position = readPuzzle(location.hash) ?? first();
    put(board, { side: position.side_to_move });
    board.newGame({ position });
    solving.close();
    const listed = list.find(position);
    const puzzle = listed ?? (await puzzleIn(position));
    if (board.game.positions[0] !== position) return; // another one has been opened
    list.draw(listed);
    one("h1").textContent = list.titleOf(listed ?? { position });
    solving.open(position, puzzle);
  } catch (error) {
    console.error(error); // it may also be a bug
    fault.append(html("p", {}, board.messages.noAnswer), button(messages.tryAgain, open));
  }
}

board.addEventListener("beforemove", (event) => {
  if (!solving.accepts) event.preventDefault();
});
addEventListener("popstate", open);
one(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  board.focus();
});
ready();
await open();
