// Generates contents of accounts with fast-check: everything that must survive an export and an import.
import { createHash } from "node:crypto";
import { gifSample, mp3Sample, pngSample } from "@repasa/card-files/testing/media-samples.ts";
import type { ReviewMode } from "@repasa/contract/study.ts";
import type { Answer } from "@repasa/scheduler/rating.ts";
import fc from "fast-check";

type GivenRating = { daysLater: number; answer: Answer; durationMs: number | null; mode: ReviewMode };
export type GivenCard = { suspended: boolean; ratings: GivenRating[]; undoneLast: boolean; reset: boolean };
export type GivenNote = {
  folder: number;
  kind: "lone" | "reverse" | "gap" | "gaps";
  format: "plain" | "markdown";
  front: string;
  back: string;
  tags: string[];
  media: number | null;
  /** Only the first is used for a lone card or a single gap, two for a card and its reverse, three for gaps. */
  cards: [GivenCard, GivenCard, GivenCard];
};
export type Contents = { folders: string[]; notes: GivenNote[] };

export const MEDIA = [
  { data: pngSample(), contentType: "image/png", width: 3, height: 2 },
  { data: gifSample(), contentType: "image/gif", width: 1, height: 1 },
  { data: mp3Sample(), contentType: "audio/mpeg", width: null, height: null },
].map((file) => ({ ...file, id: createHash("sha256").update(file.data).digest("hex") }));

/** Texts as students write them, and texts that are difficult for file formats. */
const anyText = fc.oneof(
  fc.constantFrom(
    "París",
    "=1+1",
    "'=1",
    "-3 °C, +5",
    '"cita", y; coma',
    "dos\nlíneas\r\n y otra",
    "<b>no</b> &amp; &",
    "{{c1::no es hueco",
    "[sound:x.mp3] \\(x\\) [latex]",
    "  dos  espacios",
    "**negrita** _y_ `código` $5",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "1. uno\n2. dos",
    "日本語 😀 é",
  ),
  fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
);
const anySide = anyText
  .map((text) => text.replaceAll("\u0000", "").trim())
  .map((text) => (text === "" ? "vacío" : text));
const anyTag = fc.constantFrom("europa", "capitales de estado", "a_b", "c\\d", "Ñandú", "=x", "x::y");

const anyRating: fc.Arbitrary<GivenRating> = fc.record({
  daysLater: fc.integer({ min: 0, max: 40 }),
  answer: fc.record({
    difficulty: fc.constantFrom("easy", "medium", "hard"),
    answerResult: fc.constantFrom("correct", "incorrect", null),
  }),
  durationMs: fc.option(fc.nat(90_000)),
  mode: fc.constantFrom<ReviewMode>("flip", "flip", "flip", "type", "choose"),
});
const anyCard: fc.Arbitrary<GivenCard> = fc.record({
  suspended: fc.boolean(),
  ratings: fc.array(anyRating, { maxLength: 4 }),
  undoneLast: fc.boolean(),
  reset: fc.constantFrom(false, false, false, true),
});
const anyNote: fc.Arbitrary<GivenNote> = fc.record({
  folder: fc.nat(2),
  kind: fc.constantFrom("lone", "lone", "reverse", "gap", "gaps"),
  format: fc.constantFrom("plain", "markdown"),
  front: anySide,
  back: anySide,
  tags: fc.uniqueArray(anyTag, { maxLength: 3 }),
  media: fc.option(fc.nat(MEDIA.length - 1)),
  cards: fc.tuple(anyCard, anyCard, anyCard),
});

export const anyContents: fc.Arbitrary<Contents> = fc.record({
  folders: fc.uniqueArray(fc.constantFrom("Biología", "Biología / Células", "A::B", "Default", "=Suma", "Ñ"), {
    minLength: 1,
    maxLength: 3,
  }),
  notes: fc.array(anyNote, { minLength: 1, maxLength: 6 }),
});

/** Combines contents into those of one account, because creating an account takes as long as writing a hundred contents. */
export function combineContents(many: readonly Contents[]): Contents {
  const countFoldersBefore = (nth: number) => many.slice(0, nth).flatMap(({ folders }) => folders).length;
  return {
    folders: many.flatMap(({ folders }, nth) => folders.map((name) => (nth === 0 ? name : `${name} ${nth}`))),
    notes: many.flatMap(({ folders, notes }, nth) =>
      notes.map((note) => ({ ...note, folder: countFoldersBefore(nth) + (note.folder % folders.length) })),
    ),
  };
}
