"use client";

import { useEffect, useState } from "react";
import type { MoveDetail } from "noughts/react";
import "noughts/react";

export default function Page() {
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
      <noughts-board base="SERVICE" level="perfect" seed={7} />
    </main>
  );
}
