// The certificate of a perfect player: a picture to keep, which the HTML has without its lines.

import { button, html, one } from "../shared/dom.js";
import { savePicture } from "../shared/picture.js";

const LINE = { characters: 54, width: 1040 }; // that fit into the frame, and its width in pixels

// The button that saves it, and a name that stays in the page; `examined` says how much the exam has seen.
export function certificateOf(examined, { side, settings: { columns, rows, inARow, misere }, values }) {
  const name = html("input", { name: "author", autocomplete: "name", maxLength: 40 });
  const rule = misere ? "completing a line loses" : `${inARow} in a row`;
  const kept = values === "outcome" ? "Every move keeps the outcome." : "Every move is a best one.";
  const save = () => saveWith([
    `${columns}x${rows}, ${rule}, as ${side}`,
    name.value.trim() && `Written by ${name.value.trim()}`,
    `${examined} ${kept}`,
    new Date().toLocaleDateString("en", { dateStyle: "long" }),
  ].filter(Boolean));
  return html("div", { className: "controls" },
    html("label", {}, "Your name ", name), button("Keep the certificate", save));
}

function saveWith(lines) {
  const drawing = one("template").content.querySelector("svg").cloneNode(true);
  const texts = drawing.querySelectorAll(".line");
  for (const [at, line] of lines.entries()) {
    texts[at].append(line);
    if (line.length > LINE.characters) texts[at].setAttribute("textLength", String(LINE.width));
  }
  return savePicture(drawing, { name: "certificate.png", width: 1200, height: 850 });
}
