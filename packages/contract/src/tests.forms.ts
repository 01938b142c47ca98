import * as z from "zod/mini";
import { clientId, exactText } from "#fields.ts";

export const MIN_TEST_QUESTIONS = 5;
export const MAX_TEST_QUESTIONS = 100;
export const DEFAULT_TEST_QUESTIONS = 20;
export const MAX_TEST_MINUTES = 240;
/** The most folders that one test may cover, as many as an exam. */
export const MAX_TEST_FOLDERS = 200;
/** The longest typed answer, in UTF-16 units: no card whose answer has more than 200 characters is typed. */
export const MAX_TYPED_LENGTH = 2000;

export const TEST_SOURCE_REQUIRED = "Elige las carpetas o el examen del test";
export const TEST_FOLDERS_TOO_MANY = `Un test puede tener hasta ${MAX_TEST_FOLDERS} carpetas`;
export const TEST_QUESTIONS_OUT_OF_RANGE = `El número de preguntas debe estar entre ${MIN_TEST_QUESTIONS} y ${MAX_TEST_QUESTIONS}`;
export const TEST_KINDS_REQUIRED = "Elige cómo quieres responder: type, choose o flip";
export const TEST_MINUTES_OUT_OF_RANGE = `El límite de tiempo debe estar entre 1 y ${MAX_TEST_MINUTES} minutos`;
export const TEST_ANSWER_REQUIRED = "Envía una respuesta: text, option, recalled o skipped";

const INVALID_FOLDER = "La carpeta no es válida";

/** How a question is answered: by typing, by choosing among options, or by turning the card over. */
export const testKind = z.enum(["type", "choose", "flip"], { error: TEST_KINDS_REQUIRED });
export type TestKind = z.output<typeof testKind>;

const fields = z.object({
  /** The folders whose cards the test covers; each counts once. */
  folderIds: z.optional(
    z
      .array(z.int({ error: INVALID_FOLDER }).check(z.positive({ error: INVALID_FOLDER })), {
        error: TEST_SOURCE_REQUIRED,
      })
      .check(
        z.minLength(1, { error: TEST_SOURCE_REQUIRED }),
        z.maxLength(MAX_TEST_FOLDERS, { error: TEST_FOLDERS_TOO_MANY }),
      ),
  ),
  /** The exam whose cards the test covers. */
  examId: z.optional(z.int({ error: TEST_SOURCE_REQUIRED }).check(z.positive({ error: TEST_SOURCE_REQUIRED }))),
  /** The number of questions. A test asks for all cards if there are fewer. */
  questions: z._default(
    z
      .int({ error: TEST_QUESTIONS_OUT_OF_RANGE })
      .check(
        z.gte(MIN_TEST_QUESTIONS, { error: TEST_QUESTIONS_OUT_OF_RANGE }),
        z.lte(MAX_TEST_QUESTIONS, { error: TEST_QUESTIONS_OUT_OF_RANGE }),
      ),
    DEFAULT_TEST_QUESTIONS,
  ),
  kinds: z
    .array(testKind, { error: TEST_KINDS_REQUIRED })
    .check(z.minLength(1, { error: TEST_KINDS_REQUIRED }), z.maxLength(10, { error: TEST_KINDS_REQUIRED })),
  /** The time limit; left out for none. */
  minutes: z.optional(
    z
      .int({ error: TEST_MINUTES_OUT_OF_RANGE })
      .check(
        z.gte(1, { error: TEST_MINUTES_OUT_OF_RANGE }),
        z.lte(MAX_TEST_MINUTES, { error: TEST_MINUTES_OUT_OF_RANGE }),
      ),
  ),
  clientId,
});

/** A test covers either folders or an exam. */
export const newTest = fields.check(
  z.refine(({ folderIds, examId }) => (folderIds === undefined) !== (examId === undefined), {
    path: ["folderIds"],
    error: TEST_SOURCE_REQUIRED,
  }),
);
export type NewTest = z.input<typeof newTest>;

const answerFields = z.object({
  /** What was typed. A card with several gaps has one line for each. */
  text: z.optional(exactText(MAX_TYPED_LENGTH)),
  /** The index of an option, from 0. */
  option: z.optional(
    z.int({ error: "La opción no es válida" }).check(z.nonnegative({ error: "La opción no es válida" })),
  ),
  /** Whether a card that was turned over was recalled. */
  recalled: z.optional(z.boolean({ error: "Debe ser verdadero o falso" })),
  /** Takes an answer back. */
  skipped: z.optional(z.literal(true, { error: "Debe ser verdadero" })),
});

/** The answer to one question, in exactly one of the four ways. */
export const testAnswer = answerFields.check(
  z.refine((answer) => Object.values(answer).filter((value) => value !== undefined).length === 1, {
    error: TEST_ANSWER_REQUIRED,
  }),
);
export type TestAnswer = z.output<typeof testAnswer>;
