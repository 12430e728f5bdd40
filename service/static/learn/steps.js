// Steps through a search with buttons, with a slider, or automatically.

const SLOW = 1; // steps per second: rising values can be followed
const FAST = { least: 8, seconds: 30 }; // steps per second, and how long a whole search takes at most

export class Steps {
  step = 0;
  steps = 0; // of the search
  #controls;
  #page;
  #timer = 0;
  #due = 0; // steps, including fractions
  #before = 0; // the time of the previous frame

  // `moved(step, { isRising, isPlaying })` shows a step; `nextCut(step)` is a step, or null;
  // `stop(from, to)` is the step after one, up to another, at which Play stops, or null.
  constructor(controls, page) {
    this.#controls = controls;
    this.#page = page;
    const on = (name, act) => this.#one(name).addEventListener(name === "scrub" ? "input" : "click", act);
    on("start", () => this.go(0));
    on("back", () => this.go(this.step - 1));
    on("play", () => (this.isPlaying ? this.pause() : this.play()));
    on("forward", () => this.go(this.step + 1, true));
    on("cut", () => this.go(page.nextCut(this.step) ?? this.steps));
    on("end", () => this.go(this.steps));
    on("scrub", ({ target }) => this.go(Number(target.value)));
    on("fast", ({ target }) => target.setAttribute("aria-pressed", String(!this.#isFast)));
  }

  get #isFast() {
    return this.#one("fast").getAttribute("aria-pressed") === "true";
  }

  get isPlaying() {
    return this.#timer !== 0;
  }

  reset(steps, step) {
    this.pause();
    this.steps = steps;
    this.#one("cut").disabled = this.#page.nextCut(0) === null;
    this.#one("scrub").max = steps;
    this.#set(step);
  }

  go(step, isRising = false) {
    this.pause();
    this.#set(step);
    this.#page.moved(this.step, { isRising, isPlaying: false });
  }

  play() {
    this.#due = 1;
    this.#before = performance.now();
    this.#timer = requestAnimationFrame((now) => this.#frame(now));
    this.#set(this.step === this.steps ? 0 : this.step);
  }

  pause() {
    if (!this.isPlaying) return;
    cancelAnimationFrame(this.#timer);
    this.#timer = 0;
    this.#set(this.step);
    this.#page.moved(this.step, { isRising: false, isPlaying: false });
  }

  #frame(now) {
    const speed = this.#isFast ? Math.max(FAST.least, this.steps / FAST.seconds) : SLOW;
    this.#due += (Math.max(now - this.#before, 0) / 1000) * speed;
    this.#before = now;
    const whole = Math.floor(this.#due);
    this.#due -= whole;
    const to = Math.min(this.step + whole, this.steps);
    const stop = this.#page.stop(this.step, to);
    if (whole) {
      this.#set(stop ?? to);
      this.#page.moved(this.step, { isRising: speed === SLOW, isPlaying: true });
    }
    if (stop !== null || this.step === this.steps) return this.pause();
    this.#timer = requestAnimationFrame((next) => this.#frame(next));
  }

  #set(step) {
    this.step = Math.min(Math.max(step, 0), this.steps);
    this.#one("play").textContent = this.isPlaying ? "Pause" : "Play";
    this.#one("scrub").value = this.step;
    this.#one("scrub").setAttribute("aria-valuetext", `step ${this.step} of ${this.steps}`);
    const [at, steps] = [this.step, this.steps].map((each) => each.toLocaleString("en"));
    this.#controls.querySelector(".at").textContent = `${at} / ${steps}`;
  }

  #one(name) {
    return this.#controls.querySelector(`[name=${name}]`);
  }
}
