// The review of a game: a chart of its value, and its moves, which lead to their positions.

import { nameOf } from "../../client/words.js";
import { chartOf } from "./chart.js";
import { wordsOf } from "./errors.js";
import { html } from "./html.js";
import { bestOf, pliesOf, wordsOfVerdict } from "./plies.js";

export class Review {
  #panel;
  #board;
  #opened; // called when the person goes to a position
  #review = null;
  #of = ""; // the moves of the reviewed game

  constructor(panel, board, opened) {
    this.#panel = panel;
    this.#board = board;
    this.#opened = opened;
    this.draw();
  }

  async run() {
    const { game } = this.#board;
    const moves = [...game.moves];
    if (this.#review && this.#of === moves.join()) return;
    this.#say("Reviewing the game…");
    try {
      this.#review = await game.review({ moves, onProgress: (progress) => this.#report(progress) });
      this.#of = moves.join();
      this.draw();
    } catch (error) {
      const again = html("button", { type: "button", onclick: () => this.run() }, "Try again");
      this.#say(html("p", { role: "alert" }, wordsOf(error)), again);
    }
  }

  // Reviews the game and leads the person to the review.
  async open() {
    this.#opened();
    await this.run();
    this.#scrollThere();
  }

  #report({ plies, plies_reviewed: reviewed }) {
    const text = `Reviewing the game: ${reviewed} of ${plies} moves…`;
    if (this.#panel.textContent !== text) this.#say(text);
  }

  // Goes to the move that decided the game, otherwise to the first one that was not best.
  async goToTurningPoint() {
    await this.run();
    const { turning_point: turning, plies } = this.#review ?? {};
    const ply = turning ?? plies?.find(({ verdict }) => !["best", "unknown"].includes(verdict))?.ply;
    if (ply) this.#goTo(ply);
    this.#scrollThere();
  }

  draw() {
    const { game } = this.#board;
    if (this.#review && this.#of === game.moves.join()) this.#drawReview();
    else this.#drawOffer();
  }

  #scrollThere() {
    this.#panel.closest("section").scrollIntoView({ block: "start" });
  }

  #goTo(ply) {
    this.#opened();
    this.#board.game.goTo(ply);
  }

  // Replaces the content; the focus moves to the button at the same index, or to the panel.
  #say(...children) {
    const buttons = () => [...this.#panel.querySelectorAll("button")];
    const focused = document.activeElement;
    const hadFocus = this.#panel.contains(focused);
    const index = Math.max(0, buttons().indexOf(focused));
    this.#panel.replaceChildren(...children);
    if (hadFocus) (buttons()[index] ?? this.#panel).focus();
  }

  #drawOffer() {
    const { game } = this.#board;
    this.#review = null;
    if (!game.moves.length || !game.fromEmptyBoard) {
      const why = game.fromEmptyBoard
        ? "Play a game to see what each move was worth and where it was decided."
        : "Only a game that started on an empty board can be reviewed.";
      return this.#say(html("p", {}, why));
    }
    const button = html("button", { type: "button", onclick: () => this.open() }, "Review this game");
    return this.#say(html("p", {}, "What was each move worth, and where was the game decided?"), button);
  }

  #drawReview() {
    const review = this.#review;
    const { at } = this.#board.game;
    const isOpen = [...this.#panel.querySelectorAll("details[open]")].length > 0;
    const goTo = (ply) => this.#goTo(ply);
    this.#say(
      chartOf(review, at, goTo),
      html("p", { className: "detail" }, detailOf(review, at)),
      pliesOf(review, at, goTo, isOpen),
      html("p", { className: "summary" }, summaryOf(review)),
    );
  }
}

// The text about the move that led to the position shown.
function detailOf({ plies, position, turning_point: turning }, at) {
  const ply = plies[at - 1];
  if (!ply) return "Start of the game.";
  const { side, cell, text, verdict } = ply;
  const best = bestOf(ply, position);
  return [
    html("strong", {}, `${at}. ${side} ${nameOf(position, cell)}: ${wordsOfVerdict(verdict)}`),
    turning === at && " · decided the game",
    html("br"),
    `${text}.${best ? ` ${best[0].toUpperCase()}${best.slice(1)}.` : ""}`,
  ].filter(Boolean).reduce((all, part) => (all.append(part), all), html("span"));
}

function summaryOf({ sides, plies, turning_point: turning }) {
  const parts = Object.entries(sides).map(([side, { verdicts, best_share: share }]) => {
    const counts = Object.entries(verdicts).filter(([, count]) => count);
    const words = counts.map(([verdict, count]) => `${count} ${wordsOfVerdict(verdict)}`);
    return `${side}: ${words.join(", ") || "no moves"}${share === null ? "" : ` (${Math.round(share * 100)}% best)`}`;
  });
  const isProved = plies.every(({ verdict }) => verdict !== "unknown");
  const none = isProved ? "No single move decided the game" : "It is not proved whether a single move decided the game";
  parts.push(turning ? `Move ${turning} decided the game` : none);
  return `${parts.join(". ")}.`;
}
