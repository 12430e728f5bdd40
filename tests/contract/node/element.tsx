// Compiled, never run: the element in strict TSX, and what its types forbid.
import { useRef } from "react";
import { NoughtsBoard, type Messages, type MoveDetail } from "../../../service/static/client/react.js";
import { de } from "../../../service/static/client/messages.js";

const german: Messages = de;

export function Game({ moves }: { moves: number[] }) {
  const board = useRef<NoughtsBoard>(null);
  const say = ({ detail }: CustomEvent<MoveDetail>): void => console.log(detail.side, detail.cell);
  return (
    <>
      <noughts-board ref={board} base="https://example.org/" level="hard" side="both" columns={4}
        in-a-row={4} show-scores moves={moves} messages={{ ...german, won: (side) => `${side}!` }}
        onmove={say} onbeforemove={(event) => event.preventDefault()} />
      <button onClick={() => board.current?.undo()}>{board.current?.position?.notation}</button>
    </>
  );
}

const element: NoughtsBoard = document.createElement("noughts-board");
element.addEventListener("gameover", ({ detail }) => console.log(detail.winner, detail.position.rows));
element.inARow = 4;
element.seed = null;
element.board = "XO./.../...";
// @ts-expect-error no such level
element.level = "godlike";
// @ts-expect-error no such attribute
export const wrong = <noughts-board colums={3} />;
