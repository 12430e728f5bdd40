// A game against the service: what has been played, what is shown, and what is asked for.
// It holds no rules: whether a game is over, and who has won where, is what the service says.

import { faultIn, WRONG_SETTING, wrongSetting } from "./checks.js";

const FEW_CELLS = 9; // left: an analysis is instantaneous
const QUICK = 1000; // nodes: enough where only the position matters
const PREVIEW = 20000;
const EITHER = "A game begins with a board or with moves: leave one out.";

export const settingsByDefault = {
  columns: 3,
  rows: 3,
  inARow: 3,
  misere: false,
  side: "X", // the side of the person: X, O or both
  startingSide: "X",
  level: "medium",
  seed: null,
  maxNodes: null,
};

export class Game extends EventTarget {
  settings = { ...settingsByDefault };
  positions = []; // the first is the start
  moves = []; // the cells played between them
  at = 0; // the position shown
  fromEmptyBoard = true; // or from some other board: such a game cannot be reviewed
  task = null; // what the service is asked for just now: "reply", "start" or "analysis"
  fault = null; // what went wrong last, and how to try it again
  progress = null; // of a long analysis
  last = null; // the move made last, for the status: {side, cell, by}

  #client;
  #quiet;
  #abort = null;
  #analyses = new Map();
  #chosen = {}; // the settings of the game that is begun

  // Previews are asked for by the quiet client, as they are not what a person has asked for.
  constructor(client, quiet = client) {
    super();
    this.#client = client;
    this.#quiet = quiet;
  }

  get position() {
    return this.positions[this.at] ?? null;
  }

  get isOver() {
    return this.position !== null && this.position.status !== "in_progress";
  }

  // Whether the service is at work on the game itself, which a question must not interrupt.
  get isReplying() {
    return this.task === "reply" || this.task === "start";
  }

  get isPersonsTurn() {
    return this.position !== null && !this.isOver && this.isPerson(this.position.side_to_move);
  }

  get canUndo() {
    return this.#personsPlyBefore(this.at) !== null;
  }

  get canRedo() {
    return this.at < this.moves.length;
  }

  isPerson(side) {
    return this.settings.side === "both" || this.settings.side === side;
  }

  // Begins a game: from the empty board, with moves already made of which the first `at` are
  // shown, or from a board.
  start(settings, { moves = [], at = moves.length, board = null, sideToMove = null } = {}) {
    const chosen = { ...settingsByDefault, ...settings };
    chosen.seed ??= Math.floor(Math.random() * 2 ** 32);
    this.#chosen = chosen;
    const { columns, rows, startingSide, inARow, misere } = chosen;
    const wrong = faultIn(chosen) ?? (board && moves.length ? wrongSetting(EITHER) : null);
    return this.#ask("start", async (signal) => {
      if (wrong) throw wrong;
      const empty = Array(rows).fill(".".repeat(columns)).join("/");
      const { position } = await this.#client.analysis(
        {
          board: board ?? empty,
          side_to_move: board ? sideToMove : startingSide,
          in_a_row: inARow,
          misere: misere || null,
          max_nodes: QUICK,
        },
        { signal },
      );
      const positions = [position];
      if (moves.length) {
        const review = await this.review({ moves, maxNodes: QUICK, settings: chosen, signal });
        for (const cell of moves.slice(0, -1)) positions.push(placed(positions.at(-1), cell));
        positions.push(review.position);
      }
      const fromEmptyBoard = board === null;
      const state = { settings: chosen, positions, moves: [...moves], fromEmptyBoard };
      Object.assign(this, { ...state, at: Math.min(at, moves.length), last: null });
    }).then((done) => done && this.#continue());
  }

  // Goes on with another side for the person, another level or another budget.
  change(settings) {
    const wrong = faultIn({ ...this.settings, ...settings });
    if (wrong) {
      this.cancel();
      return this.#failed(wrong);
    }
    Object.assign(this.settings, settings);
    Object.assign(this.#chosen, settings);
    if (this.fault?.error.code === WRONG_SETTING) this.fault = null;
    if (!this.canRedo) this.resume();
    this.#changed();
  }

  // What each move was worth; only of games from the empty board.
  review({ moves = this.moves, settings = this.settings, maxNodes = settings.maxNodes, signal } = {}) {
    const { columns, rows, inARow, misere, startingSide } = settings;
    const game = { moves, columns, rows, in_a_row: inARow, misere, starting_side: startingSide };
    return this.#client.review({ ...game, max_nodes: maxNodes }, { signal });
  }

  // Plays a cell for the person whose turn it is, and lets the level answer.
  async play(cell) {
    if (this.isReplying || !this.isPersonsTurn || this.position.cells[cell] !== null) return;
    this.#append(cell, placed(this.position, cell), "person");
    await this.#reply();
  }

  // Lets the level move on from the position shown, or answers anew as other settings have it.
  async resume() {
    if (!this.position || this.isOver) return;
    if (this.task === "reply" || !this.isPersonsTurn) await this.#reply();
  }

  undo() {
    const ply = this.#personsPlyBefore(this.at);
    if (ply !== null) this.goTo(ply);
  }

  redo() {
    let ply = this.at + 1;
    while (ply < this.moves.length && !this.isPerson(this.positions[ply].side_to_move)) ply += 1;
    this.goTo(Math.min(ply, this.moves.length));
  }

  goTo(ply) {
    this.cancel();
    Object.assign(this, { at: ply, last: null, fault: null });
    this.#changed();
  }

  cancel() {
    this.#abort?.abort();
    Object.assign(this, { task: null, progress: null });
  }

  retry() {
    return this.fault?.retry();
  }

  // The analysis of the position shown if it is known, else null.
  get analysis() {
    return this.position && (this.#analyses.get(keyOf(this.position)) ?? null);
  }

  // Asks for the analysis of the position shown; long ones report their progress.
  async analyse() {
    const { position } = this;
    if (!position || this.isOver || this.isReplying) return null;
    if (!this.analysis) {
      await this.#ask("analysis", async (signal) => {
        const request = { ...asked(position), max_nodes: this.settings.maxNodes };
        const onProgress = (progress) => this.#changed({ progress });
        const isLong = position.cells.filter((cell) => cell === null).length > FEW_CELLS;
        const analysis = isLong
          ? await this.#client.analyze(request, { onProgress, signal })
          : await this.#client.analysis(request, { signal });
        this.#analyses.set(keyOf(position), analysis);
      });
    }
    return this.#analyses.get(keyOf(position)) ?? null;
  }

  // Best play after a move, that move included; without an answer the move alone.
  async variation(cell, signal) {
    const { position, analysis } = this;
    if (analysis?.best_move === cell) return analysis.principal_variation;
    const after = placed(position, cell);
    const key = keyOf(after);
    if (!this.#analyses.has(key)) {
      const request = { ...asked(after), max_nodes: PREVIEW };
      const found = await this.#quiet.analysis(request, { signal });
      if (!found.solved) return [cell, ...found.principal_variation];
      this.#analyses.set(key, found);
    }
    return [cell, ...this.#analyses.get(key).principal_variation];
  }

  #personsPlyBefore(ply) {
    for (let before = ply - 1; before >= 0; before -= 1) {
      if (this.isPerson(this.positions[before].side_to_move)) return before;
    }
    return null;
  }

  #append(cell, position, by) {
    this.moves = [...this.moves.slice(0, this.at), cell];
    this.positions = [...this.positions.slice(0, this.at + 1), position];
    this.last = { cell, by, side: this.positions[this.at].side_to_move };
    this.at += 1;
    this.#changed();
    this.#tell("move", { ...this.last, position });
  }

  async #continue() {
    if (this.canRedo) return;
    if (this.isOver) this.#tellEnd();
    else if (!this.isPersonsTurn) await this.#reply();
  }

  // Asks what has become of the position shown, and for the level's move if it is its turn.
  async #reply() {
    const before = this.position;
    let answer = null;
    const done = await this.#ask("reply", async (signal) => {
      answer = this.isPerson(before.side_to_move)
        ? await this.#client.analysis({ ...asked(before), max_nodes: QUICK }, { signal })
        : await this.#client.bestMove(this.#turn(before), { signal });
    });
    if (!done) return;
    if (answer.move) {
      this.#append(answer.move.cell, answer.position, "level");
    } else {
      this.positions = this.positions.with(this.at, answer.position);
      this.#changed();
    }
    if (this.isOver) this.#tellEnd();
  }

  // A weaker level's choice does not depend on the budget, so it need not wait for a proof.
  #turn(position) {
    const { level, seed, maxNodes } = this.settings;
    const few = position.cells.length <= FEW_CELLS;
    const nodes = level === "perfect" || few ? maxNodes : QUICK;
    return { ...asked(position), level, seed, max_nodes: nodes };
  }

  // Does one thing at a time: what is begun ends what was under way. True if it was done.
  async #ask(task, work) {
    this.cancel();
    const abort = new AbortController();
    this.#abort = abort;
    this.#changed({ task, fault: null });
    try {
      await work(abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) this.#failed(error, task, work);
      return false;
    }
    if (abort.signal.aborted) return false;
    this.#changed({ task: null, progress: null });
    return true;
  }

  #failed(error, task, work) {
    const again = {
      reply: () => this.#reply(),
      analysis: () => this.analyse(),
      start: () => this.#ask(task, work).then((done) => done && this.#continue()),
    };
    const fault = { error, retry: again[task] };
    this.#changed({ task: null, progress: null, fault });
    this.#tell("error", { error });
  }

  #changed(state = {}) {
    Object.assign(this, state);
    this.#tell("change");
  }

  #tellEnd() {
    const { winner, status } = this.position;
    this.#tell("gameover", { winner, status, position: this.position });
  }

  #tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

// The position with a mark on one more cell; whether that ends the game the service will say.
export function placed(position, cell) {
  const cells = position.cells.with(cell, position.side_to_move);
  const rows = Array.from({ length: position.rows }, (_, row) =>
    cells
      .slice(row * position.columns, (row + 1) * position.columns)
      .map((mark) => mark ?? ".")
      .join(""),
  );
  const other = position.side_to_move === "X" ? "O" : "X";
  return { ...position, cells, notation: rows.join("/"), side_to_move: other };
}

// A position as a request has it.
export function asked({ notation, side_to_move, in_a_row, misere }) {
  return { board: notation, side_to_move, in_a_row, misere: misere || null };
}

function keyOf(position) {
  return JSON.stringify(asked(position));
}
