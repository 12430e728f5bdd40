// The visible part of a drawing, moved and scaled by mouse, touch, wheel and keys.

const SCALES = [0.06, 3];
export const GUTTER = 34; // pixels on the left, where the levels are named
const CLICK = 5; // maximum pixels that a pointer moves in a click

export class Camera {
  x = 0; // in pixels of the element
  y = 0;
  scale = 1;
  width = 0;
  height = 0;
  wasDragged = false;
  isTouched = false; // whether a person has chosen what is in view
  #element;
  #changed;
  #pointers = new Map();

  constructor(element, changed) {
    this.#element = element;
    this.#changed = changed;
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      element.addEventListener(end, ({ pointerId }) => this.#pointers.delete(pointerId));
    }
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => {
      this.measure();
      changed({ isResized: true });
    }).observe(element);
  }

  measure() {
    this.width = this.#element.clientWidth;
    this.height = this.#element.clientHeight;
  }

  move(dx, dy) {
    this.isTouched = true;
    this.x += dx;
    this.y += dy;
    this.#changed({});
  }

  // Scales about a point, by default the middle.
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = clamped(this.scale * factor);
    const ratio = scale / this.scale;
    this.isTouched = true;
    Object.assign(this, { scale, x: x - (x - this.x) * ratio, y: y - (y - this.y) * ratio });
    this.#changed({});
  }

  // Shows a whole rectangle beside the gutter, but no smaller than `smallest`; otherwise its top, with
  // x = 0 in the middle.
  fit({ left, right, top, bottom }, smallest) {
    const room = this.width - GUTTER;
    const whole = Math.min(room / (right - left), this.height / (bottom - top), 1);
    this.isTouched = false;
    this.scale = clamped(Math.max(whole, smallest));
    this.x = GUTTER + room / 2 - (this.scale > whole ? 0 : (left + right) / 2) * this.scale;
    this.y = Math.min(Math.max((this.height - (bottom - top) * this.scale) / 2, 0), 24) - top * this.scale;
    this.#changed({});
  }

  // Moves as little as necessary to bring a rectangle into view.
  include({ left, right, top, bottom }) {
    this.x += missing(left * this.scale + this.x, right * this.scale + this.x, GUTTER, this.width);
    this.y += missing(top * this.scale + this.y, bottom * this.scale + this.y, 0, this.height);
    this.#changed({});
  }

  // The part of the drawing in view, in its own units.
  get view() {
    const { x, y, scale, width, height } = this;
    return { left: -x / scale, right: (width - x) / scale, top: -y / scale, bottom: (height - y) / scale };
  }

  #press(event) {
    if (event.button > 0) return;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, fromX: event.clientX, fromY: event.clientY });
    this.wasDragged = false;
  }

  #move({ pointerId, clientX, clientY }) {
    const pointer = this.#pointers.get(pointerId);
    if (!pointer) return;
    const [dx, dy] = [clientX - pointer.x, clientY - pointer.y];
    if (!this.wasDragged && Math.hypot(clientX - pointer.fromX, clientY - pointer.fromY) < CLICK) return;
    this.wasDragged = true;
    this.#element.setPointerCapture(pointerId);
    const other = [...this.#pointers].find(([id]) => id !== pointerId)?.[1];
    if (other) this.#pinch(pointer, other, clientX, clientY);
    else this.move(dx, dy);
    Object.assign(pointer, { x: clientX, y: clientY });
  }

  #pinch(pointer, other, clientX, clientY) {
    const before = Math.hypot(pointer.x - other.x, pointer.y - other.y);
    const now = Math.hypot(clientX - other.x, clientY - other.y);
    const box = this.#element.getBoundingClientRect();
    if (before > 0) this.zoom(now / before, (clientX + other.x) / 2 - box.x, (clientY + other.y) / 2 - box.y);
  }

  // The wheel alone scrolls the page; with Ctrl, which a touchpad pinch also sends, it scales.
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 300), event.offsetX, event.offsetY);
  }
}

const clamped = (scale) => Math.min(Math.max(scale, SCALES[0]), SCALES[1]);

// How far a range must move to lie within another; if it is longer, its start is aligned.
function missing(start, end, from, to) {
  if (start < from || end - start > to - from) return from - start;
  return Math.min(to - end, 0);
}
