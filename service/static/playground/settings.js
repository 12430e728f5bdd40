// The form of settings, and the attributes of the board that it stands for.

import { contract } from "../../client/contract.js";

const { bounds } = contract;
const ATTRIBUTES = { side: "side", starting_side: "starting-side", level: "level" };

export function connectSettings(form, board, client, changed) {
  const { elements } = form;
  const custom = form.querySelector("#custom");
  for (const name of ["columns", "rows", "in_a_row"]) {
    elements[name].min = bounds[name].minimum;
    elements[name].max = bounds[name].maximum;
  }

  function shape() {
    const chosen = elements.board.value;
    if (chosen !== "custom") return chosen.split(" ");
    return [elements.columns.value, elements.rows.value, elements.in_a_row.value];
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    showCustom(elements.board.value === "custom");
    if (event.target === elements.board && !custom.hidden) showShape();
    elements.in_a_row.max = Math.max(elements.columns.value, elements.rows.value, bounds.in_a_row.minimum);
    if (!form.reportValidity()) return;
    const [columns, rows, inARow] = shape();
    const inForm = { columns, rows, "in-a-row": inARow, misere: elements.misere.checked ? "" : null };
    for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
      inForm[attribute] = elements[name].value;
    }
    put(board, inForm);
    describe();
    changed();
  });

  function showCustom(isShown) {
    custom.hidden = !isShown;
    custom.disabled = !isShown; // so that nothing in it is checked
  }

  // A custom board starts from the one that is there.
  function showShape() {
    const { columns, rows, inARow } = board.settings;
    elements.columns.value = columns;
    elements.rows.value = rows;
    elements.in_a_row.value = inARow;
  }

  // Shows in the form what the board has.
  function show() {
    const { columns, rows, inARow, misere, side, startingSide, level } = board.settings;
    const value = [columns, rows, inARow].join(" ");
    const isPreset = [...elements.board.options].some((option) => option.value === value);
    elements.board.value = isPreset ? value : "custom";
    showCustom(!isPreset);
    showShape();
    elements.misere.checked = misere;
    elements.side.value = side;
    elements.starting_side.value = startingSide;
    elements.level.value = level;
    describe();
  }

  let descriptions = {};

  function describe() {
    form.querySelector("#level-text").textContent = descriptions[elements.level.value] ?? "";
  }

  // The sentences come from the service; without them the names have to do.
  client.levels().then(
    ({ levels }) => {
      descriptions = Object.fromEntries(levels.map((each) => [each.level, each.description]));
      describe();
    },
    () => {},
  );
  return show;
}

// Sets attributes, and removes those that are null.
export function put(board, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) board.removeAttribute(name);
    else if (board.getAttribute(name) !== value) board.setAttribute(name, value);
  }
}
