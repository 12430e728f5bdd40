// The end of a game: one sentence in the status line of the board, and what to do next below it.

import { contract, OTHER, requestFor } from "../client/pages.js";
import { button, stars } from "../shared/dom.js";
import { boardMessages, messages } from "../shared/messages.js";

const FEW_NODES = 100_000; // within a second

export class Ending {
  #row;
  #board;
  #review;
  #actions;
  #drawn = null; // the position of the ending shown
  #isReviewed = false; // whether its review is shown
  #drawnStart = null; // the start of a game against perfect play, if it is proved to be a draw

  constructor(row, board, review, actions) {
    this.#row = row;
    this.#board = board;
    this.#review = review;
    this.#actions = actions;
    board.messages = {
      problem: () => messages.noGame,
      completed: () => "", // the line is marked on the board
      played: (...move) => (board.game.isOver ? "" : boardMessages.played(...move)),
      yourTurn: (side) => (review.isOpen ? "" : boardMessages.yourTurn(side)), // nobody's, in a review
      toMove: (side) => (review.isOpen ? "" : boardMessages.toMove(side)),
      won: (winner) => this.#won(winner),
      wonInMisere: (loser, winner) => this.#lost(loser, winner),
      drawn: () => this.#drew(),
    };
  }

  // Follows the board; returns whether there is an ending: the game is over, and its end or its review
  // is shown.
  draw() {
    const { game } = this.#board;
    const last = game.positions.at(-1) ?? null;
    const isFinished = last !== null && last.status !== "in_progress";
    const ended = isFinished && (this.#review.isOpen || !game.isPersonsTurn) ? last : null;
    this.#board.dataset.result = game.isOver ? this.#resultOf(last) : "";
    this.#board.dataset.new = String(game.last !== null); // not a link to the end of a game
    if (ended !== this.#drawn || this.#isReviewed !== this.#review.isOpen) {
      this.#drawn = ended;
      this.#isReviewed = this.#review.isOpen;
      this.#row.hidden = !ended;
      this.#row.replaceChildren(...(ended ? this.#choices(ended) : []));
      if (ended?.status === "drawn" && this.#isAgainstPerfect) this.#prove(this.#board.game.positions[0]);
    }
    return ended !== null;
  }

  get #person() {
    const { side } = this.#board.settings;
    return side in OTHER ? side : null;
  }

  get #isAgainstPerfect() {
    return this.#person !== null && this.#board.settings.level === "perfect";
  }

  #resultOf({ winner }) {
    if (!this.#person || !winner) return "drawn";
    return winner === this.#person ? "won" : "lost";
  }

  #won(winner) {
    if (!this.#person) return messages.won(winner);
    return winner === this.#person ? messages.youWon : messages.youLost;
  }

  #lost(loser, winner) {
    if (!this.#person) return messages.sideCompleted(loser, winner);
    return loser === this.#person ? messages.youCompleted(winner) : messages.completed(loser);
  }

  #drew() {
    if (!this.#person) return messages.drawn;
    const isBest = this.#isAgainstPerfect && this.#board.game.positions[0] === this.#drawnStart;
    return isBest ? messages.drewPerfectly : messages.youDrew;
  }

  // Finds out whether a draw was the best that anybody could get; without an answer, nothing is claimed.
  async #prove(start) {
    const request = { ...requestFor(start), max_nodes: FEW_NODES };
    const { outcome } = await this.#board.client.analysis(request).catch(() => ({ outcome: "unknown" }));
    if (outcome !== "draw" || this.#board.game.positions[0] !== start) return;
    this.#drawnStart = start;
    this.#board.game.set({}); // draws the board again
  }

  // Play again comes first: from the board, it is one step with the keyboard.
  #choices({ winner }) {
    const { game, settings: { level } } = this.#board;
    const person = this.#person;
    const other = OTHER[person] ?? null;
    const next = contract.levels[contract.levels.indexOf(level) + 1];
    const isWon = person !== null && winner === person;
    const begin = (attributes) => () => this.#actions.newGame(attributes);
    return [
      button(boardMessages.playAgain(other), begin(other ? { side: other } : {}), "main"),
      game.fromEmptyBoard && !this.#isReviewed && button(messages.review, () => this.#review.open()),
      isWon && next && button(messages.next(messages.levels[next]), begin({ level: next })),
      isWon && game.last !== null && !this.#isReviewed && stars(),
    ].filter(Boolean);
  }
}
