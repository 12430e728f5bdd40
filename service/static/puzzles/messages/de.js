// The messages of the puzzles in German.

const numbers = ["", "einem", "zwei", "drei", "vier", "fünf"];

export const de = {
  intro: "In jeder Stellung gewinnt genau ein Zug. Finde ihn und gewinne dann gegen perfektes Spiel.",
  difficulties: { easy: "Leicht", medium: "Mittel", hard: "Schwer" },
  inARow: (number) => `${number} in einer Reihe`,
  winIn: (moves) => `Gewinn in ${moves}`,
  solvedName: "gelöst",
  solvedOf: (solved, all) => `${solved} von ${all} gelöst`,
  clear: "Fortschritt löschen",
  askToClear: "Den Fortschritt aller Aufgaben löschen?",
  again: "Noch einmal",
  next: "Weiter",
  hint: "Tipp",
  show: "Zug zeigen",
  task: (side, moves) => `${side} ist am Zug. Gewinne in ${numbers[moves] ?? moves} ${moves === 1 ? "Zug" : "Zügen"}.`,
  none: "Dieser Link enthält keine Aufgabe. In einer Aufgabe gewinnt genau ein Zug.",
  right: "Richtig.",
  slower: "Das gewinnt auch, aber langsamer.",
  replies: {
    win: (side, place) => `${side} vollendet auf ${place} eine Reihe`,
    block: (side, place) => `${side} blockt auf ${place}`,
    fork: (side, place) => `${side} schafft auf ${place} eine Gabel`,
    block_fork: (side, place) => `${side} verhindert auf ${place} eine Gabel`,
    other: (side, place) => `${side} spielt ${place}`,
  },
  refuted: {
    draw: (tried, reply) => `${tried} gewinnt nicht: ${reply}, und bei bestem Spiel endet es unentschieden.`,
    win: (tried, reply, plies) => (plies > 1 ? `${tried} verliert: ${reply} und gewinnt in ${plies}.` : `${tried} verliert: ${reply}.`),
    unknown: (tried, reply) => `Dass ${tried} gewinnt, ist nicht bewiesen: ${reply}.`,
  },
  lookFor: {
    win: () => "Tipp: Suche einen Zug, der eine Reihe vollendet.",
    fork: () => "Tipp: Suche einen Zug, der zwei Drohungen zugleich schafft.",
    block: () => "Tipp: Sieh nach, was die andere Seite droht.",
    other: (row) => `Tipp: Der Gewinnzug liegt in Zeile ${row}.`,
  },
  shown: (place) => `Der Gewinnzug ist ${place}. Mit Hilfe zählt die Aufgabe nicht als gelöst.`,
  solved: (tries) => (tries === 0 ? "Beim ersten Versuch gelöst." : `Gelöst nach ${tries === 1 ? "einem Fehlversuch" : `${tries} Fehlversuchen`}.`),
  helped: "Mit Hilfe gewonnen, daher zählt die Aufgabe nicht als gelöst.",
};
