// The style sheet of the board. Pages adapt it by custom properties and ::part().

const STYLE = `
:host {
  --x: var(--noughts-x, light-dark(#0b57a4, #7cc0ff));
  --o: var(--noughts-o, light-dark(#a3123f, #ff9db5));
  --line: var(--noughts-line, light-dark(#c3ccd6, #3c4653));
  --cell: var(--noughts-cell, light-dark(#ffffff, #1b2027));
  --win: var(--noughts-win, light-dark(#0a6b37, #6fdc9f));
  --draw: var(--noughts-draw, light-dark(#5a5200, #e3d36b));
  --loss: var(--noughts-loss, light-dark(#a31515, #ff9a8f));
  --ink: var(--noughts-ink, light-dark(#1b1f24, #eef1f5));
  --quiet: color-mix(in srgb, var(--ink), transparent 30%);
  --rim: var(--noughts-rim, 1.1rem);
  --gap: 3px;
  display: block;
  inline-size: var(--noughts-size, min(100%, 30rem));
  color-scheme: inherit;
  color: var(--ink);
}
[hidden] { display: none !important; }
.head { display: grid; align-items: center; min-block-size: 2.75rem; }
.head > * { grid-area: 1 / 1; }
.head:has(.progress:not([hidden]), .fault:not([hidden])) .status { visibility: hidden; }
.status { margin: 0; font-weight: 600; line-height: 1.25; }
.progress, .fault { display: flex; gap: 0.6rem; align-items: center; font-size: 0.9em; line-height: 1.25; }
progress { flex: 1 1 4rem; min-inline-size: 3rem; accent-color: var(--x); }
.fault span { flex: 1; overflow-wrap: anywhere; font-weight: 600; color: var(--loss); }
.frame { display: grid; grid-template: var(--rim) auto / var(--rim) minmax(0, 1fr); }
.top, .side { display: grid; overflow: hidden; font-size: 0.75rem; line-height: 1; color: var(--quiet); place-items: center; }
.top { grid-area: 1 / 2; grid-template-columns: repeat(var(--columns, 3), 1fr); }
.side { grid-area: 2 / 1; grid-template-rows: repeat(var(--rows, 3), 1fr); }
.board, .drawing { grid-area: 2 / 2; }
.board {
  display: grid;
  grid-template-rows: repeat(var(--rows, 3), 1fr);
  gap: var(--gap);
  padding: var(--gap);
  aspect-ratio: var(--columns, 3) / var(--rows, 3);
  background: var(--line);
  border-radius: 10px;
}
[role="row"] { display: grid; grid-template-columns: repeat(var(--columns, 3), 1fr); gap: var(--gap); min-block-size: 0; }
.cell {
  position: relative;
  container-type: size;
  display: grid;
  place-items: center;
  min-inline-size: 0;
  --tone: var(--x);
  --tint: var(--strength, 0%);
  background: color-mix(in srgb, var(--cell), var(--tone) var(--tint));
  border-radius: 6px;
  cursor: pointer;
  user-select: none;
  overflow: hidden;
  touch-action: manipulation;
}
.cell[aria-disabled="true"] { cursor: default; }
.cell:not([aria-disabled="true"]):hover { --tint: calc(var(--strength, 0%) + 14%); }
.cell:focus-visible { outline: 3px solid var(--ink); outline-offset: -4px; }
.cell > * { pointer-events: none; } /* the target of a click is always the cell */
.last { box-shadow: inset 0 0 0 2px color-mix(in srgb, var(--ink) 35%, transparent); }
.hinted { outline: 3px dashed var(--win); outline-offset: -5px; }
.hinted:focus-visible { outline: 3px solid var(--win); }
[data-outcome="win"] { --tone: var(--win); }
[data-outcome="draw"] { --tone: var(--draw); }
[data-outcome="loss"] { --tone: var(--loss); }
[data-outcome="unknown"] { --tone: var(--ink); }
.score { display: grid; place-items: center; font-size: min(max(11px, 17cqmin), 38cqmin); font-weight: 600; line-height: 1.2; text-align: center; }
[data-outcome="win"] .score, [data-outcome="draw"] .score, [data-outcome="loss"] .score { color: var(--tone); }
.on-demand:not(:hover, :focus-visible) .score { display: none; }
@container (width < 46px) {
  .score { inline-size: min-content; } /* wraps into two lines */
  .shape, .score:has(+ .ghost) { display: none; }
  .cell > .ghost { position: static; }
}
.ghost { position: absolute; inset-block-start: 2px; inset-inline-end: 4px; font-size: max(10px, 18cqmin); font-weight: 700; }
.ghost.X { color: var(--x); }
.ghost.O { color: var(--o); }
.drawing {
  place-self: stretch;
  inline-size: calc(100% - var(--gap));
  block-size: calc(100% - var(--gap));
  margin: calc(var(--gap) / 2);
  position: relative; /* above the cells */
  pointer-events: none;
  overflow: hidden;
}
.drawing path, .drawing line { fill: none; stroke-linecap: round; }
.drawing .X { stroke: var(--x); }
.drawing .O { stroke: var(--o); }
.mark { stroke-width: 8.5; }
.mark.dimmed { opacity: 0.35; }
.lines line { stroke-width: 20; opacity: 0.32; }
.new path, .lines line { stroke-dasharray: 1 1; animation: draw 180ms ease-out backwards; }
.new.X path { animation-duration: 90ms; }
.new.X path + path { animation-delay: 90ms; }
.lines line { animation-duration: 300ms; animation-delay: 180ms; }
@keyframes draw { from { stroke-dashoffset: 1; opacity: 0; } 1% { opacity: var(--shown, 1); } to { stroke-dashoffset: 0; } }
.lines line { --shown: 0.32; }
@media (prefers-reduced-motion: reduce) { .new path, .lines line { animation: none; stroke-dasharray: none; } }
button {
  font: inherit;
  min-block-size: 2.75rem;
  padding: 0.25rem 0.9rem;
  color: var(--ink);
  background: var(--cell);
  border: 1px solid var(--quiet);
  border-radius: 8px;
  cursor: pointer;
}
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
@media (forced-colors: active) {
  .cell { border: 1px solid; }
  .cell.last { border-width: 4px; }
  .drawing .X, .drawing .O { stroke: CanvasText; }
  .lines line { stroke: Highlight; opacity: 0.6; }
}
`;

let sheet = null;

// One sheet for all boards, created with the first board, because importing this needs no DOM.
export function styleSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}
