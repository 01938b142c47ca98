import * as z from "zod/mini";
import { clientId } from "#fields.ts";
import { MAX_QUIZ_FOLDERS, MAX_TYPED_LENGTH, QUIZ_FOLDERS_TOO_MANY, QUIZ_SOURCE_REQUIRED } from "#quizzes.limits.ts";
import { exactText } from "#texts.ts";

const MIN_QUIZ_QUESTIONS = 5;
export const MAX_QUIZ_QUESTIONS = 100;
const DEFAULT_QUIZ_QUESTIONS = 20;
const MAX_QUIZ_MINUTES = 240;

export const QUIZ_QUESTIONS_OUT_OF_RANGE = `El número de preguntas debe estar entre ${MIN_QUIZ_QUESTIONS} y ${MAX_QUIZ_QUESTIONS}`;
const QUIZ_KINDS_REQUIRED = "Elige cómo quieres responder: type, choose o flip";
const QUIZ_MINUTES_OUT_OF_RANGE = `El límite de tiempo debe estar entre 1 y ${MAX_QUIZ_MINUTES} minutos`;
export const QUIZ_ANSWER_REQUIRED = "Envía una respuesta: text, option, recalled, unknown o skipped";

const INVALID_FOLDER = "La carpeta no es válida";

/** How a question is answered: by typing, by choosing among options, or by turning the card over. */
export const quizKind = z.enum(["type", "choose", "flip"], { error: QUIZ_KINDS_REQUIRED });
export type QuizKind = z.output<typeof quizKind>;

const fields = z.object({
  /** The folders whose cards the quiz covers; each counts once. */
  folderIds: z.optional(
    z
      .array(z.int({ error: INVALID_FOLDER }).check(z.positive({ error: INVALID_FOLDER })), {
        error: QUIZ_SOURCE_REQUIRED,
      })
      .check(
        z.minLength(1, { error: QUIZ_SOURCE_REQUIRED }),
        z.maxLength(MAX_QUIZ_FOLDERS, { error: QUIZ_FOLDERS_TOO_MANY }),
      ),
  ),
  /** The exam whose cards the quiz covers. */
  examId: z.optional(z.int({ error: QUIZ_SOURCE_REQUIRED }).check(z.positive({ error: QUIZ_SOURCE_REQUIRED }))),
  /** The number of questions. A quiz asks for all cards if there are fewer. */
  questions: z._default(
    z
      .int({ error: QUIZ_QUESTIONS_OUT_OF_RANGE })
      .check(
        z.gte(MIN_QUIZ_QUESTIONS, { error: QUIZ_QUESTIONS_OUT_OF_RANGE }),
        z.lte(MAX_QUIZ_QUESTIONS, { error: QUIZ_QUESTIONS_OUT_OF_RANGE }),
      ),
    DEFAULT_QUIZ_QUESTIONS,
  ),
  kinds: z
    .array(quizKind, { error: QUIZ_KINDS_REQUIRED })
    .check(z.minLength(1, { error: QUIZ_KINDS_REQUIRED }), z.maxLength(10, { error: QUIZ_KINDS_REQUIRED })),
  /** The time limit; left out for none. */
  minutes: z.optional(
    z
      .int({ error: QUIZ_MINUTES_OUT_OF_RANGE })
      .check(
        z.gte(1, { error: QUIZ_MINUTES_OUT_OF_RANGE }),
        z.lte(MAX_QUIZ_MINUTES, { error: QUIZ_MINUTES_OUT_OF_RANGE }),
      ),
  ),
  clientId,
});

/** A quiz covers either folders or an exam. */
export const newQuiz = fields.check(
  z.refine(({ folderIds, examId }) => (folderIds === undefined) !== (examId === undefined), {
    path: ["folderIds"],
    error: QUIZ_SOURCE_REQUIRED,
  }),
);
export type NewQuiz = z.input<typeof newQuiz>;

const answerFields = z.object({
  /** What was typed. A card with several gaps has one line for each. */
  text: z.optional(exactText(MAX_TYPED_LENGTH)),
  /** The index of an option, from 0. */
  option: z.optional(
    z.int({ error: "La opción no es válida" }).check(z.nonnegative({ error: "La opción no es válida" })),
  ),
  /** Whether a card that was turned over was recalled. */
  recalled: z.optional(z.boolean({ error: "Debe ser verdadero o falso" })),
  /** `No lo sé`, for a question of any kind. */
  unknown: z.optional(z.literal(true, { error: "Debe ser verdadero" })),
  /** Takes an answer back. */
  skipped: z.optional(z.literal(true, { error: "Debe ser verdadero" })),
});

/** The answer to one question, in exactly one of the ways. */
export const quizAnswer = answerFields.check(
  z.refine((answer) => Object.values(answer).filter((value) => value !== undefined).length === 1, {
    error: QUIZ_ANSWER_REQUIRED,
  }),
);
export type QuizAnswer = z.output<typeof quizAnswer>;
