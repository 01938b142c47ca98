// Reads the quizzes of our JSON. The file is not trusted, so quizzes that the product could not have made are left out and counted.
import { cardFormat } from "@repasa/contract/cards.forms.ts";
import { MAX_QUIZ_QUESTIONS, quizAnswer, quizKind } from "@repasa/contract/quizzes.forms.ts";
import { MAX_QUIZ_FOLDERS } from "@repasa/contract/quizzes.limits.ts";
import { quizVerdict } from "@repasa/contract/quizzes.ts";
import { isStorable } from "@repasa/contract/texts.ts";
import * as z from "zod/mini";
import { jsonCount, jsonId, jsonInstant, jsonText } from "./history-records.ts";
import type { Records } from "./json-records.ts";

/** More than an account can store. */
const MAX_QUIZZES = 500;
/** More than the texts of any quiz, in UTF-16 units of JSON. */
const MAX_QUIZ_LENGTH = 2_000_000;

const text = z.string().check(z.refine(isStorable));
const share = z.number().check(z.gte(0), z.lte(1));

const question = z.object({
  cardId: jsonId,
  folderId: jsonId,
  kind: quizKind,
  format: cardFormat,
  prompt: text,
  expected: text,
  accepted: z.array(text),
  options: z.optional(z.array(text).check(z.length(4))),
  rightOption: z.optional(z.int().check(z.gte(0), z.lte(3))),
  // Older files have none.
  optionCards: z.optional(z.array(jsonId).check(z.length(4))),
  language: z.nullable(jsonText(20)),
  strictAccents: z.boolean(),
  isNew: z.optional(z.literal(true)),
  reviewId: z.uuid(),
});

const result = z.object({
  right: jsonCount,
  share: z.nullable(share),
  low: z.nullable(share),
  high: z.nullable(share),
  verdicts: z.array(quizVerdict),
  // Older files have none.
  missing: z.optional(z.record(z.string().check(z.regex(/^\d{1,2}$/)), z.array(text))),
  corrections: z.record(z.string(), z.uuid()),
});

const record = z
  .object({
    name: jsonText(255),
    examId: z.nullable(jsonId),
    folderIds: z.array(jsonId).check(z.maxLength(MAX_QUIZ_FOLDERS)),
    startedAt: jsonInstant,
    endsAt: z.nullable(jsonInstant),
    finishedAt: z.nullable(jsonInstant),
    timeZone: jsonText(100),
    cards: jsonCount,
    questions: z.array(question).check(z.minLength(1), z.maxLength(MAX_QUIZ_QUESTIONS)),
    answers: z.record(z.string().check(z.regex(/^\d{1,2}$/)), quizAnswer),
    predicted: z.nullable(share),
    result: z.nullable(result),
  })
  .check(
    z.refine(({ finishedAt, result: found }) => (finishedAt === null) === (found === null)),
    z.refine(({ result: found, questions }) => found === null || found.verdicts.length === questions.length),
    z.refine(({ questions, cards }) => questions.length <= cards),
    z.refine(({ questions }) => questions.every(isComplete)),
  );

/** A quiz. Ids of cards, folders and exams are those of the account that was exported. */
export type ExportedQuiz = z.output<typeof record>;

function isComplete({ kind, options, rightOption, accepted }: z.output<typeof question>): boolean {
  if (kind === "choose") return options !== undefined && rightOption !== undefined;
  return kind !== "type" || accepted.length > 0;
}

/**
 * Yields the quizzes of an account, one at a time.
 *
 * @param onBroken Called for each quiz that cannot be read, or is beyond the limit.
 */
export function* readExportedQuizzes(records: Records, onBroken: () => void): Iterable<ExportedQuiz> {
  let count = 0;
  for (const one of records.list("tests")) {
    const found = z.safeParse(record, one);
    const isRead = found.success && count < MAX_QUIZZES && JSON.stringify(found.data).length <= MAX_QUIZ_LENGTH;
    if (isRead) {
      count++;
      yield found.data;
    } else onBroken();
  }
}
