import type { QueryOf } from "@repasa/contract/endpoint.ts";
import { portionAsked } from "@repasa/contract/portions.ts";
import type { QueuedCard, QueuePortion, studyEndpoints } from "@repasa/contract/study.ts";
import { dayOf } from "@repasa/scheduler/days.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { ANSWERED_AHEAD, queuePreviews } from "@repasa/scheduler/previews.ts";
import { predictedRecall } from "@repasa/scheduler/schedule.ts";
import type { Context } from "#context.ts";
import { findCards, PART_CARDS, readFirstPart, readParts, toCard, toItems } from "#features/cards/cards.service.ts";
import { decidingExam } from "#features/exams/exams.days.ts";
import { examsByFolder } from "#features/exams/exams.service.ts";
import { requireFolder } from "#features/folders/folders.service.ts";
import type { QueuePlace, QueuePlaces, QueueScope } from "#features/schedule/queue/queue.queries.ts";
import { buildDayPlan } from "#features/schedule/schedule.load.ts";
import type { ScheduledRow } from "#features/schedule/schedule.queries.ts";
import { findLearner, findQueuePlaces, findSchedules } from "#features/schedule/schedule.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { type StoredLearner, type StoredPlan, toCardSchedule, toLearner } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { LongList } from "#platform/http/long-list.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { CardRow } from "#schema/cards.ts";

type Query = QueryOf<typeof studyEndpoints.reviewQueue>;

type Queue = { ctx: Context; owner: OwnerId; today: LocalDate; scope: QueueScope };

export async function reviewQueue(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  query: Query,
): Promise<QueuedCard[] | QueuePortion | LongList<QueuedCard>> {
  if (query.folderId !== undefined) await requireFolder(ctx, owner, query.folderId);
  // Which counts anew what falls due on each date.
  await settlePastDays(ctx, owner, moment);
  const queue = { ctx, owner, today: moment.today, scope: scopeOf(query) };
  const asked = portionAsked(query);
  const slice = asked
    ? { after: placeIn(asked.after, moment.today), limit: asked.limit + 1, headMost: ANSWERED_AHEAD }
    : { after: null, limit: PLACES_AT_ONCE, headMost: 0 };
  const [stored, exams, first] = await Promise.all([
    findLearner(ctx.db, owner),
    examsByFolder(ctx, owner, moment),
    findQueuePlaces(ctx, owner, moment.today, queue.scope, slice),
  ]);
  const facts = queueFacts(ctx, dayOf(moment.today), stored, exams);
  return asked ? portion(queue, first, asked.limit, facts) : wholeQueue(queue, first, facts);
}

function scopeOf({ cardIds, folderId, practice }: Query): QueueScope {
  if (cardIds) return { cards: cardIds };
  if (practice === "begun" && folderId !== undefined) return { cards: "begun", folderId };
  if (practice === "true" && folderId !== undefined) return { cards: "all", folderId };
  return { cards: "pending", folderId: folderId ?? null };
}

type Facts = Pick<QueuedCard, "nextIntervals" | "recall" | "exam">;
type FactsOf = (row: ScheduledRow) => Facts;

/** What belongs to a card in the queue; to be asked of each, in the order of study from the head. */
function queueFacts(
  { scheduleSettings }: Context,
  day: number,
  stored: StoredLearner & StoredPlan,
  exams: Awaited<ReturnType<typeof examsByFolder>>,
): FactsOf {
  const learner = toLearner(stored, scheduleSettings);
  const preview = queuePreviews(day, learner);
  return (row) => {
    const card = toCardSchedule(row);
    const exam = exams.get(row.folderId);
    return {
      nextIntervals: preview(card, { ...buildDayPlan(stored, card.dueDay), examDay: exam?.day }),
      recall: inThousandths(predictedRecall(card, day, learner)),
      exam: decidingExam(card, exam, learner),
    };
  };
}

/** The same cards with the same facts as the whole has there, so that what was rated since is not in it. */
async function portion(
  { ctx, owner, today }: Queue,
  { head, places, total }: QueuePlaces,
  limit: number,
  factsOf: FactsOf,
): Promise<QueuePortion> {
  const wanted = places.slice(0, limit);
  const [before, rows] = await Promise.all([
    head.length === 0 ? [] : findSchedules(ctx, owner, idsOf(head)),
    findCards(ctx, owner, idsOf(wanted)),
  ]);
  for (const row of inOrder(head, before)) factsOf(row);
  const ordered = inOrder(wanted, rows);
  const { items, taken } = await readFirstPart(ctx, owner, ordered, (row: CardRow) => ({
    ...toCard(row),
    ...factsOf(row),
  }));
  const isCut = taken < ordered.length;
  const last = isCut ? wanted.find(({ id }) => id === ordered[taken - 1]?.id) : wanted.at(-1);
  return { cards: items, total, next: last && (isCut || places.length > limit) ? cursorOf(last, today) : null };
}

/** An id, a place and a key of each are held at once. */
const PLACES_AT_ONCE = 5000;

async function wholeQueue(queue: Queue, first: QueuePlaces, factsOf: FactsOf) {
  const { ctx, owner } = queue;
  const answerOf = (row: CardRow) => ({ ...toCard(row), ...factsOf(row) });
  if (first.places.length <= PART_CARDS) {
    return toItems(ctx, owner, inOrder(first.places, await findCards(ctx, owner, idsOf(first.places))), answerOf);
  }
  async function* parts() {
    for await (const places of placesFrom(queue, first)) {
      const rows = inOrder(places, await findCards(ctx, owner, idsOf(places)));
      yield* readParts(ctx, owner, rows, answerOf);
    }
  }
  return new LongList(parts());
}

async function* placesFrom({ ctx, owner, today, scope }: Queue, first: QueuePlaces) {
  for (let { places } = first; places.length > 0; ) {
    for (let from = 0; from < places.length; from += PART_CARDS) yield places.slice(from, from + PART_CARDS);
    const after = places.at(-1) as QueuePlace;
    if (places.length < PLACES_AT_ONCE) return;
    ({ places } = await findQueuePlaces(ctx, owner, today, scope, { after, limit: PLACES_AT_ONCE, headMost: 0 }));
  }
}

function idsOf(places: readonly QueuePlace[]): number[] {
  return places.map(({ id }) => id);
}

/** One that is not there was deleted meanwhile. */
function inOrder<Row extends { id: number }>(places: readonly QueuePlace[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return places.flatMap(({ id }) => byId.get(id) ?? []);
}

function cursorOf({ place, key, id }: QueuePlace, today: LocalDate): string {
  return `${place}_${key}_${id}_${today}`;
}

/** The order is another one each day: who goes on with a place of yesterday's begins anew. */
function placeIn(cursor: string | undefined, today: LocalDate): QueuePlace | null {
  const [place, key, id, date] = cursor?.split("_") ?? [];
  return date === today ? { place: Number(place), key: Number(key), id: Number(id) } : null;
}

function inThousandths(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1000) / 1000;
}
