// The links in the text of a lesson, which the HTML has page by page: to steps, and to the glossary.

import { html } from "../shared/dom.js";

// The step that a link leads to, and the index of its search: "17" is of the first one, "2:17" of the second.
function stepOf({ dataset: { step } }) {
  const [number, of = 1] = step.split(":").reverse().map(Number);
  return { of: of - 1, step: number };
}

const linksIn = (part) => [...part.querySelectorAll("[data-step]")];

// The steps that a part of a text links to.
export const stepsIn = (part) => linksIn(part).map(stepOf);

// Gives the links to steps their URLs: `hrefOf({ of, step })`.
export function address(part, hrefOf) {
  for (const link of linksIn(part)) link.href = hrefOf(stepOf(link));
}

// Calls `act` with the step of a link that is followed in this window.
export function connectLinks(element, act) {
  element.addEventListener("click", (event) => {
    const link = event.target.closest("[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act(stepOf(link));
  });
}

// Shows the definition of a term in a card when a link to it is followed.
export function connectGlossary(card) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[href^='#term-']");
    if (!link) return;
    event.preventDefault();
    const term = document.querySelector(link.getAttribute("href"));
    const definition = term.nextElementSibling.cloneNode(true);
    const title = html("h2", { id: "definition-title" }, term.textContent);
    card.replaceChildren(title, html("p", {}, ...definition.childNodes));
    card.showPopover();
  });
}
