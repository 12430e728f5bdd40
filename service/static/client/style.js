// The style sheet of the board. Pages adapt it by custom properties and ::part().

const STYLE = `
.head, .frame { /* not the host: its page can have properties with these names */
  --x: var(--noughts-x, #3577d4);
  --o: var(--noughts-o, #d1453b);
  --line: var(--noughts-line, currentColor);
  --cell: var(--noughts-cell, transparent);
  --win: var(--noughts-win, #2b8a57);
  --draw: var(--noughts-draw, #8a7a14);
  --loss: var(--noughts-loss, #cc4a34);
  --accent: var(--noughts-accent, #8b62c9);
  --ink: var(--noughts-ink, currentColor);
  --quiet: var(--ink);
  --rim: var(--noughts-rim, 1.1rem);
  --gap: 3px;
  color: var(--ink);
}
.badge text { fill: #fff; }
@supports (color: oklch(from red l c h)) { /* in custom properties, older browsers would accept them and draw nothing */
  .head, .frame {
    --light: clamp(0.44, (l - 0.6) * 99, 0.84); /* of every color: dark beside dark text, light beside light text */
    --x: var(--noughts-x, oklch(from currentColor var(--light) 0.13 260));
    --o: var(--noughts-o, oklch(from currentColor var(--light) 0.15 22));
    --line: var(--noughts-line, color-mix(in srgb, currentColor, transparent 20%));
    --win: var(--noughts-win, oklch(from currentColor var(--light) 0.11 152));
    --draw: var(--noughts-draw, oklch(from currentColor var(--light) 0.09 103));
    --loss: var(--noughts-loss, oklch(from currentColor var(--light) 0.15 29));
    --accent: var(--noughts-accent, oklch(from currentColor var(--light) 0.13 300));
    --quiet: color-mix(in srgb, var(--ink), transparent 30%);
  }
  .badge text { fill: oklch(from currentColor clamp(0.25, (0.6 - l) * 99, 1) 0 0); }
}
:host {
  display: block;
  inline-size: var(--noughts-size, min(100%, 30rem));
  color-scheme: inherit;
}
[hidden] { display: none !important; }
.head { container-type: inline-size; display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; min-block-size: 2.75rem; }
.head > * { grid-area: 1 / 1 / 2 / 3; }
.head * { unicode-bidi: plaintext; } /* a sentence has the direction of its language */
.covered { visibility: hidden; }
.status { grid-area: 1 / 1; margin: 0; font-weight: 600; font-size: clamp(0.7rem, 4.4cqi, 1em); line-height: 2.75rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.beside { max-block-size: 2.75rem; line-height: 1.2; white-space: normal; }
.replay { grid-area: 1 / 2; }
.progress, .fault { display: flex; gap: 0.6rem; align-items: center; font-size: 0.9em; line-height: 1.25; }
progress { flex: 1 1 4rem; min-inline-size: 3rem; accent-color: var(--x); }
.fault span { flex: 1; overflow-wrap: anywhere; font-weight: 600; color: var(--loss); }
.frame { direction: ltr; display: grid; grid-template: var(--rim) auto / var(--rim) minmax(0, 1fr); }
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
  background: var(--cell);
  border-radius: 6px;
  cursor: pointer;
  user-select: none;
  overflow: hidden;
  touch-action: manipulation;
}
@supports (color: color-mix(in srgb, red, red)) { .cell { background: color-mix(in srgb, var(--cell), var(--tone) var(--tint)); } }
.cell[aria-disabled="true"] { cursor: default; }
@media (hover: hover) { .cell:not([aria-disabled="true"]):hover { --tint: max(14%, calc(var(--strength, 0%) + 6%)); } }
.cell:focus-visible { outline: 3px solid var(--ink); outline-offset: -4px; }
.cell > * { pointer-events: none; } /* the target of a click is always the cell */
.last::after {
  content: "";
  position: absolute;
  inset: 5%;
  border: 2px solid var(--ink);
  opacity: 0.45;
  border-radius: 11% 15% 10% 16% / 15% 10% 16% 11%;
}
[data-outcome="win"] { --tone: var(--win); }
[data-outcome="draw"] { --tone: var(--draw); }
[data-outcome="loss"] { --tone: var(--loss); }
[data-outcome="unknown"] { --tone: var(--ink); }
.score { display: grid; place-items: center; font-size: min(max(11px, 17cqmin), 38cqmin); font-weight: 600; line-height: 1.2; text-align: center; }
[data-outcome="win"] .score, [data-outcome="draw"] .score, [data-outcome="loss"] .score { color: var(--tone); }
.on-demand:not(:focus-visible) .score { display: none; }
@media (hover: hover) { .on-demand:hover .score { display: grid; } }
@container (width < 46px) {
  .score { inline-size: min-content; } /* wraps into two lines */
  .sign, .ghost ~ .score { display: none; }
  .cell > .ghost { position: static; }
}
.ghost { position: absolute; inset-block-end: 2px; inset-inline-end: 4px; font-size: max(10px, 18cqmin); font-weight: 700; }
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
  fill: none;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.grid { stroke: var(--line); stroke-width: calc(1.4px + 6px / var(--columns, 3)); }
.grid path { vector-effect: non-scaling-stroke; }
.X { stroke: var(--x); }
.O { stroke: var(--o); }
.mark, .faint { stroke-width: 7.5; }
.mark { transform-box: fill-box; transform-origin: center; }
.mark.dimmed { opacity: 0.35; }
.faint { opacity: 0.4; }
.lines line { stroke-width: 20; opacity: 0.32; }
.good { --tone: var(--win); }
.fair { --tone: var(--draw); }
.bad { --tone: var(--loss); }
.accent { --tone: var(--accent); }
.arrow { stroke: var(--tone); stroke-width: 7; }
.circle { stroke: var(--tone); stroke-width: 5; }
.highlight { fill: var(--tone); fill-opacity: 0.22; }
.badge { fill: var(--tone); }
.badge text { font-size: 22px; font-weight: 700; text-anchor: middle; dominant-baseline: central; }
.new path, .live .lines line { stroke-dasharray: 1 1; animation: draw 180ms ease-out backwards; }
.new.X path { animation-duration: 90ms; }
.new path + path { animation-delay: 90ms; }
.new.arrow path + path { animation-delay: 180ms; }
.live .lines line { animation-duration: 300ms; animation-delay: 180ms; }
.live .winning { animation: celebrate 500ms ease-in-out 480ms; } /* after the line */
@keyframes draw { from { stroke-dashoffset: 1; opacity: 0; } 1% { opacity: var(--shown, 1); } to { stroke-dashoffset: 0; } }
@keyframes celebrate { 25% { rotate: -10deg; scale: 1.12; } 60% { rotate: 8deg; scale: 1.08; } }
.lines line { --shown: 0.32; }
@media (prefers-reduced-motion: reduce) {
  .new path, .live .lines line, .live .winning { animation: none; stroke-dasharray: none; }
}
button {
  font: inherit;
  min-block-size: 2.75rem;
  padding: 0.25rem 0.9rem;
  color: var(--ink);
  background: none;
  border: 1px solid var(--quiet);
  border-radius: 8px;
  cursor: pointer;
}
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
@media (forced-colors: active) {
  .grid, .X, .O { stroke: CanvasText; }
  .lines line { stroke: Highlight; opacity: 0.6; }
  .arrow, .circle { stroke: Highlight; }
  .highlight, .badge { fill: Highlight; }
  .badge text { fill: HighlightText; }
}
`;

const sheets = new WeakMap(); // by document: the sheet of all its boards

// Styles the shadow root of a board with this shape, in the document that it is in now. No policy forbids the
// sheets; Safari before 16.4 has only elements.
export function styleBoard(root, { columns, rows }) {
  const shape = `:host { --columns: ${columns}; --rows: ${rows}; }`; // a style on the host would be the page's
  const { ownerDocument: page } = root;
  const Sheet = page.defaultView?.CSSStyleSheet;
  if (!Sheet) return; // a document without a window, where nothing is drawn
  const made = (text) => {
    const sheet = new Sheet();
    sheet.replaceSync(text);
    return sheet;
  };
  if ("adoptedStyleSheets" in root) {
    if (!sheets.has(page)) sheets.set(page, made(STYLE));
    root.adoptedStyleSheets = [sheets.get(page), made(shape)];
  } else {
    for (const each of root.querySelectorAll("style")) each.remove();
    root.prepend(...[STYLE, shape].map((text) => Object.assign(page.createElement("style"), { textContent: text })));
  }
}
