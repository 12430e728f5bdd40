// The certificate of a perfect player: a picture to keep.

import { html } from "../shared/dom.js";

const [WIDTH, HEIGHT] = [1200, 850];
const INK = "#23262b";
const GREEN = "#0a6b37";
const FONT = "system-ui, sans-serif";
const TILT = -0.12; // of the stamp, in radians

// Saves a picture with lines of text below a title, each as {text, size, weight}, and a stamp.
export function saveCertificate({ title, lines, stamp }) {
  const canvas = html("canvas", { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext("2d");
  context.textAlign = "center";
  context.lineJoin = "round";
  drawPaper(context);
  write(context, title, { font: `bold 76px ${FONT}`, y: 170 });
  lines.forEach((line, at) => write(context, line, { font: `${at ? 34 : 52}px ${FONT}`, y: 290 + at * 74 }));
  drawStamp(context, stamp);
  html("a", { href: canvas.toDataURL("image/png"), download: "certificate.png" }).click();
}

// Squared paper with a double frame, and two marks drawn by hand.
function drawPaper(context) {
  context.fillStyle = "#fbf8f0";
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const draw = (color, width, path) => {
    Object.assign(context, { strokeStyle: color, lineWidth: width, lineCap: "round" });
    context.stroke(new Path2D(path));
  };
  for (let at = 25; at < WIDTH; at += 25) draw("#dfe6ec", 1, `M${at} 0V${HEIGHT}M0 ${at}H${WIDTH}`);
  draw(INK, 5, "M32 30Q600 36 1168 32Q1162 430 1167 818Q600 824 33 819Q38 430 32 30");
  draw(INK, 2, "M46 45Q600 40 1153 45Q1157 430 1154 804Q600 800 46 804Q42 430 46 45");
  draw("#1d4fa3", 16, "M110 110C145 140 170 168 205 205M206 112C172 145 142 172 108 204");
  draw("#a8182a", 16, "M1050 106C1010 108 998 135 1000 160S1024 208 1050 206s48-26 46-54-18-46-50-44");
}

function drawStamp(context, words) {
  context.save();
  context.translate(WIDTH / 2, 690);
  context.rotate(TILT);
  context.strokeStyle = GREEN;
  for (const [width, gap] of [[8, 0], [3, 12]]) {
    context.lineWidth = width;
    context.strokeRect(-230 + gap, -62 + gap, 460 - 2 * gap, 124 - 2 * gap);
  }
  write(context, words, { font: `bold 68px ${FONT}`, y: 25, color: GREEN, x: 0, most: 410 });
  context.restore();
}

function write(context, text, { font, y, color = INK, x = WIDTH / 2, most = WIDTH - 160 }) {
  context.font = font;
  context.fillStyle = color;
  context.fillText(text, x, y, most);
}
