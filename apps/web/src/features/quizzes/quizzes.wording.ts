import type { QuizKind } from "@repasa/contract/quizzes.forms.ts";
import type { FinishedQuiz, GivenAnswer, ListedQuiz, QuizVerdict } from "@repasa/contract/quizzes.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { percent, percentBand } from "#lib/wording.ts";

/** The answer of a student who types or chooses none, on its button and in the result. */
export const UNKNOWN = "No lo sé";

export const describeScore = ({ right, of }: Pick<FinishedQuiz, "right" | "of">): string =>
  `${formatCount(right)} de ${formatCount(of)}`;

/** Describes what a result says about all cards from which the questions were drawn. */
export function describeEstimate(quiz: FinishedQuiz): string {
  const { answered, of, predicted, newCards, low, high } = quiz;
  if (low === null || high === null) {
    return `Has contestado ${formatCount(answered)} de ${formatCount(of)}: son pocas para una estimación`;
  }
  const expected = predicted === null ? "" : `; esperábamos el ${percent(predicted)}`;
  const unrated = newCards === 0 ? "" : `; ${counted(newCards, "era nueva", "eran nuevas")}`;
  return `${describeKnown(quiz, low, high)}${expected}${unrated}`;
}

/** Describes how many cards the student knows; if all questions were choices, how many they recognize, which is less. */
function describeKnown({ questions, right, of, cards }: FinishedQuiz, low: number, high: number): string {
  const byChoice = questions.every(({ kind }) => kind === "choose");
  if (of < cards) {
    return `${byChoice ? "Reconocerías" : "Sabrías"} ${percentBand(low, high)} de las ${formatCount(cards)} cartas`;
  }
  const knew = byChoice ? "reconociste" : "sabías";
  return cards === 1
    ? `La única carta ${right === 1 ? "la" : "no la"} ${knew}`
    : `De las ${formatCount(cards)} cartas ${knew} ${formatCount(right)}`;
}

/** Returns a sentence which says that the estimate leaves out lucky guesses; null if no option was chosen, or nothing is estimated. */
export function describeGuessing({ questions, of, cards, share }: FinishedQuiz): string | null {
  const hasChosen = questions.some(({ kind, given }) => kind === "choose" && typeof given === "string");
  return hasChosen && share !== null && of < cards ? "Sin contar lo que se acierta al azar al elegir." : null;
}

export const verdictTexts: Readonly<Record<QuizVerdict, string>> = {
  right: "Bien",
  accent: "Bien, salvo la tilde",
  close: "Bien, con una errata",
  wrong: "Mal",
};

/** Returns what the student answered, in words. */
export function describeGiven(kind: QuizKind, given: GivenAnswer): string {
  if (given === null) return "Sin responder";
  if (given === true) return "La sabía";
  if (given === false) return kind === "flip" ? "No la sabía" : UNKNOWN;
  return given;
}

export const describeUnanswered = (count: number): string =>
  count === 1 ? "Queda 1 pregunta sin responder." : `Quedan ${formatCount(count)} preguntas sin responder.`;

/** Describes a quiz by its score alone: what it says about all cards needs the sentences of its result. */
export function describeListed({ finishedAt, right, of }: Pick<ListedQuiz, "finishedAt" | "right" | "of">): string {
  if (finishedAt === null) return `Sin terminar, ${counted(of, "pregunta", "preguntas")}`;
  return describeScore({ right: right ?? 0, of });
}

/** Returns the time left as minutes and seconds, such as "12:05". */
export function formatTimeLeft(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
