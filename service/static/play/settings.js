// Connects the line above the board and the sheet of settings with the properties of the board, whose names
// their fields have.

import { contract } from "../client/pages.js";
import { one } from "../shared/dom.js";
import { writeGame } from "../shared/query.js";
import { messages } from "../shared/messages.js";
import { load, save } from "../shared/storage.js";

const { bounds } = contract;
const BOUNDS = { columns: bounds.columns, rows: bounds.rows, inARow: bounds.in_a_row };
const SIZES = Object.keys(BOUNDS);

// `change` is called with new settings. Returns a function that copies those of the board into the form.
export function connectSettings(sheet, board, change) {
  const form = sheet.querySelector("form");
  const { elements } = form; // also those in the line above the board
  const fields = form.querySelector(".fields");
  const [other] = [...elements.board].slice(-1); // represents all boards without a chip
  const nameOfOther = other.nextSibling.textContent;
  for (const [name, { minimum, maximum }] of Object.entries(BOUNDS)) {
    Object.assign(elements[name], { min: minimum, max: maximum });
  }
  one("#change").addEventListener("click", () => sheet.showModal());
  sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close()); // beside the form
  form.closest("main").addEventListener("change", ({ target }) => {
    if (target.form === form) changed(target);
  });

  function changed({ name, type, value, checked }) {
    if (name === "language") speak(value);
    else if (name === "board") chooseBoard(value);
    else if (SIZES.includes(name)) chooseSizes();
    else if (name === "showScores" || name === "coordinates") show(name, checked);
    else change({ [name]: type === "checkbox" ? checked : value });
  }

  function show(name, isShown) {
    if (name === "coordinates") save(name, isShown);
    else board.showScores = isShown;
    board.game.set({}); // draws the page
  }

  function speak(language) {
    save("language", language);
    location.assign(writeGame(board, { lang: language }));
  }

  function chooseBoard(sizes) {
    fields.hidden = sizes !== "";
    if (!sizes) return elements.columns.focus();
    sizes.split(" ").forEach((size, i) => (elements[SIZES[i]].value = size));
    return changeSizes();
  }

  function chooseSizes() {
    changeSizes();
    fields.hidden = false; // while they are edited
  }

  function changeSizes() {
    const { columns, rows, inARow } = elements;
    inARow.max = Math.max(columns.value, rows.value, bounds.in_a_row.minimum);
    const isValid = SIZES.every((name) => elements[name].reportValidity());
    if (isValid) change({ columns: columns.value, rows: rows.value, inARow: inARow.value });
  }

  function checkBoard({ columns, rows, inARow }) {
    const isChip = ({ value }) => value === `${columns} ${rows} ${inARow}`;
    const chip = [...elements.board].find(isChip) ?? other;
    const name = `${columns}x${rows}, ${messages.inARow(inARow)}`;
    other.nextSibling.textContent = chip === other ? name : nameOfOther;
    chip.checked = true;
    fields.hidden = chip !== other;
  }

  // The line above the board, and below it the rule, if it is not that of tic-tac-toe.
  function describe({ columns, rows, inARow, level, misere, side, startingSide }) {
    const rule = misere ? messages.ruleOfMisere(inARow) : messages.rule(inARow);
    const isAgainst = side === "X" || side === "O";
    one(".against").hidden = !isAgainst;
    one("#rule").textContent = misere || columns !== 3 || rows !== 3 ? rule : "";
    form.querySelector("#traps").hidden = level !== "perfect" || side === "both";
    form.querySelector("#starts").hidden = isAgainst && startingSide === "X"; // the side decides it
  }

  return function copySettings() {
    const { settings } = board;
    for (const name of [...SIZES, "side", "startingSide", "level"]) elements[name].value = settings[name];
    for (const name of ["misere", "traps"]) elements[name].checked = settings[name];
    elements.showScores.checked = board.showScores;
    elements.coordinates.checked = load("coordinates") === true;
    elements.language.value = document.documentElement.lang;
    checkBoard(settings);
    describe(settings);
  };
}
