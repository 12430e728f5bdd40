// Conversion between URLs and boards: a URL contains the settings and the moves.

const NUMBERS = { columns: "columns", rows: "rows", in_a_row: "in-a-row", seed: "seed" };
const WORDS = { side: "side", starting_side: "starting-side", level: "level" };
const NAMES = { ...NUMBERS, ...WORDS };

// The attributes and the start of the game in a URL.
export function read(search) {
  const query = new URLSearchParams(search);
  const attributes = {};
  for (const [parameter, attribute] of Object.entries(NAMES)) {
    const value = query.get(parameter);
    const fits = parameter in NUMBERS ? /^\d{1,16}$/.test(value) : /^[A-Za-z]{1,10}$/.test(value);
    attributes[attribute] = value !== null && fits ? value : null;
  }
  for (const name of ["misere", "traps"]) attributes[name] = query.get(name) === "true" ? "" : null;
  attributes["show-scores"] = query.get("scores") === "true" ? "" : null;
  const cells = query.get("moves")?.split(".").filter(Boolean).map(Number) ?? [];
  const moves = cells.every(Number.isInteger) ? cells : [];
  return {
    attributes,
    from: { moves, board: query.get("board"), sideToMove: query.get("side_to_move") },
  };
}

// The URL of the page that shows the search of a position.
export function toSearch({ notation, side_to_move, in_a_row, misere }) {
  const query = new URLSearchParams({ board: notation, side_to_move, in_a_row });
  if (misere) query.set("misere", true);
  return `learn?${query.toString().replaceAll("%2F", "/")}`;
}

// The URL of the position shown.
export function write(board) {
  const { settings, moves, at, fromEmptyBoard, position } = board.game;
  const query = new URLSearchParams({
    columns: settings.columns,
    rows: settings.rows,
    in_a_row: settings.inARow,
    side: settings.side,
    starting_side: settings.startingSide,
    level: settings.level,
    seed: settings.seed,
  });
  if (settings.misere) query.set("misere", true);
  if (settings.traps) query.set("traps", true);
  if (board.hasAttribute("show-scores")) query.set("scores", true);
  if (!fromEmptyBoard && position) {
    query.set("board", position.notation);
    query.set("side_to_move", position.side_to_move);
  } else if (at > 0) {
    query.set("moves", moves.slice(0, at).join("."));
  }
  return `?${query.toString().replaceAll("%2F", "/")}`;
}
