import { createHash } from "node:crypto";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import type { CardRecord, ReviewRecord } from "#repasa/card-record.ts";
import { type NameMedia, renderMarkdownSide, renderPlainText, stripField } from "./card-html.ts";
import { noteTypes } from "./schema.ts";

export type NoteRow = {
  noteType: number;
  fields: string;
  sortField: string;
  checksum: number;
  tags: string;
};

/** Creates the note of siblings, or of a card without siblings. */
export function createNote(cards: readonly CardRecord[], nameMedia: NameMedia): NoteRow {
  const main = cards.find(({ variant }) => variant !== "reverse") ?? (cards[0] as CardRecord);
  const isCloze = isGap(main);
  const isReversed = cards.some(({ variant }) => variant === "reverse");
  // A reverse without its partner still uses the second template.
  const [front, back] = main.variant === "reverse" ? [main.back, main.front] : [main.front, main.back];
  const html = (text: string, gaps: boolean) =>
    main.format === "plain" ? renderPlainText(text) : renderMarkdownSide(text, nameMedia, { gaps });
  const fields = [html(front, isCloze), html(back, false)].map((field) => field.replaceAll("\u001f", " "));
  const sortField = stripField(fields[0] as string);
  const noteType = isCloze ? noteTypes.cloze : isReversed ? noteTypes.reversed : noteTypes.basic;
  const tags = [...new Set(cards.flatMap((card) => card.tags))].map(toAnkiTag);
  return {
    noteType: noteType.id,
    fields: fields.join("\u001f"),
    sortField,
    checksum: Number.parseInt(createHash("sha1").update(sortField).digest("hex").slice(0, 8), 16),
    tags: tags.length === 0 ? "" : ` ${tags.join(" ")} `,
  };
}

/** Groups siblings into notes: one note, apart from cards that do not fit into it. */
export function groupIntoNotes(siblings: readonly CardRecord[]): CardRecord[][] {
  const notes: CardRecord[][] = [];
  for (const card of siblings) {
    const note = notes.find((cards) => cards.every((other) => belongTogether(other, card)));
    if (note) note.push(card);
    else notes.push([card]);
  }
  return notes;
}

function belongTogether(one: CardRecord, other: CardRecord): boolean {
  if (getTemplateNumber(one) === getTemplateNumber(other) || one.format !== other.format || isGap(one) !== isGap(other))
    return false;
  if (isGap(one)) return one.front === other.front && one.back === other.back;
  return one.front === other.back && one.back === other.front;
}

/** Returns the template number of a card in its note, counted from 0. */
export function getTemplateNumber(card: CardRecord): number {
  return isGap(card) || card.variant === "reverse" ? card.template : 0;
}

function isGap({ variant, format }: CardRecord): boolean {
  return format === "markdown" && /^c\d+$/.test(variant ?? "");
}

function toAnkiTag(tag: string): string {
  return tag.replace(/[\s\u3000"]+/g, "_");
}

/** Converts `A / B` to `A::B`, and changes names that Anki would refuse. */
export function toDeckName(folder: string): string {
  return folder
    .split(/\s+\/\s+|::/)
    .map((part) => part.replace(/["\p{Cc}]/gu, "").trim() || "-")
    .join("::");
}

/** The learner's figures that Anki stores with each card. */
export type LearnerFigures = { readonly desiredRetention: number; readonly decay: number };

export type CardRow = {
  isNew: boolean;
  queue: -1 | 0 | 2;
  due: number;
  interval: number;
  repetitions: number;
  lapses: number;
  data: string;
};

/** @param place The position among the new cards. `firstDay` is the day from which days are counted. */
export function createCardRow(card: CardRecord, place: number, firstDay: number, learner: LearnerFigures): CardRow {
  const isNew = card.nextReviewDate === null;
  const validReviews = (card.reviews ?? []).filter(({ undoneAt }) => undoneAt === null);
  return {
    isNew,
    queue: card.suspended ? -1 : isNew ? 0 : 2,
    due: card.nextReviewDate === null ? place : toDayNumber(card.nextReviewDate) - firstDay,
    interval: isNew ? 0 : Math.max(1, card.interval),
    repetitions: isNew ? 0 : card.reviewCount,
    lapses: isNew ? 0 : validReviews.filter((review, index) => index > 0 && toAnkiGrade(review) === 1).length,
    data: isNew ? "" : JSON.stringify(formatMemory(card, learner)),
  };
}

/** Returns the memory state of FSRS, rounded as Anki does. */
function formatMemory({ stability, memoryDifficulty, lastReviewedAt }: CardRecord, learner: LearnerFigures) {
  const { desiredRetention: dr, decay } = learner;
  return {
    ...(stability !== null && { s: roundTo(stability, 4) }),
    ...(memoryDifficulty !== null && { d: roundTo(memoryDifficulty, 3) }),
    dr: roundTo(dr, 2),
    decay: roundTo(decay, 3),
    ...(lastReviewedAt !== null && { lrt: Math.floor(Date.parse(lastReviewedAt) / 1000) }),
  };
}

function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

const GRADES = { hard: 2, medium: 3, easy: 4 } as const;

function toAnkiGrade({ grade, answerResult, difficulty }: ReviewRecord): number {
  return grade ?? (answerResult === "incorrect" ? 1 : GRADES[difficulty]);
}

export type RevlogRow = {
  at: number;
  ease: number;
  interval: number;
  lastInterval: number;
  factor: number;
  time: number;
  type: 0 | 1 | 3;
};

/** Converts the reviews of a card that are not undone to rows of Anki's log. */
export function createRevlogRows(reviews: readonly ReviewRecord[]): RevlogRow[] {
  return reviews
    .filter(({ undoneAt }) => undoneAt === null)
    .map((review, index) => {
      const { stateBefore: before, stateAfter: after } = review;
      const movesNothing =
        review.practice && before.stability === after.stability && before.memoryDifficulty === after.memoryDifficulty;
      return {
        at: Date.parse(review.reviewedAt),
        ease: toAnkiGrade(review),
        interval: after.interval,
        lastInterval: (before.nextReviewDate ?? null) === null ? 0 : before.interval,
        // With FSRS Anki stores the difficulty here, from 100 to 1100.
        factor: after.memoryDifficulty === null ? 2500 : Math.round(((after.memoryDifficulty - 1) / 9 + 0.1) * 1000),
        time: review.durationMs ?? 0,
        type: movesNothing ? 3 : index === 0 ? 0 : 1,
      };
    });
}
