// The custom element <noughts-board>, and the entry point of the npm package; /examples/ lists attributes,
// properties, events and parts. Without a DOM this module can be imported, but defines nothing.

import {
  beginningIn, observedAttributes, reflectAttributes, settingsOf, upgradeProperties,
} from "./attributes.js";
import { OTHER } from "./board.js";
import { Game } from "./game.js";
import { en, isWorthRetrying, tableFor } from "./labels.js";
import { Noughts } from "./noughts.js";
import { CustomEvent } from "./record.js";
import { View } from "./view.js";

export { en, languages } from "./labels.js";
export { Noughts, NoughtsError } from "./noughts.js";

const OF_THE_GAME = ["columns", "rows", "inARow", "misere", "startingSide", "seed"];
const OF_THE_VIEW = ["show-scores", "showscores", "replay"];
const SETTABLE = ["board", "messages", "moves", "position", "shapes"];
const hostOf = (node) => /** @type {ShadowRoot} */ (node.getRootNode()).host ?? null;
const copyOf = (value) => JSON.parse(JSON.stringify(value)); // The page can go on to change an array.
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @import { BoardSettings, NoughtsBoard as Declared } from "./noughts-board.js" */
// HTMLElement with the properties that reflectAttributes defines.
/** @typedef {BoardSettings & Pick<Declared, "base" | "replay" | "showScores">} Reflected */
const Base = /** @type {new () => HTMLElement & Reflected} */ (globalThis.HTMLElement ?? class {});

// The declaration, noughts-board.d.ts, describes the public members.
/** @implements {Declared} */
export class NoughtsBoard extends Base {
  static observedAttributes = observedAttributes;

  client;
  game;

  #view;
  #table = en; // the messages of the language
  #messages = {}; // messages set by the page
  #shapes = [];
  #due = {}; // the beginning of the game to start, if one is due
  #started = null; // the attributes at the last start
  #from = {}; // the beginning of the last start, or what the page has set since, equal to what is shown
  #set = null; // the beginning that the page has set in this task
  #tag = null; // the language of the messages
  #languages = null; // observes changes of the language
  #page = new AbortController(); // aborted when the board leaves its page
  #isShown = false; // whether it is in a page, which a browser can also keep for later
  #previewed = null; // aborts the pending preview
  #planned = null; // the move that waits: its cell, and the position before the reply

  constructor() {
    super();
    // A server can have sent the shadow root, or a template can have been copied with it.
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    this.game = new Game(...this.#connect());
    this.#view = new View(root, this);
    for (const name of ["change", "move", "gameover", "error"]) {
      this.game.addEventListener(name, (/** @type {CustomEvent} */ event) => this.#pass(event));
    }
  }

  connectedCallback() {
    upgradeProperties(this, SETTABLE);
    this.#followLanguage();
    this.#followPage();
  }

  // A removed board sends no requests until it is connected again. One that is moved is connected again in
  // the same task, and keeps those it has sent.
  disconnectedCallback() {
    this.#languages?.disconnect();
    this.#page.abort();
    this.#isShown = false;
    this.game.isPaused = true;
    queueMicrotask(() => this.#isShown || this.#hide());
  }

  adoptedCallback() {
    this.#remain();
    this.#view.dress();
  }

  attributeChangedCallback(name, before, after) {
    this.#remain(); // in a frame that is left, changes wait for the adoption
    if (before === after) return;
    if (name === "base") this.game.use(...this.#connect());
    if (name === "lang") this.#chooseLanguage();
    if (!this.#started) return;
    if (OF_THE_VIEW.includes(name)) {
      this.#draw();
      this.#askForScores();
    } else if (name === "board" || this.#isAnotherGame()) {
      this.#later();
    } else {
      const { side, level, traps, maxNodes, controlled, viewOnly, pace } = this.settings;
      this.game.change({ side, level, traps, maxNodes, controlled, viewOnly, pace });
    }
  }

  // Firefox 140 and earlier make a board that is adopted a plain HTMLElement of the other document.
  #remain() {
    Object.setPrototypeOf(this, (customElements.get(this.localName) ?? NoughtsBoard).prototype);
  }

  // Whether the attributes require a new game: they differ, or could not start one.
  #isAnotherGame() {
    const { game, settings } = this;
    settings.seed ??= this.#started.seed;
    const isRefused = game.position === null && game.fault !== null;
    return isRefused || OF_THE_GAME.some((name) => settings[name] !== this.#started[name]);
  }

  // Starts one game for all attributes that change in the same task, with the moves set in it.
  #later() {
    this.#due ??= this.#set ?? {};
    queueMicrotask(() => this.#isShown && this.#due && this.newGame(this.#due));
  }

  // Starts a game from what the page sets, unless it is null or equal, with the attributes that change
  // in the same task before or after it.
  #begin(from, isShown) {
    const [[name, value]] = Object.entries(from);
    if (!value) return;
    this.#set = copyOf(from);
    queueMicrotask(() => { this.#set = null; });
    if (this.#due) this.#due = this.#set;
    else if (isShown && this.position) this.#from = this.#set;
    else if (!isSame(value, this.#from[name])) this.newGame(from);
  }

  get settings() { return settingsOf(this); }

  get position() { return this.game.position; }
  set position(position) { this.#begin({ position }, isSame(position, this.position)); }

  get moves() { return this.game.moves.slice(0, this.game.at); }
  set moves(moves) {
    this.#begin({ moves }, this.game.fromEmptyBoard && isSame(moves, this.moves));
  }

  get board() { return this.position?.notation ?? null; }
  set board(board) { this.#begin({ board }, board === this.board); }

  // A page's table for another language may lack messages of newer versions; these are in English.
  get messages() { return { ...en, ...this.#table, ...this.#messages }; }
  set messages(messages) {
    this.#messages = messages ?? {};
    this.#draw();
  }

  get shapes() { return this.#shapes; }
  set shapes(shapes) {
    this.#shapes = [...(shapes ?? [])];
    this.#draw();
  }

  focus(options) { this.#view.focus(options); }

  // Starts a game with `moves` and `at`, `board` and `sideToMove`, or `position`, or by the attributes.
  newGame(from = {}) {
    this.#from = copyOf(from);
    this.#due = this.#isShown ? null : from; // then, all attributes are set
    if (this.#due) return undefined;
    this.#started = this.settings;
    const isGiven = from.moves || from.board || from.position;
    return this.game.start(this.#started, isGiven ? from : beginningIn(this));
  }

  playAgain() {
    if (this.side in OTHER) this.side = OTHER[this.side];
    this.newGame();
  }

  // Makes a move of the person, unless the page prevents it or controls the board. A move chosen while the
  // level is to move waits for the reply; choosing it again takes it back.
  async play(cell) {
    const { game } = this;
    if (!game.position || game.position.cells[cell] !== null) return;
    if (game.task === "reply" && game.isPerson(OTHER[game.position.side_to_move]) && !this.controlled) {
      this.#planned = cell === this.#plannedCell ? null : { cell, position: game.position };
      this.#draw();
    }
    if (!game.isPersonsTurn || game.isReplying) return;
    const detail = { cell, side: game.position.side_to_move, position: game.position };
    const isAllowed = this.#tell("beforemove", detail, true);
    if (isAllowed && !this.controlled) await game.play(cell);
  }

  get #plannedCell() {
    const { cell, position } = this.#planned ?? {};
    return position === this.position ? cell : null;
  }

  // Makes the move that has waited, if this is the reply to its position.
  #playPlanned() {
    const { game } = this;
    const { cell, position } = this.#planned ?? {};
    this.#planned = null;
    if (position && position === game.positions[game.at - 1] && game.last.by === "level") this.play(cell);
  }

  undo() { this.game.undo(); }

  redo() { this.game.redo(); }

  // Marks the best move that is hardest to answer and returns it; if the level is to move, that of the
  // position after its move. Null if there is none, or the person has gone to another position.
  async hint() {
    const move = await this.game.hint();
    if (move) this.#view.hint = { position: this.game.position, move };
    this.#draw();
    return move;
  }

  // Shows best play after a move; null removes it. Fires "preview".
  async preview(cell) {
    this.#previewed?.abort();
    const abort = (this.#previewed = new AbortController());
    const { game } = this;
    const { position } = game;
    const isOpen = cell !== null && position?.cells[cell] === null && !game.isOver && !game.task;
    const isShown = isOpen && this.#isShown && this.showScores;
    this.#view.showVariation(isShown ? [cell] : []); // the move itself at once
    if (!isShown) return this.#tell("preview", { cell: null, variation: [], isProved: false });
    try {
      const found = await game.variation(cell, abort.signal);
      if (abort.signal.aborted || game.position !== position) return undefined;
      this.#view.showVariation(found.variation);
      this.#tell("preview", { cell, ...found });
    } catch {
      // A failed preview is not reported: making the move will report the error.
    }
    return undefined;
  }

  cancelScores() {
    this.showScores = false;
    this.game.cancel();
    this.game.set({}); // draws the board
  }

  // The client, and one that reports no exchanges.
  #connect() {
    const options = this.base === null ? {} : { base: this.base };
    this.client = new Noughts({ ...options, observe: (detail) => this.#tell("exchange", detail) });
    return [this.client, new Noughts(options)];
  }

  // Goes on until the page ends or is kept for later: the board in a frame that is removed stays connected.
  #followPage() {
    const { defaultView: page } = this.ownerDocument;
    const { signal } = (this.#page = new AbortController());
    page?.addEventListener("pagehide", () => this.#hide(), { signal });
    page?.addEventListener("pageshow", () => this.#show(), { signal });
    if (page) this.#show();
  }

  #show() {
    this.#isShown = true;
    if (this.#due) this.#later();
    else if (this.game.isPaused) this.game.resume();
  }

  #hide() {
    this.#isShown = false;
    this.#previewed?.abort();
    if (this.game.task === "start") this.#due ??= this.#from;
    this.game.pause();
  }

  // Chooses the language, and again whenever an attribute `lang` changes around the board.
  #followLanguage() {
    this.#languages ??= new MutationObserver(() => this.#chooseLanguage());
    const options = { attributes: true, attributeFilter: ["lang"], subtree: true };
    for (let node = /** @type {Element} */ (this); node; node = hostOf(node)) {
      this.#languages.observe(node.getRootNode(), options);
    }
    this.#chooseLanguage();
  }

  async #chooseLanguage() {
    const tag = this.#closest("[lang]")?.getAttribute("lang") || "en";
    this.#draw();
    if (this.#tag === tag) return;
    this.#tag = tag;
    const table = await tableFor(tag).catch(() => null);
    if (this.#tag !== tag) return; // another one has been chosen
    if (table) this.#table = table;
    else this.#tag = null; // it is loaded again at the next change
    this.#draw();
  }

  // The nearest element around the board that matches, also outside the shadow roots it is in.
  #closest(selector) {
    let found = this.closest(selector);
    for (let host = hostOf(this); host && !found; host = hostOf(host)) found = host.closest(selector);
    return found;
  }

  #pass({ type, detail }) {
    if (type === "change") this.#draw();
    if (type === "error") {
      this.dispatchEvent(new CustomEvent(type, { detail })); // if it bubbled, it would trigger window.onerror
      const { error } = detail;
      if (!isWorthRetrying(error)) console.error(`<noughts-board>: ${error.message}`);
    }
    this.#tell(type === "error" ? "fault" : type, detail);
    if (type === "change") this.#askForScores();
    if (type === "move") this.#playPlanned();
  }

  // Dispatches an event with its own name, then with its former name, until 2.0. In a form, that does not
  // bubble: it would seem to be an event of a field. Returns whether neither has been canceled.
  #tell(name, detail = null, cancelable = false) {
    const options = { detail, composed: true, cancelable };
    const isAllowed = this.dispatchEvent(new CustomEvent(`noughts-${name}`, { ...options, bubbles: true }));
    const bubbles = this.#closest("form") === null;
    return this.dispatchEvent(new CustomEvent(name, { ...options, bubbles, composed: bubbles })) && isAllowed;
  }

  // Requests the scores of the position shown, if they are enabled and not known.
  #askForScores() {
    const { game } = this;
    const isIdle = game.task === null && game.fault === null && !game.isOver;
    if (this.showScores && isIdle && !game.analysis) game.analyse();
  }

  #draw() {
    const { messages, replay, showScores, shapes } = this;
    this.#view.draw({ messages, planned: this.#plannedCell, replay, showScores, shapes });
  }
}

reflectAttributes(NoughtsBoard.prototype);
if (globalThis.customElements && !customElements.get("noughts-board")) {
  customElements.define("noughts-board", NoughtsBoard);
}
