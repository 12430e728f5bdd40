// The texts of the page in German.

const count = (number) => number.toLocaleString("de");
const numbers = ["", "einem", "zwei", "drei", "vier", "fünf"];

export const messages = {
  descriptions: {
    beginner: "Schaut zwei Züge voraus und übersieht oft selbst einen sofortigen Gewinn.",
    easy: "Verpasst nie einen sofortigen Gewinn, übersieht aber manchmal den der anderen Seite.",
    medium: "Verpasst nie einen sofortigen Gewinn und keine Abwehr, übersieht aber manchmal Gabeln.",
    hard:
      "Sieht jeden Gewinn und Verlust innerhalb von vier Zügen; nur ein längerer Plan schlägt diese Stufe.",
    perfect:
      "Spielt immer einen besten Zug. Verliert nur, wenn die Stellung schon verloren oder zu schwer ist.",
  },
  rule: (inARow) => `${inARow} in einer Reihe gewinnen.`,
  ruleOfMisere: (inARow) => `Wer ${inARow} in einer Reihe hat, verliert.`,
  places: [
    "die Ecke oben links", "das Feld oben in der Mitte", "die Ecke oben rechts",
    "das Feld links in der Mitte", "die Mitte", "das Feld rechts in der Mitte",
    "die Ecke unten links", "das Feld unten in der Mitte", "die Ecke unten rechts",
  ],
  took: (side, place) => `${side} nimmt ${place}`,
  hint: (place, why) => `nimm ${place}. ${why}.`,
  reasons: {
    win: () => "Das gewinnt",
    block: (other) => `Das hält ${other} auf`,
    fork: () => "Dann kannst du auf zwei Arten gewinnen",
    block_fork: (other) => `Sonst kann ${other} auf zwei Arten gewinnen`,
  },
  fewAnswers: (safe, other) =>
    `Nur ${safe === 1 ? "eine Antwort rettet" : `${safe} Antworten retten`} ${other}`,
  outcomes: { win: "Das gewinnt, Zug um Zug", loss: "Das hält am längsten", draw: "Nichts ist hier besser" },
  undoBringsBack: "„Zurücknehmen“ holt die letzte Partie zurück.",
  noGame: "Der Link führt zu einer Stellung, die in keiner Partie vorkommt. Beginne eine neue Partie.",
  noHint: "Es gibt keinen Tipp, weil der Dienst nicht antwortet.",
  guess: (place) => `Dass die gezeigte Zugfolge nach ${place} die beste ist, ist nicht bewiesen.`,
  trap: ({ safe_replies: safe }) =>
    `Vorsicht, eine Falle: Nur ${safe === 1 ? "eine Antwort ist" : `${safe} Antworten sind`} sicher.`,
  start: "Anfang",

  youWon: "Du hast den Computer geschlagen!",
  youLost: "Der Computer hat dich geschlagen.",
  youDrew: "Unentschieden gegen den Computer.",
  drewPerfectly: "Remis: Besser kann es niemand.",
  drawn: "Unentschieden.",
  youCompleted: (winner) => `Du hast eine Reihe vollendet, also gewinnt ${winner}.`,
  completed: (loser) => `${loser} hat eine Reihe vollendet, also gewinnst du.`,
  sideCompleted: (loser, winner) => `${loser} hat eine Reihe vollendet, also gewinnt ${winner}.`,
  lostBy: (mistake, better) => `Der Fehler war ${mistake}. Gehalten hätte ${better}.`,
  takeBack: "Zug zurücknehmen",
  review: "Auswerten",
  next: (level) => `Nächste Stufe: ${level}`,
  easier: (level) => `Lieber leichter: ${level}`,
  results: { won: "gewonnen", drawn: "remis", lost: "verloren" },
  clearTally: "Löschen",
  askToClearTally: "Alle deine Ergebnisse löschen?",

  reviewing: "Die Partie wird ausgewertet …",
  reviewed: (done, plies) => `Die Partie wird ausgewertet: Zug ${done} von ${plies} …`,
  chart: "Wert der Partie nach jedem Zug",
  sideWins: (side) => `${side} gewinnt`,
  verdicts: {
    best: "bester Zug", fine: "gut", inaccuracy: "Ungenauigkeit", mistake: "Fehler",
    blunder: "grober Fehler", unknown: "nicht bewiesen",
  },
  otherMoves: (count) => (count === 1 ? "Der andere Zug" : `Die anderen ${count} Züge`),
  noMistakes: (count) => `Keine Fehler: alle ${count} Züge`,
  decided: "hat die Partie entschieden",
  better: "Am besten war",
  reply: (side) => `${side} antwortet`,
  tryMoveAgain: "Diesen Zug noch einmal",
  follow: "Nächsten Zug zeigen",
  noneDecided: "Kein einzelner Zug hat die Partie entschieden.",
  notProvedWhetherDecided: "Es ist nicht bewiesen, ob ein einzelner Zug die Partie entschieden hat.",

  tree: {
    sentence: ({ number, all, alike, winner }) => {
      const end = winner ? `mit einem Sieg für ${winner}` : "unentschieden";
      return `Partie ${count(number)} von ${count(all)}. Wie deine enden ${count(alike)} ${end}.`;
    },
    turned: "hier kippte die Partie",
    keep: "Bild behalten",
    copy: "Link kopieren",
    copied: "Link kopiert.",
  },

  inARow: (length) => `${length} in einer Reihe`,

  puzzles: {
    todaysPuzzle: (number, all) => `Aufgabe ${number} von ${all} des Tages`,
    difficulties: { easy: "Leicht", medium: "Mittel", hard: "Schwer" },
    winIn: (moves) => `Gewinn in ${moves}`,
    solvedName: "gelöst",
    solvedOf: (solved, all) => `${solved} von ${all} gelöst`,
    clear: "Fortschritt löschen",
    askToClear: "Den Fortschritt aller Aufgaben löschen?",
    hint: "Tipp",
    show: "Zug zeigen",
    task: (side, moves) =>
      `${side} ist am Zug. Gewinne in ${numbers[moves] ?? moves} ${moves === 1 ? "Zug" : "Zügen"}.`,
    none: "Dieser Link enthält keine Aufgabe. In einer Aufgabe gewinnt genau ein Zug.",
    again: "Versuch es noch einmal.",
    noWin: (place) => `${place} füllt das Brett, und niemand gewinnt.`,
    right: "Richtig.",
    slower: "Das gewinnt auch, aber langsamer.",
    replies: {
      win: (side, place) => `${side} vollendet auf ${place} eine Reihe`,
      block: (side, place) => `${side} verhindert auf ${place} eine Reihe`,
      fork: (side, place) => `${side} schafft auf ${place} eine Gabel`,
      block_fork: (side, place) => `${side} verhindert auf ${place} eine Gabel`,
      other: (side, place) => `${side} spielt ${place}`,
    },
    refuted: {
      draw: (tried, reply) =>
        `${tried} gewinnt nicht: ${reply}, und bei bestem Spiel endet es unentschieden.`,
      win: (tried, reply, plies) =>
        (plies > 1 ? `${tried} verliert: ${reply} und gewinnt in ${plies}.` : `${tried} verliert: ${reply}.`),
      unknown: (tried, reply) => `Dass ${tried} gewinnt, ist nicht bewiesen: ${reply}.`,
    },
    lookFor: {
      win: () => "Tipp: Suche einen Zug, der eine Reihe vollendet.",
      fork: () => "Tipp: Suche einen Zug, der zwei Drohungen zugleich schafft.",
      block: () => "Tipp: Sieh nach, was die andere Seite droht.",
      other: (row) => `Tipp: Der Gewinnzug liegt in Zeile ${row}.`,
    },
    shown: (place) => `Der Gewinnzug ist ${place}. Mit Hilfe zählt die Aufgabe nicht als gelöst.`,
    solved: (tries) =>
      (tries === 0
        ? "Beim ersten Versuch gelöst."
        : `Gelöst nach ${tries === 1 ? "einem Fehlversuch" : `${tries} Fehlversuchen`}.`),
    helped: "Mit Hilfe gewonnen, daher zählt die Aufgabe nicht als gelöst.",
  },
};
