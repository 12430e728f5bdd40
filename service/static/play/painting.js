// Paints all games on a canvas: nine rings, one for each ply, in which the angle of a position is in
// proportion to the games through it. A pixel of the rim is a hundred games, so densities are painted.

import { DRAWN, endsBelow, gamesBelow, movesFrom } from "./games.js";

export const SIZE = 720; // pixels
const RINGS = 9;
const SECTORS = 2048; // into which the angles are divided
const HUB = 34; // the radius within the first ring
const WIDTH = (SIZE / 2 - 6 - HUB) / RINGS;
const GAP = 2; // between two rings
const CONTRAST = 1.7; // an exponent: the outcome of most games stands out
const PALEST = 0.35; // the opacity of a sector where all outcomes are equal
const SLICE = 10; // milliseconds of one task
const ALL = 255_168; // games

let until = 0; // when the task has taken long enough

// Ends the task if it has taken long enough.
async function pause() {
  if (performance.now() < until) return;
  await new Promise((resolve) => setTimeout(resolve));
  until = performance.now() + SLICE;
}

// Counts all games in short tasks; what is counted once is known.
export async function count() {
  for (const { own, other } of movesFrom(0, 0)) {
    for (const next of movesFrom(own, other)) {
      endsBelow(next.own, next.other);
      await pause();
    }
  }
}

// The middle of a position with these games before it, at a ply.
export function placeAt({ before, games }, ply) {
  const angle = ((before + games / 2) / ALL) * 2 * Math.PI;
  const radius = HUB + (ply - 0.5) * WIDTH;
  return [SIZE / 2 + radius * Math.sin(angle), SIZE / 2 - radius * Math.cos(angle)];
}

// By ring and sector, the shares of games that first, second and neither win, of those that get so far.
async function densities(isMisere) {
  const found = new Float32Array(RINGS * SECTORS * 3);
  const perSector = ALL / SECTORS;

  // Adds the games that last at least as long as the ring, spread over their angles.
  function add(ring, before, games, ends) {
    const sides = [0, 0, ends[DRAWN]];
    for (let ply = ring; ply <= RINGS; ply += 1) sides[(ply % 2 === 1) === isMisere ? 1 : 0] += ends[ply];
    const last = Math.ceil((before + games) / perSector);
    for (let sector = Math.floor(before / perSector); sector < last; sector += 1) {
      const from = Math.max(before, sector * perSector);
      const to = Math.min(before + games, (sector + 1) * perSector);
      const share = (to - from) / games / perSector;
      const at = ((ring - 1) * SECTORS + sector) * 3;
      for (let side = 0; side < 3; side += 1) found[at + side] += sides[side] * share;
    }
  }

  function visit(own, other, ply, from) {
    const ends = endsBelow(own, other);
    const games = gamesBelow(own, other);
    add(ply, from, games, ends);
    if (games <= perSector) {
      for (let ring = ply + 1; ring <= RINGS; ring += 1) add(ring, from, games, ends);
      return;
    }
    let next = from;
    for (const move of movesFrom(own, other)) {
      visit(move.own, move.other, ply + 1, next);
      next += gamesBelow(move.own, move.other);
    }
  }
  let before = 0;
  for (const move of movesFrom(0, 0)) {
    visit(move.own, move.other, 1, before);
    before += gamesBelow(move.own, move.other);
    await pause();
  }
  return found;
}

// The color of each ring and sector. Its opacity is the share of games that get so far; where all outcomes
// are still open, it is pale.
async function colorsOf(shares, palette) {
  const colors = new Uint8ClampedArray((shares.length / 3) * 4);
  for (let i = 0; i < shares.length / 3; i += 1) {
    if (i % SECTORS === 0) await pause();
    const [first, second, drawn] = shares.subarray(i * 3, i * 3 + 3);
    const share = first + second + drawn;
    if (share === 0) continue;
    const [a, b, c] = [first, second, drawn].map((each) => (each / share) ** CONTRAST);
    for (let channel = 0; channel < 3; channel += 1) {
      const mixed = a * palette[0][channel] + b * palette[1][channel] + c * palette[2][channel];
      colors[i * 4 + channel] = mixed / (a + b + c);
    }
    const decided = (Math.max(first, second, drawn) / share - 1 / 3) * 1.5; // 1 if there is only one
    colors[i * 4 + 3] = 255 * share * (PALEST + (1 - PALEST) * decided);
  }
  return colors;
}

// Paints in short tasks. The palette has the colors of first, second and neither: red, green and blue.
export async function paint(canvas, { isMisere, palette }) {
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext("2d");
  const image = context.createImageData(SIZE, SIZE);
  const colors = await colorsOf(await densities(isMisere), palette);
  for (let y = 0; y < SIZE; y += 1) {
    paintRow(image.data, y, colors);
    await pause();
  }
  context.putImageData(image, 0, 0);
}

// The edges of the rings waver, and the crayon leaves some paper white.
function paintRow(pixels, y, colors) {
  for (let x = 0; x < SIZE; x += 1) {
    const [right, down] = [x - SIZE / 2 + 0.5, y - SIZE / 2 + 0.5];
    const turn = Math.atan2(right, -down) / (2 * Math.PI);
    const angle = turn < 0 ? turn + 1 : turn;
    const distance = Math.hypot(right, down);
    const waver = 0.004 * Math.sin(angle * 38) + 0.003 * Math.sin(angle * 94 + distance);
    const radius = distance * (1 + waver) - HUB;
    const ring = Math.floor(radius / WIDTH);
    if (radius < 0 || ring >= RINGS) continue;
    const edge = Math.min(radius - ring * WIDTH, (ring + 1) * WIDTH - radius);
    const from = (ring * SECTORS + Math.floor(angle * SECTORS)) * 4;
    const grain = 0.75 + 0.25 * noiseAt(x, y);
    const at = (y * SIZE + x) * 4;
    for (let channel = 0; channel < 3; channel += 1) pixels[at + channel] = colors[from + channel];
    pixels[at + 3] = colors[from + 3] * grain * Math.min(1, Math.max(0, edge - GAP / 2 + 0.5));
  }
}

// A number from 0 to 1 that looks random, and is the same every time.
function noiseAt(x, y) {
  const mixed = Math.imul(x * 374761393 + y * 668265263, 1274126177);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
