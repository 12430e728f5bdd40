// Paints all games on a canvas: nine rings, one for each ply, in which the angle of a position is in
// proportion to the games through it. A pixel of the rim is a hundred games, so densities are painted.

import { DRAWN, positionAt } from "./games.js";

export const SIZE = 720; // pixels
const MIDDLE = SIZE / 2;
const RINGS = 9;
const SECTORS = 2048; // into which the angles are divided
const HUB = 34; // the radius within the first ring
const WIDTH = (MIDDLE - 6 - HUB) / RINGS;
const GAP = 2; // between two rings
const PALEST = 0.35; // the opacity of a sector where all outcomes are equal
const WAVERS = Array.from({ length: SECTORS / 4 }, (_, sector) => { // by sector of a quarter, of the radius
  const angle = (sector / SECTORS) * 2 * Math.PI;
  return 1 - 0.004 * Math.cos(angle * 2) - 0.0025 * Math.cos(angle * 10);
});
const SLICE = 12; // milliseconds of one task
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
  for (let cell = 0; cell < RINGS; cell += 1) {
    positionAt(0, 1 << cell); // after the first move
    await pause();
  }
}

// The middle of a position with these games before it, at a ply.
export function placeAt({ before, games }, ply) {
  const angle = ((before + games / 2) / ALL) * 2 * Math.PI;
  const radius = HUB + (ply - 0.5) * WIDTH;
  return [MIDDLE + radius * Math.sin(angle), MIDDLE - radius * Math.cos(angle)];
}

// By ring and sector, the shares of games that first, second and neither win, of those that get so far.
async function densities(isMisere) {
  const found = new Float32Array(RINGS * SECTORS * 3);
  const perSector = ALL / SECTORS;

  function spread(ring, before, games, sides) {
    const last = Math.ceil((before + games) / perSector);
    for (let sector = Math.floor(before / perSector); sector < last; sector += 1) {
      const from = Math.max(before, sector * perSector);
      const to = Math.min(before + games, (sector + 1) * perSector);
      const share = (to - from) / games / perSector;
      const at = ((ring - 1) * SECTORS + sector) * 3;
      for (let side = 0; side < 3; side += 1) found[at + side] += sides[side] * share;
    }
  }

  // Spreads the games from a position on over its ring and, if they are too few to tell its moves apart, over
  // the rings outside: in each ring, those that last at least as long. Returns the number of games.
  function visit({ ends, games, moves }, ply, before) {
    const isSmall = games <= perSector;
    const sides = [0, 0, ends[DRAWN]];
    for (let ring = RINGS; ring >= ply; ring -= 1) {
      sides[(ring % 2 === 1) === isMisere ? 1 : 0] += ends[ring];
      if (isSmall || ring === ply) spread(ring, before, games, sides);
    }
    let from = before;
    for (const { position } of isSmall ? [] : moves) from += visit(position, ply + 1, from);
    return games;
  }

  let before = 0;
  for (const { position } of positionAt().moves) {
    before += visit(position, 1, before);
    await pause();
  }
  return found;
}

// The color of each ring and sector, and its opacity: the share of games that get so far; where all outcomes
// are still open, it is pale.
async function colorsOf(shares, [first, second, drawn]) {
  const colors = new Uint8ClampedArray((shares.length / 3) * 4);
  for (let at = 0, to = 0; at < shares.length; at += 3, to += 4) {
    if (at % SECTORS === 0) await pause();
    const [a, b, c] = shares.subarray(at, at + 3);
    const share = a + b + c;
    if (share === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const mixed = a ** 3 * first[channel] + b ** 3 * second[channel] + c ** 3 * drawn[channel];
      colors[to + channel] = mixed / (a ** 3 + b ** 3 + c ** 3); // the outcome of most games stands out
    }
    const decided = (Math.max(a, b, c) / share - 1 / 3) * 1.5; // 1 if there is only one outcome
    colors[to + 3] = 255 * share * (PALEST + (1 - PALEST) * decided);
  }
  return new Uint32Array(colors.buffer);
}

// Paints in short tasks. The palette has the colors of first, second and neither: red, green and blue.
export async function paint(canvas, { isMisere, palette }) {
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext("2d");
  const image = context.createImageData(SIZE, SIZE);
  const pixels = new Uint32Array(image.data.buffer);
  const colors = await colorsOf(await densities(isMisere), palette);
  for (let y = 0; y < MIDDLE; y += 1) {
    paintRows(pixels, y, colors);
    await pause();
  }
  context.putImageData(image, 0, 0);
}

// Paints the two rows at a distance from the middle. Only the colors of the four quarters differ: the edges
// of the rings waver alike, and the crayon leaves the same paper white.
function paintRows(pixels, y, colors) {
  const above = (MIDDLE - 1 - y) * SIZE + MIDDLE;
  const below = (MIDDLE + y) * SIZE + MIDDLE;
  const down = y + 0.5;
  for (let x = 0; x < MIDDLE; x += 1) {
    const right = x + 0.5;
    const sector = Math.floor((Math.atan2(right, down) / (2 * Math.PI)) * SECTORS);
    const radius = Math.sqrt(right * right + down * down) * WAVERS[sector] - HUB;
    const ring = Math.floor(radius / WIDTH);
    if (radius < 0 || ring >= RINGS) continue;
    const edge = Math.min(radius - ring * WIDTH, (ring + 1) * WIDTH - radius);
    const cover = (0.75 + 0.25 * noiseAt(x, y)) * Math.min(1, Math.max(0, edge - GAP / 2 + 0.5));
    const at = ring * SECTORS;
    pixels[above + x] = faded(colors[at + sector], cover);
    pixels[below + x] = faded(colors[at + SECTORS / 2 - 1 - sector], cover);
    pixels[below - 1 - x] = faded(colors[at + SECTORS / 2 + sector], cover);
    pixels[above - 1 - x] = faded(colors[at + SECTORS - 1 - sector], cover);
  }
}

// A color whose opacity, in its highest byte, is multiplied.
const faded = (color, share) => (color & 0xffffff) | (((color >>> 24) * share) << 24);

// A number from 0 to 1 that looks random, and is the same every time.
function noiseAt(x, y) {
  const mixed = Math.imul(x * 374761393 + y * 668265263, 1274126177);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
