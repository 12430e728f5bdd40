import { useEffect, useState } from "react";
import type { MoveDetail } from "noughts/react";

export function Game() {
  const [told, tell] = useState("");
  useEffect(() => {
    const note = ({ detail }: CustomEvent<MoveDetail>) => tell((before) => `${before}${detail.side}${detail.cell} `);
    document.addEventListener("move", note);
    return () => document.removeEventListener("move", note);
  }, []);
  return (
    <main>
      <h1>Noughts</h1>
      <p id="told">{told}</p>
      <noughts-board base="SERVICE" side="both" columns={4} rows={4} inARow={4} misere={false} />
    </main>
  );
}
