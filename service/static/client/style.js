// How the board looks. A page sets the custom properties on the element to change it.

export const style = new CSSStyleSheet();

style.replaceSync(`
:host {
  --x: var(--noughts-x, light-dark(#0b57a4, #7cc0ff));
  --o: var(--noughts-o, light-dark(#a3123f, #ff9db5));
  --line: var(--noughts-line, light-dark(#5f6875, #8a94a3));
  --cell: var(--noughts-cell, light-dark(#ffffff, #1b2027));
  --win: var(--noughts-win, light-dark(#0a6b37, #6fdc9f));
  --draw: var(--noughts-draw, light-dark(#5a5200, #e3d36b));
  --loss: var(--noughts-loss, light-dark(#a31515, #ff9a8f));
  --ink: var(--noughts-ink, light-dark(#1b1f24, #eef1f5));
  display: block;
  inline-size: var(--noughts-size, min(100%, 30rem));
  color-scheme: inherit;
  color: var(--ink);
  font-family: system-ui, sans-serif;
}
[hidden] { display: none !important; }
.status { margin: 0 0 0.5rem; min-block-size: 1.5em; font-weight: 600; }
.frame { position: relative; }
.board {
  display: grid;
  grid-template-rows: repeat(var(--rows, 3), 1fr);
  gap: 3px;
  padding: 3px;
  aspect-ratio: var(--columns, 3) / var(--rows, 3);
  background: var(--line);
  border-radius: 8px;
}
.board:empty { visibility: hidden; } /* and keeps its place */
[role="row"] { display: grid; grid-template-columns: repeat(var(--columns, 3), 1fr); gap: 3px; min-block-size: 0; }
.cell {
  position: relative;
  container-type: size;
  display: grid;
  place-items: center;
  min-inline-size: 0;
  --tone: var(--x);
  --tint: 0%;
  background: color-mix(in srgb, var(--cell), var(--tone) var(--tint));
  border-radius: 4px;
  cursor: pointer;
  user-select: none;
  overflow: hidden;
}
.cell[aria-disabled="true"] { cursor: default; }
.cell:not([aria-disabled="true"]):hover { --tint: 20%; }
.cell:focus-visible { outline: 3px solid var(--ink); outline-offset: -4px; }
.cell > * { pointer-events: none; } /* so that a click always meets the cell, whatever is redrawn */
.mark { font-size: 72cqmin; font-weight: 700; line-height: 1; }
.X .mark { color: var(--x); }
.O .mark { color: var(--o); }
.last { box-shadow: inset 0 0 0 3px color-mix(in srgb, currentColor 35%, transparent); }
.hinted { outline: 3px dashed var(--win); outline-offset: -5px; }
.hinted:focus-visible { outline: 3px solid var(--win); }
.score { display: grid; place-items: center; font-size: min(max(11px, 17cqmin), 38cqmin); font-weight: 600; line-height: 1.2; text-align: center; }
@container (width < 46px) {
  .score { inline-size: min-content; } /* two lines, both of words */
  .shape, .score:has(+ .ghost) { display: none; }
  .cell > .ghost { position: static; }
}
[data-outcome="win"] { --tone: var(--win); --tint: 14%; }
[data-outcome="draw"] { --tone: var(--draw); --tint: 10%; }
[data-outcome="loss"] { --tone: var(--loss); --tint: 12%; }
:is([data-outcome="win"], [data-outcome="draw"], [data-outcome="loss"]) .score { color: var(--tone); }
.ghost { position: absolute; inset-block-start: 2px; inset-inline-end: 4px; font-size: max(10px, 18cqmin); font-weight: 700; }
.ghost.X { color: var(--x); }
.ghost.O { color: var(--o); }
.lines { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; pointer-events: none; }
.lines line {
  stroke: var(--ink);
  stroke-width: 0.06;
  opacity: 0.7;
  stroke-linecap: round;
  stroke-dasharray: 10;
  animation: draw 0.5s ease-out;
}
@keyframes draw { from { stroke-dashoffset: 10; } to { stroke-dashoffset: 0; } }
@media (prefers-reduced-motion: reduce) { .lines line { animation: none; } }
.progress, .fault { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; margin-block-start: 0.75rem; }
progress { flex: 1 1 8rem; accent-color: var(--x); }
.fault { padding: 0.6rem 0.8rem; border: 2px solid var(--loss); border-radius: 8px; }
.fault span { flex: 1 1 12rem; overflow-wrap: anywhere; }
button {
  font: inherit;
  padding: 0.4rem 0.9rem;
  color: var(--ink);
  background: var(--cell);
  border: 1px solid var(--line);
  border-radius: 6px;
  cursor: pointer;
}
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
@media (forced-colors: active) {
  .cell { border: 1px solid; }
  .cell.last { border-width: 4px; }
}
`);
