import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import "noughts/react";
import { Controlled } from "./Controlled";

function Game() {
  const [told, tell] = useState("");
  return (
    <main>
      <h1>Noughts</h1>
      <p id="told">{told}</p>
      <noughts-board
        base="SERVICE"
        level="perfect"
        seed={7}
        onmove={({ detail }) => tell((before) => `${before}${detail.side}${detail.cell} `)}
      />
    </main>
  );
}

const root = createRoot(document.querySelector("#root")!);
root.render(<StrictMode>{location.hash ? <Controlled /> : <Game />}</StrictMode>);
