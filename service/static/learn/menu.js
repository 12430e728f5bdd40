// The menu of the lessons, with those that are finished, and the ways to the next one.

import { html, one } from "../shared/dom.js";
import { load, save } from "../shared/storage.js";
import { LESSONS } from "./lessons.js";

// In the browser: the lessons whose last step has been reached, and the query and the title of the last one.
export const FINISHED = "finished";
export const LAST = "last-lesson";

export class Menu {
  #lesson = null;

  // `open` is called with the lesson that a reader chooses, or null for an own position.
  constructor(open) {
    one("#choose").append(html("option", { value: "contents" }, "All lessons"),
      ...LESSONS.map(({ id }) => html("option", { value: id })),
      html("option", { value: "" }, "Your own position"));
    one("#choose").addEventListener("change", ({ target }) => target.value === "contents"
      ? location.assign("learn") : open(LESSONS.find(({ id }) => id === target.value) ?? null));
    for (const id of ["#onward", "#next"]) one(id).addEventListener("click", () => open(this.#following));
  }

  show(lesson) {
    this.#lesson = lesson;
    one("#choose").value = lesson?.id ?? "";
    one("#next").disabled = !this.#following;
    this.follow(false);
    this.#draw();
  }

  // At the end of a lesson, marks it, and offers the next one and practice.
  follow(isAtEnd) {
    const isDone = Boolean(this.#lesson) && isAtEnd;
    one("#onward").hidden = !isDone || !this.#following;
    one("#practice").hidden = !isDone || !this.#lesson.practice;
    if (!isDone) return;
    save(FINISHED, [...new Set([...(load(FINISHED) ?? []), this.#lesson.id])]);
    this.#draw();
  }

  get #following() {
    return this.#lesson && LESSONS[LESSONS.indexOf(this.#lesson) + 1];
  }

  #draw() {
    const done = load(FINISHED) ?? [];
    for (const { id, name } of LESSONS) {
      one(`#choose [value="${id}"]`).textContent = done.includes(id) ? `${name} ✓` : name;
    }
  }
}

// Copies the link to a step, and prints it: `keep` writes the step to the URL.
export function connectSharing(keep) {
  one("#copy-link").addEventListener("click", async () => {
    keep();
    try {
      await navigator.clipboard.writeText(location.href);
      one("#copied").textContent = "Copied.";
    } catch {
      one("#copied").textContent = "The browser does not allow copying here. Copy the page's address.";
    }
  });
  one("#print").addEventListener("click", () => print());
}
