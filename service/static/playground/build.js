// The panel with the request for the position shown, as code in three languages, and its response.

import { requestFor } from "../../client/position.js";
import { wordsOf } from "./errors.js";
import { html } from "./html.js";
import { messages } from "./messages.js";

export class Build {
  #panel;
  #board;
  #link;
  #language = "curl";
  #of = null; // the URL of the request shown
  #response = html("div", { role: "status" });

  constructor(panel, board, link) {
    this.#panel = panel;
    this.#board = board;
    this.#link = link;
  }

  draw() {
    const link = new URL(this.#link(), location.href).href;
    this.#panel.replaceChildren(
      html("h2", {}, messages.thisPosition),
      html("p", {}, html("a", { href: link, className: "link" }, messages.linkToPosition), " ", copying(messages.copyLink, () => link)),
      ...(this.#board.position ? this.#request() : []),
    );
  }

  #request() {
    const { isOver, settings: { level, traps }, position } = this.#board.game;
    const isTrapping = !isOver && level === "perfect" && traps;
    const path = isOver ? "v1/analysis" : "v1/best-move";
    const { board, ...others } = { ...requestFor(position), level: isOver ? null : level, traps: isTrapping || null };
    const given = Object.entries(others).filter(([, value]) => value !== null);
    const url = new URL(`${path}?board=${board}&${new URLSearchParams(given)}`, location.href).href;
    if (url !== this.#of) this.#response.replaceChildren();
    this.#of = url;
    const code = WRITERS[this.#language](url);
    const choices = Object.keys(WRITERS).map((language) => {
      const choose = () => {
        this.#language = language;
        this.draw();
        this.#panel.querySelector(`input[value="${language}"]`).focus();
      };
      const input = html("input", { type: "radio", name: "language", value: language, checked: language === this.#language, onchange: choose });
      return html("label", {}, input, ` ${language}`);
    });
    return [
      html("h2", {}, isOver ? messages.analysisRequest : messages.bestMoveRequest),
      html("fieldset", { className: "languages" }, html("legend", {}, messages.writtenIn), choices),
      html("pre", { tabIndex: 0, ariaLabel: messages.requestIn(this.#language) }, html("code", {}, code)),
      html("div", { className: "choices" },
        html("button", { type: "button", onclick: () => this.#send(url) }, messages.send), copying(messages.copyRequest, () => code)),
      this.#response,
    ];
  }

  async #send(url) {
    const said = await answerTo(url);
    if (url === this.#of) this.#response.replaceChildren(...said);
  }
}

async function answerTo(url) {
  try {
    const response = await fetch(url);
    return [
      html("h2", {}, `${messages.response}: ${response.status}`),
      html("pre", { tabIndex: 0, ariaLabel: messages.response }, html("code", {}, JSON.stringify(await response.json(), null, 2))),
    ];
  } catch {
    return [html("p", {}, wordsOf({ code: "no_answer" }))];
  }
}

function copying(words, text) {
  const button = html("button", { type: "button" }, words);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = messages.copied;
    } catch {
      button.textContent = messages.selectToCopy;
    }
  });
  return button;
}

const WRITERS = {
  curl: (url) => `curl '${url}'`,
  fetch: (url) => `const response = await fetch("${url}");
const answer = await response.json();`,
  Python: (url) => `import httpx

answer = httpx.get("${url}", timeout=60).json()`,
};
