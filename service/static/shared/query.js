// Conversion between URLs and boards: a URL contains the settings and the moves, or a puzzle.

import { contract, emptyPosition, faultIn, settingsByDefault, withCells } from "../client/pages.js";

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
  attributes.misere = query.get("misere") === "true" ? "" : null;
  attributes.traps = query.get("traps") === "false" ? null : "";
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
  if (misere) query.set("misere", "true");
  return `learn?${query.toString().replaceAll("%2F", "/")}`;
}

// The URL of the position shown. The language is by default that of the page's URL, if it names one.
export function write(board, { lang = new URLSearchParams(location.search).get("lang") } = {}) {
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

/**
 * The position of a board in the notation of the API, with X to move unless it has more marks; null if
 * it is unreadable.
 * @param {{ board: string, in_a_row: number | string, side_to_move?: string }} given
 */
export function positionOf({ board, in_a_row, side_to_move: side }) {
  const rows = board.toUpperCase().split("/");
  const [{ length: columns }] = rows;
  const isBoard = rows.every((row) => /^[XO.]+$/.test(row) && row.length === columns);
  const settings = { ...settingsByDefault, columns, rows: rows.length, inARow: Number(in_a_row) };
  if (!isBoard || faultIn(settings)) return null;
  const cells = [...rows.join("")].map((mark) => (mark === "." ? null : mark));
  const count = (mark) => cells.filter((each) => each === mark).length;
  const startingSide = contract.marks.includes(side) ? side : count("X") > count("O") ? "O" : "X";
  return withCells(emptyPosition({ ...settings, startingSide }), cells);
}

// Sets attributes, and removes those that are null.
export function put(board, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) board.removeAttribute(name);
    else if (board.getAttribute(name) !== value) board.setAttribute(name, value);
  }
}
