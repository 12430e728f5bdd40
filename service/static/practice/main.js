// The practice page: connects the tree, the questions, the settings, the sheet and the URL.

import { handle, html, one } from "../shared/dom.js";
import { imported } from "../shared/imported.js";
import { arrived, ready } from "../shared/page.js";
import { load, save } from "../shared/storage.js";
import { anySeed, DEFAULT, larger, readTask, withSeed, writeTask } from "./address.js";
import { Fault, readTree, writeTree } from "./notation.js";
import { LARGEST_SEED } from "./trees.js";
import { Asking } from "./asking.js";
import { searched } from "./search.js";
import { sheetOf } from "./sheet.js";
import { Tree } from "./tree.js";

const KEPT = "practice"; // in the browser: the results of all trees
const { elements: drawing } = one("#drawing");
const { elements: own } = one("#own");
const { elements: sheets } = one("#sheets");
const asking = new Asking(one("#asking"), new Tree(one("#tree")), { ended, goOn: () => go(next) });
let shown = null; // the state in the URL
let next = null; // the state after the last question

function open(query) {
  try {
    show(readTask(query));
    history.replaceState(null, "", writeTask(shown));
  } catch (error) {
    fail(error, new URLSearchParams(query).get("tree"));
  }
}

function go(state) {
  if (writeTask(state) !== location.search) history.pushState(null, "", writeTask(state));
  show(state);
  scrollTo(0, 0);
  one("#asking legend").focus({ preventScroll: true });
}

function show(state) {
  shown = state;
  one("#fault").textContent = "";
  one("#bench").className = "";
  drawing.size.value = sizeName(state);
  drawing.first.value = own.first.value = state.first;
  own.tree.value = writeTree(state.tree);
  sheets.count.disabled = state.seed === null;
  asking.start(searched(state.tree, state.first), state.seed ?? 0);
  drawSheet();
}

// Keeps the result of a tree, and returns the way on: whoever has been wrong at most once gets a larger tree.
function ended(right, questions) {
  const all = load(KEPT) ?? { right: 0, questions: 0, trees: 0 };
  save(KEPT, { right: all.right + right, questions: all.questions + questions, trees: all.trees + 1 });
  drawTally();
  next = shown;
  if (shown.seed === null) return "Start again";
  const size = right < questions - 1 ? shown : larger(shown);
  next = withSeed({ ...shown, ...size }, anySeed());
  return size === shown ? "Next tree" : "Next tree, a larger one";
}

function drawTally() {
  const { right, questions, trees } = load(KEPT) ?? { trees: 0 };
  one(".tally").hidden = !trees;
  const where = trees === 1 ? "1 tree" : `${trees} trees`;
  one(".tally span").textContent = `So far: ${right} of ${questions} right, in ${where}.`;
}

// Says what is wrong with a URL, and marks the place in a tree.
function fail(error, written) {
  if (!(error instanceof Fault)) throw error;
  const { at, message } = error;
  one("#fault").replaceChildren(at === null ? `In the link, ${message} Choose another tree.` : `${message} `);
  if (at !== null) {
    own.tree.value = written;
    const mark = html("mark", {}, written.slice(at, at + 1) || " ");
    one("#fault").append(html("code", {}, written.slice(0, at), mark, written.slice(at + 1)));
  }
  one("#bench").className = "faulty";
  one("#fault").scrollIntoView({ block: "nearest" });
  one("#sheet").replaceChildren();
}

// Draws the sheet. The library that makes QR codes is loaded if the sheet has them.
async function drawSheet() {
  let encode = null;
  try {
    const library = new URL("../vendor/uqr/uqr.js", import.meta.url).href;
    if (sheets.codes.checked) ({ encode } = await arrived(imported(library), library));
  } catch {
    sheets.codes.checked = false;
  }
  const others = shown.seed === null ? [] : Array.from({ length: sheets.count.value - 1 }, (_, index) =>
    withSeed(shown, (shown.seed + index + 1) % (LARGEST_SEED + 1)));
  one("#sheet").replaceChildren(...sheetOf([shown, ...others], encode));
}

const sizeName = ({ depth, width }) => `${depth} ${width}`;

handle(one("#drawing"), "submit", () => {
  const [depth, width] = drawing.size.value.split(" ").map(Number);
  go(withSeed({ depth, width, first: drawing.first.value }, anySeed()));
});
handle(one("#own"), "submit", () => {
  try {
    go({ ...DEFAULT, ...shown, seed: null, first: own.first.value, tree: readTree(own.tree.value) });
  } catch (error) {
    fail(error, own.tree.value);
  }
});
one(".tally button").addEventListener("click", () => {
  if (!confirm("Forget your results?")) return;
  save(KEPT, null);
  drawTally();
});
one("#sheets").addEventListener("change", drawSheet);
handle(one("#sheets"), "submit", () => print());
addEventListener("popstate", () => location.hash || open(location.search));
ready();
drawTally();
open(location.search);
