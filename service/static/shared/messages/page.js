// The texts and labels of the pages' HTML in German and Spanish.

export const languages = ["de", "es"];

export const texts = {
  "Site": ["Website", "Sitio"],
  "Play": ["Spielen", "Jugar"],
  "Learn": ["Lernen", "Aprender"],
  "Settings": ["Einstellungen", "Ajustes"],
  "Board": ["Brett", "Tablero"],
  "other": ["mehr", "otro"],
  "Level": ["Stufe", "Nivel"],
  "beginner": ["Anfänger", "principiante"],
  "easy": ["leicht", "fácil"],
  "medium": ["mittel", "medio"],
  "hard": ["schwer", "difícil"],
  "perfect": ["perfekt", "perfecto"],
  "You play": ["Du spielst", "Juegas con"],
  "You are X": ["Du bist X", "Eres X"],
  "You are O": ["Du bist O", "Eres O"],
  "Two players": ["Zu zweit", "Dos jugadores"],
  "You watch": ["Du schaust zu", "Tú miras"],
  "against": ["gegen", "contra"],
  "Columns": ["Spalten", "Columnas"],
  "Rows": ["Zeilen", "Filas"],
  "In a row": ["In einer Reihe", "En raya"],
  "Who starts": ["Wer beginnt", "Quién empieza"],
  "Misère: completing a line loses":
    ["Misère: Wer eine Reihe vollendet, verliert", "Misère: pierde quien completa una línea"],
  "Sets traps: prefers moves that are hard to answer":
    ["Stellt Fallen: bevorzugt Züge, auf die schwer zu antworten ist",
      "Pone trampas: prefiere jugadas difíciles de responder"],
  "Step through the game": ["Durch die Partie gehen", "Recorrer la partida"],
  "First position": ["Erste Stellung", "Primera posición"],
  "Back one move": ["Einen Zug zurück", "Una jugada atrás"],
  "Forward one move": ["Einen Zug vor", "Una jugada adelante"],
  "Last position": ["Letzte Stellung", "Última posición"],
  "Hint": ["Tipp", "Pista"],
  "Undo": ["Zurücknehmen", "Deshacer"],
  "New game": ["Neue Partie", "Nueva partida"],
  "win 5: a win in 5 moves, counting both sides":
    ["gewinnt 5: ein Gewinn in 5 Zügen, beide Seiten mitgezählt",
      "gana 5: victoria en 5 jugadas, contando las de ambos"],
  "draw": ["remis", "empate"],
  "loss": ["verliert", "pierde"],
  "Close": ["Schließen", "Cerrar"],
  "Review": ["Auswertung", "Análisis"],
  "Puzzles": ["Aufgaben", "Problemas"],
  "Developers": ["Entwickler", "Desarrollo"],
  "Skip to the board": ["Zum Brett springen", "Ir al tablero"],
  "not proved: an estimate from −100, lost, to +100, won":
    ["nicht bewiesen: eine Schätzung von −100, verloren, bis +100, gewonnen",
      "no demostrado: una estimación de −100, perdida, a +100, ganada"],
  "Show what each move is worth": ["Zeigt, was jeder Zug wert ist", "Mostrar lo que vale cada jugada"],
  "Show the names of rows and columns":
    ["Zeigt die Namen der Zeilen und Spalten", "Mostrar los nombres de filas y columnas"],
  "Your game in the tree of all games":
    ["Deine Partie im Baum aller Partien", "Tu partida en el árbol de todas las partidas"],
  "Language": ["Sprache", "Idioma"],
  "Done": ["Fertig", "Listo"],
  "See how the search works here":
    ["Sieh dir an, wie hier gesucht wird (englisch)", "Mira cómo funciona la búsqueda aquí (en inglés)"],
  "Try again": ["Noch einmal", "Otro intento"],
  "Next": ["Weiter", "Siguiente"],
  "Today's five": ["Die fünf des Tages", "Los cinco de hoy"],
  "All puzzles": ["Alle Aufgaben", "Todos los problemas"],
  "This page is in English.": ["Diese Seite ist auf Englisch.", "Esta página está en inglés."],
  "This page is a lost game": ["Diese Seite ist verloren", "Esta página es una partida perdida"],
  "The address may be incomplete, or from an older release. Start again here:":
    ["Die Adresse ist vielleicht unvollständig oder von einer älteren Version. Fang hier neu an:",
      "Puede que la dirección esté incompleta o sea de una versión anterior. Empieza de nuevo aquí:"],
};
