// The text of a lesson, which the HTML has in paragraphs. The one that belongs to the step is current: it is
// marked, and in view.
//
// `data-from` is the step of a search from which a paragraph counts: "17" is of the first search, "2:17" of
// the second. In a panel without room for all paragraphs, only the current one is shown, in columns if it is
// long, and the pager turns to the others.

import { html, one, put } from "../shared/dom.js";

const GAP = 16; // pixels between columns

function stepIn(words) {
  const [step, of = 1] = words.split(":").reverse().map(Number);
  return { of: of - 1, step };
}

const linksIn = (part) => [...part.querySelectorAll("[data-step]")];

// The steps that a part of a text links to.
export const stepsIn = (part) => linksIn(part).map(({ dataset }) => stepIn(dataset.step));

export class Text {
  page = 1; // the number of the current paragraph
  #turned;

  // Calls `turned()` when a reader has turned to another paragraph.
  constructor(turned) {
    this.#turned = turned;
    one("#pager [name=before]").addEventListener("click", () => this.#go("before", -1));
    one("#pager [name=after]").addEventListener("click", () => this.#go("after", 1));
    new ResizeObserver(() => this.turn(this.page)).observe(one("#text"));
  }

  // Shows a lesson, or no text if there is none with this ID.
  show(id, page) {
    for (const article of one("#text").children) article.hidden = article.id !== `lesson-${id}`;
    this.turn(page);
  }

  // The number of the paragraph that belongs to a step of a search, or null if none does.
  pageAt(of, step) {
    const starts = this.#paragraphs.map(({ dataset }) => stepIn(dataset.from ?? "Infinity"));
    return starts.findLastIndex((start) => start.of === of && start.step <= step) + 1 || null;
  }

  // The steps of a search that the current paragraph links to.
  stepsOf(of) {
    return stepsIn(this.#paragraphs[this.page - 1] ?? one("#pager")).filter((each) => each.of === of);
  }

  turn(page) {
    const paragraphs = this.#paragraphs;
    this.page = Math.min(Math.max(page, 1), Math.max(paragraphs.length, 1));
    for (const [index, paragraph] of paragraphs.entries()) {
      put(paragraph, { "aria-current": index === this.page - 1 ? "true" : null });
    }
    one("#pager").hidden = paragraphs.length < 2 || one("#text").parentElement.hidden;
    one("#pager .at").textContent = `${this.page} / ${paragraphs.length}`;
    this.bringIntoView();
    this.#drawPager();
  }

  // Scrolls to the current paragraph, if it is not in view.
  bringIntoView() {
    const { scrollTop, clientHeight } = one("#text");
    const { offsetTop: top = 0, offsetHeight: height = 0 } = this.#paragraphs[this.page - 1] ?? {};
    one("#text").scrollTo(0, Math.min(top, Math.max(scrollTop, top + height - clientHeight)));
  }

  #go(name, by) {
    const shown = this.#columns;
    if (shown[name] < 1) this.turn(this.page + by);
    else one("#text").scrollLeft += by * shown.width;
    this.#drawPager();
    this.#turned();
  }

  // The width of a column with its gap, and that of the columns before and after the one in view.
  get #columns() {
    const { clientWidth, scrollLeft, scrollWidth } = one("#text");
    return { width: clientWidth + GAP, before: scrollLeft, after: scrollWidth - clientWidth - scrollLeft };
  }

  #drawPager() {
    const { before, after } = this.#columns;
    one("#pager [name=before]").disabled = this.page === 1 && before < 1;
    one("#pager [name=after]").disabled = this.page >= this.#paragraphs.length && after < 1;
  }

  get #paragraphs() {
    return [...one("#text").querySelectorAll("article:not([hidden]) > p")];
  }
}

// Gives the links to steps their URLs: `hrefOf({ of, step })`.
export function address(part, hrefOf) {
  for (const link of linksIn(part)) link.href = hrefOf(stepIn(link.dataset.step));
}

// Calls `act` with the step of a link that is followed in this window.
export function connectLinks(element, act) {
  element.addEventListener("click", (event) => {
    const link = event.target.closest("[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act(stepIn(link.dataset.step));
  });
}

// Shows the definition of a term in a card when a link to it is followed. Older browsers have no such cards:
// there, the link leads to the glossary.
export function connectGlossary(card) {
  card.hidden = !card.showPopover; // eslint-disable-line no-restricted-properties -- asked for
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[href^='#term-']");
    if (!link || !card.showPopover) return; // eslint-disable-line no-restricted-properties -- asked for
    event.preventDefault();
    const term = document.querySelector(link.getAttribute("href"));
    const definition = term.nextElementSibling.cloneNode(true);
    const title = html("h2", { id: "definition-title" }, term.textContent);
    card.replaceChildren(title, html("p", {}, ...definition.childNodes));
    card.showPopover(); // eslint-disable-line no-restricted-properties -- see above
  });
}
