// Counts of all games of tic-tac-toe, on three rows and columns with three in a row.
//
// A side is the mask of its cells. `own` are the marks of the side to move, `other` those of the side that
// has just moved. Games are ordered by their lists of cells.

const LINES = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const PLIES = 9;
export const DRAWN = 0;

const SIDES = Array.from({ length: 1 << PLIES }, (_, side) => side);
const HAS_LINE = SIDES.map((side) => LINES.some((line) => (side & line) === line));
const SIZES = SIDES.map((side) => [...side.toString(2)].filter((bit) => bit === "1").length);
const known = new Map(); // the ends below each position: 5,478 of them

// How many games from a position on end with a line at each ply; at index DRAWN, how many are drawn.
export function endsBelow(own, other) {
  const key = (own << PLIES) | other;
  let ends = known.get(key);
  if (!ends) known.set(key, (ends = counted(own, other)));
  return ends;
}

function counted(own, other) {
  const ends = Array(PLIES + 1).fill(0);
  const marks = own | other;
  const plies = SIZES[marks];
  if (HAS_LINE[other]) ends[plies] = 1;
  else if (plies === PLIES) ends[DRAWN] = 1;
  else for (let mark = 1; mark < 1 << PLIES; mark <<= 1) {
    if (marks & mark) continue;
    const below = endsBelow(other, own | mark);
    ends[DRAWN] += below[DRAWN];
    for (let ply = plies + 1; ply <= PLIES; ply += 1) ends[ply] += below[ply];
  }
  return ends;
}

// The positions after each move, in the order of the cells.
export function movesFrom(own, other) {
  const moves = [];
  if (HAS_LINE[other]) return moves;
  for (let cell = 0; cell < PLIES; cell += 1) {
    const mark = 1 << cell;
    if (!((own | other) & mark)) moves.push({ cell, own: other, other: own | mark });
  }
  return moves;
}

const sum = (counts) => counts.reduce((total, count) => total + count, 0);
export const gamesBelow = (own, other) => sum(endsBelow(own, other));

// The ends by outcome. The side that completes a line wins, or loses in misère.
export function outcomesOf(ends, isMisere) {
  const lines = (parity) => sum(ends.filter((_, ply) => ply !== DRAWN && ply % 2 === parity));
  const [first, second] = isMisere ? [lines(0), lines(1)] : [lines(1), lines(0)];
  return { first, second, drawn: ends[DRAWN] };
}

// By ply of a game, the games through its position: how many come before them, and how many they are.
export function pathOf(moves) {
  let position = { own: 0, other: 0 };
  let before = 0;
  return moves.map((cell) => {
    for (const next of movesFrom(position.own, position.other)) {
      const games = gamesBelow(next.own, next.other);
      if (next.cell === cell) {
        position = next;
        return { before, games };
      }
      before += games;
    }
    throw new RangeError(`no game has ${moves.join(".")}`);
  });
}
