import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import type { ImportFormat, TableReading } from "@repasa/contract/imports.ts";
import type { Media } from "@repasa/contract/media.ts";
import type { OwnFile } from "#repasa/account-copy.ts";
import type { ExactHistory } from "#repasa/exact-history.ts";
import type { Loss } from "./losses.ts";

export type { ExactHistory, ExactReview, ExactSchedule } from "#repasa/exact-history.ts";

/** What a file holds, whatever its format. Whoever opened it closes it: what was unpacked is removed then. */
export interface Material {
  readonly format: ImportFormat;
  /** How a table was read; null for other formats. */
  readonly table: TableReading | null;
  /** The cards, from the first again at each call; one at a time, so that a file need not fit into memory. */
  cards(): Iterable<MaterialCard>;
  /** Returns what of the file is lost; complete once `cards` was read to its end. */
  losses(): Loss[];
  /** The files that the texts of `cards` name, each once; only after `cards` was read to its end. */
  media(): AsyncIterable<MaterialMedia>;
  close(): Promise<void>;
  /** The contents of a file of ours apart from cards and media; undefined for other formats. */
  readonly own?: OwnFile;
}

export interface MaterialCard {
  /** The name of its folder, as `A / B`; null where the file names none. */
  readonly folder: string | null;
  readonly front: string;
  readonly back: string;
  readonly format: CardFormat;
  readonly tags: readonly string[];
  readonly suspended: boolean;
  /** The note that it was made from, by its guid, and the number of its template or gap from 0. */
  readonly note: { readonly guid: string; readonly template: number } | null;
  /** The same in siblings, within this file; null for a lone card. */
  readonly group: string | null;
  readonly variant: string | null;
  /** In milliseconds since 1970; null where the file does not say. */
  readonly createdAt: number | null;
  /** Oldest first. */
  readonly reviews: readonly MaterialReview[];
  /** What the file itself says of the schedule; null where the reviews say it, or where the card is new. */
  readonly schedule: MaterialSchedule | null;
  /** It is new, whatever its reviews say: as it came, or because it was forgotten on purpose. */
  readonly isNew: boolean;
  /** What our own files say of a card, which is brought as it was; `reviews` and `schedule` say nothing then. Null in others. */
  readonly exact: ExactHistory | null;
}

export interface MaterialReview {
  /** What tells it apart from the note's other reviews, in every export of the same collection. */
  readonly key: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** 1 Again, 2 Hard, 3 Good, 4 Easy. */
  readonly grade: 1 | 2 | 3 | 4;
  /** Outside the schedule, or before the card was forgotten on purpose: it counts as activity and moves nothing. */
  readonly practice: boolean;
  readonly durationMs: number | null;
}

/** A schedule without a log. Of stability and difficulty (1 to 10) both are known or neither. */
export interface MaterialSchedule {
  /** The local date on which it falls due, or how many days after now that is. */
  readonly due: { readonly date: string } | { readonly inDays: number };
  /** In days. */
  readonly interval: number;
  /** In days after the review that set it: when its recall falls to 0.9. */
  readonly stability: number | null;
  readonly difficulty: number | null;
  /** Anki's ease, as 2.5; null where it has none. */
  readonly ease: number | null;
  readonly reviewCount: number;
}

export type MaterialMedia = Omit<Media, "bytes"> & { readonly data: Uint8Array };

/** Where the material is: a file on disk, with the name it was sent under, or pasted text. */
export type MaterialSource = { readonly path: string; readonly fileName: string | null } | { readonly text: string };

export interface MaterialOptions {
  /** Made by the caller; what is unpacked there is gone after `close`. */
  readonly tempFolder: string;
  /** In milliseconds since 1970: later reviews are left out. */
  readonly now: number;
  /** In which days without a zone of their own are told apart. */
  readonly timeZone: string;
  /** How a table is to be read, where it is not to be guessed. */
  readonly separator?: string | undefined;
  readonly header?: boolean | undefined;
  readonly columns?: ImportOptions["columns"];
}
