// The attributes of the element, reflected as properties.

import { sideToMoveOn } from "./position.js";
import { settingsByDefault } from "./settings.js";

/** @import { BoardSettings } from "./noughts-board.js" */

const side = (value) => value.replace(/^[xo]$/, (mark) => mark.toUpperCase());

/** @typedef {[property: string, attribute: string, read: (value: string) => unknown]} Attribute */
/** @type {Attribute[]} */
const SETTINGS = [
  ["columns", "columns", Number],
  ["rows", "rows", Number],
  ["inARow", "in-a-row", Number],
  ["misere", "misere", Boolean],
  ["side", "side", side],
  ["startingSide", "starting-side", side],
  ["level", "level", String],
  ["traps", "traps", Boolean],
  ["seed", "seed", Number],
  ["maxNodes", "max-nodes", Number],
  ["controlled", "controlled", Boolean],
  ["viewOnly", "view-only", Boolean],
  ["pace", "pace", Boolean],
];
/** @type {Attribute[]} */
const ALL = [...SETTINGS, ["showScores", "show-scores", Boolean], ["replay", "replay", Boolean], ["base", "base", String]];

// React renders a property on the server as an attribute of the same name, which HTML reads in lower case.
const namesOf = (name, attribute) => [...new Set([attribute, name.toLowerCase()])];

export const observedAttributes = [...ALL.flatMap(([name, attribute]) => namesOf(name, attribute)), "board", "lang"];

// The settings in the attributes of an element.
export function settingsOf(element) {
  return /** @type {BoardSettings} */ (Object.fromEntries(SETTINGS.map(([name]) => [name, element[name]])));
}

// The board in the attributes of an element. Unlike the property, it is the one that games begin with.
export function beginningIn(element) {
  const board = element.getAttribute("board");
  return board ? { board, sideToMove: sideToMoveOn(board, element.startingSide) } : {};
}

// Defines the properties on the prototype of the element.
export function reflectAttributes(prototype) {
  for (const [name, attribute, read] of ALL) {
    const names = namesOf(name, attribute);
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = names.map((each) => this.getAttribute(each)).find((each) => each !== null) ?? null;
        // Vue and Svelte render false on the server as "false".
        if (read === Boolean) return value !== null && value !== "false";
        return value === null ? (settingsByDefault[name] ?? null) : read(value);
      },
      set(value) {
        const isUnset = value === null || value === undefined || value === false;
        if (!isUnset) this.setAttribute(attribute, value === true ? "" : value);
        for (const each of names) if (isUnset || each !== attribute) this.removeAttribute(each);
      },
    });
  }
}

// Applies properties that were set before the element was defined, which would hide the accessors.
export function upgradeProperties(element, names) {
  for (const name of [...ALL.map(([property]) => property), ...names]) {
    if (!Object.hasOwn(element, name)) continue;
    const value = element[name];
    delete element[name];
    element[name] = value;
  }
}
