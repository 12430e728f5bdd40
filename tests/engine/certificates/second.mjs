// Checks certificates as docs/certificates.md describes them, independently of check.py. Standard
// input is a JSON array of texts; the output is an array of their statements, null if refused.
import { readFileSync } from "node:fs";

const refuse = (condition) => {
  if (condition) throw new RangeError("refused");
};
const MARKS = new Set(".XO");

class Game {
  constructor(columns, rows, inARow) {
    this.cells = [...Array(columns * rows).keys()];
    const at = (x, y) => (x >= 0 && x < columns && y < rows ? y * columns + x : -1);
    const steps = [[1, 0], [0, 1], [1, 1], [-1, 1]];
    this.lines = this.cells
      .flatMap((cell) => steps.map(([right, down]) => [...Array(inARow).keys()].map((i) =>
        at(cell % columns + i * right, Math.floor(cell / columns) + i * down))))
      .filter((line) => !line.includes(-1));
    this.linesOf = this.cells.map((cell) => this.lines.filter((line) => line.includes(cell)));
    const flips = [0, 1, 2, 3, ...(columns === rows ? [4, 5, 6, 7] : [])];
    this.images = flips.map((flip) => this.cells.map((cell) => {
      const x = flip & 1 ? columns - 1 - cell % columns : cell % columns;
      const y = flip & 2 ? rows - 1 - Math.floor(cell / columns) : Math.floor(cell / columns);
      return flip & 4 ? x * columns + y : y * columns + x;
    }));
  }

  /** One string for all rotations and reflections of a board, whatever its pairs are called. */
  key(board) {
    const keys = this.images.map((image) => {
      const names = new Map();
      return image.map((cell) => {
        const mark = board[cell];
        if (MARKS.has(mark)) return mark;
        if (!names.has(mark)) names.set(mark, String.fromCharCode(200 + names.size));
        return names.get(mark);
      }).join("");
    });
    return keys.sort()[0];
  }

  completing(board, side, lines = this.lines) {
    const found = new Set();
    for (const line of lines) {
      const others = line.filter((cell) => board[cell] !== side);
      if (others.length === 1 && board[others[0]] === ".") found.add(others[0]);
    }
    return [...found];
  }

  /** The cells in which the other side may reply to threats at `answers`. */
  replies(board, answers) {
    const allowed = answers.length ? answers : this.cells;
    return answers.length > 1 ? [] : allowed.filter((cell) => board[cell] === ".");
  }

  followX(before, move, threats) {
    const board = put(before, move, "X");
    refuse(this.completing(board, "O").length || !board.includes("."));
    return this.replies(board, this.completing(board, "X"))
      .filter((cell) => !this.winsByThreats(put(board, cell, "O"), cell, threats))
      .map((cell) => put(board, cell, "O"));
  }

  winsByThreats(start, reply, threats) {
    let board = start;
    let last = reply;
    for (const [cell] of threats) {
      const dangers = this.completing(board, "O", this.linesOf[last]);
      if (board[cell] !== "." || dangers.some((danger) => danger !== cell)) return false;
      board = put(board, cell, "X");
      const answers = this.completing(board, "X", this.linesOf[cell]);
      if (answers.length !== 1) return answers.length > 1;
      last = answers[0];
      board = put(board, last, "O");
    }
    return false;
  }

  followO(before, move, pairs) {
    refuse((move === null) !== before.every((mark) => mark === "."));
    let board = move === null ? before : put(before, move, "O");
    pairs.forEach(([a, b], i) => {
      board = put(put(board, a, `pair ${i}`), b, `pair ${i}`);
    });
    const lacking = this.lines
      .filter((line) => {
        const others = line.map((cell) => board[cell]).filter((mark) => !".X".includes(mark));
        return !others.includes("O") && new Set(others).size === others.length;
      })
      .map((line) => new Set(line.filter((cell) => board[cell] === ".")));
    const isIn = (small, large) => [...small].every((cell) => large.has(cell));
    const sets = lacking.filter((set, i) => !lacking.some((other, j) =>
      isIn(other, set) && (other.size < set.size || j < i)));
    refuse(sets.some((set) => set.size < 2));
    const weight = (cell) =>
      sets.reduce((sum, set) => sum + 0.5 ** (set.size - (set.has(cell) ? 1 : 0)), 0);
    return this.replies(board, this.completing(board, "O"))
      .filter((cell) => weight(cell) >= 1)
      .map((cell) => put(board, cell, "X"));
  }
}

function put(board, cell, mark) {
  refuse(board[cell] !== ".");
  return board.with ? board.with(cell, mark) : board.map((each, i) => (i === cell ? mark : each));
}

function check(text) {
  const [header, ...lines] = text.replace(/\n$/, "").split("\n");
  const found = /^Noughts certificate: ([3-9])x([3-9]), ([3-9]) in a row, (X wins|draw), (\d{1,7}) lines$/
    .exec(header);
  refuse(!found || Number(found[5]) !== lines.length);
  const [columns, rows, inARow] = found.slice(1, 4).map(Number);
  const isWin = found[4] === "X wins";
  const game = new Game(columns, rows, inARow);
  const form = isWin ? /^([.A-Za-z/]+) (\d\d?)((?: \d\d?)*)$/ : /^([.A-Za-z/]+) (-|\d\d?)((?: \d\d?-\d\d?)*)$/;
  const strategy = new Map();
  for (const line of lines) {
    const [, board, move, items] = form.exec(line) ?? refuse(true);
    const size = board.split("/").map((row) => row.length);
    refuse(size.length !== rows || size.some((length) => length !== columns));
    const cells = [...board.replaceAll("/", "")];
    const numbers = items.split(" ").slice(1).map((item) => item.split("-").map(Number));
    strategy.set(game.key(cells), [cells, move === "-" ? null : Number(move), numbers]);
  }
  refuse(strategy.size !== lines.length);
  const left = [game.cells.map(() => ".")];
  const reached = new Set();
  while (left.length) {
    const key = game.key(left.pop());
    refuse(!strategy.has(key));
    if (!reached.has(key)) left.push(...(isWin ? game.followX(...strategy.get(key)) : game.followO(...strategy.get(key))));
    reached.add(key);
  }
  refuse(reached.size !== strategy.size);
  return `${columns}x${rows}, ${inARow} in a row: ${found[4]}.`;
}

const answers = JSON.parse(readFileSync(0, "utf8")).map((text) => {
  try {
    return check(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
});
process.stdout.write(JSON.stringify(answers));
