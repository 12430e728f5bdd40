// The attributes of the element, reflected as properties.

import { settingsByDefault } from "./settings.js";

const side = (value) => value.replace(/^[xo]$/, (mark) => mark.toUpperCase());

// Property, attribute, and parser of the attribute; Boolean means present or absent.
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
];
const ALL = [...SETTINGS, ["showScores", "show-scores", Boolean], ["base", "base", String]];

export const observedAttributes = [...ALL.map(([, attribute]) => attribute), "lang"];

// The settings in the attributes of an element.
export function settingsOf(element) {
  return Object.fromEntries(SETTINGS.map(([name]) => [name, element[name]]));
}

// Defines the properties on the prototype of the element.
export function reflectAttributes(prototype) {
  for (const [name, attribute, read] of ALL) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get() {
        if (read === Boolean) return this.hasAttribute(attribute);
        return this.hasAttribute(attribute)
          ? read(this.getAttribute(attribute))
          : (settingsByDefault[name] ?? null);
      },
      set(value) {
        if (value === null || value === undefined || value === false) this.removeAttribute(attribute);
        else this.setAttribute(attribute, value === true ? "" : value);
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
