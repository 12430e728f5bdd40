// The review of a game: a chart of its value, and its moves, which lead to their positions.

import { nameOf } from "../../client/words.js";
import { chartOf } from "./chart.js";
import { wordsOf } from "./errors.js";
import { html } from "./html.js";
import { boardMessages, messages } from "./messages.js";
import { bestOf, pliesOf, SIGNS } from "./plies.js";

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
    this.#say(messages.reviewing);
    try {
      this.#review = await game.review({ moves, onProgress: (progress) => this.#report(progress) });
      this.#of = moves.join();
      this.draw();
    } catch (error) {
      const again = html("button", { type: "button", onclick: () => this.run() }, messages.tryAgain);
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
    const text = messages.reviewed(reviewed, plies);
    if (this.#panel.textContent !== text) this.#say(text);
  }

  // What the board shows of the review: the sign of a wrong move, and a best one in its place.
  get shapes() {
    const { game } = this.#board;
    const ply = this.#of === game.moves.join() ? this.#review?.plies[game.at - 1] : null;
    if (!ply || ["best", "unknown"].includes(ply.verdict)) return [];
    return [
      { type: "badge", cell: ply.cell, text: SIGNS[ply.verdict], label: messages.verdicts[ply.verdict], color: "bad" },
      { type: "arrow", to: ply.best_moves[0], label: messages.verdicts.best, color: "good" },
    ];
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
      return this.#say(html("p", {}, game.fromEmptyBoard ? messages.noGame : messages.notReviewable));
    }
    const button = html("button", { type: "button", onclick: () => this.open() }, messages.reviewIt);
    return this.#say(html("p", {}, messages.whatWasEachMoveWorth), button);
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
  if (!ply) return messages.startOfGame;
  const { side, cell, verdict } = ply;
  const best = bestOf(ply, position);
  return [
    html("strong", {}, `${at}. ${side} ${nameOf(position, cell)}: ${messages.verdicts[verdict]}`),
    turning === at && ` · ${messages.decided}`,
    html("br"),
    `${boardMessages.sentence({ ...ply, ...ply.after })}.${best ? ` ${best[0].toUpperCase()}${best.slice(1)}.` : ""}`,
  ].filter(Boolean).reduce((all, part) => (all.append(part), all), html("span"));
}

function summaryOf({ sides, plies, turning_point: turning }) {
  const parts = Object.entries(sides).map(([side, { verdicts, best_share: share }]) => {
    const counts = Object.entries(verdicts).filter(([, count]) => count);
    const words = counts.map(([verdict, count]) => `${count} × ${messages.verdicts[verdict]}`);
    return `${side}: ${words.join(", ") || messages.noMoves}${share === null ? "" : ` (${messages.bestShare(Math.round(share * 100))})`}`;
  });
  const isProved = plies.every(({ verdict }) => verdict !== "unknown");
  const none = isProved ? messages.noneDecided : messages.notProvedWhetherDecided;
  parts.push(turning ? messages.decidedAt(turning) : none);
  return `${parts.join(". ")}.`;
}
