// The package: the element, which importing this defines, and the client.

export { languages, en } from "./languages.js";
export { NoughtsBoard } from "./noughts-board.js";
export { Noughts, NoughtsError } from "./noughts.js";
