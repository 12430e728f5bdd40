// The page "See the search": connects the lessons, the searches, the player and the URL.

import { en, errorOf, Noughts, requestFor } from "../client/pages.js";
import { ofLesson, queryOf, read, write } from "./address.js";
import { Code } from "./code.js";
import { Detail, listOf } from "./detail.js";
import { Form } from "./own.js";
import { connectGlossary, paragraphs } from "./text.js";
import { connectKeys } from "./keys.js";
import { LESSONS } from "./lessons.js";
import { connectSharing, Menu } from "./menu.js";
import { Search, turned } from "./search.js";
import { Pane } from "./pane.js";
import { Player } from "./steps.js";
import { Quiz } from "./quiz.js";
import { titleOf } from "./sentences.js";

const KEEP_AFTER = 200; // milliseconds without a step before the URL is updated
const one = (selector) => document.querySelector(selector);
const client = new Noughts({ base: "./" });
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

let shown = null; // the state in the URL
let keeping = 0;
const detail = new Detail(one("#detail"));
const figures = [one("figure.search"), figureBeside(one("figure.search"))];
const panes = figures.map((figure) => new Pane(figure, point));
panes.forEach((pane, index) => connectKeys(figures[index].querySelector("svg"), pane));
const code = new Code(one("#code"), drawQuestion);
const player = new Player(one("#player"), { moved, nextCut, stop: (from, to) => quiz.stop(from, to) });
const quiz = new Quiz(one("#lesson"), {
  answered: ({ of, shown: nodes, at }) => {
    player.go(at);
    for (const part of [one("#bench"), figures[of]]) part.classList.add("answered");
    panes[of].mark(nodes);
  },
  cleared: () => {
    for (const part of [one("#bench"), ...figures]) part.classList.remove("answered");
    for (const pane of active()) pane.mark([]);
  },
  goneOn: (isAsking) => {
    if (isAsking) return one("#lesson .choices button").focus();
    one("#player [name=play]").focus();
    if (player.step < player.steps) player.play();
  },
});
const menu = new Menu((lesson) => go(ofLesson(lesson)));
const form = new Form(one("#own form"), ({ position, searches }) =>
  go({ lesson: null, position, searches, step: 0 }));

const active = () => panes.filter((_, index) => !figures[index].hidden && panes[index].search);

// A second figure like the first, for lessons that compare two searches.
function figureBeside(figure) {
  const made = figure.cloneNode(true);
  made.hidden = true;
  made.querySelector("h2").id = "search-2";
  made.setAttribute("aria-labelledby", "search-2");
  figure.after(made);
  return made;
}

// The nearest step at which one of the searches makes a cutoff.
function nextCut(step) {
  const steps = active().map(({ search }) => {
    const at = search.events.findIndex(({ node, isEntered }, number) => number >= step && !isEntered && node.end === "cutoff");
    return at < 0 ? Infinity : at + 1;
  });
  const nearest = Math.min(...steps);
  return nearest === Infinity ? null : nearest;
}

function moved(step, { isRising, isPlaying }) {
  if (document.body.ariaBusy) return; // the search in view is about to be replaced
  shown.step = step;
  for (const element of document.querySelectorAll(".sentence")) element.ariaLive = isPlaying ? "off" : "polite";
  for (const pane of active()) pane.go(step, isRising && !isStill.matches);
  drawQuestion();
  drawDetail();
  menu.follow(player);
  if (!isPlaying) drawList();
  clearTimeout(keeping);
  keeping = setTimeout(keep, KEEP_AFTER);
}

// The question, and the program of the search that it is about.
function drawQuestion() {
  quiz.go(player.step);
  code.go(quiz.of);
}

const keep = () => history.replaceState(null, "", write(shown));

// Shows the node under the pointer or the focus, otherwise the step's.
let pointed = null;
function point(pane, node) {
  const isFocused = document.activeElement === pane.tree.element;
  const shownNode = node ?? (isFocused ? pane.tree.active : null);
  pointed = shownNode && { pane, node: shownNode };
  drawDetail();
}
function drawDetail() {
  const [pane] = active();
  if (!pane) return;
  if (pointed && active().includes(pointed.pane)) detail.draw(pointed.pane, pointed.node);
  else detail.draw(pane, pane.search.nodeAt(pane.step));
}

function drawList() {
  if (one("#nodes").open) one("#list").replaceChildren(...listOf(active(), (step) => player.go(step)));
}

function go(state) {
  history.pushState(null, "", write(state));
  open(state);
}

async function open(state) {
  player.pause();
  shown = state;
  pointed = null;
  drawLesson(state);
  quiz.open(lessonOf(state), state.step);
  code.open(lessonOf(state)?.code);
  drawFigures(state.searches);
  form.show(state);
  document.body.classList.add("drawn");
  one("#fault").textContent = "";
  document.body.setAttribute("aria-busy", "true");
  try {
    const [answers, analysis] = await Promise.all([
      Promise.all(state.searches.map((search) => ask(state.position, search))),
      client.analysis(asked(state.position)),
    ]);
    if (shown === state) show(answers, analysis);
  } catch (error) {
    if (shown === state) fail(error);
  }
  if (shown === state) document.body.removeAttribute("aria-busy");
}

// If there is nothing to show, opens the form.
function fail(error) {
  one("#fault").textContent = errorOf(error, en);
  one("#searches").hidden = true;
  one("#own").open = true;
}

// The rows of a board: turning needs them, but the URL of a square board can omit the slashes.
function rowsOf(board) {
  const size = Math.sqrt(board.length);
  if (board.includes("/") || !Number.isInteger(size)) return board;
  return board.match(new RegExp(`.{${size}}`, "g")).join("/");
}

const asked = (position) => requestFor({ ...position, notation: position.board });

function ask(position, { order, ...search }) {
  const board = turned(rowsOf(position.board), order);
  return client.trace({ ...asked(position), ...search, board });
}

function show(answers, analysis) {
  const searches = answers.map((answer, index) => new Search(answer, analysis.position, shown.searches[index].order));
  one("#searches").hidden = false;
  for (const search of searches) search.showsWindow &&= !lessonOf(shown)?.hidesWindow;
  searches.forEach((search, index) => panes[index].show(search, shown.step, searches.length > 1));
  one("#key .bound").hidden = !searches.some(({ hasWindow }) => hasWindow);
  code.show(active());
  player.reset(Math.max(...searches.map(({ steps }) => steps)), shown.step);
  one("#noughts").textContent = ownSearch(analysis);
  one("#play-it").href = `./${queryOf(requestFor(analysis.position))}`;
  shown.step = player.step;
  quiz.show(searches, shown.step);
  menu.follow(player);
  keep();
  drawDetail();
  drawList();
  const { plays, step } = lessonOf(shown) ?? {};
  if (plays && shown.step === step && !isStill.matches) player.play();
}

// Reserves the space of the searches before there is anything to show in it.
function drawFigures(searches) {
  figures.forEach((figure, index) => (figure.hidden = !searches[index]));
  searches.forEach((search, index) =>
    (figures[index].querySelector("h2").textContent = titleOf({ ...search, maxDepth: search.max_depth })));
  one("#searches").classList.toggle("two", searches.length > 1);
  one("#bench").classList.toggle("pair", searches.length > 1);
  one("#player [name=cut]").hidden = searches.every(({ algorithm }) => algorithm === "minimax");
}

function ownSearch({ moves, nodes, solved }) {
  if (!moves.length) return "The game is over. There is nothing to search.";
  return `Noughts' own search enters ${nodes.toLocaleString("en")} nodes here${solved ? " and finds the score of every move" : ""}.`;
}

const lessonOf = ({ lesson }) => LESSONS.find(({ id }) => id === lesson) ?? null;

function drawLesson(state) {
  const lesson = lessonOf(state);
  const index = LESSONS.indexOf(lesson);
  const { title, text } = lesson ?? { title: "Your own position", text: ["Step through its search, or choose a lesson."] };
  one("#lesson h2").textContent = lesson ? `${index + 1}. ${title}` : title;
  one("#text").replaceChildren(...paragraphs(text, (step) => `learn${write({ ...state, step })}`));
  menu.show(lesson);
  document.title = lesson ? `Noughts: ${title}` : "Noughts: see the search";
}

one("#text").addEventListener("click", (event) => {
  const link = event.target.closest("a.step");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  player.go(Number(link.dataset.step));
});
connectGlossary(one("#glossary dl"), one("#definition"));
one("#nodes").addEventListener("toggle", drawList);
addEventListener("popstate", () => location.hash || open(read(location.search)));
connectSharing({
  keep,
  hideAnswer: () => {
    if (quiz.askedAt !== null) player.go(quiz.askedAt);
    for (const { tree } of active()) tree.refit();
  },
});
open(read(location.search));
