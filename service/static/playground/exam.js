// The exam panel: is a level, or a player given by its moves, perfect on the board chosen?

import { contract } from "../../client/contract.js";
import { wordsOf } from "./errors.js";
import { html } from "./html.js";
import { write } from "./link.js";
import { messages } from "./messages.js";
import { load } from "./storage.js";

const AT_ONCE = 4; // requests for a level's moves
const OWN = "own"; // the choice of a player that is not one of the levels
const FORMAT = '{".../.../...": 4, …}';

export class Exam {
  #board;
  #client;
  #show; // shows a game, or a single position, on the board
  #opened; // called when an exam starts
  #form;
  #said = html("div", { className: "report", role: "status" });
  #report = null; // its `draw` follows the board
  #abort = null;

  constructor(panel, board, client, { show, opened }) {
    this.#board = board;
    this.#client = client;
    this.#show = show;
    this.#opened = opened;
    this.#form = formOf(() => this.#open(), () => this.#abort?.abort());
    panel.append(this.#form, this.#said);
  }

  draw() {
    this.#report?.draw(this.#board.game);
    this.#form.querySelector("a").href = `learn/player${write(this.#board)}`;
  }

  async #open() {
    const section = this.#form.closest("section");
    this.#opened();
    section.scrollIntoView({ block: "start" });
    await this.#run();
    section.scrollIntoView({ block: "start" }); // it may have been too short before
  }

  async #run() {
    this.#abort?.abort();
    const { signal } = (this.#abort = new AbortController());
    const { player, side, moves, cancel } = this.#form.elements;
    const { columns, rows, inARow, misere, startingSide } = this.#board.settings;
    const settings = { columns, rows, inARow, misere, startingSide };
    const game = { columns, rows, in_a_row: inARow, misere, starting_side: startingSide, side: side.value };
    const isOwn = player.value === OWN;
    const name = isOwn ? messages.thePlayer : messages.levels[player.value];
    this.#report = null;
    this.#say(messages.examining);
    cancel.hidden = false;
    try {
      const exam = isOwn ? await this.#examOf(game, read(moves.value), signal) : await this.#examOfLevel(game, player.value, signal);
      const { reportOf } = await import("./report.js");
      this.#report = reportOf(exam, { name, isOwn, side: side.value, settings, show: this.#show });
      this.#say(this.#report.element);
      this.draw();
    } catch (error) {
      if (!signal.aborted) this.#say(html("p", { className: "wrong" }, error instanceof SyntaxError ? error.message : wordsOf(error)));
      else this.#say(messages.canceled);
    } finally {
      if (signal === this.#abort.signal) cancel.hidden = true;
    }
  }

  // The report as pasted, or the exam of the moves pasted.
  #examOf(game, pasted, signal) {
    return pasted.verdict ? pasted : this.#client.exam({ ...game, moves: pasted }, { signal });
  }

  // Requests the level's move in every position needed, until there is a verdict.
  async #examOfLevel(game, level, signal) {
    const moves = {};
    for (;;) {
      const exam = await this.#client.exam({ ...game, moves }, { signal });
      if (exam.verdict !== "incomplete") return exam;
      for (let i = 0; i < exam.needed.length; i += AT_ONCE) {
        await Promise.all(exam.needed.slice(i, i + AT_ONCE).map(async (board) => {
          const { in_a_row, misere, side } = game;
          const answer = await this.#client.bestMove({ board, side_to_move: side, in_a_row, misere: misere || null, level }, { signal });
          moves[board] = answer.move.cell;
        }));
        this.#say(messages.examined(Object.keys(moves).length));
      }
    }
  }

  #say(...children) {
    this.#said.replaceChildren(...children);
  }
}

// A JSON object of moves by notation, or a report; throws a SyntaxError that explains the format.
function read(text) {
  try {
    const found = JSON.parse(text);
    if (found !== null && typeof found === "object" && !Array.isArray(found)) return found;
  } catch {} // reported below
  throw new SyntaxError(messages.notJSON(FORMAT));
}

function formOf(run, cancel) {
  const option = (value, words = value) => html("option", { value }, words);
  const levels = contract.levels.map((level) => option(level, messages.levels[level]));
  const player = html("select", { name: "player" }, levels, option(OWN, messages.yourOwn));
  const moves = html("textarea", { name: "moves", rows: 4, spellcheck: false, placeholder: FORMAT });
  const own = html("label", { className: "own", hidden: true },
    messages.itsMoves, html("code", {}, "noughts exam --json"), moves);
  const side = html("select", { name: "side" }, contract.marks.map((mark) => option(mark)));
  player.addEventListener("change", () => {
    own.hidden = player.value !== OWN;
    const written = own.hidden ? null : load("examined"); // by the person, at /learn/player
    if (!written) return;
    side.value = written.side;
    moves.defaultValue = JSON.stringify(written.moves);
  });
  return html("form", { className: "exam", ariaLabel: messages.exam, onsubmit: (event) => (event.preventDefault(), run()) },
    html("p", {}, messages.isItPerfect),
    html("div", { className: "fields" },
      html("label", {}, `${messages.player} `, player),
      html("label", {}, `${messages.itsSide} `, side),
      html("button", { type: "submit" }, messages.examine)),
    own,
    html("a", { className: "link" }, messages.writeYourOwn),
    html("button", { type: "button", name: "cancel", hidden: true, onclick: cancel }, messages.cancel));
}
