// Conversion between URLs and boards: a URL contains the settings and the moves, or a puzzle.

import {
  contract, emptyPosition, faultIn, isWithin, played, positionOf, requestFor,
  settingsByDefault as byDefault,
} from "../client/pages.js";

// By setting, the parameter of the URL that has it unless it is the default.
const PARAMETERS = {
  columns: "columns", rows: "rows", inARow: "in_a_row", misere: "misere", side: "side",
  startingSide: "starting_side", level: "level", seed: "seed",
};

const numberIn = (text) => (/^\d+$/.test(text) ? Number(text) : NaN);

// The value of a setting in a parameter, which can be invalid.
function valueIn(text, setting) {
  const type = typeof byDefault[setting];
  if (type === "string") return text;
  return type === "boolean" ? text === "true" : numberIn(text);
}

// The settings and the start of the game in a URL; parts that make no sense are null. A board has its shape.
export function readGame(search) {
  const query = new URLSearchParams(search);
  const board = query.get("board") ?? "";
  const { columns, rows } = positionOf({ board, in_a_row: query.get("in_a_row") ?? byDefault.inARow }) ?? {};
  const settings = { traps: query.get("traps") !== "false", showScores: query.get("scores") === "true" };
  const valid = { ...byDefault };
  for (const [setting, name] of Object.entries(PARAMETERS)) {
    const value = { columns, rows }[setting] ?? valueIn(query.get(name), setting);
    const isValid = faultIn({ ...valid, [setting]: value }) === null;
    if (isValid) valid[setting] = value;
    settings[setting] = isValid ? value : null;
  }
  const text = query.get("moves");
  const given = !columns && /^\d+(\.\d+)*$/.test(text) ? text.split(".").map(Number) : [];
  const moves = given.slice(0, played(emptyPosition(valid), given).length - 1);
  const at = numberIn(query.get("at"));
  const side = query.get("side_to_move");
  return {
    settings,
    from: {
      moves,
      at: isWithin(at, { minimum: 0, maximum: moves.length }) ? at : moves.length,
      board: columns ? board : null,
      sideToMove: contract.marks.includes(side) ? side : null,
    },
    isReview: query.get("review") === "true" && moves.length > 0,
  };
}

// The URL of the page that shows the search of a position.
export const toSearch = (position) => `learn${queryOf(requestFor(position))}`;

// A query of the fields that are not null. Slashes are legal there, and keep boards readable.
export function queryOf(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return `?${new URLSearchParams(given).toString().replaceAll("%2F", "/")}`;
}

// The URL of the position shown; in a review, of the whole game. It has a seed once a move depends on it. The
// language is by default that of the page's URL, if it names one.
export function writeGame(board, { lang = null, isReview = false } = {}) {
  const { settings, moves, at, fromEmptyBoard, position } = board.game;
  const isBegun = moves.length > 0 || !fromEmptyBoard || board.hasAttribute("seed");
  const fields = {};
  for (const [setting, name] of Object.entries(PARAMETERS)) {
    const isTold = setting === "seed" ? isBegun : settings[setting] !== byDefault[setting];
    if (isTold) fields[name] = settings[setting];
  }
  if (!settings.traps) fields.traps = false;
  if (board.hasAttribute("show-scores")) fields.scores = true;
  if (!fromEmptyBoard && position) {
    Object.assign(fields, { board: position.notation, side_to_move: position.side_to_move });
  } else if (isReview) {
    Object.assign(fields, { moves: moves.join("."), at, review: true });
  } else if (at > 0) {
    fields.moves = moves.slice(0, at).join(".");
  }
  fields.lang = (lang ?? new URLSearchParams(location.search).get("lang")) || null;
  const query = queryOf(fields);
  return query === "?" ? location.pathname : query;
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
