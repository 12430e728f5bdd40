// The review of a game: a chart of its value and a list of its moves, each leading to its position.

import { placeOf, wordsOf } from "../../client/words.js";
import { html, svg } from "./html.js";

const SIGNS = { best: "★", inaccuracy: "?!", mistake: "?", blunder: "??", unknown: "–" };
const WIDTH = 320;
const HEIGHT = 120;
const STRIP = 30; // below, for plies whose value is not proved

export class Review {
  #panel;
  #board;
  #review = null;
  #of = ""; // the moves that it is of

  constructor(panel, board) {
    this.#panel = panel;
    this.#board = board;
    this.draw();
  }

  async run() {
    const { game } = this.#board;
    const moves = [...game.moves];
    this.#say("Reviewing the game…");
    try {
      this.#review = await game.review({ moves });
      this.#of = moves.join();
      this.draw();
    } catch (error) {
      const again = html("button", { type: "button", onclick: () => this.run() }, "Try again");
      this.#say(html("p", { role: "alert" }, wordsOf(error)), again);
    }
  }

  draw() {
    const { game } = this.#board;
    if (this.#review && this.#of === game.moves.join()) this.#drawReview();
    else this.#drawOffer();
  }

  // What had the focus is replaced: the button in its place gets it, or the panel.
  #say(...children) {
    const buttons = () => [...this.#panel.querySelectorAll("button")];
    const hadFocus = this.#panel.contains(document.activeElement);
    const focused = Math.max(0, buttons().indexOf(document.activeElement));
    this.#panel.replaceChildren(...children);
    if (hadFocus) (buttons()[focused] ?? this.#panel).focus();
  }

  #drawOffer() {
    const { game } = this.#board;
    this.#review = null;
    if (!game.moves.length || !game.fromEmptyBoard) {
      const why = game.fromEmptyBoard
        ? "Play a game, and see here what each move was worth and where it was decided."
        : "A game can be reviewed that began on an empty board; this one did not.";
      return this.#say(html("p", {}, why));
    }
    const button = html("button", { type: "button", onclick: () => this.run() }, "Review this game");
    this.#say(html("p", {}, "What was each move worth, and where was the game decided?"), button);
  }

  #drawReview() {
    const review = this.#review;
    this.#say(
      chart(review, this.#board.game.at),
      html("p", { className: "summary" }, summary(review)),
      html("ol", { className: "plies" }, review.plies.map((ply) => this.#item(ply, review))),
    );
  }

  #item(ply, { position, turning_point: turning }) {
    const { game } = this.#board;
    const better = ply.verdict === "best" || ply.verdict === "unknown" ? "" : `, best ${places(position, ply.best_moves)}`;
    const isShown = game.at === ply.ply;
    return html(
      "li",
      { className: ply.verdict },
      html(
        "button",
        { type: "button", onclick: () => game.goTo(ply.ply), "aria-current": isShown ? "step" : "false" },
        html("span", { className: "sign", "aria-hidden": "true" }, SIGNS[ply.verdict]),
        html("span", {}, `${ply.ply}. ${ply.side} ${placeOf(position, ply.cell)}: `,
          html("strong", {}, ply.verdict), better, turning === ply.ply && " · decided the game",
          html("br"), html("small", {}, ply.text)),
      ),
    );
  }
}

function places(position, cells) {
  const shown = cells.slice(0, 3).map((cell) => placeOf(position, cell)).join("; ");
  return cells.length > 3 ? `${shown} and ${cells.length - 3} more` : shown;
}

function summary({ sides, plies, turning_point: turning }) {
  const parts = Object.entries(sides).map(([side, { verdicts, best_share: share }]) => {
    const counts = Object.entries(verdicts).filter(([, count]) => count);
    const words = counts.map(([verdict, count]) => `${verdict} ${count}`).join(", ");
    return `${side}: ${words || "no moves"}${share === null ? "" : ` (${Math.round(share * 100)} % best)`}`;
  });
  const isProved = plies.every(({ verdict }) => verdict !== "unknown");
  const none = isProved ? "No single move decided the game" : "Whether a single move decided the game is not proved";
  parts.push(turning ? `Ply ${turning} decided the game` : none);
  return `${parts.join(". ")}.`;
}

// The value of the game to X before the first ply and after each, from loss to win.
function chart({ plies, position }, at) {
  const values = plies.length ? [toX(plies[0].before, plies[0].side)] : [];
  values.push(...plies.map((ply) => toX(ply.after, ply.side)));
  const x = (ply) => 14 + (ply * (WIDTH - 28)) / Math.max(1, plies.length);
  const y = (value) => HEIGHT / 2 - (value * (HEIGHT / 2 - 16)) / 100;
  const isKnown = (ply) => ply in values && values[ply] !== null;
  const unknown = plies.filter(({ ply }) => !isKnown(ply)).length;
  const height = HEIGHT + (unknown && STRIP);
  const steps = values.map((value, ply) =>
    isKnown(ply) ? `${isKnown(ply - 1) ? "L" : "M"}${x(ply)},${y(value)}` : "");
  const dots = plies.map(({ ply, verdict }) =>
    svg("circle", isKnown(ply)
      ? { cx: x(ply), cy: y(values[ply]), r: 5, class: verdict }
      : { cx: x(ply), cy: height - 8, r: 4, class: "unproved" }));
  const label = `Value of the game to X over ${plies.length} plies${unknown ? `, ${unknown} of them not proved` : ""}; ${position.status.replace("_", " ")} at the end.`;
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${height}`, class: "chart", role: "img", "aria-label": label },
    svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "axis" }),
    svg("line", { x1: x(at), x2: x(at), y1: 0, y2: height, class: "cursor" }),
    text("X wins", 2, 11),
    text("draw", 2, HEIGHT / 2 - 4),
    text("O wins", 2, HEIGHT - 3),
    ...(unknown ? [
      svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT, class: "axis" }),
      text("not proved", 2, HEIGHT + 11),
    ] : []),
    svg("path", { d: steps.join(""), class: "value" }),
    ...dots,
  );
}

function text(words, x, y) {
  const made = svg("text", { x, y });
  made.textContent = words;
  return made;
}

function toX({ score }, side) {
  return score === null ? null : side === "X" ? score : -score;
}
