// The entry point of the npm package: defines the element, and exports it and the client.

export { languages, en } from "./labels.js";
export { NoughtsBoard } from "./noughts-board.js";
export { Noughts, NoughtsError } from "./noughts.js";
