// The settings of a game, and the attributes of the element that have them. They are validated here, before
// any request, so that an error message names the attribute.

import { inARowOn, isWithin, shapeOf, sideToMoveOn } from "./board.js";
import { contract } from "./contract.js";
import { en } from "./messages/en.js";
import { NoughtsError } from "./noughts.js";

/** @import { BoardSettings } from "./noughts-board.js" */

export const WRONG_SETTING = "wrong_setting";

/** @type {BoardSettings} */
export const settingsByDefault = {
  columns: 3,
  rows: 3,
  inARow: contract.defaults.in_a_row,
  misere: contract.defaults.misere,
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

// An error whose messages, of a table, are in English; `said` gives them in the language of another table.
export function wrongSettings(messages) {
  const inWords = (words, values) => (typeof words === "function" ? words(...values) : words);
  const said = (table) => messages.map(([name, ...values]) => inWords(table[name], values)).join(" ");
  return Object.assign(new NoughtsError(said(en), { code: WRONG_SETTING }), { said });
}

// Attributes, reflected as properties

const PROPERTIES = { ...settingsByDefault, showScores: false, replay: false, base: null };
const NUMBERS = ["columns", "rows", "inARow", "seed", "maxNodes"];
const SIDED = ["side", "startingSide"];
const attributeOf = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

// React renders a property on the server as an attribute of the same name, which HTML reads in lower case.
const namesOf = (name) => [...new Set([attributeOf(name), name.toLowerCase()])];

export const observedAttributes = [...Object.keys(PROPERTIES).flatMap(namesOf), "board", "lang"];

// The value of a property in an attribute, which is null if there is none.
function read(name, value) {
  const byDefault = PROPERTIES[name];
  // Vue and Svelte render false on the server as "false".
  if (typeof byDefault === "boolean") return value !== null && value !== "false";
  if (value === null) return byDefault;
  if (SIDED.includes(name)) return value.replace(/^[xo]$/, (mark) => mark.toUpperCase());
  return NUMBERS.includes(name) ? Number(value) : value;
}

// The settings in the attributes of an element.
export function settingsOf(element) {
  const settings = Object.keys(settingsByDefault).map((name) => [name, element[name]]);
  return /** @type {BoardSettings} */ (Object.fromEntries(settings));
}

// The board in the attributes of an element. Unlike the property, it is the one that games begin with.
export function beginningIn(element) {
  const board = element.getAttribute("board");
  return board ? { board, sideToMove: sideToMoveOn(board, element.startingSide) } : {};
}

// Defines the properties on the prototype of the element.
export function reflectAttributes(prototype) {
  for (const name of Object.keys(PROPERTIES)) {
    const [attribute, ...others] = namesOf(name);
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get() {
        const values = [attribute, ...others].map((each) => this.getAttribute(each));
        return read(name, values.find((each) => each !== null) ?? null);
      },
      set(value) {
        // Vue sets 0 or "" in place of undefined. Of the numbers, only the seed can be 0.
        const isEmpty = value === 0 ? name !== "seed" : value === "" && typeof PROPERTIES[name] === "string";
        const isUnset = isEmpty || value === null || value === undefined || value === false;
        if (!isUnset) this.setAttribute(attribute, value === true ? "" : value);
        for (const each of isUnset ? [attribute, ...others] : others) this.removeAttribute(each);
      },
    });
  }
}

// Applies properties that were set before the element was defined, which would hide the accessors.
export function upgradeProperties(element, names) {
  for (const name of [...Object.keys(PROPERTIES), ...names]) {
    if (!Object.hasOwn(element, name)) continue;
    const value = element[name];
    delete element[name];
    element[name] = value;
  }
}
