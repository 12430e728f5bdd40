// Every value that the types allow for a property of the element can be set, and setting an equal one is no change.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { STATIC } from "./modules.mjs";
import { board, errors, fault, onBoard, openWithBoards, until } from "./page.mjs";

const fileOf = (name) => fileURLToPath(new URL(name, STATIC));
const program = ts.createProgram([fileOf("client/react.d.ts")], {
  strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, types: [], moduleResolution: ts.ModuleResolutionKind.NodeNext,
  module: ts.ModuleKind.NodeNext, paths: { react: [fileURLToPath(new URL("../../node_modules/@types/react/index.d.ts", import.meta.url))] },
});
const checker = program.getTypeChecker();
const declared = (file, name) => program.getSourceFile(fileOf(file)).statements.find((each) => each.name?.text === name);

// Values of the types that have no list of them.
const POSITION = {
  notation: "XO./.../...", cells: ["X", "O", ...Array(7).fill(null)], columns: 3, rows: 3, in_a_row: 3, misere: false,
  side_to_move: "X", status: "in_progress", winner: null, winning_lines: [],
};
const NUMBERS = { seed: 7, maxNodes: 20_000, "max-nodes": 20_000 };
const STRINGS = { base: "/", board: "XO./.../...", lang: "de" };
const OBJECTS = {
  board: [["X", "O", null, null, null, null, null, null, null], [["X", null, null], [null, null, null], [null, null, null]]],
  messages: [{}, { draw: "tie", won: (winner) => winner }],
  moves: [[], [0, 4]],
  position: [POSITION],
  shapes: [[], [{ type: "arrow", to: 4, from: undefined, color: "good" }, { type: "badge", cell: 0, text: "?" }]],
};

function valuesOf(name, type) {
  if (type.isUnion()) return [...new Set(type.types.flatMap((each) => valuesOf(name, each)))];
  if (type.isLiteral()) return [type.value];
  if (type.flags & ts.TypeFlags.BooleanLiteral) return [checker.typeToString(type) === "true"];
  if (type.flags & ts.TypeFlags.Null) return [null];
  if (type.flags & ts.TypeFlags.Undefined) return [undefined];
  if (type.flags & ts.TypeFlags.Number) return [NUMBERS[name] ?? 3];
  if (type.flags & ts.TypeFlags.String) return [STRINGS[name] ?? String(NUMBERS[name] ?? 3)];
  assert.ok(name in OBJECTS, `a value of ${name}: ${checker.typeToString(type)}`);
  return OBJECTS[name];
}

// The type of the values that can be set; null if there are none.
function settable(symbol) {
  const declaration = symbol.declarations.find(ts.isSetAccessor) ?? symbol.declarations[0];
  if (ts.isSetAccessor(declaration)) return checker.getTypeAtLocation(declaration.parameters[0]);
  const isProperty = ts.isPropertyDeclaration(declaration) || ts.isPropertySignature(declaration);
  const isReadonly = ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly;
  return isProperty && !isReadonly ? checker.getTypeOfSymbol(symbol) : null;
}

const isOurs = ({ declarations }) => declarations.every((each) => each.getSourceFile().fileName.includes("/client/"));
const properties = checker.getTypeAtLocation(declared("client/noughts-board.d.ts", "NoughtsBoard")).getProperties()
  .filter(isOurs).map((symbol) => [symbol.name, settable(symbol)]).filter(([, type]) => type);
const jsx = checker.getTypeAtLocation(declared("client/react.d.ts", "Properties")).getProperties()
  .map((symbol) => [symbol.name, checker.getTypeOfSymbol(symbol)]);
const cases = (from) => from.flatMap(([name, type]) => valuesOf(name, type).map((value) => [name, value]));
const events = jsx.filter(([name]) => name.startsWith("on")).map(([name]) => name.slice(2));

await openWithBoards();
afterEach(() => assert.deepEqual(errors.splice(0), []));

// As React 19: a property if the element has it, otherwise an attribute.
function setAsReact(element, name, value) {
  if (name in element) element[name] = value;
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

for (const [kind, all, set] of [
  ["property", cases(properties), (element, name, value) => { element[name] = value; }],
  ["JSX attribute", cases(jsx.filter(([name]) => !name.startsWith("on"))), setAsReact],
]) {
  test(`${kind}: every value that its type allows, and an equal one`, async () => {
    assert.ok(all.length > 50, `${all.length} cases`);
    for (const [name, value] of all) {
      const words = `${name} = ${JSON.stringify(value)}`;
      document.body.innerHTML = '<noughts-board view-only side="both"></noughts-board>';
      const element = board();
      await until(() => assert.ok(element.position, words));
      set(element, name, value);
      await until(() => assert.ok(element.position || fault(), words));
      assert.equal(fault(), null, words);
      const { position } = element;
      const cells = onBoard(".cell");
      set(element, name, typeof value === "object" && name !== "messages" ? structuredClone(value) : value);
      await new Promise((resolve) => setTimeout(resolve));
      assert.equal(element.position, position, `${words}, again`);
      assert.deepEqual(onBoard(".cell"), cells, words);
    }
  });
}

test("JSX has a handler for each event", () => {
  const names = checker.getTypeAtLocation(declared("client/noughts-board.d.ts", "BoardEvents")).getProperties();
  assert.deepEqual(events.sort(), names.map(({ name }) => name).sort());
  assert.ok(events.includes("noughts-move"));
});
