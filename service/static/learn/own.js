// The form of one's own position and its searches.

import { readState, writeState } from "./address.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("#own"));
const upper = (value) => value?.replace(/^[xo]$/, (side) => side.toUpperCase()); // a side, as in the form

// Fills the form with the state in the URL.
export function fillForm(state) {
  const asked = new URLSearchParams(writeState(state));
  for (const field of /** @type {NodeListOf<any>} */ (form.querySelectorAll("[name]"))) {
    if (field.type === "checkbox") field.checked = asked.has(field.name);
    else field.value = upper(asked.get(field.name)) ?? field.defaultValue ?? "";
  }
}

// Calls `go` with the state that is asked for.
export function connectForm(go) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = /** @type {any} */ (new FormData(form)); // all of them text
    go(readState(`?${new URLSearchParams(fields)}`));
  });
}
