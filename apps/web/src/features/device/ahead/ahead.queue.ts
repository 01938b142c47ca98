import type { Card } from "@repasa/contract/cards.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { wasForgotten } from "@repasa/study-queue/facts.ts";
import { describePart, listInOrder, type PlacedCard, type WeekScope } from "@repasa/study-queue/queue.ts";
import { type StudyDay, toSchedule } from "@repasa/study-queue/study-day.ts";
import { createShowRatings } from "#features/device/ahead/ahead.rows.ts";
import type { WeekOnDevice } from "#features/device/ahead/ahead.week.ts";
import type { Portion } from "#lib/portions.ts";

/** The query of `GET /api/cards/review`. */
export type ReviewQuery = {
  readonly folderId?: number | null;
  /** The folders of an exam. */
  readonly folderIds?: readonly number[] | null;
  readonly cardIds?: readonly number[];
  readonly practice?: "true" | "begun";
  readonly limit?: number;
  readonly after?: string;
};

/**
 * Answers `GET /api/cards/review` as the server would after it has received the ratings. For practice only the cards of the week
 * are known.
 */
export function answerReviewQueue(device: WeekOnDevice, query: ReviewQuery): Portion<QueuedCard> {
  const { rows, date, state } = device;
  const ordered = listInOrder(state, toScope(query));
  const positions = ordered.map((placed) => toPosition(placed, rows));
  const after = parseCursor(query.after, date);
  const first = after === null ? 0 : positions.findIndex((position) => isAfter(position, after));
  const from = first === -1 ? ordered.length : first;
  const { cards, total } = describePart(state, ordered, { from, limit: query.limit ?? Number.POSITIVE_INFINITY });
  const showRatings = createShowRatings(device, state);
  const last = positions[from + cards.length - 1];
  const isEnd = last === undefined || from + cards.length >= total;
  return {
    cards: cards.flatMap(({ id, exam, ...facts }) => {
      const row = rows.get(id);
      if (!row) return [];
      const forgotten = isForgotten(device, state, row) && { forgotten: true as const };
      return [{ ...showRatings(row), ...facts, ...forgotten, ...(exam && { exam }) }];
    }),
    total,
    next: isEnd ? null : `${last.place}_${last.key}_${last.id}_${date}`,
  };
}

/** The copy has the ease of a card, by which its last rating is known, until the card is rated on this device. */
function isForgotten({ ratings }: WeekOnDevice, { cards, learner }: StudyDay, { id, easeFactor }: Card): boolean {
  const rated = ratings.findLast(({ cardId }) => cardId === id);
  const card = cards.get(id);
  if (rated) return rated.answerResult === "incorrect";
  return card !== undefined && wasForgotten({ ...toSchedule(card), easeFactor }, learner);
}

function toScope({ cardIds, folderId = null, folderIds = null, practice }: ReviewQuery): WeekScope {
  if (cardIds) return { cards: cardIds };
  if (folderId === null) return { cards: "pending", folderIds };
  if (practice === undefined) return { cards: "pending", folderIds: [folderId] };
  return { cards: practice === "begun" ? "begun" : "all", folderId };
}

type Position = { readonly place: number; readonly key: number; readonly id: number };

/** Returns a card's position in the server's order of study, so that the server can continue where the device stopped. */
function toPosition({ card: { id, dueDay }, place, key }: PlacedCard, rows: WeekOnDevice["rows"]): Position {
  return { id, place, key: dueDay === null ? Date.parse(rows.get(id)?.createdAt ?? "1970-01-01") : key };
}

function isAfter(one: Position, other: Position): boolean {
  return (one.place - other.place || one.key - other.key || one.id - other.id) > 0;
}

/** Returns null for a cursor of another date, so that the queue starts again. */
function parseCursor(cursor: string | undefined, date: LocalDate): Position | null {
  const [place, key, id, of] = cursor?.split("_") ?? [];
  return of === date ? { place: Number(place), key: Number(key), id: Number(id) } : null;
}
