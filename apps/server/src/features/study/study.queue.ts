import type { QueryOf } from "@repasa/contract/endpoint.ts";
import { parsePortion } from "@repasa/contract/portions.ts";
import type { QueuedCard, QueuePortion, studyEndpoints } from "@repasa/contract/study.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { ANSWERED_AHEAD } from "@repasa/scheduler/previews.ts";
import { createFactsOf, type QueueFacts, wasForgotten } from "@repasa/study-queue/facts.ts";
import type { Context } from "#context.ts";
import { findCards, PART_CARDS, readFirstPart, readParts, toCard, toItems } from "#features/cards/cards.service.ts";
import { findExamsByFolder, readExam } from "#features/exams/exams.service.ts";
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
import { rememberShown } from "./study.shown.ts";

type Query = QueryOf<typeof studyEndpoints.reviewQueue>;

type Queue = { ctx: Context; owner: OwnerId; today: LocalDate; scope: QueueScope };

export async function readReviewQueue(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  query: Query,
): Promise<QueuedCard[] | QueuePortion | LongList<QueuedCard>> {
  if (query.folderId !== undefined) await requireFolder(ctx, owner, query.folderId);
  // Also recounts due dates, by which the previews distribute cards over days.
  await settlePastDays(ctx, owner, moment);
  const scope = await findScope(ctx, owner, moment, query);
  const queue = { ctx, owner, today: moment.today, scope };
  const portion = parsePortion(query);
  const slice = portion
    ? { after: decodeCursor(portion.after, moment.today), limit: portion.limit + 1, maxHead: ANSWERED_AHEAD }
    : { after: null, limit: PLACES_AT_ONCE, maxHead: 0 };
  const [stored, exams, first] = await Promise.all([
    findLearner(ctx.db, owner),
    findExamsByFolder(ctx, owner, moment),
    findQueuePlaces(ctx, owner, moment.today, queue.scope, slice),
  ]);
  const factsOf = createFactsFor(ctx, toDayNumber(moment.today), stored, exams);
  return portion ? readPortion(queue, first, portion.limit, factsOf) : readWholeQueue(queue, first, factsOf);
}

async function findScope(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { cardIds, folderId, examId, practice }: Query,
): Promise<QueueScope> {
  if (cardIds) return { cards: cardIds };
  if (practice === "begun" && folderId !== undefined) return { cards: "begun", folderId };
  if (practice === "true" && folderId !== undefined) return { cards: "all", folderId };
  if (folderId !== undefined || examId === undefined) {
    return { cards: "pending", folderIds: folderId === undefined ? null : [folderId] };
  }
  const { folders } = await readExam(ctx, owner, moment, examId);
  return { cards: "pending", folderIds: folders.map((folder) => folder.folderId) };
}

type FactsOf = (row: ScheduledRow) => QueueFacts & Pick<QueuedCard, "forgotten">;

/** Returns `createFactsOf` for rows, which must be passed in the order of study, from the head on. */
function createFactsFor(
  { scheduleSettings }: Context,
  day: number,
  stored: StoredLearner & StoredPlan,
  exams: Awaited<ReturnType<typeof findExamsByFolder>>,
): FactsOf {
  const learner = toLearner(stored, scheduleSettings);
  const factsOf = createFactsOf(day, learner, (dueDay) => buildDayPlan(stored, dueDay));
  return (row) => {
    const card = toCardSchedule(row);
    const facts = factsOf(card, exams.get(row.folderId));
    return wasForgotten(card, learner) ? { ...facts, forgotten: true } : facts;
  };
}

/** Returns a function that creates the cards of a response, and remembers the intervals of as many as may be rated. */
function createQueuedCardFor({ ctx, owner, today }: Queue, factsOf: FactsOf): (row: CardRow) => QueuedCard {
  let created = 0;
  return (row) => {
    const facts = factsOf(row);
    if (created++ < ANSWERED_AHEAD) rememberShown(ctx, owner, today, row, facts.nextIntervals);
    return { ...toCard(row), ...facts };
  };
}

/**
 * Returns a portion with the same cards and facts as the whole queue would have at this position. Cards that were rated since
 * the previous portion are therefore not in it.
 */
async function readPortion(
  queue: Queue,
  { head, places, total }: QueuePlaces,
  limit: number,
  factsOf: FactsOf,
): Promise<QueuePortion> {
  const { ctx, owner, today } = queue;
  const wanted = places.slice(0, limit);
  const [before, rows] = await Promise.all([
    head.length === 0 ? [] : findSchedules(ctx, owner, idsOf(head)),
    findCards(ctx, owner, idsOf(wanted)),
  ]);
  for (const row of orderByPlace(head, before)) factsOf(row);
  const ordered = orderByPlace(wanted, rows);
  const { items, taken } = await readFirstPart(ctx, owner, ordered, createQueuedCardFor(queue, factsOf));
  const isCut = taken < ordered.length;
  const last = isCut ? wanted.find(({ id }) => id === ordered[taken - 1]?.id) : wanted.at(-1);
  return { cards: items, total, next: last && (isCut || places.length > limit) ? encodeCursor(last, today) : null };
}

/** The number of cards whose id, place and key are held in memory at once. */
const PLACES_AT_ONCE = 5000;

async function readWholeQueue(queue: Queue, first: QueuePlaces, factsOf: FactsOf) {
  const { ctx, owner } = queue;
  const toQueuedCard = createQueuedCardFor(queue, factsOf);
  if (first.places.length <= PART_CARDS) {
    return toItems(
      ctx,
      owner,
      orderByPlace(first.places, await findCards(ctx, owner, idsOf(first.places))),
      toQueuedCard,
    );
  }
  async function* parts() {
    for await (const places of readPlaces(queue, first)) {
      const rows = orderByPlace(places, await findCards(ctx, owner, idsOf(places)));
      yield* readParts(ctx, owner, rows, toQueuedCard);
    }
  }
  return new LongList(parts());
}

async function* readPlaces({ ctx, owner, today, scope }: Queue, first: QueuePlaces) {
  for (let { places } = first; places.length > 0; ) {
    for (let from = 0; from < places.length; from += PART_CARDS) yield places.slice(from, from + PART_CARDS);
    const after = places.at(-1) as QueuePlace;
    if (places.length < PLACES_AT_ONCE) return;
    ({ places } = await findQueuePlaces(ctx, owner, today, scope, { after, limit: PLACES_AT_ONCE, maxHead: 0 }));
  }
}

function idsOf(places: readonly QueuePlace[]): number[] {
  return places.map(({ id }) => id);
}

/** Sorts rows by their places. A place without a row is left out: its card was deleted in the meantime. */
function orderByPlace<Row extends { id: number }>(places: readonly QueuePlace[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return places.flatMap(({ id }) => byId.get(id) ?? []);
}

function encodeCursor({ place, key, id }: QueuePlace, today: LocalDate): string {
  return `${place}_${key}_${id}_${today}`;
}

/** Returns null for a cursor of another day, so that the queue starts again: the order of study changes every day. */
function decodeCursor(cursor: string | undefined, today: LocalDate): QueuePlace | null {
  const [place, key, id, date] = cursor?.split("_") ?? [];
  return date === today ? { place: Number(place), key: Number(key), id: Number(id) } : null;
}
