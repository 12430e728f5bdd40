// The rules for style sheets: whatever the oldest supported browsers lack must be in @supports.

import stylelint from "stylelint";

const WIDTH = 120; // characters
const NAME = "noughts/one-line-rules";

// A rule in a line is at most as long as the lines of other files.
const oneLineRules = stylelint.createPlugin(NAME, () => (root, result) => root.walk((node) => {
  const { start, end } = node.source;
  const isLong = node.nodes && start.line === end.line && end.column > WIDTH;
  const message = `Write a rule of more than ${WIDTH} characters in several lines`;
  if (isLong) stylelint.utils.report({ ruleName: NAME, result, node, message });
}));

const OLDEST = ["chrome 109", "edge 109", "firefox 115", "safari 16.0", "ios_saf 16.0"];

export default {
  plugins: ["stylelint-browser-compat", oneLineRules],
  ignoreFiles: [ // made from those of Swagger UI and of the editor
    "../service/static/docs/swagger-ui.css",
    "../service/static/vendor/**/*.css",
  ],
  rules: {
    [NAME]: true,
    "max-nesting-depth": [0, { ignoreAtRules: ["container", "media", "supports"] }], // Chrome 120, Firefox 117, Safari 17.2
    "plugin/browser-compat": [true, {
      browserslist: OLDEST,
      allow: {
        features: [ // Without these, the pages look plainer or draw more slowly, and everything works.
          "at-rules.media.scripting",
          "at-rules.page",
          "properties.accent-color",
          "properties.contain-intrinsic-block-size",
          "properties.contain-intrinsic-size",
          "properties.content-visibility",
          "properties.forced-color-adjust",
          "properties.outline", // does not follow rounded corners
          "properties.paint-order", // of text in HTML; it applies to SVG
          "properties.resize",
          "properties.scrollbar-color",
        ],
      },
    }],
  },
};
