// Steps through a search with buttons, with a slider, or automatically.

const SPEEDS = [1, 2, 5, 15, 60, 300]; // steps per second
const RISING_UP_TO = 2; // the highest speed at which rising values are animated

export class Steps {
  step = 0;
  #steps = 0;
  #controls;
  #moved;
  #nextCut;
  #stop;
  #timer = 0;
  #due = 0; // steps, including fractions
  #before = 0; // the time of the previous frame

  // `moved(step, { isRising, isPlaying })` shows a step; `nextCut(step)` is a step, or null;
  // `stop(from, to)` is the step after one, up to another, at which Play stops, or null.
  constructor(controls, { moved, nextCut, stop }) {
    this.#controls = controls;
    this.#moved = moved;
    this.#nextCut = nextCut;
    this.#stop = stop;
    const on = (name, act) => this.#one(name).addEventListener(name === "scrub" ? "input" : "click", act);
    on("start", () => this.go(0));
    on("back", () => this.go(this.step - 1));
    on("play", () => (this.isPlaying ? this.pause() : this.play()));
    on("forward", () => this.go(this.step + 1, true));
    on("cut", () => this.go(this.#nextCut(this.step) ?? this.#steps));
    on("end", () => this.go(this.#steps));
    on("scrub", ({ target }) => this.go(Number(target.value)));
  }

  get isPlaying() {
    return this.#timer !== 0;
  }
  get steps() {
    return this.#steps;
  }
  get speed() {
    return SPEEDS[this.#one("speed").value];
  }

  reset(steps, step) {
    this.pause();
    this.#one("cut").disabled = this.#nextCut(0) === null;
    this.#steps = steps;
    this.#one("scrub").max = steps;
    this.#set(Math.min(Math.max(step, 0), steps));
    this.#draw();
  }

  go(step, isRising = false) {
    this.pause();
    this.#set(Math.min(Math.max(step, 0), this.#steps));
    this.#draw();
    this.#moved(this.step, { isRising, isPlaying: false });
  }

  play() {
    if (this.step === this.#steps) this.#set(0);
    this.#due = 1;
    this.#before = performance.now();
    this.#timer = requestAnimationFrame((now) => this.#frame(now));
    this.#draw();
  }

  pause() {
    if (!this.isPlaying) return;
    cancelAnimationFrame(this.#timer);
    this.#timer = 0;
    this.#draw();
    this.#moved(this.step, { isRising: false, isPlaying: false });
  }

  #frame(now) {
    this.#due += (Math.max(now - this.#before, 0) / 1000) * this.speed;
    this.#before = now;
    const whole = Math.floor(this.#due);
    this.#due -= whole;
    const to = Math.min(this.step + whole, this.#steps);
    const stop = this.#stop(this.step, to);
    if (whole) {
      this.#set(stop ?? to);
      this.#moved(this.step, { isRising: this.speed <= RISING_UP_TO, isPlaying: true });
    }
    if (stop !== null || this.step === this.#steps) return this.pause();
    this.#timer = requestAnimationFrame((next) => this.#frame(next));
  }

  #set(step) {
    this.step = step;
    this.#one("scrub").value = step;
    this.#one("scrub").setAttribute("aria-valuetext", `step ${step} of ${this.#steps}`);
    this.#controls.querySelector(".at").textContent = `${step.toLocaleString("en")} / ${this.#steps.toLocaleString("en")}`;
  }

  #draw() {
    const button = this.#one("play");
    button.textContent = this.isPlaying ? "Pause" : "Play";
  }

  #one(name) {
    return this.#controls.querySelector(`[name=${name}]`);
  }
}
