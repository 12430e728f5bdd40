// The custom element <noughts-board>; /examples/ lists its attributes, properties, events and parts.
// Without a DOM this module can be imported, but defines nothing.

import { observedAttributes, reflectAttributes, settingsOf, upgradeProperties } from "./attributes.js";
import { Game } from "./game.js";
import { en, tableFor } from "./languages.js";
import { Noughts } from "./noughts.js";
import { OTHER } from "./position.js";
import { faultIn } from "./settings.js";
import { View } from "./view.js";

const OF_THE_GAME = ["columns", "rows", "inARow", "misere", "startingSide", "seed"];
const OF_THE_VIEW = ["show-scores", "showscores", "replay"];
const SETTABLE = ["board", "messages", "moves", "position", "shapes"];

/** @import { BoardSettings, NoughtsBoard as Declared } from "./noughts-board.js" */
// HTMLElement with the properties that reflectAttributes defines.
/** @typedef {BoardSettings & Pick<Declared, "base" | "replay" | "showScores">} Reflected */
const Base = /** @type {new () => HTMLElement & Reflected} */ (globalThis.HTMLElement ?? class {});

/** @implements {Declared} */
export class NoughtsBoard extends Base {
  static observedAttributes = observedAttributes;

  client;
  game;

  #view;
  #table = en; // the messages of the language
  #messages = {}; // messages set by the page
  #shapes = [];
  #started = null; // the settings of the last start
  #isDue = false; // whether a start is queued
  #previewed = null; // aborts the pending preview

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    this.#connectClient();
    this.game = new Game(this.client, new Noughts(this.#options));
    this.#view = new View(root, this);
    for (const name of ["change", "move", "gameover", "error"]) {
      this.game.addEventListener(name, (/** @type {CustomEvent} */ event) => this.#pass(event));
    }
  }

  connectedCallback() {
    upgradeProperties(this, SETTABLE);
    this.#chooseLanguage();
    if (!this.#started) this.#later();
  }

  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    if (name === "base") {
      this.#connectClient();
      this.game.use(this.client, new Noughts(this.#options));
    }
    if (name === "lang") this.#chooseLanguage();
    if (!this.#started) return;
    if (OF_THE_VIEW.includes(name)) {
      this.#draw();
      this.#askForScores();
    } else if (this.#isAnotherGame()) {
      this.#later();
    } else {
      const { side, level, traps, maxNodes, controlled, viewOnly, pace } = this.settings;
      this.game.change({ side, level, traps, maxNodes, controlled, viewOnly, pace });
    }
  }

  // Whether the attributes require a new game: they differ, or the last start was invalid.
  #isAnotherGame() {
    const settings = this.settings;
    settings.seed ??= this.#started.seed;
    const differs = OF_THE_GAME.some((name) => settings[name] !== this.#started[name]);
    return differs || faultIn(this.#started) !== null;
  }

  // Starts one game for all attributes that change in the same task.
  #later() {
    this.#isDue = true;
    queueMicrotask(() => this.isConnected && this.#isDue && this.newGame());
  }

  get settings() {
    return settingsOf(this);
  }

  // The position shown, in the format of the API. Setting it sends no request.
  get position() {
    return this.game.position;
  }
  set position(position) {
    if (position && position !== this.game.position) this.newGame({ position });
  }

  // The cells played up to the position shown. Setting them starts a game with these moves.
  get moves() {
    return this.game.moves.slice(0, this.game.at);
  }
  set moves(moves) {
    if (this.game.fromEmptyBoard && this.#started && moves.join() === this.moves.join()) return;
    this.newGame({ moves });
  }

  // The notation of the position shown. Setting it starts a game from that board.
  get board() {
    return this.position?.notation ?? null;
  }
  set board(board) {
    if (board !== this.board) this.newGame({ board });
  }

  // The messages of the board: those of the language, overridden by those set. A page's table for another
  // language may lack messages of newer versions; these are in English.
  get messages() {
    return { ...en, ...this.#table, ...this.#messages };
  }
  set messages(messages) {
    this.#messages = messages ?? {};
    this.#draw();
  }

  // What the page draws on cells, until it sets other shapes. Those that do not fit the board are not drawn.
  get shapes() {
    return this.#shapes;
  }
  set shapes(shapes) {
    this.#shapes = [...(shapes ?? [])];
    this.#draw();
  }

  // Focuses the cell that is the tab stop.
  focus(options) {
    this.#view.focus(options);
  }

  // Starts a game, optionally with `moves` and `at`, `board` and `sideToMove`, or `position`.
  newGame(from = {}) {
    this.#isDue = false;
    const { position } = from;
    const given = position && { columns: position.columns, rows: position.rows, inARow: position.in_a_row, misere: position.misere };
    this.#started = this.settings;
    return this.game.start({ ...this.#started, ...given }, from);
  }

  // Starts another game like this one, in which the person has the other side.
  playAgain() {
    if (this.side in OTHER) this.side = OTHER[this.side];
    this.newGame();
  }

  // Makes a move of the person, unless the page prevents it or controls the board.
  async play(cell) {
    const { game } = this;
    if (!game.isPersonsTurn || game.isReplying || game.position.cells[cell] !== null) return;
    const detail = { cell, side: game.position.side_to_move, position: game.position };
    const isAllowed = this.#tell("beforemove", detail, { cancelable: true });
    if (isAllowed && !this.controlled) await game.play(cell);
  }

  undo() {
    this.game.undo();
  }

  redo() {
    this.game.redo();
  }

  // Marks the best move that is hardest to answer and returns it; during a reply, that of the
  // position after it.
  async hint() {
    await this.game.settled();
    const move = await this.game.hint();
    this.#view.hint = { position: this.game.position, move };
    this.#draw();
    return move;
  }

  // Shows best play after a move; null removes it. Fires "preview".
  async preview(cell) {
    this.#previewed?.abort();
    const abort = (this.#previewed = new AbortController());
    const { game } = this;
    const isOpen = cell !== null && game.position?.cells[cell] === null && !game.isOver && !game.task;
    const isShown = isOpen && this.showScores;
    this.#view.showVariation(isShown ? [cell] : []); // the move itself at once
    if (!isShown) return this.#tell("preview", { cell: null, variation: [], isProved: false });
    try {
      const found = await game.variation(cell, abort.signal);
      if (abort.signal.aborted) return undefined;
      this.#view.showVariation(found.variation);
      this.#tell("preview", { cell, ...found });
    } catch {
      // A failed preview is not reported: making the move will report the error.
    }
    return undefined;
  }

  cancelScores() {
    this.game.cancel();
    this.showScores = false;
    this.#draw();
    this.#tell("change");
  }

  get #options() {
    return this.base === null ? {} : { base: this.base };
  }

  #connectClient() {
    this.client = new Noughts({ ...this.#options, observe: (detail) => this.#tell("exchange", detail) });
  }

  async #chooseLanguage() {
    const tag = this.closest("[lang]")?.getAttribute("lang") || "en";
    this.#table = await tableFor(tag);
    this.#draw();
  }

  #pass({ type, detail }) {
    if (type === "change") this.#draw();
    // A bubbling "error" event would trigger window.onerror.
    this.#tell(type, detail, { bubbles: type !== "error", composed: type !== "error" });
    if (type === "error") this.#tell("fault", detail);
    if (type === "change") this.#askForScores();
  }

  #tell(name, detail = null, options = {}) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, ...options }));
  }

  // Requests the scores of the position shown, if they are enabled and not known.
  #askForScores() {
    const { game } = this;
    const isIdle = game.task === null && game.fault === null && !game.isOver;
    if (this.showScores && isIdle && !game.analysis) game.analyse();
  }

  #draw() {
    const { messages, replay, showScores, settings, shapes } = this;
    this.#view.draw({ messages, replay, showScores, settings, shapes });
  }
}

reflectAttributes(NoughtsBoard.prototype);
if (globalThis.customElements && !customElements.get("noughts-board")) {
  customElements.define("noughts-board", NoughtsBoard);
}
