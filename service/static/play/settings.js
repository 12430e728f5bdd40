// Connects the settings form with the attributes of the board.

import { contract } from "../client/pages.js";
import { write } from "../shared/query.js";
import { messages } from "../shared/messages.js";
import { save } from "../shared/storage.js";

const { bounds } = contract;
const SIZES = ["columns", "rows", "in_a_row"];
const SWITCHES = ["misere", "traps"];
const ATTRIBUTES = { side: "side", starting_side: "starting-side", level: "level" };

// Returns a function that copies the settings of the board into the form. `changed` is called with
// the attributes of another game.
export function connectSettings(form, board, changed) {
  const { elements } = form;
  const fields = form.querySelector(".fields");
  for (const name of SIZES) {
    Object.assign(elements[name], { min: bounds[name].minimum, max: bounds[name].maximum });
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", ({ target }) => {
    if (target.name === "language") return speak(target.value);
    if (target.name === "scores") {
      board.showScores = target.checked;
      return board.game.set({}); // draws the page, and keeps them in the URL
    }
    const isSize = SIZES.includes(target.name);
    const isChip = target.name === "board";
    if (isChip) fields.hidden = target.value !== "";
    if (isChip && !target.value) return elements.columns.focus();
    if (isChip) putSizes(target.value.split(" "));
    elements.in_a_row.max = Math.max(elements.columns.value, elements.rows.value, bounds.in_a_row.minimum);
    if (isSize && !SIZES.every((name) => elements[name].reportValidity())) return undefined;
    const sizes = isSize || isChip ? SIZES.map((name) => elements[name].value) : shapeOf(board);
    const [columns, rows, inARow] = sizes;
    const attributes = { columns, rows, "in-a-row": inARow };
    for (const name of SWITCHES) attributes[name] = elements[name].checked ? "" : null;
    for (const [name, attribute] of Object.entries(ATTRIBUTES)) attributes[attribute] = elements[name].value;
    changed(attributes);
    return isSize && (fields.hidden = false); // while it is edited
  });

  function speak(language) {
    save("language", language);
    location.assign(write(board, { lang: language }));
  }

  const putSizes = (sizes) => SIZES.forEach((name, i) => (elements[name].value = sizes[i]));

  // Checks the chip of the board; the last one represents all boards without a chip.
  function checkBoard(shape) {
    const radios = [...elements.board];
    const other = radios.at(-1);
    const chip = radios.find(({ value }) => value === shape.join(" ")) ?? other;
    const [columns, rows, inARow] = shape;
    const name = `${columns}x${rows}, ${messages.inARow(inARow)}`;
    other.nextSibling.textContent = chip === other ? name : messages.other;
    chip.checked = true;
    fields.hidden = chip !== other;
  }

  function show() {
    const { side, startingSide, level } = board.settings;
    putSizes(shapeOf(board));
    checkBoard(shapeOf(board));
    for (const name of SWITCHES) elements[name].checked = board.settings[name];
    elements.side.value = side;
    elements.starting_side.value = startingSide;
    elements.level.value = level;
    elements.scores.checked = board.showScores;
    elements.language.value = document.documentElement.lang;
    describe();
  }

  // The sentence above the board, and below it the rule, if it is not that of tic-tac-toe.
  function describe() {
    const { columns, rows, inARow, level, misere, side } = board.settings;
    const rule = misere ? messages.ruleOfMisere(inARow) : messages.rule(inARow);
    const match = messages.match[side] ?? messages.match.person;
    document.querySelector("#match").textContent = match(messages.levels[level], side);
    document.querySelector("#rule").textContent = misere || columns !== 3 || rows !== 3 ? rule : "";
    form.querySelector("#level-text").textContent = messages.descriptions[level];
    form.querySelector("#traps").hidden = level !== "perfect";
  }

  return show;
}

const shapeOf = ({ settings: { columns, rows, inARow } }) => [columns, rows, inARow].map(String);
