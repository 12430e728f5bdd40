// Conversion between URLs and boards: a URL contains the settings and the moves, or a puzzle.

import {
  contract, emptyPosition, inARowOn, isWithin, played, positionOf, settingsByDefault as byDefault, SIDES,
} from "../client/pages.js";

// The attributes and the start of the game in a URL, without the parts that make no sense.
export function read(search) {
  const query = new URLSearchParams(search);
  const valid = (name, isValid) => {
    const value = query.get(name);
    return value && isValid(value) ? value : null;
  };
  const word = (name, words) => valid(name, (value) => words.includes(value));
  const is = (name, flag) => word(name, ["true", "false"]) === flag;
  const isNumber = (value, bounds) => /^\d+$/.test(value) && isWithin(Number(value), bounds);
  const whole = (name, bounds) => valid(name, (value) => isNumber(value, bounds));
  const { bounds, levels, marks } = contract;
  const shape = { columns: whole("columns", bounds.columns), rows: whole("rows", bounds.rows) };
  const [columns, rows] = [Number(shape.columns ?? byDefault.columns), Number(shape.rows ?? byDefault.rows)];
  const in_a_row = query.get("in_a_row") ?? byDefault.inARow;
  const board = valid("board", (value) => positionOf({ board: value, in_a_row }));
  const inARow = whole("in_a_row", board ? bounds.in_a_row : inARowOn({ columns, rows }));
  const attributes = {
    ...shape,
    "in-a-row": inARow,
    seed: whole("seed", bounds.seed),
    side: word("side", SIDES),
    "starting-side": word("starting_side", marks),
    level: word("level", levels),
    misere: is("misere", "true") ? "" : null,
    traps: is("traps", "false") ? null : "",
    "show-scores": is("scores", "true") ? "" : null,
  };
  const cells = valid("moves", (value) => !board && /^\d+(\.\d+)*$/.test(value));
  const given = cells?.split(".").map(Number) ?? [];
  const startingSide = attributes["starting-side"] ?? byDefault.startingSide;
  const game = { ...byDefault, columns, rows, inARow: Number(inARow ?? byDefault.inARow), startingSide };
  const moves = given.slice(0, played(emptyPosition(game), given).length - 1);
  const at = Number(whole("at", { minimum: 0, maximum: moves.length }) ?? moves.length);
  return {
    attributes,
    from: { moves, at, board, sideToMove: word("side_to_move", marks) },
    isReview: is("review", "true") && moves.length > 0,
  };
}

// The URL of the page that shows the search of a position.
export function toSearch({ notation, side_to_move, in_a_row, misere }) {
  const query = new URLSearchParams({ board: notation, side_to_move, in_a_row });
  if (misere) query.set("misere", "true");
  return `learn?${query.toString().replaceAll("%2F", "/")}`;
}

// By setting, the parameter of the URL that has it unless it is the default.
const PARAMETERS = {
  columns: "columns", rows: "rows", inARow: "in_a_row", misere: "misere", side: "side",
  startingSide: "starting_side", level: "level", seed: "seed",
};

// The URL of the position shown; in a review, of the whole game. It has a seed once a move depends on it. The
// language is by default that of the page's URL, if it names one.
export function write(board, { lang = null, isReview = false } = {}) {
  const { settings, moves, at, fromEmptyBoard, position } = board.game;
  const isBegun = moves.length > 0 || !fromEmptyBoard || board.hasAttribute("seed");
  const query = new URLSearchParams();
  for (const [setting, name] of Object.entries(PARAMETERS)) {
    const isTold = setting === "seed" ? isBegun : settings[setting] !== byDefault[setting];
    if (isTold) query.set(name, settings[setting]);
  }
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
  lang ??= new URLSearchParams(location.search).get("lang");
  if (lang) query.set("lang", lang);
  const text = query.toString().replaceAll("%2F", "/");
  return text ? `?${text}` : location.pathname;
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
  return positionOf({ in_a_row: byDefault.inARow, ...query, board }) ?? emptyPosition(byDefault);
}

// Sets attributes, and removes those that are null.
export function put(board, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) board.removeAttribute(name);
    else if (board.getAttribute(name) !== value) board.setAttribute(name, value);
  }
}
