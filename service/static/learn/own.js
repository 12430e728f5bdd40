// The form for the reader's own position and one or two searches.

import { html } from "../shared/dom.js";
import { FIRST, ORDERS } from "./search.js";
import { ALGORITHMS } from "./sentences.js";

const VALUES = { outcome: "win 1, draw 0, loss −1", score: "scores: faster wins are worth more" };
const DEPTHS = { "": "to the end", ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((ply) => [ply, `${ply} ${ply === 1 ? "ply" : "plies"}`])) };

export class Form {
  #form;

  // `submitted({ position, searches })` is called with the choices.
  constructor(form, submitted) {
    this.#form = form;
    form.querySelector(".searches").append(
      fieldsOf("First search", "first", ALGORITHMS),
      fieldsOf("Second search", "second", { "": "none", ...ALGORITHMS }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submitted(this.#read());
    });
  }

  show({ position, searches }) {
    const { board, side_to_move: side, in_a_row: inARow, misere } = this.#form.elements;
    board.value = position.board;
    side.value = position.side_to_move?.toUpperCase() ?? "";
    inARow.value = position.in_a_row;
    misere.checked = position.misere;
    ["first", "second"].forEach((name, index) => this.#put(name, searches[index]));
  }

  #put(name, search = { algorithm: "", values: "outcome", max_depth: null, order: FIRST }) {
    for (const [field, value] of Object.entries(search)) {
      this.#form.elements[`${name}_${field}`].value = value ?? "";
    }
  }

  #read() {
    const { board, side_to_move: side, in_a_row: inARow, misere } = this.#form.elements;
    const position = {
      board: board.value.trim(), side_to_move: side.value || null, in_a_row: Number(inARow.value), misere: misere.checked,
    };
    return { position, searches: ["first", "second"].map((name) => this.#search(name)).filter(({ algorithm }) => algorithm) };
  }

  #search(name) {
    const value = (field) => this.#form.elements[`${name}_${field}`].value;
    return { algorithm: value("algorithm"), values: value("values"), max_depth: Number(value("max_depth")) || null, order: value("order") };
  }
}

function fieldsOf(legend, name, algorithms) {
  return html("fieldset", {}, html("legend", {}, legend),
    choice("Algorithm", `${name}_algorithm`, algorithms),
    choice("Values", `${name}_values`, VALUES),
    choice("Depth", `${name}_max_depth`, DEPTHS),
    choice("Cell order", `${name}_order`, ORDERS));
}

function choice(words, name, options) {
  const choices = Object.entries(options).map(([value, text]) => html("option", { value }, text));
  // Objects list numeric keys such as depths first, but "to the end" comes first here.
  const last = choices.findIndex(({ value }) => value === "");
  if (last > 0) choices.unshift(...choices.splice(last, 1));
  return html("label", {}, words, html("select", { name }, choices));
}
