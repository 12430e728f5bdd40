// Conversion between URLs and boards: a URL contains the settings and the moves, or a puzzle.

import {
  contract, emptyPosition, inARowOn, isWithin, played, positionOf, settingsByDefault, SIDES,
} from "../client/pages.js";

// The attributes and the start of the game in a URL, without the parts that make no sense. `isBroken` if
// there are some.
export function read(search) {
  const query = new URLSearchParams(search);
  let isBroken = false;
  const valid = (name, isValid) => {
    const value = query.get(name);
    if (!value) return null;
    if (isValid(value)) return value;
    isBroken = true;
    return null;
  };
  const word = (name, words) => valid(name, (value) => words.includes(value));
  const whole = (name, bounds) => valid(name, (value) => /^\d+$/.test(value) && isWithin(Number(value), bounds));
  const { bounds, levels, marks } = contract;
  const shape = { columns: whole("columns", bounds.columns), rows: whole("rows", bounds.rows) };
  const longest = { columns: Number(shape.columns ?? settingsByDefault.columns), rows: Number(shape.rows ?? settingsByDefault.rows) };
  const board = valid("board", (value) => positionOf({ board: value, in_a_row: query.get("in_a_row") ?? settingsByDefault.inARow }));
  const inARow = whole("in_a_row", board ? bounds.in_a_row : inARowOn(longest));
  const attributes = {
    ...shape,
    "in-a-row": inARow,
    seed: whole("seed", bounds.seed),
    side: word("side", SIDES),
    "starting-side": word("starting_side", marks),
    level: word("level", levels),
    misere: query.get("misere") === "true" ? "" : null,
    traps: query.get("traps") === "false" ? null : "",
    "show-scores": query.get("scores") === "true" ? "" : null,
  };
  const given = valid("moves", (value) => !board && /^\d+(\.\d+)*$/.test(value))?.split(".").map(Number) ?? [];
  const startingSide = attributes["starting-side"] ?? settingsByDefault.startingSide;
  const start = emptyPosition({ ...settingsByDefault, ...longest, inARow: Number(inARow ?? settingsByDefault.inARow), startingSide });
  const moves = given.slice(0, played(start, given).length - 1);
  const at = Number(whole("at", { minimum: 0, maximum: moves.length }) ?? moves.length);
  return {
    attributes,
    from: { moves, at, board, sideToMove: word("side_to_move", marks) },
    isReview: query.get("review") === "true" && moves.length > 0,
    isBroken: isBroken || moves.length < given.length,
  };
}

// The URL of the page that shows the search of a position.
export function toSearch({ notation, side_to_move, in_a_row, misere }) {
  const query = new URLSearchParams({ board: notation, side_to_move, in_a_row });
  if (misere) query.set("misere", "true");
  return `learn?${query.toString().replaceAll("%2F", "/")}`;
}

// The URL of the position shown; in a review, of the whole game. The language is by default that of the
// page's URL, if it names one.
export function write(board, { lang = new URLSearchParams(location.search).get("lang"), isReview = false } = {}) {
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
  if (settings.misere) query.set("misere", "true");
  if (!settings.traps) query.set("traps", "false");
  if (board.hasAttribute("show-scores")) query.set("scores", "true");
  if (!fromEmptyBoard && position) {
    query.set("board", position.notation);
    query.set("side_to_move", position.side_to_move);
  } else if (isReview) {
    query.set("moves", moves.join("."));
    query.set("at", at);
    query.set("review", "true");
  } else if (at > 0) {
    query.set("moves", moves.slice(0, at).join("."));
  }
  if (lang) query.set("lang", lang);
  return `?${query.toString().replaceAll("%2F", "/")}`;
}

// The fragment of a puzzle's URL.
export function writePuzzle({ notation, side_to_move, in_a_row }) {
  return `#puzzle=${notation}&side_to_move=${side_to_move}&in_a_row=${in_a_row}`;
}

// The position in such a fragment; null without a puzzle. An unreadable position becomes an empty
// board, which is not a puzzle.
export function readPuzzle(fragment) {
  const { puzzle: board, ...query } = Object.fromEntries(new URLSearchParams(fragment.slice(1)));
  if (board === undefined) return null;
  const { inARow } = settingsByDefault;
  return positionOf({ in_a_row: inARow, ...query, board }) ?? emptyPosition(settingsByDefault);
}

// Sets attributes, and removes those that are null.
export function put(board, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) board.removeAttribute(name);
    else if (board.getAttribute(name) !== value) board.setAttribute(name, value);
  }
}
