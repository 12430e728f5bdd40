// The entry point of the service's own pages, which get the bundle of it as one file: the element, and the
// functions that it shares with pages.

export * from "./index.js";
export {
  emptyPosition, inARowOn, isWithin, linesOf, nameOf, notationOf, OTHER, placed, played, positionOf, requestFor, withCells,
} from "./board.js";
export { contract } from "./contract.js";
export { errorOf, scoreOf, tableFor } from "./labels.js";
export { settingsByDefault, SIDES } from "./settings.js";
