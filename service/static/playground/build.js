// The panel with the last request, as code in three languages, and its response.

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
    const kind = kindOf(this.#exchange);
    const code = WRITERS[this.#language][kind](this.#exchange);
    const part = kind === "stream" ? "The last event of the response" : "The response";
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
      html("h2", {}, "The last request"),
      html("fieldset", { className: "languages" }, html("legend", {}, "Written in"), choices),
      html("pre", { tabIndex: 0, "aria-label": `The request in ${this.#language}` }, html("code", {}, code)),
      copying("Copy request", () => code),
      html("h2", {}, `${part}${status ? `: ${status}` : ""}`),
      html("pre", { tabIndex: 0, "aria-label": "The response" }, html("code", {}, JSON.stringify(answer, null, 2))),
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

// Code for each kind of request. The response of a stream is the data of its last event.
const WRITERS = {
  curl: {
    get: ({ url }) => `curl '${url}'`,
    stream: ({ url }) => `curl -N '${url}'`,
    post: ({ url, body }) => `curl '${url}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`,
  },
  fetch: {
    get: ({ url }) => `const response = await fetch("${url}");
const answer = await response.json();`,
    stream: ({ url }) => `const source = new EventSource("${url}");
const answer = await new Promise((resolve) => {
  source.addEventListener("analysis", ({ data }) => resolve(JSON.parse(data)));
});
source.close();`,
    post: ({ url, body }) => `const response = await fetch("${url}", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(${JSON.stringify(body)}),
});
const answer = await response.json();`,
  },
  Python: {
    get: ({ url }) => `import httpx

answer = httpx.get("${url}", timeout=60).json()`,
    stream: ({ url }) => `import json

import httpx

with httpx.stream("GET", "${url}", timeout=60) as response:
    for line in response.iter_lines():
        if line.startswith("data: "):
            answer = json.loads(line.removeprefix("data: "))`,
    post: ({ url, body }) => `import httpx

answer = httpx.post(
    "${url}",
    json=${python(body)},
    timeout=60,
).json()`,
  },
};

function kindOf({ url, body }) {
  if (body !== null) return "post";
  return new URL(url).pathname.endsWith("/v1/analysis/stream") ? "stream" : "get";
}

// A JSON value as a Python literal.
function python(value) {
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (value !== null && typeof value === "object") {
    return `{${Object.entries(value).map(([name, each]) => `"${name}": ${python(each)}`).join(", ")}}`;
  }
  return { true: "True", false: "False", null: "None" }[String(value)] ?? JSON.stringify(value);
}
