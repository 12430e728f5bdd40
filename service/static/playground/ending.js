// The card at the end of a game: the result in words, a tally, and what to do next.

import { contract } from "../../client/contract.js";
import { html } from "./html.js";

const OTHER = { X: "O", O: "X" };

export class Ending {
  #card;
  #board;
  #actions;
  #tally = {}; // by level: {won, drawn, lost} since the page was loaded

  constructor(card, board, actions) {
    this.#card = card;
    this.#board = board;
    this.#actions = actions;
  }

  // Shows the card for a game just played, not for a finished game opened from a link.
  show(end) {
    if (!this.#board.game.last) return;
    this.#count(end);
    this.#card.replaceChildren(
      html("h2", { id: "result" }, this.#result(end)),
      html("p", {}, this.#tallied()),
      html("button", { type: "button", className: "close", ariaLabel: "Close", onclick: () => this.#close() }, "×"),
      html("div", { className: "choices" }, this.#choices(end)),
    );
    this.#card.hidden = false;
  }

  // Closes the card once the game shown is not over.
  draw() {
    const { positions } = this.#board.game;
    const isOver = (positions.at(-1)?.status ?? "in_progress") !== "in_progress";
    if (!isOver) this.#close();
  }

  #close() {
    const hadFocus = this.#card.contains(document.activeElement);
    this.#card.hidden = true;
    if (hadFocus) document.querySelector("#new-game").focus();
  }

  get #person() {
    const { side } = this.#board.settings;
    return side in OTHER ? side : null;
  }

  #result({ winner, position }) {
    const { level } = this.#board.settings;
    const person = this.#person;
    if (!winner) return person ? `You and ${level} drew.` : "A draw.";
    if (position.misere) {
      const loser = OTHER[winner];
      const who = loser === person ? "You" : loser;
      return `${who} completed a line, so ${winner === person ? "you win" : `${winner} wins`}.`;
    }
    if (!person) return `${winner} wins.`;
    return winner === person ? `You beat ${level}.` : `${level[0].toUpperCase()}${level.slice(1)} beat you.`;
  }

  #count({ winner }) {
    if (!this.#person) return;
    const { level } = this.#board.settings;
    const tally = (this.#tally[level] ??= { won: 0, drawn: 0, lost: 0 });
    tally[winner ? (winner === this.#person ? "won" : "lost") : "drawn"] += 1;
  }

  #tallied() {
    const { level } = this.#board.settings;
    const tally = this.#tally[level];
    if (!this.#person || !tally) return "";
    return `Against ${level}: ${tally.won} won, ${tally.drawn} drawn, ${tally.lost} lost.`;
  }

  #choices({ winner }) {
    const board = this.#board;
    const { level } = board.settings;
    const next = contract.levels[contract.levels.indexOf(level) + 1];
    const begin = (attributes) => () => {
      Object.assign(board, attributes);
      this.#actions.showSettings();
      this.#actions.newGame();
      this.#close();
    };
    const see = () => {
      this.#close();
      this.#actions.seeTurningPoint();
    };
    return [
      button("Rematch", begin({}), "main"),
      this.#person && button("Swap sides", begin({ side: OTHER[this.#person] })),
      this.#person && winner === this.#person && next && button(`Play ${next}`, begin({ level: next })),
      board.game.fromEmptyBoard && button("See the deciding move", see),
    ];
  }
}

function button(words, onclick, className = "") {
  return html("button", { type: "button", className, onclick }, words);
}
