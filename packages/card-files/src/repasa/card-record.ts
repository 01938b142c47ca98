import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import type { Difficulty } from "@repasa/contract/study.ts";

/** A card in a line of the export's JSON (docs/export-format.md), with the fields that other formats need. */
export type CardRecord = {
  readonly id: number;
  readonly folderId: number;
  readonly front: string;
  readonly back: string;
  readonly format: CardFormat;
  readonly tags: readonly string[];
  readonly suspended: boolean;
  readonly groupId: string | null;
  readonly variant: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly reviewCount: number;
  readonly lastReviewedAt: string | null;
  readonly nextReviewDate: string | null;
  readonly interval: number;
  readonly stability: number | null;
  readonly memoryDifficulty: number | null;
  readonly guid: string;
  readonly template: number;
  readonly reviews?: readonly ReviewRecord[];
};

/** A schedule in the log, with the fields that other formats need. */
type StateRecord = {
  readonly nextReviewDate?: string | null;
  readonly interval: number;
  readonly stability: number | null;
  readonly memoryDifficulty: number | null;
};

export type ReviewRecord = {
  readonly difficulty: Difficulty;
  readonly answerResult: "correct" | "incorrect" | null;
  readonly grade: number | null;
  readonly reviewedAt: string;
  readonly practice: boolean;
  readonly stateBefore: StateRecord;
  readonly stateAfter: StateRecord;
  readonly durationMs: number | null;
  readonly undoneAt: string | null;
};

/** Parses records of cards that are separated by commas. */
export function parseCardRecords(text: string): CardRecord[] {
  return JSON.parse(`[${text}]`);
}
