// A lesson: connects the lessons, the searches, the steps, the questions and the URL.

import { isWorthRetrying, Noughts, placed, positionOf, requestFor } from "../client/pages.js";
import { button, html, one } from "../shared/dom.js";
import { ready } from "../shared/page.js";
import { queryOf } from "../shared/query.js";
import { save } from "../shared/storage.js";
import { pathTo } from "../tree/values.js";
import { ofLesson, readState, searchFor, writeState } from "./address.js";
import { seriesOf } from "./contents.js";
import { detailOf, listOf } from "./detail.js";
import { LESSONS } from "./lessons.js";
import { connectSharing, LAST, Menu } from "./menu.js";
import { connectForm, fillForm } from "./own.js";
import { Pane } from "./pane.js";
import { Quiz } from "./quiz.js";
import { Search, turned } from "./search.js";
import { ALGORITHMS, labelsOf, ownSearch, withoutCode } from "./sentences.js";
import { Steps } from "./steps.js";
import { Tabs } from "./tabs.js";
import { address, connectGlossary, connectLinks, Text } from "./text.js";

const KEEP_AFTER = 200; // milliseconds without a step before the URL is updated
const all = (selector) => [...document.querySelectorAll(selector)];
const client = new Noughts({ base: "./" });
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const say = (words) => (one("#said").textContent = words); // to a screen reader, once

let state = null; // as in the URL
let isReady = false; // whether the searches of the state are shown
let keeping = 0;
let belongs = null; // the number of the paragraph that belongs to the step
let pointed = null; // the node under the pointer or the focus

const panes = all("figure.search").map((figure) => new Pane(figure, {
  pointed: (node) => point(node),
  act: (node, how) => quiz.act(node, how),
  type: (key) => quiz.type(key),
}));
const stop = (from, to) => quiz.stop(from, to, state.of);
const steps = new Steps(one("#steps"), { moved, nextCut, stop });
const quiz = new Quiz(one("#panel"), {
  search: (of) => (isReady ? panes[of].search : null),
  answered: ({ shown, at }) => {
    steps.go(at);
    pane().mark(shown);
  },
  changed: () => draw(),
  cleared: () => isReady && pane().mark([]),
  goneOn: (asked, isAsking) => {
    if (state.questions) return nextInSeries(asked);
    if (isAsking) {
      turnText();
      for (const each of ["#turn-to-question", ".choices button"]) one(each).focus(); // One of them is shown.
      return undefined;
    }
    one("#steps [name=play]").focus();
    return steps.step < steps.steps ? steps.play() : follow();
  },
  say,
});
const menu = new Menu((lesson) => (lesson ? go(ofLesson(lesson)) : change({ lesson: null })));
const text = new Text(() => {
  if (isReady) draw();
  keep();
});
const tabs = new Tabs({
  pane: () => (isReady ? pane() : null),
  program: () => lesson()?.code,
  turned: () => text.turn(text.page),
  draw: () => draw(),
});

const pane = () => panes[state.of ?? 0];
const lesson = () => LESSONS.find(({ id }) => id === state.lesson) ?? null;
const start = () => lesson() ?? LESSONS[0]; // the way on from a link that makes no sense

// The place in a series of questions, from 0, of the one at a step; -1 if there is none.
const placeOf = ({ step, of }) => seriesOf(state.questions).findIndex((each) =>
  each.lesson === state.lesson && each.step === step && each.of === of);

function nextInSeries(asked) {
  const next = seriesOf(state.questions)[placeOf(asked) + 1];
  if (!next) return location.assign("learn");
  const { questions } = state;
  return go({ ...ofLesson(LESSONS.find(({ id }) => id === next.lesson), next.step), of: next.of, questions });
}

// The next step at which the search makes a cutoff.
function nextCut(step) {
  const isCut = ({ node, isEntered }) => !isEntered && node.end === "cutoff";
  const next = pane().search.events.slice(step).find(isCut);
  return next ? next.node.left + 1 : null;
}

function moved(step, { isRising = false, isPlaying = false } = {}) {
  if (!isReady) return; // the search in view is about to be replaced
  state.step = step;
  turnText();
  draw(isRising && !isStill.matches);
  text.bringIntoView(); // A question takes room from the text.
  follow();
  if (!isPlaying) {
    say(`${pane().sentence}${quiz.asked ? ` Question: ${quiz.asked.question}` : ""}`);
    drawList();
  }
  clearTimeout(keeping);
  keeping = setTimeout(keep, KEEP_AFTER);
}

function keep() {
  const page = text.page === belongs ? null : text.page;
  history.replaceState(null, "", writeState({ ...state, page }));
  if (lesson()) save(LAST, { query: location.search, title: lesson().title });
}

// Turns to the paragraph that belongs to the step, if the one before had another or there is a question.
function turnText() {
  const paragraph = text.pageAt(state.of, state.step);
  const isAsking = lesson()?.asks.some(({ of, step }) => of === state.of && step === state.step);
  if (paragraph && (paragraph !== belongs || isAsking)) text.turn(paragraph);
  belongs = paragraph;
}

// Draws the step: the question, the tree with the nodes that are named, the sentence and the code.
function draw(isRising = false) {
  quiz.go(state.step, state.of);
  const named = text.stepsOf(state.of).map(({ step }) => pane().search.nodeAt(step));
  if (quiz.asked) named.push(quiz.asked.about, ...(quiz.answer?.nodes ?? []));
  pane().ask(quiz.answer);
  pane().go(state.step, { isRising, named });
  one("#sentence").textContent = pane().sentence;
  tabs.go();
  drawDetail();
}

// At the end of a search, offers the other one, or the next lesson.
function follow() {
  const isAtEnd = steps.step === steps.steps && !quiz.asked;
  const other = panes[1 - state.of];
  const isOther = isAtEnd && state.searches[1] && other.step < other.search.steps;
  one("#compare").hidden = !isOther;
  menu.follow(isAtEnd && !isOther);
}

// Shows the node under the pointer or the focus, otherwise the step's.
function point(node) {
  const { active, element } = pane().view;
  pointed = node ?? (document.activeElement === element ? active : null);
  drawDetail();
}
function drawDetail() {
  const { search, step, current } = pane();
  const node = pointed && search.nodes[pointed.id] === pointed ? pointed : current;
  one("#detail").replaceChildren(...detailOf(search, node, step));
}

function drawList() {
  const { search } = pane();
  if (one("#nodes").open) one("#list").replaceChildren(listOf(search, state.step, (step) => steps.go(step)));
}

function go(next) {
  history.pushState(null, "", writeState(next));
  open(next);
}

// Goes to the start of another search.
const change = (changed) => go({ ...state, of: null, step: 0, page: null, ...changed });

async function open(next) {
  steps.pause();
  isReady = false;
  state = next;
  pointed = null;
  drawText();
  quiz.open(lesson(), state.step, state.of ?? lesson()?.shows ?? 0);
  fillForm(state);
  document.body.classList.add("drawn");
  document.body.classList.toggle("two", state.searches.length > 1);
  const { algorithm } = state.searches[state.of ?? lesson()?.shows ?? 0] ?? state.searches[0];
  one("#steps [name=cut]").hidden = algorithm === "minimax";
  one("#fault").replaceChildren();
  document.body.setAttribute("aria-busy", "true");
  one("#steps").inert = true;
  try {
    const [answers, analysis] = await Promise.all([
      Promise.all(state.searches.map((search) => ask(state.position, search))),
      client.analysis(state.position),
    ]);
    if (state === next) show(answers, analysis);
  } catch (error) {
    if (state === next) fail(error);
  }
}

// Says what went wrong where it was asked for, with a way on.
function fail(error) {
  document.body.classList.add("failed");
  document.body.removeAttribute("aria-busy");
  const isSmallerPossible = error.code === "trace_too_large";
  const [words, ways] = isSmallerPossible
    ? ["This search enters more nodes than a page can list. Choose a smaller one:", smaller()]
    : isWorthRetrying(error) ? ["The service did not respond.", [["Try again", () => open(state)]]]
      : [withoutCode(error.message), [[`Lesson: ${start().title}`, () => go(ofLesson(start()))]]];
  one("#fault").classList.toggle("offer", isSmallerPossible);
  one("#fault").replaceChildren(html("p", {}, words), ...ways.map(([name, act]) => button(name, act)));
}

// The next smaller searches: with a cache, less deep, or of a later position.
function smaller() {
  const { board } = state.position;
  const search = (changed) => () => change({ searches: [{ ...state.searches[0], ...changed }] });
  const isSmall = board.replaceAll("/", "").length <= 9;
  const cached = { algorithm: "alpha_beta_cached", max_depth: null };
  return [
    ...(isSmall ? [[ALGORITHMS.alpha_beta_cached, search(cached)]] : []),
    ["2 plies deep", search({ max_depth: 2 })],
    ["After the best moves", later],
  ];
}

// Plays best moves until the search is short enough to list.
async function later() {
  const { position, principal_variation: cells } = await client.analysis(state.position);
  const empty = position.cells.filter((mark) => !mark).length;
  const next = requestFor(cells.slice(0, Math.max(empty - 5, 2)).reduce(placed, position));
  change({ position: next, searches: [searchFor(next)] });
}

// The board is turned by its rows, which a URL can write without slashes.
function ask(position, { order, ...search }) {
  const { notation } = positionOf(position) ?? { notation: position.board };
  return client.trace({ ...position, ...search, board: turned(notation, order) });
}

function show(answers, analysis) {
  const { position } = analysis;
  const searches = answers.map((answer, of) =>
    new Search(answer, position, state.searches[of].order, lesson()?.hides));
  // In former URLs, one step counted for both searches.
  const shows = lesson()?.shows ?? 0;
  const isBeyond = searches[1] && state.step > searches[shows].steps;
  state.of = searches[1] ? (state.of ?? (isBeyond ? 1 - shows : shows)) : 0;
  document.body.classList.remove("failed");
  document.body.removeAttribute("aria-busy"); // The question can be focused.
  isReady = true;
  one("#steps").inert = false;
  searches.forEach((search, of) => panes[of].show(search, of === state.of ? state.step : 0));
  one("#toggle").replaceChildren(...(searches[1] ? labelsOf(searches) : []).map((words, of) =>
    button(words, () => turnTo(of))));
  one("#noughts").textContent = ownSearch(analysis);
  one("#play-it").href = `./${queryOf(requestFor(position))}`;
  if (state.moves) state.step = searches[state.of].stepOfGame(state.moves);
  // A lesson opens with its first paragraph, a link to a step with the one that belongs to it.
  const isOpening = state.page === null && state.step === lesson()?.step;
  belongs = state.page || isOpening ? text.pageAt(state.of, state.step) : null;
  turnTo(state.of, state.step);
  const { plays, step } = lesson() ?? {};
  if (plays && state.step === step && !isStill.matches) steps.play();
}

// Shows one of the searches, by default at the node shown, or its nearest ancestor that this search enters.
function turnTo(of, step = counterpart(panes[state.of], panes[of].search)) {
  state.of = of;
  const { search } = pane();
  all("figure.search").forEach((figure, index) => figure.classList.toggle("shown", index === of));
  for (const [index, each] of [...one("#toggle").children].entries()) {
    each.setAttribute("aria-pressed", String(index === of));
  }
  one("#steps [name=cut]").hidden = search.algorithm === "minimax";
  one("#key .bound").hidden = !search.hasWindow;
  one("#key").hidden = !search.showsValues;
  steps.reset(search.steps, step);
  state.step = steps.step;
  turnText();
  draw();
  text.bringIntoView();
  tabs.show();
  drawList();
  keep();
}

function counterpart({ search, step, current }, other) {
  if (search === other || !step) return step;
  let found = other.root;
  for (const { cell } of pathTo(current)) {
    const next = found.children.find((child) => child.cell === cell);
    if (!next) return (found.end === "searched" ? found.entered : found.left) + 1;
    found = next;
  }
  return (search.eventAt(step).isEntered ? found.entered : found.left) + 1;
}

// Draws the title, the pages of text and the menu.
function drawText() {
  const shown = lesson();
  one("#lesson-title").textContent = shown?.name ?? "Your own position";
  const series = seriesOf(state.questions);
  const place = placeOf({ step: state.step, of: state.of ?? shown?.shows ?? 0 }) + 1;
  one("#series").textContent = series.length && place ? `Question ${place} of ${series.length}` : "";
  text.show(shown?.id, state.page ?? 1);
  address(one("#text"), ({ of, step }) => `learn${writeState({ ...state, of, step })}`);
  document.body.classList.toggle("own", !shown);
  one("#words-tab").textContent = shown ? "Text" : "Position";
  document.title = `Noughts: ${shown?.title ?? "see the search"}`;
  menu.show(shown);
  tabs.show(shown?.code !== false);
}

connectForm(go);
one("#compare").addEventListener("click", () => turnTo(1 - state.of, 0));
connectLinks(one("#text"), ({ of, step }) => {
  if (!isReady) return;
  if (of !== state.of) turnTo(of, step);
  steps.go(step);
});
connectGlossary(one("#definition"));
connectSharing(keep);
one("#nodes").addEventListener("toggle", drawList);
addEventListener("popstate", () => {
  if (location.hash) return undefined;
  return location.search ? open(readState(location.search)) : location.reload(); // the contents
});
const printTrees = (count) => state.searches.forEach((_, of) => panes[of].print(count));
addEventListener("beforeprint", () => {
  if (!isReady) return;
  if (quiz.asked) steps.go(quiz.asked.step);
  keep();
  one("#address").textContent = location.href;
  const other = state.searches[1] && panes[1 - state.of];
  other?.go(counterpart(pane(), other.search));
  printTrees(state.searches.length);
});
addEventListener("afterprint", () => printTrees(0));
ready();
open(readState(location.search));
