// Keeps the URL in sync with the game. The person's actions create history entries, so that "back"
// undoes them; the service's moves, and steps of a review, replace the entry. The state of an entry contains
// all moves, including those after the position shown, and the number of the game for the tally.

import { readGame, writeGame } from "../shared/query.js";

// Follows the history of the tab. `opened` is called when the game in a URL starts.
export function connectAddress(board, { review, tally, opened }) {
  let isPutting = false; // while settings are changed
  let kept = null; // what the URL shows; null until the game in it has started

  async function open() {
    const { settings, from, isReview } = readGame(location.search);
    const { state } = history;
    put(settings);
    kept = null;
    if (!isReview) review.close();
    const isNew = from.moves.length === 0 && from.board === null;
    tally.begin(state ? state.game : isNew);
    const started = board.newGame({ ...from, ...state });
    if (isReview) review.reopen();
    opened();
    board.game.set({}); // draws the page
    await started;
  }

  // Changes settings: of the game in the URL as far as they can change within it, otherwise of the next one.
  function put(settings) {
    isPutting = true;
    Object.assign(board, settings);
    isPutting = false;
    kept ??= "";
  }

  function keep() {
    const { moves, at, fromEmptyBoard, fault, last, position, task } = board.game;
    if (!position || fault || task === "start" || isPutting) return;
    const played = fromEmptyBoard ? `${at} of ${moves}` : position.notation;
    const shown = review.isOpen ? "a review" : played;
    const isPersons = review.isOpen || last === null || last.by === "person";
    const isNew = kept !== null && shown !== kept && isPersons;
    const state = fromEmptyBoard ? { moves, at, game: tally.game } : null;
    history[isNew ? "pushState" : "replaceState"](state, "", writeGame(board, { isReview: review.isOpen }));
    kept = shown;
  }

  addEventListener("popstate", open);
  return { keep, open, put };
}
