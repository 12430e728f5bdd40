import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from "@angular/core";
import type { BoardEvents, BoardSettings, Shape } from "noughts";
import "noughts";

type Moves = number[] | null | undefined;

@Component({
  selector: "controlled-page",
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <p id="told">{{ told() }}</p>
      @if (isShown()) {
        <noughts-board
          base="SERVICE"
          [level]="settings().level"
          [seed]="settings().seed"
          [columns]="settings().columns"
          [rows]="settings().rows"
          [inARow]="settings().inARow"
          [maxNodes]="settings().maxNodes"
          [misere]="settings().misere"
          [controlled]="isControlled"
          [side]="isControlled ? 'both' : 'X'"
          [moves]="copy()"
          [shapes]="[circle]"
          [messages]="{ draw: 'tie' }"
          (noughts-beforemove)="isControlled ? add($event) : undefined"
          (noughts-move)="add($event)"
        ></noughts-board>
      }
    </main>
  `,
})
export class Controlled {
  readonly isControlled = location.hash === "#controlled";
  readonly circle: Shape = { type: "circle", cell: 8 };
  readonly moves = signal<Moves>([]);
  readonly isShown = signal(true);
  readonly renders = signal(0);
  readonly settings = signal<Partial<BoardSettings>>({ level: "perfect", seed: 7 });

  constructor() {
    Object.assign(globalThis, {
      configure: (next: Partial<BoardSettings>) => this.settings.set(next),
      render: () => this.renders.update((before) => before + 1),
      show: (next: boolean) => this.isShown.set(next),
      update: (next: Moves) => this.moves.set(next),
    });
  }

  told() {
    return JSON.stringify(this.moves());
  }

  // A new array at each rendering.
  copy() {
    const [moves] = [this.moves(), this.renders()];
    return moves && [...moves];
  }

  add({ detail: { cell } }: BoardEvents["noughts-beforemove" | "noughts-move"]) {
    this.moves.update((before) => [...(before ?? []), cell]);
  }
}
