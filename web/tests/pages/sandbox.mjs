// A stand-in for player/sandbox.js in this process, for what happens around it. It is not safe.

export const sandboxes = []; // those started

export class PlayerError extends Error {
  line = null;
  board = null;
}

export class Sandbox {
  used = 0;
  isClosed = false;

  constructor(code, position) {
    Object.assign(this, { code, position });
    sandboxes.push(this);
  }

  async move({ notation, cells, side_to_move: side }) {
    try {
      return new Function("board", "side", `${this.code}\nreturn move(board, side);`)(cells, side);
    } catch ({ message }) {
      throw Object.assign(new PlayerError(message), { line: message === "lost" ? null : 2, board: notation });
    }
  }

  close() {
    this.isClosed = true;
  }
}
