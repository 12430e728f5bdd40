// <noughts-board>: a board to play on against the service that this file comes from.
// The attributes, events and CSS custom properties are listed at /examples/.

import { Game } from "./game.js";
import { Noughts } from "./noughts.js";
import { faultIn, settingsByDefault } from "./settings.js";
import { style } from "./style.js";
import { isWorthRetrying, labelOf, outcomeOf, shortOf, statusOf, wordsOf } from "./words.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const ATTRIBUTES = {
  columns: "columns",
  rows: "rows",
  inARow: "in-a-row",
  side: "side",
  startingSide: "starting-side",
  level: "level",
  seed: "seed",
  maxNodes: "max-nodes",
};
const side = (value) => value.replace(/^[xo]$/, (mark) => mark.toUpperCase());
const READ = {
  columns: Number,
  rows: Number,
  inARow: Number,
  side,
  startingSide: side,
  level: String,
  seed: Number,
  maxNodes: Number,
};
const OF_THE_GAME = ["columns", "rows", "inARow", "misere", "startingSide", "seed"];

export class NoughtsBoard extends HTMLElement {
  static observedAttributes = [
    "columns", "rows", "in-a-row", "misere", "starting-side", "seed",
    "side", "level", "max-nodes", "show-scores",
  ];

  client = new Noughts({ observe: (detail) => this.#tell("exchange", detail) });
  game = new Game(this.client, new Noughts());

  #cells = [];
  #focused = 0;
  #hint = null; // the move marked as the best one, and the position in which it is
  #variation = []; // the cells of the previewed line of play
  #preview = null; // ends the preview under way
  #drawn = null; // the position
  #started = null; // the settings that the game was begun with
  #isDue = false; // that another is begun
  #shape = "";

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [style];
    this.shadowRoot.innerHTML = `
      <p class="status" part="status" role="status"></p>
      <div class="frame"><div class="board" part="board" role="grid"></div>
        <svg class="lines" aria-hidden="true"></svg></div>
      <div class="progress" hidden><progress max="1" value="0" aria-label="Progress of the search">
        </progress><span></span><button type="button">Cancel</button></div>
      <div class="fault" role="alert" hidden><span></span><button type="button">Try again</button></div>`;
    this.#one(".progress button").addEventListener("click", () => this.cancelScores());
    this.#one(".fault button").addEventListener("click", () => this.game.retry());
    const board = this.#one(".board");
    board.addEventListener("click", (event) => this.#atCell(event, (cell) => this.play(cell)));
    board.addEventListener("keydown", (event) => this.#keydown(event));
    board.addEventListener("pointerover", (event) => this.#atCell(event, (c) => this.preview(c)));
    board.addEventListener("pointerleave", () => this.preview(null));
    board.addEventListener("focusin", (event) => this.#atCell(event, (c) => this.#focus(c)));
    board.addEventListener("focusout", () => this.preview(null));
    for (const name of ["change", "move", "gameover", "error"]) {
      this.game.addEventListener(name, (event) => this.#pass(event));
    }
  }

  connectedCallback() {
    if (!this.#started) this.#later();
  }

  attributeChangedCallback(name, before, after) {
    if (!this.#started || before === after) return;
    if (name === "show-scores") {
      this.#scores();
      this.#draw();
    } else if (this.#isAnotherGame()) {
      this.#later();
    } else {
      const { side, level, maxNodes } = this.settings;
      this.game.change({ side, level, maxNodes });
    }
  }

  // Whether the attributes ask for another game than was begun, or that could not be begun.
  #isAnotherGame() {
    const settings = this.settings;
    settings.seed ??= this.#started.seed;
    const differs = OF_THE_GAME.some((name) => settings[name] !== this.#started[name]);
    return differs || faultIn(this.#started) !== null;
  }

  // Several attributes that change at once begin one game.
  #later() {
    this.#isDue = true;
    queueMicrotask(() => this.isConnected && this.#isDue && this.newGame());
  }

  get settings() {
    const given = { misere: this.hasAttribute("misere") };
    for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
      if (this.hasAttribute(attribute)) given[name] = READ[name](this.getAttribute(attribute));
    }
    return { ...settingsByDefault, ...given };
  }

  // A new game; `moves` and `at`, or `board` and `sideToMove`, begin it in the middle.
  newGame(from = {}) {
    this.#isDue = false;
    this.#started = this.settings;
    return this.game.start(this.#started, from);
  }

  play(cell) {
    return this.game.play(cell);
  }

  undo() {
    this.game.undo();
  }

  redo() {
    this.game.redo();
  }

  // Marks the best move, and returns it with its sentence.
  async hint() {
    const analysis = await this.game.analyse();
    const move = analysis?.moves[0] ?? null;
    this.#hint = { position: this.game.position, move };
    this.#draw();
    return move;
  }

  // Shows best play after a move, or nothing more.
  async preview(cell) {
    this.#preview?.abort();
    const abort = new AbortController();
    this.#preview = abort;
    this.#show([]);
    const { game } = this;
    const open = cell !== null && game.position?.cells[cell] === null && !game.isOver && !game.task;
    if (!open || !this.hasAttribute("show-scores")) return;
    try {
      const variation = await game.variation(cell, abort.signal);
      if (!abort.signal.aborted) this.#show(variation);
    } catch {
      // Nobody has asked for a preview; the move itself will say what is wrong.
    }
  }

  cancelScores() {
    this.game.cancel();
    this.removeAttribute("show-scores");
    this.#draw();
    this.#tell("change");
  }

  #pass({ type, detail }) {
    if (type === "change") this.#draw();
    this.#tell(type, detail);
    if (type === "change") this.#scores();
  }

  #tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  // Asks for the scores of the position shown, if they are wanted and not known.
  #scores() {
    const { game } = this;
    const isIdle = game.task === null && game.fault === null && !game.isOver;
    if (this.hasAttribute("show-scores") && isIdle && !game.analysis) game.analyse();
  }

  #atCell(event, act) {
    const found = event.target.closest("[data-cell]");
    if (found) act(+found.dataset.cell);
  }

  #keydown(event) {
    const { columns, rows } = this.game.position ?? {};
    if (!columns || event.altKey || event.ctrlKey || event.metaKey) return; // the browser's own
    const row = Math.floor(this.#focused / columns);
    const column = this.#focused % columns;
    if (event.key in ARROWS) {
      const [down, right] = ARROWS[event.key];
      const to = [(row + down + rows) % rows, (column + right + columns) % columns];
      this.#cells[to[0] * columns + to[1]].focus();
    } else if (event.key === "Home") {
      this.#cells[row * columns].focus();
    } else if (event.key === "End") {
      this.#cells[(row + 1) * columns - 1].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.play(this.#focused);
    } else {
      return;
    }
    event.preventDefault();
  }

  #focus(cell) {
    this.#cells[this.#focused].tabIndex = -1;
    this.#cells[cell].tabIndex = 0;
    this.#focused = cell;
    this.preview(cell);
  }

  #one(selector) {
    return this.shadowRoot.querySelector(selector);
  }

  #draw() {
    const { game } = this;
    const focused = this.shadowRoot.activeElement;
    if (this.#drawn !== game.position) {
      this.#drawn = game.position;
      this.#preview?.abort();
      this.#variation = [];
    }
    if (game.position) {
      this.#build();
      this.#cells.forEach((_, cell) => this.#drawCell(cell));
      this.#drawLines();
    }
    const status = statusOf(game);
    if (this.#one(".status").textContent !== status) this.#one(".status").textContent = status;
    this.#one(".board").ariaBusy = String(game.task !== null);
    this.#drawProgress();
    this.#drawFault();
    if (focused?.closest("[hidden]")) this.#cells[this.#focused]?.focus();
  }

  // Makes the cells of a board of another shape.
  #build() {
    const { columns, rows } = this.game.position;
    const shape = `${columns} ${rows}`;
    if (this.#shape === shape) return;
    this.#shape = shape;
    this.#focused = 0;
    const board = this.#one(".board");
    this.style.setProperty("--columns", columns);
    this.style.setProperty("--rows", rows);
    board.ariaLabel = `Board of ${columns} columns and ${rows} rows`;
    board.replaceChildren(
      ...Array.from({ length: rows }, (_, row) => {
        const line = element("div", { role: "row" });
        line.append(...Array.from({ length: columns }, (_, column) =>
          element("div", { role: "gridcell", tabIndex: -1, cell: row * columns + column })));
        return line;
      }),
    );
    this.#cells = [...board.querySelectorAll("[data-cell]")];
    this.#cells[0].tabIndex = 0;
  }

  #drawCell(cell) {
    const { game } = this;
    const mark = game.position.cells[cell];
    const shown = this.hasAttribute("show-scores") && !game.isOver;
    const move = mark ? null : game.analysis?.moves.find((each) => each.cell === cell);
    const scored = shown ? move : null;
    const hint = this.#hint?.position === game.position ? this.#hint.move : null;
    const hinted = hint?.cell === cell;
    const found = this.#cells[cell];
    found.className = ["cell", mark, game.last?.cell === cell && "last", hinted && "hinted"]
      .filter(Boolean)
      .join(" ");
    found.dataset.outcome = scored ? scored.outcome : "";
    found.ariaDisabled = String(Boolean(mark) || !game.isPersonsTurn || game.isReplying);
    found.ariaLabel = labelOf(game.position, cell, scored, hinted ? hint : null);
    const parts = [];
    if (mark) parts.push(element("span", { className: "mark", textContent: mark }));
    if (scored) parts.push(score(scored));
    const step = this.#variation.indexOf(cell);
    if (step >= 0) parts.push(ghost(game.position.side_to_move, step));
    found.replaceChildren(...parts);
  }

  #show(variation) {
    if (!variation.length && !this.#variation.length) return;
    const changed = new Set([...variation, ...this.#variation]);
    this.#variation = variation;
    for (const cell of changed) if (this.#cells[cell]) this.#drawCell(cell);
  }

  #drawLines() {
    const { columns, rows, winning_lines: lines } = this.game.position;
    const svg = this.#one(".lines");
    svg.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
    svg.replaceChildren(
      ...lines.map((cells) => {
        const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
        const [from, to] = [cells[0], cells.at(-1)];
        line.setAttribute("x1", (from % columns) + 0.5);
        line.setAttribute("y1", Math.floor(from / columns) + 0.5);
        line.setAttribute("x2", (to % columns) + 0.5);
        line.setAttribute("y2", Math.floor(to / columns) + 0.5);
        return line;
      }),
    );
  }

  #drawProgress() {
    const { progress } = this.game;
    this.#one(".progress").hidden = progress === null;
    if (!progress) return;
    this.#one("progress").value = progress.nodes / progress.max_nodes;
    this.#one(".progress span").textContent =
      `${progress.moves_proved} of ${progress.moves} moves proved`;
  }

  #drawFault() {
    const { fault, position } = this.game;
    this.#one(".frame").hidden = fault !== null && position === null;
    this.#one(".fault").hidden = fault === null;
    this.#one(".fault span").textContent = fault ? wordsOf(fault.error) : "";
    this.#one(".fault button").hidden = !fault || !isWorthRetrying(fault.error);
  }
}

function element(tag, { role, cell, ...properties }) {
  const made = Object.assign(document.createElement(tag), properties);
  if (role) made.setAttribute("role", role);
  if (cell !== undefined) made.dataset.cell = cell;
  return made;
}

function score(move) {
  const made = element("span", { className: "score" });
  made.append(
    element("span", { className: "shape", textContent: outcomeOf(move).shape }),
    element("span", { textContent: shortOf(move) }),
  );
  return made;
}

// A step of the previewed play, in a corner of its cell so that the score stays.
function ghost(side, step) {
  const other = side === "X" ? "O" : "X";
  const mark = step % 2 ? other : side;
  return element("span", { className: `ghost ${mark}`, textContent: `${mark}${step + 1}` });
}

customElements.define("noughts-board", NoughtsBoard);
