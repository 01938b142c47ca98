// What the ratings of a student depend on beside their cards, as this server has read and written it last. The next rating reads its
// card alone, with the versions that show whether anything else has changed since.
import { type Context, perContext } from "#context.ts";
import { calibrationColumnNames } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import {
  type NewRating,
  type RatingBasis,
  type RatingRead,
  type RatingVersions,
  selectRatedCard,
  selectRatingRead,
} from "./study.queries.ts";

type KnownBasis = RatingVersions & RatingBasis;

/** The number of students whose basis is known, those who rated last: about 10 MB. */
const MAX_KNOWN = 5_000;
/** Who has more exams and folders, past ones included, is read anew each time. */
const MAX_DATES = 500;
const knownBases = perContext((_ctx: Context) => new Map<OwnerId, KnownBasis>());

const names: readonly (keyof KnownBasis)[] = [
  ...calibrationColumnNames,
  ...([
    "desiredRetention",
    "weights",
    "dueCounts",
    "dueCountsFrom",
    "quietDays",
    "settledThrough",
    "examDates",
  ] as const),
  ...(["version", "position"] as const),
];

/** Returns what a rating depends on; undefined if there is no such card. */
export async function readForRating(
  ctx: Context,
  owner: OwnerId,
  cardId: number,
  studySessionId: number | null,
): Promise<RatingRead | undefined> {
  const reader = ctx.statements.reads;
  const known = knownBases(ctx).get(owner);
  if (known) {
    const card = await selectRatedCard(reader, owner, cardId, studySessionId);
    if (!card) return undefined;
    if (card.version === known.version && card.position === known.position) return Object.assign(card, known);
  }
  const read = await selectRatingRead(reader, owner, cardId, studySessionId);
  if (read) remember(ctx, owner, read);
  return read;
}

/** Remembers what a written rating has changed. Whatever else was written meanwhile has given the feed or the schedule higher versions. */
export function rememberRating(ctx: Context, owner: OwnerId, read: RatingRead, { review, changed }: NewRating): void {
  const { version, position } = read;
  const taken = changed.reduce((sum, { ids }) => sum + ids.length, 0);
  const versions = { version: (version ?? 0) + 1, position: position === null ? null : position + taken };
  if (position === null && taken > 0) knownBases(ctx).delete(owner);
  else remember(ctx, owner, { ...read, ...review.stateAfter, dueCounts: review.dueCounts, ...versions });
}

function remember(ctx: Context, owner: OwnerId, read: KnownBasis): void {
  const known = knownBases(ctx);
  known.delete(owner);
  const dates = Object.values(read.examDates).reduce((sum, ofFolder) => sum + ofFolder.length, 0);
  if (dates > MAX_DATES) return;
  known.set(owner, Object.fromEntries(names.map((name) => [name, read[name]])) as KnownBasis);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
}
