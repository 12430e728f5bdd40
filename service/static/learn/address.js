// Conversion between URLs and the page's state: a lesson, its paragraph, a series of questions, a position,
// one or two searches, the index of the one shown (`of`), and its step.

import { queryOf } from "../shared/query.js";
import { GROUPS, LESSONS } from "./lessons.js";
import { DEFAULTS, FIRST, ORDERS } from "./search.js";
import { ALGORITHMS } from "./sentences.js";

const NAMES = ["algorithm", ...Object.keys(DEFAULTS)];
const PREFIXES = ["", "beside_"];
const LARGEST = 6; // empty cells, at most, for alpha-beta without a cache to fit

// A URL with a position is complete; one without belongs to a lesson.
export function readState(query) {
  const asked = new URLSearchParams(query);
  const lesson = LESSONS.find(({ id }) => id === asked.get("lesson")) ?? null;
  const page = numberIn(asked, "page");
  const questions = GROUPS.find(({ id }) => id === asked.get("questions"))?.id ?? null;
  const step = numberIn(asked, "step");
  const board = asked.get("board")?.trim();
  if (!board) {
    const state = ofLesson(lesson ?? LESSONS[0], step);
    const moves = step === null ? movesIn(asked) : null;
    return { ...state, page, questions, moves, of: shownIn(asked, state.searches) };
  }
  const position = {
    board,
    side_to_move: /^[xo]$/i.test(asked.get("side_to_move")) ? asked.get("side_to_move") : null,
    in_a_row: numberIn(asked, "in_a_row") ?? 3,
    misere: asked.get("misere") === "true",
  };
  const [first, second] = PREFIXES.map((prefix) => searchIn(asked, prefix));
  const searches = [first ?? searchFor(position), second].filter(Boolean);
  const of = shownIn(asked, searches);
  return { lesson: lesson?.id ?? null, page, questions, position, searches, of, step: step ?? 0 };
}

// The index of the search to show, or null if the URL does not tell.
function shownIn(asked, searches) {
  const of = (numberIn(asked, "shown") ?? 0) - 1;
  return searches.length > 1 && searches[of] ? of : null;
}

export function writeState({ lesson, page, questions, position, searches, of, step }) {
  const { board, side_to_move, in_a_row, misere } = position;
  const shape = { in_a_row: in_a_row === 3 ? null : in_a_row, misere: misere || null };
  const fields = { lesson, page, questions, board, side_to_move, ...shape };
  searches.forEach((search, index) => {
    for (const name of NAMES) {
      fields[PREFIXES[index] + name] = search[name] === DEFAULTS[name] ? null : search[name];
    }
  });
  return queryOf({ ...fields, shown: searches[1] && of !== null ? of + 1 : null, step });
}

export function ofLesson({ id, board, in_a_row = 3, searches, step }, at = null) {
  const position = { board, side_to_move: null, in_a_row, misere: false };
  const all = searches.map((search) => ({ ...DEFAULTS, ...search }));
  return { lesson: id, page: null, questions: null, position, searches: all, of: null, step: at ?? step };
}

// The default search of a position: the simplest one short enough to be listed.
export function searchFor({ board }) {
  const cells = board.replaceAll("/", "");
  const empty = cells.replaceAll(/[XO]/gi, "").length;
  const algorithm = empty > LARGEST && cells.length <= 9 ? "alpha_beta_cached" : "alpha_beta";
  return { ...DEFAULTS, algorithm, max_depth: empty > LARGEST && cells.length > 9 ? 2 : null };
}

function searchIn(asked, prefix) {
  const algorithm = asked.get(`${prefix}algorithm`);
  if (!Object.hasOwn(ALGORITHMS, algorithm ?? "")) return null;
  const order = asked.get(`${prefix}order`);
  return {
    algorithm,
    values: asked.get(`${prefix}values`) === "score" ? "score" : "outcome",
    max_depth: numberIn(asked, `${prefix}max_depth`),
    order: Object.hasOwn(ORDERS, order ?? "") ? order : FIRST,
  };
}

// The cells of a game, from the lesson's position on, to open at; null if there are none.
function movesIn(asked) {
  const moves = asked.get("moves") ?? "";
  return /^\d+(\.\d+)*$/.test(moves) ? moves.split(".").map(Number) : null;
}

function numberIn(asked, name) {
  const value = asked.get(name);
  return /^\d{1,5}$/.test(value ?? "") ? Number(value) : null;
}
