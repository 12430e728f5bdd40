const service = "../"; // on another origin: "https://the-service.example/"
const buttons = [...Array(9)].map(() => document.createElement("button"));

function show(cells, text, open = true) {
  document.querySelector("[role=status]").textContent = text;
  buttons.forEach((button, cell) => {
    button.textContent = cells[cell];
    button.setAttribute("aria-label", `Cell ${cell + 1}: ${cells[cell] ?? "empty"}`);
    button.setAttribute("aria-disabled", String(!open || cells[cell] !== null));
    const again = ({ message }) => show(cells, `Try again: ${message}`);
    button.onclick = () => open && !cells[cell] && play(cells, cell).catch(again);
  });
}

async function play(before, cell) {
  const cells = before.map((mark, each) => (each === cell ? "X" : mark));
  show(cells, "O is thinking…", false);
  const board = cells.map((mark) => mark ?? ".").join("");
  const query = `v1/best-move?board=${board}&level=medium&seed=${Date.now()}`;
  const { detail, move, position } = await (await fetch(service + query)).json();
  if (detail) throw new Error(detail);
  const end = { won: `${position.winner} wins.`, drawn: "A draw." }[position.status];
  show(position.cells, end ?? `O: ${move.text}. Your move.`, !end);
}

document.querySelector(".board").append(...buttons);
show(Array(9).fill(null), "Your move.");
