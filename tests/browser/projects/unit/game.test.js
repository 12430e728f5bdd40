// A test of a page with a board, for Jest and vitest.
import { NoughtsBoard } from "noughts";

test("a board plays in a DOM without a layout", async () => {
  const heard = [];
  addEventListener("noughts-move", ({ detail: { side, cell } }) => heard.push(side + cell));
  const board = Object.assign(document.createElement("noughts-board"), { side: "both" });
  document.body.append(board);
  await null; // the game begins when all attributes are set
  await board.play(0);
  board.shadowRoot.querySelector("[data-cell='4']").click();
  expect(heard).toEqual(["X0", "O4"]);
  expect(board).toBeInstanceOf(NoughtsBoard);
  board.lang = "de"; // its messages are another module
  while (board.messages.draw !== "remis") await new Promise((resolve) => setTimeout(resolve, 10));
  globalThis.fetch = () => new Promise(() => {}); // The DOM is closed while a level replies.
  board.side = "O";
  expect(board.game.task).toBe("reply");
});
