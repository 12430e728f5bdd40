// The end of a game: the verdict, the tally, and what to do next, below the board.

import { contract } from "../../client/contract.js";
import { html } from "./html.js";
import { messages } from "./messages.js";
import { tally } from "./tally.js";

const OTHER = { X: "O", O: "X" };
const UNBEATEN = 2; // games, at least, to be mentioned

export class Ending {
  #verdict;
  #section;
  #board;
  #actions;
  #drawn = null; // the position of the ending shown

  constructor(verdict, section, board, actions) {
    this.#verdict = verdict;
    this.#section = section;
    this.#board = board;
    this.#actions = actions;
    // The board leaves the verdict to this section.
    board.messages = { won: () => "", wonInMisere: () => "", drawn: "" };
  }

  // Counts a game just played, but not a finished one opened from a link.
  count({ winner }) {
    const person = this.#person;
    if (!person || !this.#board.game.last) return;
    tally.count(this.#board.settings.level, winner ? (winner === person ? "won" : "lost") : "drawn");
    if (this.#drawn) this.#fill(this.#drawn);
  }

  // Follows the board: there is an ending while the last position of a finished game is shown.
  draw() {
    const { position, isOver } = this.#board.game;
    const ended = isOver ? position : null;
    if (ended === this.#drawn) return;
    this.#drawn = ended;
    this.#section.hidden = !ended;
    this.#verdict.textContent = ended ? this.#result(ended) : "";
    if (ended) this.#fill(ended);
  }

  get #person() {
    const { side } = this.#board.settings;
    return side in OTHER ? side : null;
  }

  #fill(position) {
    this.#section.replaceChildren(
      html("div", { className: "choices" }, this.#choices(position)),
      ...this.#tallied(position),
    );
  }

  #result({ winner, misere }) {
    const person = this.#person;
    const level = messages.levels[this.#board.settings.level];
    if (!winner) return person ? messages.youDrew(level) : messages.drawn;
    if (misere) {
      const loser = OTHER[winner];
      if (!person) return messages.sideCompleted(loser, winner);
      return loser === person ? messages.youCompleted(winner) : messages.completed(loser);
    }
    if (!person) return messages.won(winner);
    return winner === person ? messages.youWon(level) : messages.youLost(level);
  }

  #tallied(position) {
    const { level } = this.#board.settings;
    const results = tally.of(level);
    if (!this.#person || results.won + results.drawn + results.lost === 0) return [];
    const words = [messages.tally(messages.levels[level], results)];
    if (results.unbeaten >= UNBEATEN) words.push(messages.unbeaten(results.unbeaten));
    const clear = () => {
      tally.clear();
      this.#fill(position);
      this.#section.querySelector("button").focus();
    };
    return [html("p", {}, `${words.join(" ")} `, button(messages.clear, clear, "clear"))];
  }

  // Rematch comes first: from the board, it is one step with the keyboard.
  #choices({ winner }) {
    const board = this.#board;
    const { level } = board.settings;
    const next = contract.levels[contract.levels.indexOf(level) + 1];
    const begin = (attributes) => () => {
      Object.assign(board, attributes);
      this.#actions.showSettings();
      this.#actions.newGame();
      board.focus();
    };
    return [
      button(messages.rematch, begin({}), "main"),
      this.#person && button(messages.swap, begin({ side: OTHER[this.#person] })),
      this.#person && winner === this.#person && next && button(messages.next(messages.levels[next]), begin({ level: next })),
      board.game.fromEmptyBoard && button(messages.decidingMove, this.#actions.seeTurningPoint),
      board.game.canUndo && button(messages.undo, () => {
        board.undo();
        board.focus();
      }),
    ];
  }
}

function button(words, onclick, className = "") {
  return html("button", { type: "button", className, onclick }, words);
}
