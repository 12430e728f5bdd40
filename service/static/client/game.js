// A game against the service. It contains no rules: the service decides whether a game is over and
// who has won. Each state change fires one "change" event; "move" and "gameover" follow it.

import { emptyPosition, keyOf, placed, played, requestFor } from "./board.js";
import { contract } from "./contract.js";
import { GameRecord } from "./record.js";
import { faultIn, settingsByDefault, settingsOn, WRONG_SETTING, wrongSettings } from "./settings.js";

/** @import { BoardGame } from "./noughts-board.js" */
/** @import { ReviewProgress, StreamOptions } from "./noughts.js" */

const FEW_NODES = contract.bounds.max_nodes.minimum; // enough if only the resulting position is needed
const FAST_CELLS = 9; // on such a board, even perfect replies at once
const PREVIEW_NODES = 20_000; // the budget of a preview
const PROGRESS_DELAY = 300; // milliseconds: faster searches show no progress
const IDLE = { task: null, fault: null, progress: null };
const PACE = 400; // milliseconds from a move to the reply: the move is drawn by then

// The result of a request, at the pace of a person if asked for, and if the reader does not avoid motion.
export async function paced(request, isPaced) {
  const isMoving = !globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  const pause = isPaced && isMoving ? new Promise((resolve) => setTimeout(resolve, PACE)) : null;
  const [answer] = await Promise.all([request, pause]);
  return answer;
}

// A record that sends requests, one at a time. `ask`, `fail`, `set` and `tell` are for subclasses.
class Requester extends GameRecord {
  task = null; // the pending request: "reply", "start" or "analysis"
  fault = null; // the last failure: {error, retry}
  progress = null; // of a long search

  #abort = null;

  // Whether a request that changes the game is pending; an analysis must not interrupt it.
  get isReplying() {
    return this.task === "reply" || this.task === "start";
  }

  // Resolves when no such request is pending.
  async settled() {
    while (this.isReplying) await new Promise((resolve) => this.addEventListener("change", resolve, { once: true }));
  }

  // Aborts the pending request, without an event.
  cancel() {
    this.#abort?.abort();
    Object.assign(this, { task: null, progress: null });
  }

  retry() {
    return this.fault?.retry?.();
  }

  // Sends one request at a time: a new one aborts the previous one.
  async ask(task, question, then) {
    this.cancel();
    const abort = (this.#abort = new AbortController());
    this.set({ task, fault: null });
    let answer;
    try {
      answer = await question(abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) this.fail(error, () => this.ask(task, question, then));
      return;
    }
    if (!abort.signal.aborted) await then(answer);
  }

  fail(error, retry = null) {
    this.set({ task: null, progress: null, fault: { error, retry } });
    this.tell("error", { error });
  }

  set(state) {
    Object.assign(this, state);
    this.tell("change");
  }

  tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

// The analyses of positions, each requested once.
class Analyses {
  #client;
  #quiet;
  #known = new Map();

  // The quiet client requests previews: it reports no exchanges, because no person requested them.
  constructor(client, quiet) {
    this.#client = client;
    this.#quiet = quiet;
  }

  get(position) {
    return this.#known.get(keyOf(position)) ?? null;
  }

  // Always streamed: only the service knows which analyses are slow.
  async ask(position, maxNodes, options) {
    const request = { ...requestFor(position), max_nodes: maxNodes };
    this.#known.set(keyOf(position), await this.#client.analyze(request, options));
  }

  // Best play from a move on, including the move, and whether it is proved.
  async variation(position, cell, signal) {
    const analysis = this.get(position);
    if (analysis?.best_move === cell) return lineOf(analysis);
    const after = placed(position, cell);
    let found = this.get(after);
    if (!found) {
      const request = { ...requestFor(after), max_nodes: PREVIEW_NODES };
      found = await this.#quiet.analysis(request, { signal });
      if (found.solved) this.#known.set(keyOf(after), found);
    }
    const { variation, isProved } = lineOf(found);
    return { variation: [cell, ...variation], isProved };
  }
}

function lineOf({ principal_variation: variation, solved }) {
  return { variation, isProved: solved };
}

/** @implements {BoardGame} */
export class Game extends Requester {
  #client;
  #analyses;
  #unconfirmed = null; // the person's move that the service has not confirmed yet

  constructor(client, quiet = client) {
    super();
    this.use(client, quiet);
  }

  // Sends all further requests through these clients.
  use(client, quiet = client) {
    this.#client = client;
    this.#analyses = new Analyses(client, quiet);
  }

  // The analysis of the position shown if known, otherwise null.
  get analysis() {
    return this.position && this.#analyses.get(this.position);
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
    this.#unconfirmed = null;
    if (wrong) return this.fail(wrong);
    this.settings = chosen;
    if (board) return this.#startFrom(board, sideToMove);
    this.positions = [position ?? emptyPosition(chosen)];
    return moves.length ? this.#startWith(moves, Math.min(at, moves.length)) : this.#continue();
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
    if (this.canRedo || !this.#levelIsDue) this.set({});
    else this.#reply();
  }

  /**
   * The value of each move; only for games from the empty board.
   * @param {{ moves?: number[], maxNodes?: number } & StreamOptions<ReviewProgress>} [options]
   */
  review({ moves = this.moves, maxNodes = this.settings.maxNodes, onProgress, signal } = {}) {
    const { columns, rows, inARow, misere, startingSide } = this.settings;
    const game = { moves, columns, rows, in_a_row: inARow, misere, starting_side: startingSide };
    return this.#client.review({ ...game, max_nodes: maxNodes }, { onProgress, signal });
  }

  // Makes the person's move, then requests the level's move.
  async play(cell) {
    if (this.isReplying || !this.isPersonsTurn || this.position.cells[cell] !== null) return;
    this.append(cell, placed(this.position, cell), "person");
    this.#unconfirmed = this.last;
    await this.#reply();
  }

  // Adds a move made by the page, with the resulting position from a response of the service.
  place(cell, position, by = "page") {
    this.append(cell, position, by);
    this.set(IDLE);
    this.tell("move", { ...this.last, position });
    if (this.isOver) this.#tellEnd();
  }

  // Makes any level's move, for a page that controls the game.
  playLevel(level) {
    const ask = (signal) => this.#bestMove(level, signal);
    return this.ask("reply", ask, ({ move, position }) => this.place(move.cell, position, "level"));
  }

  // Requests the level's move in the position shown.
  async resume() {
    if (this.#levelIsDue) await this.#reply();
  }

  undo() {
    const ply = this.plyBefore();
    if (ply !== null) this.goTo(ply);
  }

  redo() {
    this.goTo(this.plyAfter());
  }

  goTo(ply) {
    this.cancel();
    this.#unconfirmed = null;
    this.set({ ...IDLE, at: ply, last: null, wentTo: true });
  }

  // Requests the analysis of the position shown; slow ones report progress.
  async analyse() {
    const { position } = this;
    if (!position || this.isOver || this.isReplying) return null;
    if (!this.analysis) {
      const ask = (signal) => this.#followed((onProgress) =>
        this.#analyses.ask(position, this.settings.maxNodes, { onProgress, signal }));
      await this.ask("analysis", ask, () => this.set(IDLE));
    }
    return this.#analyses.get(position);
  }

  // The first best move; among several, the one that sets the best trap.
  async hint() {
    const { position, settings: { maxNodes } } = this;
    const analysis = await this.analyse();
    if (!analysis) return null;
    const best = analysis.moves.filter(({ rank }) => rank === 1);
    if (best.length === 1) return best[0];
    const request = { ...requestFor(position), level: "perfect", traps: true, max_nodes: maxNodes };
    let hint = best[0];
    await this.ask("analysis", (signal) => this.#client.bestMove(request, { signal }), ({ move }) => {
      if (best.some(({ cell }) => cell === move.cell)) hint = move;
      this.set(IDLE);
    });
    return hint;
  }

  // Best play after a move in the position shown.
  variation(cell, signal) {
    return this.#analyses.variation(this.position, cell, signal);
  }

  get #levelIsDue() {
    const { controlled, viewOnly } = this.settings;
    if (!this.position || this.isOver || controlled || viewOnly) return false;
    return this.task === "reply" || !this.isPersonsTurn;
  }

  #startFrom(board, sideToMove) {
    const { inARow, misere } = this.settings;
    const request = { board, side_to_move: sideToMove, in_a_row: inARow, misere: misere || null, max_nodes: FEW_NODES };
    return this.ask("start", (signal) => this.#client.analysis(request, { signal }), ({ position }) => {
      this.positions = [position];
      return this.#continue();
    });
  }

  // Shows the moves at once; the service then checks them and decides whether the game is over.
  #startWith(moves, at) {
    const positions = played(this.positions[0], moves);
    if (positions.length > 1) Object.assign(this, { moves: [...moves], positions, at });
    const ask = (signal) => this.review({ moves, maxNodes: FEW_NODES, signal });
    return this.ask("start", ask, ({ position }) => {
      this.positions = positions.with(-1, position);
      return this.#continue();
    });
  }

  // Completes the start: requests the level's move if it is to move.
  #continue() {
    if (!this.canRedo && this.#levelIsDue) return this.#reply();
    this.set(IDLE);
    if (this.isOver && !this.canRedo) this.#tellEnd();
  }

  // Requests a level's move; only the perfect level's choice depends on traps and the budget.
  #bestMove(level, signal) {
    const { position, settings: { maxNodes, seed, traps } } = this;
    const isPerfect = level === "perfect";
    const search = isPerfect ? { traps: traps || null, max_nodes: maxNodes } : { max_nodes: FEW_NODES };
    const request = { ...requestFor(position), level, seed, ...search };
    if (!isPerfect || position.cells.length <= FAST_CELLS) return this.#client.bestMove(request, { signal });
    return this.#followed((onProgress) => this.#client.bestMove(request, { onProgress, signal }));
  }

  // The result of a search, whose latest progress is shown if it takes longer than the delay.
  async #followed(search) {
    let isLate = false;
    let latest = null;
    const show = () => isLate && latest && this.set({ progress: latest });
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

  // Requests the status of the position shown and, if the level is to move, its move.
  #reply() {
    const { position, settings: { level, pace } } = this;
    const ask = (signal) =>
      this.isPerson(position.side_to_move)
        ? this.#client.analysis({ ...requestFor(position), max_nodes: FEW_NODES }, { signal })
        : paced(this.#bestMove(level, signal), pace);
    return this.ask("reply", ask, (answer) => this.#replied(answer));
  }

  #replied({ move = null, position }) {
    const confirmed = this.#unconfirmed;
    this.#unconfirmed = null;
    if (!move) this.positions = this.positions.with(this.at, position);
    const before = this.position;
    if (move) this.append(move.cell, position, "level");
    this.set(IDLE);
    if (confirmed) this.tell("move", { ...confirmed, position: before });
    if (move) this.tell("move", { ...this.last, position, trap: move.trap });
    if (this.isOver) this.#tellEnd();
    else if (this.#levelIsDue) return this.#reply(); // side="none": the level plays both sides
  }

  #tellEnd() {
    const { winner, status } = this.position;
    this.tell("gameover", { winner, status, position: this.position });
  }
}
