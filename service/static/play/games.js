// Counts of all games of tic-tac-toe, on three rows and columns with three in a row. Games are ordered by
// their lists of cells.

const LINES = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
export const DRAWN = 0;

const known = new Map(); // 5,478 positions
const sum = (counts) => counts.reduce((total, count) => total + count, 0);

// A position: its moves, in the order of the cells, with the positions after them; by ply, how many games
// from it on end with a line, and at index DRAWN, how many are drawn; and how many games these are. A side is
// the mask of its cells. `own` is the side to move, and `other` the one that has just moved.
export function positionAt(own = 0, other = 0) {
  const key = (own << CELLS.length) | other;
  if (!known.has(key)) known.set(key, counted(own, other));
  return known.get(key);
}

function counted(own, other) {
  const hasLine = LINES.some((line) => (other & line) === line);
  const empty = CELLS.filter((cell) => !((own | other) & (1 << cell)));
  const ends = Array(CELLS.length + 1).fill(0);
  const moves = [];
  for (const cell of hasLine ? [] : empty) { // faster than `map`, which is slow if it recurs
    moves.push({ cell, position: positionAt(other, own | (1 << cell)) });
  }
  if (moves.length === 0) ends[hasLine ? CELLS.length - empty.length : DRAWN] = 1;
  for (const { position } of moves) {
    for (let ply = 0; ply < ends.length; ply += 1) ends[ply] += position.ends[ply];
  }
  return { moves, ends, games: sum(ends) };
}

// The ends by outcome. The side that completes a line wins, or loses in misère.
export function outcomesOf(ends, isMisere) {
  const lines = (parity) => sum(ends.filter((_, ply) => ply !== DRAWN && ply % 2 === parity));
  const [first, second] = isMisere ? [lines(0), lines(1)] : [lines(1), lines(0)];
  return { first, second, drawn: ends[DRAWN] };
}

// By ply of a game, the games through its position: how many come before them, and how many they are.
export function pathOf(cells) {
  let { moves } = positionAt();
  let before = 0;
  return cells.map((cell) => {
    const index = moves.findIndex((move) => move.cell === cell);
    if (index < 0) throw new RangeError(`no game has ${cells.join(".")}`);
    before += sum(moves.slice(0, index).map(({ position }) => position.games));
    const { position } = moves[index];
    moves = position.moves;
    return { before, games: position.games };
  });
}
