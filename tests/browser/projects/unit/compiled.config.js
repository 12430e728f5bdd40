// Jest without ES modules: Babel compiles the package, too.
const babel = {
  presets: [["@babel/preset-env", { targets: { node: "current" } }]],
  plugins: ["babel-plugin-transform-import-meta"],
};

export default {
  testEnvironment: "jsdom",
  transform: { "\\.js$": ["babel-jest", babel] },
  transformIgnorePatterns: ["/node_modules/(?!noughts/)"],
};
