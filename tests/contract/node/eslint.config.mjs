// The rules for the scripts of the pages. Types are checked by tsc. Tests run the programs of the lessons.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/vendor/", "**/*.bundle.js", "**/learn/programs/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, SwaggerUIBundle: "readonly" } },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-lines": ["error", 400],
      "no-empty": ["error", { allowEmptyCatch: true }],
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
