// A game against the service. Each state change fires one "change" event; "move" and "gameover" follow it.

import { emptyPosition, keyOf, placed, played, requestFor } from "./board.js";
import { contract } from "./contract.js";
import { CustomEvent, GameRecord } from "./record.js";
import { faultIn, settingsByDefault, settingsOn, WRONG_SETTING, wrongSettings } from "./settings.js";

/** @import { BoardGame } from "./noughts-board.js" */
/** @import { ReviewProgress, StreamOptions } from "./noughts.js" */

const FEW_NODES = contract.bounds.max_nodes.minimum; // enough if only the resulting position is needed
const FAST_CELLS = 9; // on such a board, even perfect replies at once
const PREVIEW_NODES = 20_000; // the budget of a preview
const PROGRESS_DELAY = 300; // milliseconds: faster searches show no progress
const PACE = 400; // milliseconds from a move to the reply: the move is drawn by then
const IDLE = { task: null, fault: null, progress: null };

// Changes in the same task, and those that a framework makes after an event, lead to one request.
const changes = () => Promise.resolve().then(() => {});

// The result of a request, at the pace of a person if asked for, and if the reader does not avoid motion.
export async function paced(request, isPaced) {
  const isMoving = !globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  const pause = isPaced && isMoving ? new Promise((resolve) => setTimeout(resolve, PACE)) : null;
  const [answer] = await Promise.all([request, pause]);
  return answer;
}

/** @implements {BoardGame} */
export class Game extends GameRecord {
  task = null; // the pending request: "reply", "start" or "analysis"
  fault = null; // the last failure: {error, retry}
  progress = null; // of a long search
  isPaused = false;

  #client;
  #quiet; // reports no exchanges: for previews, which no person has requested
  #analyses = new Map(); // by position
  #abort = null; // aborts the pending request
  #visits = 0; // how often the person has gone to another position, without making a move

  constructor(client, quiet = client) {
    super();
    this.use(client, quiet);
  }

  // Sends all further requests through these clients.
  use(client, quiet = client) {
    this.#client = client;
    this.#quiet = quiet;
    this.#analyses.clear();
  }

  // The analysis of the position shown if known, otherwise null.
  get analysis() { return this.position && this.#known(this.position); }

  // Whether a request that changes the game is pending; an analysis must not interrupt it.
  get isReplying() { return this.task === "reply" || this.task === "start"; }

  // Resolves when no such request is pending.
  async settled() {
    const change = () => new Promise((resolve) => this.addEventListener("change", resolve, { once: true }));
    while (this.isReplying) await change();
  }

  // Starts a game: from the empty board, with moves already made, of which the first `at` are shown,
  // from a board, or from a position in a response of the service.
  start(settings, from = {}) {
    const { moves = [], at = moves.length, board = null, sideToMove = null, position = null } = from;
    const chosen = { ...settingsByDefault, ...settings, ...settingsOn({ board, position }) };
    chosen.seed ??= Math.floor(Math.random() * 2 ** 32);
    const wrong = faultIn(chosen) ?? (board && moves.length ? wrongSettings([["either"]]) : null);
    this.cancel();
    const fromEmptyBoard = board === null && position === null;
    Object.assign(this, { positions: [], moves: [], at: 0, fromEmptyBoard, last: null, wentTo: false });
    this.isPaused = false;
    if (wrong) return this.fail(wrong);
    this.settings = chosen;
    if (board) return this.#startFrom(board, sideToMove);
    this.positions = played(position ?? emptyPosition(chosen), moves);
    if (this.positions.length <= moves.length) return this.#startWith(moves);
    Object.assign(this, { moves: [...moves], at: Math.min(at, moves.length), wentTo: at < moves.length });
    const next = this.#goOn();
    if (!this.canRedo && this.isOver) this.#tellEnd();
    return next;
  }

  // Changes side, level, traps, budget, control or view-only within the game.
  change(settings) {
    const wrong = faultIn({ ...this.settings, ...settings });
    if (wrong) {
      this.cancel();
      return this.fail(wrong);
    }
    Object.assign(this.settings, settings);
    if (this.fault?.error.code === WRONG_SETTING) this.fault = null;
    if (this.task === "reply") this.#stop();
    return this.#levelIsDue && this.task !== "start" ? this.#reply() : this.set({});
  }

  // The value of each move; only for games from the empty board.
  /** @param {{ moves?: number[], maxNodes?: number } & StreamOptions<ReviewProgress>} [options] */
  review({ moves = this.moves, maxNodes = this.settings.maxNodes, onProgress, signal } = {}) {
    const { columns, rows, inARow, misere, startingSide } = this.settings;
    const game = { moves, columns, rows, in_a_row: inARow, misere, starting_side: startingSide };
    return this.#client.review({ ...game, max_nodes: maxNodes }, { onProgress, signal });
  }

  // Makes the person's move, then requests the level's move.
  async play(cell) {
    if (this.isReplying || !this.isPersonsTurn || this.position.cells[cell] !== null) return;
    await this.#move(cell, placed(this.position, cell), "person");
  }

  // Adds a move made by the page, with the resulting position from a response of the service.
  place(cell, position, by = "page") {
    this.append(cell, position, by);
    this.set(IDLE);
    this.#tellMove();
  }

  // Makes any level's move, for a page that controls the game.
  playLevel(level) {
    const ask = (signal) => this.#bestMove(level, signal);
    return this.#ask("reply", ask, ({ move, position }) => this.place(move.cell, position, "level"));
  }

  // Ends a pause, and requests the level's move in the position shown, unless that is pending.
  async resume() {
    this.isPaused = false;
    if (this.#levelIsDue && this.task !== "reply") await this.#reply();
    else this.set({});
  }

  // Aborts all requests, and sends none until `resume` or `start`.
  pause() {
    this.isPaused = true;
    this.cancel();
    this.set({});
  }

  undo() {
    const ply = this.plyBefore();
    if (ply !== null) this.goTo(ply);
  }

  redo() { this.goTo(this.plyAfter()); }

  goTo(ply) {
    this.cancel();
    Object.assign(this, { at: ply, last: null, wentTo: true });
    this.#goOn();
  }

  // Requests the analysis of the position shown; slow ones report progress. Resolves to null if there is
  // none: after a failure, after the game has gone on, or while the level is to move.
  async analyse() {
    const { position } = this;
    if (!position || this.isOver || this.isReplying || this.#levelIsDue) return null;
    if (!this.analysis) {
      const request = { ...requestFor(position), max_nodes: this.settings.maxNodes };
      // Always streamed: only the service knows which analyses are slow.
      const ask = (signal) => this.#followed(signal, (onProgress) =>
        this.#client.analyze(request, { onProgress, signal }));
      await this.#ask("analysis", ask, (analysis) => {
        this.#analyses.set(keyOf(position), analysis);
        this.set(IDLE);
      });
    }
    return this.position === position ? this.#known(position) : null;
  }

  // The first best move; among several, the one that sets the best trap. If the level is to move, it moves
  // first. Resolves to null if there is no hint, or the person has gone to another position.
  async hint() {
    const visits = this.#visits;
    if (this.isReplying) await this.settled();
    else if (this.#levelIsDue) await this.#reply();
    const { position, settings: { maxNodes } } = this;
    const isPast = () => this.#visits !== visits || this.position !== position;
    const analysis = isPast() ? null : await this.analyse();
    if (!analysis) return null;
    const best = analysis.moves.filter(({ rank }) => rank === 1);
    if (best.length === 1) return best[0];
    const request = { ...requestFor(position), level: "perfect", traps: true, max_nodes: maxNodes };
    let hint = best[0];
    await this.#ask("analysis", (signal) => this.#client.bestMove(request, { signal }), ({ move }) => {
      if (best.some(({ cell }) => cell === move.cell)) hint = move;
      this.set(IDLE);
    });
    return isPast() ? null : hint;
  }

  // Best play from a move in the position shown on, including the move, and whether it is proved.
  async variation(cell, signal) {
    const { analysis, position } = this;
    if (analysis?.best_move === cell) return lineOf(analysis);
    const after = placed(position, cell);
    let found = this.#known(after);
    if (!found) {
      const request = { ...requestFor(after), max_nodes: PREVIEW_NODES };
      found = await this.#quiet.analysis(request, { signal });
      if (found.solved) this.#analyses.set(keyOf(after), found);
    }
    const { variation, isProved } = lineOf(found);
    return { variation: [cell, ...variation], isProved };
  }

  // Aborts the pending requests, without an event.
  cancel() {
    this.#visits += 1;
    this.#stop();
  }

  retry() { return this.fault?.retry?.(); }

  fail(error, retry = null) {
    this.set({ task: null, progress: null, fault: { error, retry } });
    this.#tell("error", { error });
  }

  set(state) {
    Object.assign(this, state);
    this.#tell("change");
  }

  #tell(name, detail = null) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  #known(position) { return this.#analyses.get(keyOf(position)) ?? null; }

  // Whether the level is to move in the last position.
  get #levelIsDue() {
    const { canRedo, isOver, isPaused, isPersonsTurn, position, settings: { controlled, viewOnly } } = this;
    const isOthers = canRedo || isOver || isPaused || isPersonsTurn || controlled || viewOnly;
    return position !== null && !isOthers;
  }

  #startFrom(board, sideToMove) {
    const { inARow, misere } = this.settings;
    const given = { board, side_to_move: sideToMove, in_a_row: inARow, misere: misere || null };
    const ask = (signal) => this.#client.analysis({ ...given, max_nodes: FEW_NODES }, { signal });
    return this.#ask("start", ask, ({ position }) => {
      this.positions = [position];
      return this.#goOn();
    });
  }

  // Starts with moves that the rules forbid. Only the service can say what is wrong with them.
  #startWith(moves) {
    const { settings } = this;
    this.positions = [];
    const ask = (signal) => this.review({ moves, maxNodes: FEW_NODES, signal });
    return this.#ask("start", ask, ({ position }) => this.start(settings, { position }));
  }

  // Draws a position, in which the level replies if it is to move.
  #goOn() { return this.#levelIsDue ? this.#reply() : this.set(IDLE); }

  async #move(cell, position, by, more = {}) {
    this.append(cell, position, by);
    const next = this.#goOn();
    this.#tellMove(more);
    await next;
  }

  #tellMove(more = {}) {
    const { last, position } = this;
    this.#tell("move", { ...last, position, ...more });
    if (this.isOver && this.position === position) this.#tellEnd();
  }

  #tellEnd() {
    const { winner, status } = this.position;
    this.#tell("gameover", { winner, status, position: this.position });
  }

  // Sends one request at a time, and none during a pause: a new one aborts the previous one.
  async #ask(task, question, then) {
    if (this.isPaused) return;
    this.#stop();
    const { signal } = (this.#abort = new AbortController());
    this.set({ task, fault: null });
    let answer;
    try {
      await changes();
      if (this.isPaused) this.#stop();
      signal.throwIfAborted();
      answer = await question(signal);
    } catch (error) {
      if (!signal.aborted) this.fail(error, () => this.#ask(task, question, then));
      return;
    }
    if (!signal.aborted) await then(answer);
  }

  #stop() {
    this.#abort?.abort();
    Object.assign(this, { task: null, progress: null });
  }

  // Requests a level's move; only the perfect level's choice depends on traps and the budget.
  #bestMove(level, signal) {
    const { position, settings: { maxNodes, seed, traps } } = this;
    const isPerfect = level === "perfect";
    const search = isPerfect ? { traps: traps || null, max_nodes: maxNodes } : { max_nodes: FEW_NODES };
    const request = { ...requestFor(position), level, seed, ...search };
    if (!isPerfect || position.cells.length <= FAST_CELLS) return this.#client.bestMove(request, { signal });
    return this.#followed(signal, (onProgress) => this.#client.bestMove(request, { onProgress, signal }));
  }

  // The result of a search, whose latest progress is shown if it takes longer than the delay.
  async #followed(signal, search) {
    let isLate = false;
    let latest = null;
    const show = () => isLate && latest && !signal.aborted && this.set({ progress: latest });
    const timer = setTimeout(() => {
      isLate = true;
      show();
    }, PROGRESS_DELAY);
    try {
      return await search((progress) => {
        latest = progress;
        show();
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #reply() {
    const { settings: { level, pace } } = this;
    const ask = (signal) => paced(this.#bestMove(level, signal), pace);
    return this.#ask("reply", ask, ({ move, position }) =>
      this.#move(move.cell, position, "level", { trap: move.trap }));
  }
}

const lineOf = ({ principal_variation: variation, solved }) => ({ variation, isProved: solved });
