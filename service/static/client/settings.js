// The settings of a game. They are validated here, before any request, so that an error message names the
// attribute of the element.

import { inARowOn, isWithin, shapeOf } from "./board.js";
import { contract } from "./contract.js";
import { en } from "./messages/en.js";
import { NoughtsError } from "./noughts.js";

/** @import { BoardSettings } from "./noughts-board.js" */

export const WRONG_SETTING = "wrong_setting";

/** @type {BoardSettings} */
export const settingsByDefault = {
  columns: 3,
  rows: 3,
  inARow: 3,
  misere: false,
  side: "X", // the person's side: X, O, both or none
  startingSide: "X",
  level: "medium",
  traps: false, // of level perfect
  seed: null,
  maxNodes: null,
  controlled: false, // moves are made by the page, not by clicks and the service
  viewOnly: false, // nobody moves
  pace: false, // a reply takes a moment, so that one move follows the other
};

const { bounds, levels, marks } = contract;
const SIDES = [...marks, "both", "none"];
const written = (number) =>
  number === Number.MAX_SAFE_INTEGER ? "2^53 - 1" : number.toLocaleString("en");

// The error for all invalid settings, or null.
export function faultIn({ columns, rows, inARow, side, startingSide, level, seed, maxNodes }) {
  const isBoard = isWithin(columns, bounds.columns) && isWithin(rows, bounds.rows);
  const lengths = isBoard ? inARowOn({ columns, rows }) : bounds.in_a_row;
  const rules = [
    number("columns", columns, bounds.columns),
    number("rows", rows, bounds.rows),
    [isWithin(inARow, lengths), "inARow", bounds.in_a_row.minimum],
    [SIDES.includes(side), "oneOf", "side", SIDES],
    [marks.includes(startingSide), "oneOf", "starting-side", marks],
    [levels.includes(level), "oneOf", "level", levels],
    number("seed", seed ?? 0, bounds.seed),
    number("max-nodes", maxNodes ?? bounds.max_nodes.minimum, bounds.max_nodes),
  ];
  const broken = rules.filter(([holds]) => !holds);
  return broken.length ? wrongSettings(broken.map(([, ...message]) => message)) : null;
}

// The settings that follow from the board or the position with which a game begins. The service judges a
// board without a shape.
export function settingsOn({ board = null, position = null }) {
  if (!position) return shapeOf(board) ?? {};
  const { columns, rows, in_a_row: inARow, misere } = position;
  return { columns, rows, inARow, misere };
}

function number(name, value, bound) {
  return [isWithin(value, bound), "wholeNumber", name, written(bound.minimum), written(bound.maximum)];
}

// The text of a message. A page can replace a string by a function.
export const inWords = (message, ...values) => (typeof message === "function" ? message(...values) : message);

// An error whose messages, of a table, are in English; `said` gives them in the language of another table.
export function wrongSettings(messages) {
  const said = (table) => messages.map(([name, ...values]) => inWords(table[name], ...values)).join(" ");
  return Object.assign(new NoughtsError(said(en), { code: WRONG_SETTING }), { said });
}
