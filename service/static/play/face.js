// The face of the opponent, whose eyes follow the game.

const REACH = 2.5; // of the eyes, in units of the drawing

// Returns a function that draws the face for the position shown.
export function connectFace(face, board) {
  return () => {
    const { game } = board;
    const { columns, rows, level, side } = game.settings;
    const cell = game.lastCell ?? Math.floor((columns * rows) / 2);
    const [right, down] = [cell % columns / (columns - 1), Math.floor(cell / columns) / (rows - 1)];
    face.firstElementChild.setAttribute("href", `#${level}`);
    face.parentElement.hidden = side === "both";
    face.classList.toggle("thinking", game.task === "reply");
    face.style.setProperty("--right", `${(right * 2 - 1) * REACH}px`);
    face.style.setProperty("--down", `${(0.3 + down * 0.7) * REACH}px`); // the board is below it
    face.style.setProperty("--mood", { won: "-1", lost: "1" }[board.dataset.result] ?? "1");
  };
}
