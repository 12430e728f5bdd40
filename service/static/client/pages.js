// The functions that the element shares with the service's own pages. The bundles of pages without a board
// have only those that they use.

export {
  emptyPosition, isWithin, linesOf, nameOf, notationOf, OTHER, placed, played, positionOf,
  requestFor, withCells,
} from "./board.js";
export { contract } from "./contract.js";
export { svg } from "./drawing.js";
export { en, errorOf, isWorthRetrying, scoreOf, tableFor } from "./labels.js";
export { Noughts, NoughtsError } from "./noughts.js";
export { faultIn, settingsByDefault } from "./settings.js";
