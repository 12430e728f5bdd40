// Connects the settings form with the attributes of the board.

import { contract } from "../../client/contract.js";
import { html } from "./html.js";

const { bounds } = contract;
const SIZES = ["columns", "rows", "in_a_row"];
const SWITCHES = ["misere", "traps"];
const ATTRIBUTES = { side: "side", starting_side: "starting-side", level: "level" };

export function connectSettings(form, board, client, changed) {
  const { elements } = form;
  let descriptions = {};
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

  // Checks the chip of the board; the last one represents all boards without a chip.
  function checkBoard([columns, rows, inARow]) {
    const chosen = `${columns} ${rows} ${inARow}`;
    const radios = [...elements.board];
    const other = radios.pop();
    const chip = radios.find(({ value }) => value === chosen);
    const [size, line] = chip ? ["other", "3 to 9"] : [`${columns}x${rows}`, `${inARow} in a row`];
    other.value = chip ? "" : chosen;
    other.nextSibling.replaceChildren(size, html("small", {}, line));
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
    form.querySelector("#level-text").textContent = descriptions[level] ?? "";
    form.querySelector("#traps").hidden = level !== "perfect";
  }

  // Descriptions come from the service; if it does not respond, only the names are shown.
  client.levels().then(
    ({ levels }) => {
      descriptions = Object.fromEntries(levels.map((each) => [each.level, each.description]));
      describe();
    },
    () => {},
  );
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
