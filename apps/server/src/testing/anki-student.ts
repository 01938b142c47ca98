// Exports the study of a simulated student of Anki as the package that Anki would export.
import { BASIC, createAnkiCollection, createAnkiPackage } from "@repasa/card-files/testing/anki-files.ts";
import { type AnkiStudy, simulateAnkiStudy } from "@repasa/scheduler/testing/anki-students.ts";

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/** `now`: the instant of the export. */
export type AnkiStudent = Pick<AnkiStudy, "cards" | "retention" | "days" | "daysAway"> & { readonly now: Date };

/**
 * Creates the package of a student with an average memory. It is always the same for the same arguments.
 *
 * @returns The package, the number of cards that Anki would ask for on the day of the export, and the share recalled in reviews
 * at least a day after the previous one.
 */
export async function createAnkiStudent({ now, ...study }: AnkiStudent) {
  const today = Math.floor(now.getTime() / DAY_MS);
  const first = today - study.days - study.daysAway;
  const { cards, due, recall } = simulateAnkiStudy({ ...study, today });
  const ids = cards.map((_, nth) => 1_500_000_000_000 + nth);
  // Ids are instants: at most one review per second of a day, between 07:00 and 19:00 UTC.
  const reviews = cards.flatMap((card, nth) =>
    card.reviews.map(({ day, grade }, i) => ({
      id: day * DAY_MS + 7 * 3_600_000 + (nth % 43_200) * SECOND_MS,
      card: ids[nth] as number,
      ease: grade,
      type: i === 0 ? 0 : 1,
    })),
  );
  const rows = cards.map(({ reviews, dueDay }, nth) => {
    const id = ids[nth] as number;
    const ivl = dueDay - (reviews.at(-1)?.day ?? 0);
    return { id, note: id, type: 2, queue: 2, due: dueDay - first, ivl, factor: 2500, reps: reviews.length };
  });
  const notes = ids.map((id, nth) => ({ id, type: BASIC.id, fields: [`palabra ${nth}`, `word ${nth}`] }));
  const collection = createAnkiCollection({
    created: (first * DAY_MS) / 1000 + 4 * 3600,
    conf: { creationOffset: 0, rollover: 4 },
    types: [BASIC],
    decks: { 1: "Inglés" },
    notes,
    cards: rows,
    reviews,
  });
  const data = Buffer.from(await createAnkiPackage("anki21", collection, {}));
  return { data, reviews: reviews.length, due, recall };
}
