// The request made last, as one would write it, and what it was answered.

import { html } from "./html.js";

export class Build {
  #panel;
  #link;
  #language = "curl";
  #exchange = null;

  constructor(panel, link) {
    this.#panel = panel;
    this.#link = link;
    this.draw();
  }

  show(exchange) {
    this.#exchange = exchange;
    this.draw();
  }

  draw() {
    const link = new URL(this.#link(), location.href).href;
    this.#panel.replaceChildren(
      html("h2", {}, "This position"),
      html("p", {}, html("a", { href: link, className: "link" }, "Link to this position"), " ", copying("Copy link", () => link)),
      ...(this.#exchange ? this.#request() : []),
    );
  }

  #request() {
    const { status, answer } = this.#exchange;
    const code = WRITERS[this.#language](this.#exchange);
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
      html("h2", {}, "The request just made"),
      html("fieldset", { className: "languages" }, html("legend", {}, "Written in"), choices),
      html("pre", { tabIndex: 0, "aria-label": `The request in ${this.#language}` }, html("code", {}, code)),
      copying("Copy request", () => code),
      html("h2", {}, `The answer${status ? `: ${status}` : ""}`),
      html("pre", { tabIndex: 0, "aria-label": "The answer" }, html("code", {}, JSON.stringify(answer, null, 2))),
    ];
  }
}

function copying(words, text) {
  const button = html("button", { type: "button" }, words);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select the text to copy it";
    }
  });
  return button;
}

const WRITERS = {
  curl: ({ method, url, body }) =>
    body === null
      ? `curl '${url}'`
      : `curl '${url}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`,
  fetch: ({ url, body }) =>
    body === null
      ? `const response = await fetch("${url}");\nconst answer = await response.json();`
      : `const response = await fetch("${url}", {\n  method: "POST",\n  headers: { "Content-Type": "application/json" },\n  body: JSON.stringify(${JSON.stringify(body)}),\n});\nconst answer = await response.json();`,
  Python: ({ url, body }) =>
    body === null
      ? `import httpx\n\nanswer = httpx.get("${url}").json()`
      : `import httpx\n\nanswer = httpx.post(\n    "${url}",\n    json=${python(body)},\n).json()`,
};

// A value of JSON as Python writes it.
function python(value) {
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (value !== null && typeof value === "object") {
    return `{${Object.entries(value).map(([name, each]) => `"${name}": ${python(each)}`).join(", ")}}`;
  }
  return { true: "True", false: "False", null: "None" }[String(value)] ?? JSON.stringify(value);
}
