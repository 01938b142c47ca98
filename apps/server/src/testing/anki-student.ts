// Simulates a student of Anki and the package that they export.
import { BASIC, createAnkiCollection, createAnkiPackage } from "@repasa/card-files/testing/anki-files.ts";
import { DEFAULT_MODEL, type MemoryState } from "@repasa/scheduler/memory.ts";
import type { Grade } from "@repasa/scheduler/rating.ts";
import { createRandom } from "@repasa/scheduler/testing/simulated-log.ts";

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

export type AnkiStudent = {
  /** The instant of the export. */
  readonly now: Date;
  readonly cards: number;
  /** The recall at which Anki asks for a card. */
  readonly retention: number;
  /** The number of days of study, and the number of days since the last of them. */
  readonly days: number;
  readonly daysAway: number;
};

/**
 * Simulates a student with an average memory, who starts with the same number of new cards on each day and reviews all that are
 * due, and who then stops. The package is always the same for the same arguments.
 *
 * @returns The package, the number of cards that Anki would ask for on the day of the export, and the share recalled in reviews
 * at least a day after the previous one.
 */
export async function createAnkiStudent({ now, cards, retention, days, daysAway }: AnkiStudent) {
  const random = createRandom(7);
  const first = Math.floor(now.getTime() / DAY_MS) - days - daysAway;
  const lastDay = first + days - 1;
  const today = lastDay + daysAway + 1;
  const figures = { due: 0, scored: 0, recalled: 0 };
  const reviews: { id: number; card: number; ease: number; type: number }[] = [];
  const rows = Array.from({ length: cards }, (_, nth) => {
    const id = 1_500_000_000_000 + nth;
    let memory: MemoryState | null = null;
    let reviewed = 0;
    let due = first + Math.floor((nth * days) / cards);
    let reps = 0;
    while (due <= lastDay) {
      const recall: number = memory === null ? 0.6 : DEFAULT_MODEL.recallAfter(memory, due - reviewed);
      const isRecalled = random() < recall;
      if (memory !== null) figures.scored++;
      if (memory !== null && isRecalled) figures.recalled++;
      const grade: Grade = isRecalled ? 3 : 1;
      memory =
        memory === null
          ? DEFAULT_MODEL.firstMemory(grade)
          : DEFAULT_MODEL.nextMemory(memory, due - reviewed, grade, recall);
      reviewed = due;
      // Ids are instants: at most one review per second of a day, between 07:00 and 19:00 UTC.
      const at = due * DAY_MS + 7 * 3_600_000 + (nth % 43_200) * SECOND_MS;
      reviews.push({ id: at, card: id, ease: grade, type: reps++ === 0 ? 0 : 1 });
      due = reviewed + Math.max(1, Math.round(DEFAULT_MODEL.daysUntilRecall(memory.stability, retention)));
    }
    if (due <= today) figures.due++;
    return { id, note: id, type: 2, queue: 2, due: due - first, ivl: due - reviewed, factor: 2500, reps };
  });
  const notes = rows.map(({ id }, nth) => ({ id, type: BASIC.id, fields: [`palabra ${nth}`, `word ${nth}`] }));
  const collection = createAnkiCollection({
    ...{ created: (first * DAY_MS) / 1000 + 4 * 3600, conf: { creationOffset: 0, rollover: 4 } },
    ...{ types: [BASIC], decks: { 1: "Inglés" }, notes, cards: rows, reviews },
  });
  const data = Buffer.from(await createAnkiPackage("anki21", collection, {}));
  return { data, reviews: reviews.length, due: figures.due, recall: figures.recalled / figures.scored };
}
