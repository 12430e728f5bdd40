// Connects the settings form with the attributes of the board.

import { contract } from "../../client/contract.js";
import { messages } from "./messages.js";

const { bounds } = contract;
const SIZES = ["columns", "rows", "in_a_row"];
const SWITCHES = ["misere", "traps"];
const ATTRIBUTES = { side: "side", starting_side: "starting-side", level: "level" };

export function connectSettings(form, board, changed) {
  const { elements } = form;
  for (const name of SIZES) Object.assign(elements[name], { min: bounds[name].minimum, max: bounds[name].maximum });

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", ({ target }) => {
    if (!target.name) return;
    if (target.name === "board" && !target.value) return offerSizes();
    if (target.name === "board") putSizes(target.value.split(" "));
    const sizes = SIZES.map((name) => elements[name]);
    elements.in_a_row.max = Math.max(elements.columns.value, elements.rows.value, bounds.in_a_row.minimum);
    const isSize = target.name === "board" || SIZES.includes(target.name);
    if (isSize && !sizes.every((field) => field.reportValidity())) return;
    const shape = isSize ? sizes.map((field) => field.value) : shapeOf(board.settings);
    const [columns, rows, inARow] = shape.map(String);
    const attributes = { columns, rows, "in-a-row": inARow };
    for (const name of SWITCHES) attributes[name] = elements[name].checked ? "" : null;
    for (const [name, attribute] of Object.entries(ATTRIBUTES)) attributes[attribute] = elements[name].value;
    put(board, attributes);
    checkBoard(shape);
    describe();
    changed();
  });

  function putSizes(sizes) {
    SIZES.forEach((name, i) => (elements[name].value = sizes[i]));
  }

  /**
   * Checks the chip of the board; the last one represents all boards without a chip.
   * @param {(number | string)[]} shape
   */
  function checkBoard([columns, rows, inARow]) {
    const chosen = `${columns} ${rows} ${inARow}`;
    const radios = [...elements.board];
    const other = radios.pop();
    const chip = radios.find(({ value }) => value === chosen);
    other.value = chip ? "" : chosen;
    other.nextSibling.textContent = chip ? messages.other : `${columns}x${rows}`;
    (chip ?? other).checked = true;
  }

  function offerSizes() {
    form.querySelector("#more").open = true;
    checkBoard(shapeOf(board.settings));
  }

  // Copies the settings of the board into the form.
  function show() {
    const { side, startingSide, level } = board.settings;
    const shape = shapeOf(board.settings);
    checkBoard(shape);
    putSizes(shape);
    for (const name of SWITCHES) elements[name].checked = board.settings[name];
    elements.side.value = side;
    elements.starting_side.value = startingSide;
    elements.level.value = level;
    describe();
  }

  function describe() {
    const level = elements.level.value;
    const { inARow, misere } = board.settings;
    const rule = misere ? messages.ruleOfMisere(inARow) : messages.rule(inARow);
    form.querySelector("#level-text").textContent = `${rule} ${messages.descriptions[level]}`;
    form.querySelector("#traps").hidden = level !== "perfect";
    const chosen = ["board", "level", "side"].map((name) => form.querySelector(`[name=${name}]:checked + span`).textContent);
    document.querySelector("#open-settings span").textContent = messages.settings(chosen);
  }

  return show;
}

function shapeOf({ columns, rows, inARow }) {
  return [columns, rows, inARow];
}

// Sets attributes, and removes those that are null.
export function put(board, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) board.removeAttribute(name);
    else if (board.getAttribute(name) !== value) board.setAttribute(name, value);
  }
}
