// The end of a game: one sentence in the status line of the board, the move that lost, and what to do next.

import { contract, OTHER } from "../client/pages.js";
import { button, stars } from "../shared/dom.js";
import { boardMessages, messages } from "../shared/messages.js";
import { placeOf, upper } from "./places.js";

const FEW_NODES = 100_000; // within a second

export class Ending {
  text = ""; // what is said below the board
  shapes = []; // what is shown on it
  awaitsReview = false; // from which the text follows

  #row;
  #board;
  #review;
  #tally;
  #newGame;
  #reviewed; // called with the review of an end; null if there is none
  #drawn = null; // the position of the ending shown
  #isReviewed = false; // whether its review is shown
  #lostBy = null; // the ply that lost the game, of its review
  #isOfDraws = false; // whether its review proves that best play leads to a draw

  constructor(row, board, { review, tally, newGame, reviewed }) {
    this.#row = row;
    this.#board = board;
    this.#review = review;
    this.#tally = tally;
    this.#newGame = newGame;
    this.#reviewed = reviewed;
    board.messages = {
      problem: () => messages.noGame,
      completed: () => "", // the line is marked on the board
      played: (side) => this.#played(side),
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
      if (ended !== this.#drawn) this.#begin(ended);
      this.#isReviewed = this.#review.isOpen;
      this.#drawRow();
    }
    const isShown = ended !== null && !this.#isReviewed;
    this.text = isShown && this.#lostBy ? this.#wordsOn(this.#lostBy) : "";
    this.shapes = isShown && this.#lostBy ? shapesOn(this.#lostBy, ended) : [];
    return ended !== null;
  }

  get #person() {
    const { side } = this.#board.settings;
    return side in OTHER ? side : null;
  }

  #played(side) {
    const { isOver, lastCell } = this.#board.game;
    return isOver ? "" : `${messages.took(side, placeOf(this.#board, lastCell))}.`;
  }

  #resultOf({ winner }) {
    if (!this.#person || !winner) return "drawn";
    return winner === this.#person ? "won" : "lost";
  }

  #won(winner) {
    if (!this.#person) return boardMessages.won(winner);
    return winner === this.#person ? messages.youWon : messages.youLost;
  }

  #lost(loser, winner) {
    if (!this.#person) return messages.sideCompleted(loser, winner);
    return loser === this.#person ? messages.youCompleted(winner) : messages.completed(loser);
  }

  #drew() {
    if (!this.#person) return messages.drawn;
    const isBest = this.#isOfDraws && this.#board.settings.level === "perfect";
    return isBest ? messages.drewPerfectly : messages.youDrew;
  }

  // Counts an ending, and finds out more about it.
  #begin(ended) {
    this.#drawn = ended;
    this.#lostBy = null;
    this.#isOfDraws = false;
    this.awaitsReview = ended !== null && this.#board.game.fromEmptyBoard;
    if (!ended) return;
    const result = this.#person && this.#resultOf(ended);
    if (result && !this.#review.isOpen) this.#tally.count(result);
    if (this.awaitsReview) this.#look(ended, result);
  }

  // Finds the person's last move that turned the game into a loss; without a review, nothing is claimed.
  async #look(ended, result) {
    const { game } = this.#board;
    const review = await game.review({ maxNodes: FEW_NODES }).catch(() => null);
    if (this.#drawn !== ended) return;
    this.awaitsReview = false;
    this.#isOfDraws = review?.plies[0]?.before.outcome === "draw";
    if (result === "lost") {
      const isLosing = ({ side, before, after }) =>
        side === this.#person && after.outcome === "loss" && ["win", "draw"].includes(before.outcome);
      this.#lostBy = review?.plies.findLast(isLosing) ?? null;
    }
    this.#reviewed(ended, review);
    game.set({}); // draws the page
  }

  #wordsOn({ cell, best_moves: [best] }) {
    return upper(messages.lostBy(placeOf(this.#board, cell), placeOf(this.#board, best)));
  }

  // Goes back to the move that lost, or to the person's last one.
  #takeBack() {
    const { game } = this.#board;
    game.goTo(this.#lostBy ? this.#lostBy.ply - 1 : game.plyBefore());
    this.#board.focus();
  }

  // What to do next comes first: from the board, it is one step with the keyboard.
  #drawRow() {
    const { game, settings: { level } } = this.#board;
    const ended = this.#drawn;
    this.#row.hidden = !ended;
    document.querySelector(".stars")?.remove();
    if (!ended) return this.#row.replaceChildren();
    const result = this.#person && this.#resultOf(ended);
    const begin = (settings) => () => this.#newGame(settings);
    const canTakeBack = result === "lost" && !this.#isReviewed && game.canUndo;
    const next = result === "won" || result === "lost" ? this.#tally.suggested : null;
    const { levels } = contract;
    const invite = levels.indexOf(next) > levels.indexOf(level) ? messages.next : messages.easier;
    const buttons = [
      canTakeBack && button(messages.takeBack, () => this.#takeBack()),
      next && button(invite(nameOfLevel(next)), begin({ level: next })),
      button(boardMessages.playAgain(null), begin({})),
      game.fromEmptyBoard && !this.#isReviewed && button(messages.review, () => this.#review.open()),
    ].filter(Boolean);
    buttons[0].className = "main";
    this.#row.replaceChildren(...buttons);
    if (result === "won" && game.last !== null && !this.#isReviewed) this.#board.after(stars());
    return undefined;
  }
}

// As in the line above the board.
const nameOfLevel = (level) => document.querySelector(`[name=level] [value=${level}]`).textContent;

// The mistake, and the move that would have held, if its cell is still free.
function shapesOn({ cell, best_moves: [best] }, { cells }) {
  const mistake = { type: "badge", cell, text: "?", label: messages.verdicts.mistake, color: "bad" };
  const better = { type: "circle", cell: best, label: messages.verdicts.best, color: "good" };
  return cells[best] === null ? [mistake, better] : [mistake];
}
