import type { QuizKind } from "@repasa/contract/quizzes.forms.ts";
import { MAX_QUIZ_FOLDERS, QUIZ_FOLDERS_TOO_MANY, QUIZ_SOURCE_REQUIRED } from "@repasa/contract/quizzes.limits.ts";
import * as z from "zod/mini";
import { counted } from "#lib/plural.ts";

/** The numbers of questions and the time limits that the dialog offers; an empty limit is none. */
export const QUESTION_COUNTS = ["10", "20", "30", "50", "100"] as const;
export const MINUTES = ["", "5", "10", "20", "30", "60"] as const;

export const WAYS: readonly { value: string; kinds: readonly QuizKind[]; label: string }[] = [
  { value: "mixed", kinds: ["type", "choose"], label: "Escribir y elegir" },
  { value: "type", kinds: ["type"], label: "Escribir" },
  { value: "choose", kinds: ["choose"], label: "Elegir" },
  { value: "flip", kinds: ["flip"], label: "Dar la vuelta" },
];

type Options = { questions: string; way: string; minutes: string };

const INITIAL: Options = { questions: "20", way: "mixed", minutes: "" };

/** In localStorage: the options of the last quiz that was begun on this device. */
const KEY = "repasa:quiz";

/** Returns the options that were chosen last on this device, and those that suit most students where none were. */
export function readLastOptions(): Options {
  try {
    const { questions, way, minutes } = { ...INITIAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Options) };
    return {
      questions: QUESTION_COUNTS.find((count) => count === questions) ?? INITIAL.questions,
      way: findWay(way).value,
      minutes: MINUTES.find((limit) => limit === minutes) ?? INITIAL.minutes,
    };
  } catch {
    return INITIAL;
  }
}

export function rememberOptions(options: Options): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(options));
  } catch {
    // The next quiz begins with the options that suit most students.
  }
}

/** Returns a way of answering by its name; the first one for an unknown name. */
export const findWay = (name: string): (typeof WAYS)[number] =>
  WAYS.find(({ value }) => value === name) ?? (WAYS[0] as (typeof WAYS)[number]);

export const formatMinutes = (minutes: string): string => (minutes === "" ? "Sin límite" : `${minutes} minutos`);

/** Describes the options in one line: "20 preguntas · Escribir y elegir · Sin límite". */
export function summarizeOptions({ questions, way, minutes }: Options): string {
  return [counted(Number(questions), "pregunta", "preguntas"), findWay(way).label, formatMinutes(minutes)].join(" · ");
}

/** Validates the fields of the dialog. No folders are chosen for a quiz of an exam. */
export function createQuizFields(ofExam: boolean) {
  return z.object({
    questions: z.string(),
    way: z.string(),
    minutes: z.string(),
    // Not a list of numbers: those schemas would be part of the first screen's bundle.
    folderIds: z.custom<readonly number[]>().check(
      z.refine((ids) => ofExam || ids.length > 0, { error: QUIZ_SOURCE_REQUIRED }),
      z.refine((ids) => ids.length <= MAX_QUIZ_FOLDERS, { error: QUIZ_FOLDERS_TOO_MANY }),
    ),
  });
}
