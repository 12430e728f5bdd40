// One's game in the tree of all games: a picture to keep, loaded at the end of a game.

import { button, html, svg } from "../shared/dom.js";
import { outcomesOf, pathOf, positionAt } from "./games.js";
import { count, paint, placeAt, SIZE } from "./painting.js";

const CAPTION = 120; // pixels below the picture that is kept
const CENTER = [SIZE / 2, SIZE / 2];

// Shows a game: its moves, the first and the second side, misère, the winner, and the ply at which it turned
// or null. The words are in the language of the page, and `took` is the sentence on a move of a side.
export async function showGame(section, game, { words, took }) {
  const { moves, first, second, isMisere, winner, turning } = game;
  await count();
  const path = pathOf(moves);
  const points = path.map((each, index) => placeAt(each, index + 1));
  const line = lineThrough([CENTER, ...points]);
  const canvas = html("canvas", { width: SIZE, height: SIZE, "aria-hidden": "true" });
  const links = points.map((point, index) => {
    const side = index % 2 ? second : first;
    const name = `${index + 1}. ${took(side, moves[index])}`;
    const turned = index + 1 === turning ? words.turned : "";
    return linkAt(point, { side, name, turned, moves: moves.slice(0, index + 1) });
  });
  const viewBox = `0 0 ${SIZE} ${SIZE}`;
  const drawing = svg("svg", { viewBox }, svg("path", { d: line, pathLength: 1 }), ...links);
  const outcome = { [first]: "first", [second]: "second" }[winner] ?? "drawn";
  const { ends, games } = positionAt();
  const alike = outcomesOf(ends, isMisere)[outcome];
  const text = words.sentence({ number: path.at(-1).before + 1, all: games, alike, winner });
  const colors = pageColors(section);
  const said = html("span", { role: "status" });
  const title = section.firstElementChild.textContent;
  section.replaceChildren(
    section.firstElementChild,
    html("div", { className: "wheel" }, canvas, drawing),
    html("p", {}, text),
    html("div", { className: "controls" },
      button(words.keep, () => download(canvas, colors, { line, points, text, turning, title })),
      button(words.copy, () => copyLink(said, words))),
    said);
  await paint(canvas, { isMisere, palette: [colors[first], colors[second], colors.drawn] });
}

// A dot on one's line, which leads to its position in the lesson on the whole game.
function linkAt([cx, cy], { side, name, moves, turned }) {
  const href = `learn?lesson=whole&moves=${moves.join(".")}`;
  const label = turned ? `${name}, ${turned}` : name;
  return svg("a", { href, "aria-label": label, class: turned ? "turned" : "" },
    svg("circle", { cx, cy, r: 22 }),
    svg("circle", { cx, cy, r: 8, class: side }));
}

// The colors of the page: red, green and blue.
function pageColors(element) {
  const style = getComputedStyle(element);
  const names = { X: "x", O: "o", drawn: "fair", ink: "ink", paper: "page", turning: "bad" };
  return Object.fromEntries(Object.entries(names).map(([name, property]) => {
    const [hex] = style.getPropertyValue(`--${property}`).match(/[0-9a-f]{6}/i) ?? ["808080"];
    return [name, [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16))];
  }));
}

// A line through points that bends as one drawn by hand.
function lineThrough(points) {
  return points.map(([x, y], i) => {
    if (i === 0) return `M${x} ${y}`;
    const [x0, y0] = points[i - 1];
    const bend = i % 2 ? 0.12 : -0.12;
    return `Q${(x + x0) / 2 + (y - y0) * bend} ${(y + y0) / 2 - (x - x0) * bend} ${x} ${y}`;
  }).join("");
}

// Saves the picture with the line and the sentence, on paper.
function download(picture, colors, { line, points, text, turning, title }) {
  const canvas = html("canvas", { width: SIZE, height: SIZE + CAPTION });
  const context = canvas.getContext("2d");
  const use = (name) => (context.fillStyle = context.strokeStyle = `rgb(${colors[name].join()})`);
  use("paper");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  use("ink");
  context.lineWidth = 3.5;
  context.stroke(new Path2D(line));
  context.textAlign = "center";
  for (const [words, font, y] of [[title, "bold 26px", 44], [text, "22px", 84]]) {
    context.font = `${font} system-ui, sans-serif`;
    context.fillText(words, SIZE / 2, SIZE + y, SIZE - 40);
  }
  points.forEach(([x, y], index) => {
    const isTurning = index + 1 === turning;
    use(isTurning ? "turning" : "ink");
    context.beginPath();
    context.arc(x, y, isTurning ? 11 : 7, 0, 2 * Math.PI);
    context.fill();
  });
  html("a", { href: canvas.toDataURL("image/png"), download: "noughts.png" }).click();
}

// Copies the URL of the page, which has the game.
async function copyLink(said, words) {
  try {
    await navigator.clipboard.writeText(location.href);
    said.textContent = words.copied;
  } catch {
    said.textContent = location.href; // to be copied by hand
  }
}
