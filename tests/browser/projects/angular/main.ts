import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import type { MoveDetail } from "noughts";
import "noughts";
import { Controlled } from "./controlled";

@Component({
  selector: "game-page",
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>Noughts</h1>
      <p id="told">{{ told() }}</p>
      <noughts-board base="SERVICE" level="perfect" [seed]="7" (move)="tell($event)"></noughts-board>
    </main>
  `,
})
class Game {
  readonly told = signal("");

  tell({ detail }: CustomEvent<MoveDetail>) {
    this.told.update((before) => `${before}${detail.side}${detail.cell} `);
  }
}

bootstrapApplication(location.hash ? Controlled : Game);
