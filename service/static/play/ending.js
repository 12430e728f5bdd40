// The end of a game: one sentence in the status line of the board, the move that lost, and what to do next.

import { contract, OTHER } from "../client/pages.js";
import { button, stars } from "../shared/dom.js";
import { boardMessages, messages } from "../shared/messages.js";
import { placeOf, upper } from "./places.js";

const FEW_NODES = 100_000; // within a second

// Follows the game on a board, whose messages it replaces. `reviewed` is called with the review of an end, or
// null if there is none.
export function connectEnding(row, board, { review, tally, newGame, reviewed }) {
  const { game } = board;
  let drawn = null; // the position of the ending shown
  let isReviewed = false; // whether its review is shown
  let lostBy = null; // the ply that lost the game, of its review
  let isOfDraws = false; // whether its review proves that best play leads to a draw
  const ending = {
    text: "", // what is said below the board
    shapes: [], // what is shown on it
    awaitsReview: false, // from which the text follows

    // Follows the board; returns whether there is an ending: the game is over, and its end or its review
    // is shown.
    draw() {
      const last = game.positions.at(-1) ?? null;
      const isFinished = last !== null && last.status !== "in_progress";
      const ended = isFinished && (review.isOpen || !game.isPersonsTurn) ? last : null;
      board.dataset.result = game.isOver ? resultOf(last) : "";
      board.dataset.new = String(game.last !== null); // not a link to the end of a game
      if (ended !== drawn || isReviewed !== review.isOpen) {
        if (ended !== drawn) begin(ended);
        isReviewed = review.isOpen;
        drawRow();
      }
      const isLossShown = ended !== null && !isReviewed && lostBy !== null;
      Object.assign(ending, isLossShown ? mistakeIn(ended) : { text: "", shapes: [] });
      return ended !== null;
    },
  };

  board.messages = {
    problem: () => messages.noGame,
    completed: () => "", // the line is marked on the board
    played: (side) => (game.isOver ? "" : `${messages.took(side, placeOf(board, game.lastCell))}.`),
    yourTurn: (side) => (review.isOpen ? "" : boardMessages.yourTurn(side)), // nobody's, in a review
    toMove: (side) => (review.isOpen ? "" : boardMessages.toMove(side)),
    won(winner) {
      if (!person()) return boardMessages.won(winner);
      return winner === person() ? messages.youWon : messages.youLost;
    },
    wonInMisere(loser, winner) {
      if (!person()) return messages.sideCompleted(loser, winner);
      return loser === person() ? messages.youCompleted(winner) : messages.completed(loser);
    },
    drawn() {
      if (!person()) return messages.drawn;
      return isOfDraws && board.settings.level === "perfect" ? messages.drewPerfectly : messages.youDrew;
    },
  };

  // The side of the person; null for two people, or none.
  function person() {
    const { side } = board.settings;
    return side in OTHER ? side : null;
  }

  function resultOf({ winner }) {
    if (!person() || !winner) return "drawn";
    return winner === person() ? "won" : "lost";
  }

  // Counts an ending, and finds out more about it.
  function begin(ended) {
    drawn = ended;
    lostBy = null;
    isOfDraws = false;
    ending.awaitsReview = ended !== null && game.fromEmptyBoard;
    if (!ended) return;
    const result = person() && resultOf(ended);
    if (result && !review.isOpen) tally.count(result);
    if (ending.awaitsReview) look(ended, result);
  }

  // Finds the person's last move that turned the game into a loss; without a review, nothing is claimed.
  async function look(ended, result) {
    const found = await game.review({ maxNodes: FEW_NODES }).catch(() => null);
    if (drawn !== ended) return;
    ending.awaitsReview = false;
    isOfDraws = found?.plies[0]?.before.outcome === "draw";
    if (result === "lost") {
      const isLosing = ({ side, before, after }) =>
        side === person() && after.outcome === "loss" && ["win", "draw"].includes(before.outcome);
      lostBy = found?.plies.findLast(isLosing) ?? null;
    }
    reviewed(ended, found);
    game.set({}); // draws the page
  }

  // The mistake, and the move that would have held, if its cell is still free.
  function mistakeIn({ cells }) {
    const { cell, best_moves: [best] } = lostBy;
    const mistake = { type: "badge", cell, text: "?", label: messages.verdicts.mistake, color: "bad" };
    const better = { type: "circle", cell: best, label: messages.verdicts.best, color: "good" };
    return {
      text: upper(messages.lostBy(placeOf(board, cell), placeOf(board, best))),
      shapes: cells[best] === null ? [mistake, better] : [mistake],
    };
  }

  // Goes back to the move that lost, or to the person's last one.
  function takeBack() {
    game.goTo(lostBy ? lostBy.ply - 1 : game.plyBefore());
    board.focus();
  }

  // What to do next comes first: from the board, it is one step with the keyboard.
  function drawRow() {
    row.hidden = !drawn;
    document.querySelector(".stars")?.remove();
    if (!drawn) return row.replaceChildren();
    const result = person() && resultOf(drawn);
    const next = result === "won" || result === "lost" ? tally.suggested : null;
    const { levels } = contract;
    const isHarder = levels.indexOf(next) > levels.indexOf(board.settings.level);
    const invite = isHarder ? messages.next : messages.easier;
    const buttons = [
      result === "lost" && !isReviewed && game.canUndo && button(messages.takeBack, takeBack),
      next && button(invite(nameOfLevel(next)), () => newGame({ level: next })),
      button(boardMessages.playAgain(null), () => newGame({})),
      game.fromEmptyBoard && !isReviewed && button(messages.review, () => review.open()),
    ].filter(Boolean);
    buttons[0].className = "main";
    row.replaceChildren(...buttons);
    if (result === "won" && game.last !== null && !isReviewed) board.after(stars());
  }

  return ending;
}

// As in the line above the board.
const nameOfLevel = (level) => document.querySelector(`[name=level] [value=${level}]`).textContent;
