import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import type { ImportFormat, TableReading } from "@repasa/contract/imports.ts";
import type { Media } from "@repasa/contract/media.ts";
import type { ExactHistory } from "#repasa/exact-history.ts";
import type { OwnFile } from "#repasa/exported-account.ts";
import type { Loss } from "./losses.ts";

export type { ExactHistory, ExactReview, ExactSchedule } from "#repasa/exact-history.ts";

/** The contents of a file in any format. The caller that opened it must close it, which removes unpacked files. */
export interface Material {
  readonly format: ImportFormat;
  /** The reading of a table: its separator, header and columns; null for other formats. */
  readonly table: TableReading | null;
  /** Yields the cards one at a time, so that a file need not fit into memory. Each call begins with the first card again. */
  cards(): Iterable<MaterialCard>;
  /** Returns the losses; they are complete once `cards` was read to its end. */
  losses(): Loss[];
  /** Yields the files that the texts of `cards` name, each once; only after `cards` was read to its end. */
  media(): AsyncIterable<MaterialMedia>;
  close(): Promise<void>;
  /** The contents of a file of ours apart from cards and media; undefined for other formats. */
  readonly own?: OwnFile;
}

export interface MaterialCard {
  /** The name of its folder, as `A / B`; null if the file names none. */
  readonly folder: string | null;
  readonly front: string;
  readonly back: string;
  readonly format: CardFormat;
  readonly tags: readonly string[];
  readonly suspended: boolean;
  /** The note that it was made from, by its guid, and the number of its template or gap from 0. */
  readonly note: { readonly guid: string; readonly template: number } | null;
  /** Equal in siblings within this file; null for a lone card. */
  readonly group: string | null;
  readonly variant: string | null;
  /** In milliseconds since 1970; null if the file does not state it. */
  readonly createdAt: number | null;
  /** Oldest first. */
  readonly reviews: readonly MaterialReview[];
  /** The schedule that the file states; null if it states none, or if the card is new. */
  readonly schedule: MaterialSchedule | null;
  /** The card is new whatever its reviews say: it was never studied, or was forgotten on purpose. */
  readonly isNew: boolean;
  /** The history in our own exports, which is imported as it is; `reviews` and `schedule` are empty then. Null in other files. */
  readonly exact: ExactHistory | null;
}

export interface MaterialReview {
  /** Identifies the review among those of its note, in every export of the same collection. */
  readonly key: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** 1 Again, 2 Hard, 3 Good, 4 Easy. */
  readonly grade: 1 | 2 | 3 | 4;
  /** Outside the schedule, or before the card was forgotten on purpose: activity that does not move the schedule. */
  readonly practice: boolean;
  readonly durationMs: number | null;
}

/**
 * A schedule. If the card has reviews that are not practice, the memory follows from these, and only `due` counts. Stability
 * and difficulty (1 to 10) are both known, or neither.
 */
export interface MaterialSchedule {
  /** The local date on which it falls due, or the number of days until then. */
  readonly due: { readonly date: string } | { readonly inDays: number };
  /** In days. */
  readonly interval: number;
  /** In days: the interval after which its retrievability falls to 0.9. */
  readonly stability: number | null;
  readonly difficulty: number | null;
  /** Anki's ease, such as 2.5; null if it has none. */
  readonly ease: number | null;
  readonly reviewCount: number;
}

export type MaterialMedia = Omit<Media, "bytes"> & { readonly data: Uint8Array };

/** A file on disk, with the name under which it was sent, or pasted text. */
export type MaterialSource = { readonly path: string; readonly fileName: string | null } | { readonly text: string };

export interface MaterialOptions {
  /** A folder that the caller has created. Files unpacked into it are removed by `close`. */
  readonly tempFolder: string;
  /** In milliseconds since 1970. Later reviews are left out. */
  readonly now: number;
  /** The IANA zone for dates of files that state none. */
  readonly timeZone: string;
  /** The options of a table override guesses. Columns are counted from 0. */
  readonly separator?: string | undefined;
  readonly header?: boolean | undefined;
  readonly columns?: ImportOptions["columns"];
}
