// The settings of a game. They are checked before the service is asked, so that an error names the
// attribute to mend.

import { contract } from "./contract.js";
import { NoughtsError } from "./noughts.js";

export const WRONG_SETTING = "wrong_setting";

export const settingsByDefault = {
  columns: 3,
  rows: 3,
  inARow: contract.defaults.in_a_row,
  misere: contract.defaults.misere,
  side: "X", // the side of the person: X, O or both
  startingSide: "X",
  level: "medium",
  seed: null,
  maxNodes: null,
};

const { bounds, levels, marks } = contract;
const isWithin = (value, { minimum, maximum }) =>
  Number.isInteger(value) && value >= minimum && value <= maximum;
const range = ({ minimum, maximum }) => `a whole number from ${written(minimum)} to ${written(maximum)}`;
const written = (number) =>
  number === Number.MAX_SAFE_INTEGER ? "2^53 - 1" : number.toLocaleString("en");

// An error that says what to set, or null.
export function faultIn({ columns, rows, inARow, side, startingSide, level, seed, maxNodes }) {
  const longerSide = { ...bounds.in_a_row, maximum: Math.max(columns, rows) };
  const rules = [
    [`columns to ${range(bounds.columns)}`, isWithin(columns, bounds.columns)],
    [`rows to ${range(bounds.rows)}`, isWithin(rows, bounds.rows)],
    [`in-a-row to at least ${bounds.in_a_row.minimum}, and at most the longer side of the board`, isWithin(inARow, longerSide)],
    [`side to ${listed([...marks, "both"])}`, [...marks, "both"].includes(side)],
    [`starting-side to ${listed(marks)}`, marks.includes(startingSide)],
    [`level to ${listed(levels)}`, levels.includes(level)],
    [`seed to ${range(bounds.seed)}`, seed === null || isWithin(seed, bounds.seed)],
    [`max-nodes to ${range(bounds.max_nodes)}`, maxNodes === null || isWithin(maxNodes, bounds.max_nodes)],
  ];
  const broken = rules.find(([, holds]) => !holds);
  return broken ? wrongSetting(`Set ${broken[0]}.`) : null;
}

export function wrongSetting(message) {
  return new NoughtsError(message, { code: WRONG_SETTING });
}

function listed(names) {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
