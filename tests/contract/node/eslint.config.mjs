// The rules for the scripts of the pages. Types are checked by tsc. Tests run the programs of the lessons.
import js from "@eslint/js";
import baseline from "eslint-plugin-baseline-js";
import es from "eslint-plugin-es-x";
import globals from "globals";

export default [
  { ignores: ["**/vendor/", "**/*.bundle.js", "**/learn/programs/"] },
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
      "max-lines": ["error", 400],
      "no-empty": ["error", { allowEmptyCatch: true }],
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["**/{play,puzzles,shared,tree,learn,practice,player}/**/*.js"],
    rules: {
      "no-restricted-imports": ["error", { patterns: [
        { regex: "/client/(?!(noughts-board|pages)\\.js)", message: "Pages use the element, and the public names in client/pages.js." },
        { regex: "^\\.\\./(play|puzzles|practice)/", message: "Pages share modules in shared/ and tree/." },
      ] }],
    },
  },
  { files: ["**/client/*.js"], rules: { "no-restricted-imports": ["error", { patterns: ["../*"] }] } },
];
