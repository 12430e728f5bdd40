// Draws a game: the status row, the cells, the marks, the shapes.

import { emptyPosition, OTHER } from "./board.js";
import { drawable, Drawing, labelsAt, svg } from "./drawing.js";
import { element, Grid } from "./grid.js";
import {
  commonIn, errorOf, isWorthRetrying, labelOf, progressOf, replayOf, scoreOf, SIGNS, statusOf,
} from "./labels.js";
import { WRONG_SETTING } from "./settings.js";
import { STYLE } from "./style.js";

const ROOMY = 16; // cells: boards up to this size have room for the score of every move
// Moves of a larger board that show their score if no value is common; the others do under the pointer.
const FIRST = 5;

// The elements of the board. No string becomes HTML, which pages can forbid.
function contentOf() {
  const button = (name) => element("button", { class: name, type: "button", part: "button" });
  return [
    element("div", { class: "head", part: "head" },
      element("p", { class: "status", part: "status", role: "status" }),
      Object.assign(button("replay"), { hidden: true }),
      element("div", { class: "progress", hidden: "" },
        element("progress", { max: 1, value: 0 }), element("span"), button("cancel")),
      element("div", { class: "fault", role: "alert", hidden: "" }, element("span"), button("again"))),
    element("div", { class: "frame", part: "frame" },
      element("div", { class: "top", "aria-hidden": "true" }),
      element("div", { class: "side", "aria-hidden": "true" }),
      element("div", { class: "board", part: "board", role: "grid" }),
      svg("svg", { class: "drawing", "aria-hidden": "true" })),
  ];
}

export class View {
  hint = null; // the best move, to be marked, and its position

  #root;
  #game;
  #grid;
  #drawing;
  #shapesHere = []; // the page's and the hint's that can be drawn on this board
  #variation = []; // the cells of the previewed line of play
  #drawn = null; // the position
  #estimates = [0, 0]; // the lowest and the highest of its moves
  #common = null; // the value that most of its moves have
  #pointed = null; // the cell under the pointer
  #options;
  #used = new Set(); // the keys pressed that the board has used

  constructor(root, board) {
    this.#root = root;
    this.#game = board.game;
    root.replaceChildren(...contentOf());
    const cells = this.#one(".board");
    this.#grid = new Grid(cells, [this.#one(".top"), this.#one(".side")]);
    this.#drawing = new Drawing(this.#one(".drawing"));
    const play = (cell) => board.play(cell);
    root.addEventListener("click", (event) => {
      // A link, label or summary around the board does not react.
      if (!this.#game.settings.viewOnly) event.preventDefault();
    });
    const preview = (cell) => board.preview(cell);
    const atCell = (act) => (event) => {
      const cell = this.#grid.cellOf(event);
      if (cell !== null) act(cell);
    };
    cells.addEventListener("click", atCell(play));
    cells.addEventListener("keydown", (event) => this.#keydown(event, play));
    cells.addEventListener("keyup", (event) => this.#used.delete(event.key) && event.stopPropagation());
    cells.addEventListener("pointerover", (event) => {
      atCell(preview)(event);
      if (["mouse", "pen"].includes(event.pointerType)) this.#point(this.#grid.cellOf(event));
    });
    cells.addEventListener("pointerleave", () => {
      preview(null);
      this.#point(null);
    });
    cells.addEventListener("focusout", () => preview(null));
    cells.addEventListener("focusin", atCell((cell) => {
      this.#grid.focusCame(cell);
      preview(cell);
    }));
    this.#one(".replay").addEventListener("click", () => board.playAgain());
    this.#one(".progress button").addEventListener("click", () => board.cancelScores());
    this.#one(".fault button").addEventListener("click", () => board.game.retry());
  }

  draw(options) {
    this.#options = options;
    const { fault, position, settings } = this.#game;
    const focused = this.#root.activeElement;
    const isDrawable = position !== null || fault?.error.code !== WRONG_SETTING;
    this.#one(".frame").hidden = !isDrawable;
    if (isDrawable) this.#drawBoard(position ?? emptyPosition(settings));
    this.#drawHead(fault);
    if (focused && (!focused.isConnected || focused.closest("[hidden]"))) this.focus();
  }

  // Styles the board in the document that it is in now. No policy forbids the sheet. Safari before 16.4 has
  // only elements, which a policy can allow by a hash, as the service's does.
  dress() {
    const root = this.#root;
    const { columns, rows } = this.#grid;
    const { ownerDocument: page } = root;
    const Sheet = page.defaultView?.CSSStyleSheet;
    if (!columns || !Sheet) return; // not drawn yet, or in a document without a window
    if ("adoptedStyleSheets" in root) {
      const sheet = new Sheet();
      // The host's own style is the page's.
      sheet.replaceSync(`${STYLE}:host { --columns: ${columns}; --rows: ${rows}; }`);
      // eslint-disable-next-line no-restricted-properties -- see above
      root.adoptedStyleSheets = [sheet];
    } else {
      root.querySelector("style")?.remove();
      root.prepend(Object.assign(page.createElement("style"), { textContent: STYLE }));
      root.host.style.setProperty("--columns", columns);
      root.host.style.setProperty("--rows", rows);
    }
  }

  focus(options) {
    this.#grid.cells[this.#grid.focused]?.focus(options);
  }

  showVariation(variation) {
    const changed = new Set([...variation, ...this.#variation]);
    this.#variation = variation;
    for (const cell of changed) if (this.#grid.cells[cell]) this.#drawCell(cell);
  }

  #one(selector) {
    return this.#root.querySelector(selector);
  }

  #keydown(event, play) {
    if (event.altKey || event.ctrlKey || event.metaKey) return; // the browser's own
    if (event.key === "Enter" || event.key === " ") play(this.#grid.focused);
    else if (!this.#grid.moveFocus(event.key)) return;
    event.preventDefault();
    event.stopPropagation(); // a slide deck, for example, must not react to it, too
    this.#used.add(event.key);
  }

  // Draws a position: that of the game or, without one, an empty board.
  #drawBoard(position) {
    const { columns, rows } = position;
    const board = this.#one(".board");
    if (this.#drawn !== position) this.#variation = [];
    this.#drawn = position;
    if (this.#grid.build(columns, rows)) {
      this.#drawing.clear({ columns, rows });
      this.dress();
    }
    board.setAttribute("aria-label", this.#options.messages.board(columns, rows));
    board.setAttribute("aria-busy", String(this.#game.task !== null));
    this.#drawMarks();
    const estimates = (this.#game.analysis?.moves ?? []).map(({ estimate }) => estimate ?? 0);
    this.#estimates = [Math.min(...estimates), Math.max(...estimates)];
    this.#common = this.#game.analysis && commonIn(this.#game.analysis.moves);
    this.#grid.cells.forEach((_, cell) => this.#drawCell(cell));
  }

  get #hinted() {
    return this.hint?.position === this.#game.position ? this.hint.move : null;
  }

  #drawMarks() {
    const position = this.#drawn;
    const hinted = this.#hinted ? [{ type: "circle", cell: this.#hinted.cell, color: "good" }] : [];
    this.#shapesHere = drawable([...hinted, ...this.#options.shapes], position.cells.length);
    this.#drawing.draw(position, this.#game.last, [...this.#shapesHere, ...this.#pencil]);
  }

  // A mark in pencil: the move that waits for a reply or, without scores, the one that a click would make.
  get #pencil() {
    const { isPersonsTurn, isReplying, position } = this.#game;
    const { planned, showScores } = this.#options;
    const cell = planned ?? (isPersonsTurn && !isReplying && !showScores ? this.#pointed : null);
    if (position?.cells[cell] !== null) return [];
    const side = planned === null ? position.side_to_move : OTHER[position.side_to_move];
    return [{ type: "mark", cell, side }];
  }

  // Follows a mouse or a pen.
  #point(cell) {
    this.#pointed = cell;
    if (this.#drawn) this.#drawMarks();
  }

  // Draws one cell, except its mark and shapes: the score of a move, a step of a preview.
  #drawCell(cell) {
    const { analysis, isOver, isPersonsTurn, isReplying, lastCell, position } = this.#game;
    const { messages, showScores } = this.#options;
    const shown = this.#grid.cells[cell];
    const mark = position?.cells[cell] ?? null;
    const isScored = showScores && !isOver && analysis && !mark;
    const index = isScored ? analysis.moves.findIndex((each) => each.cell === cell) : -1;
    const scored = analysis?.moves[index] ?? null;
    const hinted = this.#hinted?.cell === cell ? this.#hinted : null;
    const about = { scored, hinted, labels: labelsAt(cell, this.#shapesHere) };
    const isOrdinary = this.#common ? this.#common.has(scored) : index >= FIRST;
    const isOnDemand = scored !== null && position.cells.length > ROOMY && isOrdinary;
    const classes = { X: mark === "X", O: mark === "O", last: lastCell === cell, "on-demand": isOnDemand };
    for (const [name, isSo] of Object.entries(classes)) shown.classList.toggle(name, isSo);
    shown.setAttribute("aria-disabled", String(mark !== null || !isPersonsTurn || isReplying));
    shown.setAttribute("aria-label", position ? labelOf(position, cell, about, messages) : "");
    shown.dataset.mark = mark ?? "";
    shown.dataset.outcome = scored?.outcome ?? "";
    shown.style.setProperty("--strength", `${scored ? strengthOf(scored, this.#estimates) : 0}%`);
    const step = this.#variation.indexOf(cell);
    shown.replaceChildren(...(step < 0 ? [] : [ghost(position.side_to_move, step)]));
    if (scored) shown.append(scoreElement(scored, messages));
  }

  // The row above the board shows the error, the progress, or the status.
  #drawHead(fault) {
    const { messages, replay, showScores } = this.#options;
    const { progress, task } = this.#game;
    const common = showScores && this.#game.position?.cells.length > ROOMY ? this.#common : null;
    const isCovered = progress !== null || fault !== null;
    const hasReplay = replay && this.#game.hasEnded && fault === null;
    const parts = { // whether it is shown, and its text
      ".status": [true, statusOf(this.#game, messages, common)],
      ".replay": [hasReplay, replayOf(this.#game, messages)],
      ".progress": [progress !== null && fault === null],
      ".progress span": [true, progressOf(this.#game, messages)],
      ".progress button": [task !== "reply", messages.cancel],
      ".fault": [fault !== null],
      ".fault span": [true, fault ? errorOf(fault.error, messages) : ""],
      ".fault button": [fault !== null && isWorthRetrying(fault.error), messages.tryAgain],
    };
    for (const [selector, [isShown, words = null]] of Object.entries(parts)) {
      const part = this.#one(selector);
      part.hidden = !isShown;
      if (words !== null && part.textContent !== words) part.textContent = words;
    }
    if (progress) this.#one("progress").value = progress.nodes / progress.max_nodes;
    this.#one("progress").setAttribute("aria-label", messages.progressOfSearch);
    this.#one(".status").classList.toggle("covered", isCovered);
  }
}

function scoreElement(move, messages) {
  return element("span", { class: "score", part: "score" },
    element("span", { class: "sign", "aria-hidden": "true" }, SIGNS[move.outcome]),
    element("span", {}, scoreOf(move, messages)));
}

// A step of the preview, in a corner of the cell so that the score stays visible.
function ghost(side, step) {
  const mark = step % 2 ? OTHER[side] : side;
  return element("span", { class: `ghost ${mark}` }, `${mark}${step + 1}`);
}

// The strength of the tint in percent. Proved: the faster the win or loss, the stronger; without a known
// length, it counts as the slowest. Unproved: the higher the estimate compared with the others, the stronger.
function strengthOf({ outcome, score, estimate }, estimates) {
  const [lowest, highest] = estimates;
  if (outcome === "draw") return 10;
  if (outcome === "unknown") return ((estimate - lowest) / Math.max(1, highest - lowest)) * 18;
  return 8 + ((Math.max(19, Math.abs(score)) - 19) / 81) * 12;
}
