// The moves and positions of a game, and which position is shown.

import { settingsByDefault } from "./settings.js";

// Of the same DOM as EventTarget, even after a test tool has closed it.
export const { CustomEvent } = globalThis;

export class GameRecord extends EventTarget {
  settings = { ...settingsByDefault };
  positions = []; // the first is the start
  moves = []; // the cells played between them
  at = 0; // the position shown
  fromEmptyBoard = true; // otherwise from another board; such a game cannot be reviewed
  last = null; // the move just made: {side, cell, by}; null after stepping
  wentTo = false; // whether the position shown was reached by stepping or undo

  get position() {
    return this.positions[this.at] ?? null;
  }

  get isOver() {
    return this.position !== null && this.position.status !== "in_progress";
  }

  // Whether a game that was played here has ended.
  get hasEnded() {
    const { controlled, viewOnly } = this.settings;
    return this.isOver && this.moves.length > 0 && !controlled && !viewOnly;
  }

  get isPersonsTurn() {
    const { isOver, position, settings } = this;
    return position !== null && !isOver && !settings.viewOnly && this.isPerson(position.side_to_move);
  }

  // The cell of the move that led to the position shown, or null.
  get lastCell() {
    return this.moves[this.at - 1] ?? null;
  }

  get canUndo() {
    return this.plyBefore() !== null;
  }

  get canRedo() {
    return this.at < this.moves.length;
  }

  isPerson(side) {
    return this.settings.side === "both" || this.settings.side === side;
  }

  // The last ply before the position shown at which the person was to move, or null.
  plyBefore() {
    const isPersons = ({ side_to_move: side }) => this.isPerson(side);
    const ply = this.positions.slice(0, this.at).findLastIndex(isPersons);
    return ply < 0 ? null : ply;
  }

  // The next ply at which the person is to move, or the last one.
  plyAfter() {
    const isPersons = ({ side_to_move: side }, ply) => ply > this.at && this.isPerson(side);
    const ply = this.positions.findIndex(isPersons);
    return ply < 0 ? this.moves.length : ply;
  }

  // Adds a move after the position shown; moves that followed it are dropped.
  append(cell, position, by) {
    this.last = { cell, by, side: this.position.side_to_move };
    this.moves = [...this.moves.slice(0, this.at), cell];
    this.positions = [...this.positions.slice(0, this.at + 1), position];
    this.at += 1;
    this.wentTo = false;
  }
}
