/** @jsxImportSource solid-js */
// Compiled, never run: the element in Solid.
import type { MoveDetail } from "../../../service/static/client/solid.js";

const log = ({ detail }: CustomEvent<MoveDetail>): void => console.log(detail.cell);
export const right = (
  <noughts-board base="https://example.org/" level="hard" columns={4} in-a-row="4" inARow={4} show-scores viewOnly
    moves={[0, 4]} shapes={[{ type: "circle", cell: 4 }]} class="board" ref={(board) => board.undo()}
    on:noughts-move={log} on:beforemove={(event) => event.preventDefault()} />
);
// @ts-expect-error no such level
export const level = <noughts-board level="godlike" />;
// @ts-expect-error no such attribute
export const attribute = <noughts-board colums={3} />;
// @ts-expect-error no event with this detail
export const event = <noughts-board on:noughts-fault={log} />;
