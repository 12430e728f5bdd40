// Connects the line above the board and the sheet of settings with the attributes of the board.

import { contract } from "../client/pages.js";
import { write } from "../shared/query.js";
import { messages } from "../shared/messages.js";
import { load, save } from "../shared/storage.js";

const { bounds } = contract;
const SIZES = ["columns", "rows", "in_a_row"];
const OF_THE_SHEET = ["board", "misere", "starting_side"]; // they start another game, as a size does
const attributeOf = (name) => name.replaceAll("_", "-");

// `change` is called with the attributes to set, and `draw` to draw the page. Returns a function that copies
// the settings of the board into the form, and whether coordinates are to be shown.
export function connectSettings(sheet, board, { change, draw }) {
  const form = sheet.querySelector("form");
  const { elements } = form; // also those in the line above the board
  const fields = form.querySelector(".fields");
  const one = (selector) => document.querySelector(selector);
  for (const name of SIZES) {
    Object.assign(elements[name], { min: bounds[name].minimum, max: bounds[name].maximum });
  }
  one("#change").addEventListener("click", () => sheet.showModal());
  sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close()); // beside the form
  form.closest("main").addEventListener("change", ({ target }) => {
    if (target.form === form) changed(target);
  });

  function changed({ name, value, checked }) {
    if (name === "language") return speak(value);
    if (name === "scores") board.showScores = checked;
    if (name === "coordinates") save(name, checked);
    if (["scores", "coordinates"].includes(name)) return draw();
    if (["level", "side"].includes(name)) return change({ [name]: value });
    if (name === "traps") return change({ traps: checked ? "" : null });
    return SIZES.includes(name) || OF_THE_SHEET.includes(name) ? changeBoard(name, value) : undefined;
  }

  function changeBoard(name, value) {
    const isSize = SIZES.includes(name);
    if (name === "board") fields.hidden = value !== "";
    if (name === "board" && !value) return elements.columns.focus();
    if (name === "board") putSizes(value.split(" "));
    elements.in_a_row.max = Math.max(elements.columns.value, elements.rows.value, bounds.in_a_row.minimum);
    if (isSize && !SIZES.every((each) => elements[each].reportValidity())) return undefined;
    const sizes = isSize || name === "board" ? SIZES.map((each) => elements[each].value) : shapeOf(board);
    const attributes = Object.fromEntries(SIZES.map((each, i) => [attributeOf(each), sizes[i]]));
    const misere = elements.misere.checked ? "" : null;
    change({ ...attributes, misere, "starting-side": elements.starting_side.value });
    return isSize && (fields.hidden = false); // while it is edited
  }

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
    const { side, startingSide, level, misere, traps } = board.settings;
    putSizes(shapeOf(board));
    checkBoard(shapeOf(board));
    elements.misere.checked = misere;
    elements.traps.checked = traps;
    elements.side.value = side;
    elements.starting_side.value = startingSide;
    elements.level.value = level;
    elements.scores.checked = board.showScores;
    elements.coordinates.checked = load("coordinates") === true;
    elements.language.value = document.documentElement.lang;
    describe();
  }

  // The line above the board, and below it the rule, if it is not that of tic-tac-toe.
  function describe() {
    const { columns, rows, inARow, level, misere, side, startingSide } = board.settings;
    const rule = misere ? messages.ruleOfMisere(inARow) : messages.rule(inARow);
    const isAgainst = side === "X" || side === "O";
    one(".against").hidden = !isAgainst;
    one("#rule").textContent = misere || columns !== 3 || rows !== 3 ? rule : "";
    form.querySelector("#traps").hidden = level !== "perfect" || side === "both";
    form.querySelector("#starts").hidden = isAgainst && startingSide === "X"; // the side decides it
  }

  return {
    show,
    get coordinates() {
      return elements.coordinates.checked;
    },
  };
}

const shapeOf = ({ settings: { columns, rows, inARow } }) => [columns, rows, inARow].map(String);
