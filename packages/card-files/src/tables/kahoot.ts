// Reads the spreadsheet in which Kahoot takes quizzes: a question, four answers, a time limit, and the numbers of the right ones.

const CORRECT = /^(?:correct answer|respuestas? correctas?)/i;
const ANSWER = /^(?:answer|respuesta|opci[oó]n) ?\d/i;
const QUESTION = /^(?:question|pregunta)\b/i;

/** The rows above the names of the columns, which explain the spreadsheet. */
const MAX_ROWS_ABOVE = 20;

type Rows = readonly string[][];

/**
 * Replaces the numbers of the right answers by their texts, so that a question is followed by its answer. Rows above the names
 * come last, in one cell each, so that they are reported as no cards.
 */
export function resolveKahoot(rows: Rows): Rows {
  const at = rows.slice(0, MAX_ROWS_ABOVE).findIndex(isKahootHeader);
  const names = rows[at];
  if (!names) return rows;
  const correct = names.findIndex((name) => CORRECT.test(name.trim()));
  const question = names.findIndex((name) => QUESTION.test(name.trim()));
  const answers = names.flatMap((name, index) => (ANSWER.test(name.trim()) ? index : []));
  const header = names.map((name, index) => (index === correct ? "Respuesta" : index === question ? "Pregunta" : name));
  const resolved = rows.slice(at + 1).map((row) => {
    const answer = resolve(row, correct, answers);
    return Array.from({ length: Math.max(row.length, correct + 1) }, (_, index) =>
      index === correct ? answer : (row[index] ?? ""),
    );
  });
  return [header, ...resolved, ...rows.slice(0, at).map((row) => [row.filter((cell) => cell !== "").join(" ")])];
}

function isKahootHeader(row: readonly string[]): boolean {
  const names = row.map((name) => name.trim());
  return (
    names.some((name) => CORRECT.test(name)) &&
    names.some((name) => QUESTION.test(name)) &&
    names.filter((name) => ANSWER.test(name)).length >= 2
  );
}

function resolve(row: readonly string[], correct: number, answers: readonly number[]): string {
  const numbers = (row[correct] ?? "").split(/[,;\s]+/).filter((number) => /^\d$/.test(number));
  const texts = numbers
    .map((number) => row[answers[Number(number) - 1] ?? -1]?.trim() ?? "")
    .filter((text) => text !== "");
  return texts.length > 0 ? texts.join("\n") : (row[correct] ?? "");
}
