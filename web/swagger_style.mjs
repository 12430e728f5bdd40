// Writes the part of Swagger UI's style sheet that /docs uses:
// node swagger_style.mjs FOLDER VERSION, the folder of its files and their release. --check as in build.mjs.
import { readFileSync, writeFileSync } from "node:fs";
import { PurgeCSS } from "purgecss";

const [folder, version] = process.argv.slice(2);
const SHEET = new URL("../service/static/docs/swagger-ui.css", import.meta.url);

// Never shown in /docs: what the page shows itself (dark colors, the introduction, the names of operations),
// the list of schemas, login, dialogs, the choice of a server, schemas before OpenAPI 3.1, elements that do
// not occur, and utility classes, whose names occur in the script for other reasons.
const UNUSED = [
  /^(expand-operation|info|information-container|models|opblock-(summary|tag)|operation-tag|view-line-link|wrapper)/,
  /^(auth|authoriz|backdrop-ux|checkbox|dark-mode|dialog-ux|download-url|modal-ux|scope|topbar)/,
  /^(error-wrapper|errors|failed|filter|invalid|loading|scheme-container|schemes|servers|version-pragma)/,
  /^(external-docs|markdown|model-(deprecated|hint|jump|title|toggle)|models--virtualized|models-(jump|virtual))/,
  /^(opblock-(deprecated|external|loading|schemes)|operations-virtual|primitive|property|swagger-ui__skip-link)/,
  /^(body-param-edit|close-modal|debug|json-schema-form|model-box-control|no-desc|parameter__ext|prop-|response__ext)/,
  /^(absolute|black|blue|border-box|center|clip|contain|fixed|flex|gold|green|hidden|indent|inline-flex|list)$/,
  /^(abbr|audio|blockquote|canvas|dd|dfn|dl|dt|em|fieldset|figcaption|figure|hr|img|kbd|legend|mark|optgroup|progress|q|samp|sub|sup|template|video)$/,
  /^(measure|navy|normal|nowrap|orange|outline|pink|pointer|red|relative|static|strike|truncate|underline|white)$/,
  /^(?!(a|b|br|h\d|i|li|ol|p|td|th|tr|ul)$)[a-z]{1,2}\d?$/,
];

const [{ css }] = await new PurgeCSS().purge({
  content: [`${folder}/swagger-ui-bundle.js`],
  css: [`${folder}/swagger-ui.css`],
  safelist: [/^opblock-(get|post)$/, /^json-schema-2020-12__constraint--/], // names that the script composes
  blocklist: UNUSED,
});
const text = `/* From Swagger UI (Apache License 2.0) in fastapi-swagger ${version}: make pages. */\n${css.trim()}\n`;
if (!process.argv.includes("--check")) writeFileSync(SHEET, text);
else if (readFileSync(SHEET, "utf8") !== text) throw new Error(`${SHEET.pathname} is out of date. Run \`make pages\``);
