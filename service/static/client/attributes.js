// The attributes of the element, reflected as properties.

import { sideToMoveOn } from "./board.js";
import { settingsByDefault } from "./settings.js";

/** @import { BoardSettings } from "./noughts-board.js" */

const PROPERTIES = { ...settingsByDefault, showScores: false, replay: false, base: null };
const NUMBERS = ["columns", "rows", "inARow", "seed", "maxNodes"];
const SIDED = ["side", "startingSide"];
const attributeOf = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

// React renders a property on the server as an attribute of the same name, which HTML reads in lower case.
const namesOf = (name) => [...new Set([attributeOf(name), name.toLowerCase()])];

export const observedAttributes = [...Object.keys(PROPERTIES).flatMap(namesOf), "board", "lang"];

// The value of a property in an attribute, which is null if there is none.
function settingIn(name, value) {
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
        return settingIn(name, values.find((each) => each !== null) ?? null);
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
