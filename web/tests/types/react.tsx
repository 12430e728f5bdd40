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
        inARow={4} show-scores viewOnly moves={moves} messages={{ ...german, won: (side) => `${side}!` }}
        shapes={[{ type: "arrow", to: 4, color: "good", label: "play here" }]}
        onmove={say} onbeforemove={(event) => event.preventDefault()} />
      <button onClick={() => board.current?.undo()}>{board.current?.position?.notation}</button>
    </>
  );
}

const element: NoughtsBoard = document.createElement("noughts-board");
element.addEventListener("gameover", ({ detail }) => console.log(detail.winner, detail.position.rows));
element.inARow = 4;
element.seed = null;
element.focus({ preventScroll: true });
element.shapes = [{ type: "badge", cell: 0, text: "??" }, { type: "arrow", from: 0, to: 4 }];
element.messages = { won: () => "", drawn: () => "" };
document.addEventListener("gameover", (event) => console.log(event.detail.winner));
document.addEventListener("change", (event) => console.log(event.target));
// @ts-expect-error no such shape
element.shapes = [{ type: "star", cell: 0 }];
// @ts-expect-error a badge has a text
element.shapes = [{ type: "badge", cell: 0 }];
element.board = "XO./.../...";
// @ts-expect-error no such level
element.level = "godlike";
// @ts-expect-error no such attribute
export const wrong = <noughts-board colums={3} />;
