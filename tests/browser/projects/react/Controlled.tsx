import { startTransition, useState } from "react";
import type { BoardEvents, BoardSettings } from "noughts/react";

const SLOW = 2; // milliseconds

// Takes so long that React interrupts an update in a transition.
function Slow() {
  for (const end = performance.now() + SLOW; performance.now() < end; );
  return null;
}

export function Controlled() {
  const isControlled = location.hash === "#controlled";
  const [moves, setMoves] = useState<number[] | null | undefined>([]);
  const [settings, configure] = useState<{ [Name in keyof BoardSettings]?: BoardSettings[Name] | undefined }>({});
  const [isShown, show] = useState(true);
  const [, setRenders] = useState(0);
  Object.assign(globalThis, {
    configure,
    render: () => setRenders((before) => before + 1),
    show,
    update: (next: typeof moves) => startTransition(() => setMoves(next)),
  });
  const add = ({ detail: { cell } }: BoardEvents["noughts-beforemove" | "noughts-move"]) =>
    setMoves((before) => [...(before ?? []), cell]);
  return (
    <main>
      <p id="told">{JSON.stringify(moves)}</p>
      {isShown && (
        <noughts-board
          base="SERVICE"
          level="perfect"
          seed={7}
          controlled={isControlled}
          side={isControlled ? "both" : "X"}
          {...settings}
          moves={moves && [...moves]}
          shapes={[{ type: "circle", cell: 8 }]}
          messages={{ draw: "tie" }}
          onnoughts-beforemove={isControlled ? add : undefined}
          onnoughts-move={add}
        />
      )}
      {Array.from({ length: 20 }, (_, each) => <Slow key={each} />)}
    </main>
  );
}
