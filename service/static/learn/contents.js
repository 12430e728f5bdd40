// The contents: the lessons in their groups, each with a picture of its tree and a mark if it is finished,
// and the questions on a subject, one after the other across lessons.

import { html, svg } from "../shared/dom.js";
import { load } from "../shared/storage.js";
import { GROUPS, LESSONS } from "./lessons.js";
import { FINISHED, LAST } from "./menu.js";

const PICTURES = new URL("pictures.svg", import.meta.url).href; // made by `make pages`
const MOST = 10; // questions in a series

// The questions of a group, in order, each with the ID of its lesson. Those about code need the code.
export function seriesOf(id) {
  const group = GROUPS.find((each) => each.id === id);
  const lessons = LESSONS.filter((each) => group?.lessons.includes(each.id));
  const asks = lessons.flatMap(({ id: lesson, asks: all }) => all.map((ask) => ({ ...ask, lesson })));
  return asks.filter(({ kind }) => kind !== "line").slice(0, MOST);
}

// The URL of a question in a series.
export const addressOf = (id, { lesson, step, of }) =>
  `learn?lesson=${lesson}&shown=${of + 1}&step=${step}&questions=${id}`;

export function contents() {
  const last = load(LAST);
  const way = last && html("a", { href: `learn${last.query}` }, `Go on: ${last.title}`);
  return [
    ...(way ? [html("p", { className: "go-on-reading" }, way)] : []),
    ...GROUPS.map(groupOf),
    html("p", {}, html("a", { href: "learn/practice" }, "Practice on fresh trees")),
    html("p", {}, html("a", { href: "learn/player" }, "Write your own player")),
  ];
}

function groupOf({ id, title, lessons }) {
  const series = seriesOf(id);
  return html("section", { "aria-labelledby": `group-${id}` },
    html("h2", { id: `group-${id}` }, title),
    html("ul", {}, LESSONS.filter((lesson) => lessons.includes(lesson.id)).map(tileOf)),
    html("p", {}, html("a", { href: addressOf(id, series[0]) },
      `${series.length} questions on this subject, across the lessons`)));
}

function tileOf({ id, name }) {
  const isFinished = load(FINISHED)?.includes(id);
  const picture = svg("svg", { viewBox: "0 0 160 90", "aria-hidden": "true" },
    svg("use", { href: `${PICTURES}#${id}` }));
  const mark = isFinished && html("b", { role: "img", ariaLabel: "finished" }, " ✓");
  const words = html("span", {}, name, mark);
  return html("li", {}, html("a", { href: `learn?lesson=${id}` }, picture, words));
}
