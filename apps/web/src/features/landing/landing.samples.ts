export const sampleCards = [
  {
    folder: "Biología",
    question: "¿Qué orgánulo produce la energía de la célula?",
    answer: "La mitocondria",
  },
  { folder: "Inglés", question: "to look forward to", answer: "esperar con ilusión, tener ganas de" },
  { folder: "Geografía", question: "¿Cuál es la capital de Australia?", answer: "Canberra" },
] as const;

/** `days` is the first interval after each rating, which must match the text of the page. */
export const sampleRatings = [
  {
    difficulty: "easy",
    label: "Fácil",
    days: 7,
    interval: "7 días",
    result: "Volverá en 7 días",
    reason: "La sabes bien: no hace falta que la veas antes.",
  },
  {
    difficulty: "medium",
    label: "Medio",
    days: 3,
    interval: "3 días",
    result: "Volverá en 3 días",
    reason: "Justo cuando estés a punto de olvidarla.",
  },
  {
    difficulty: "hard",
    label: "Difícil",
    days: 1,
    interval: "1 día",
    result: "Volverá mañana",
    reason: "Lo que cuesta se repasa pronto, hasta que se queda.",
  },
] as const;
