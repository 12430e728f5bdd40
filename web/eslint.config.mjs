// The rules for the scripts of the pages. Types are checked by tsc. Tests run the programs of the lessons.
import js from "@eslint/js";
import baseline from "eslint-plugin-baseline-js";
import es from "eslint-plugin-es-x";
import globals from "globals";
import { missingNames } from "./missing.mjs";

const OURS = ["alpha"]; // names that only we use

// The only modules of other folders that some files can import.
function only(files, names) {
  const message = "Pages share shared/, tree/, and the names in client/pages.js. The client imports only its own files.";
  const patterns = [{ regex: `^\\.\\./(?!${names})`, message }];
  return { files, rules: { "no-restricted-imports": ["error", { patterns }] } };
}

export default [
  { ignores: ["**/vendor/", "**/*.bundle.js", "**/client/style.js", "**/learn/programs/"] },
  js.configs.recommended,
  es.configs["flat/no-new-in-es2023"],
  es.configs["flat/no-new-in-es2024"],
  {
    plugins: { "baseline-js": baseline },
    rules: {
      "baseline-js/use-baseline": ["error", { // APIs; of the language, it does not know the methods of unknown values
        available: 2022,
        ignoreFeatures: ["async-clipboard", "top-level-await"], // only parts of these are newer, which are not used
        includeWebApis: { preset: "auto" },
      }],
    },
  },
  {
    settings: { "es-x": { aggressive: true } }, // also finds new methods of values whose type is unknown
    languageOptions: { globals: { ...globals.browser, SwaggerUIBundle: "readonly" } },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "es-x/no-array-prototype-findlast-findlastindex": "off", // Chrome 97, Firefox 104, Safari 15.4
      "max-len": ["error", 110],
      "max-lines": ["error", 350],
      "no-empty": ["error", { allowEmptyCatch: true }],
      "no-restricted-properties": ["error", ...missingNames().filter((name) => !OURS.includes(name)).map((property) => (
        { property, message: "Chrome 109, Firefox 115 or Safari 16 lacks it." }))],
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  { // which run only in the newest Chromium
    files: ["tests/browser/walks/*.js"],
    rules: { "baseline-js/use-baseline": "off", "no-restricted-properties": "off" },
  },
  only(
    ["**/{play,puzzles,learn,practice,player,docs,examples}/*.js"],
    "shared/|tree/|vendor/|client/(pages|noughts-board)\\.js",
  ),
  only(["**/shared/**/*.js"], "(\\.\\./)*(shared/|client/pages\\.js)"),
  only(["**/tree/*.js"], "shared/|vendor/|client/pages\\.js"),
  only(["**/client/**/*.js"], "$^"),
];
