import { NEW_CARDS_MOST } from "@repasa/contract/account.ts";
import type { UnmetCards } from "@repasa/contract/exams.ts";
import { type Day, dayOf } from "@repasa/scheduler/days.ts";
import { daysMet, limitToMeet } from "@repasa/scheduler/new-cards.ts";
import type { Context } from "#context.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { begunFor, type NewCardsMet, type PlainPace } from "./exams.pace.ts";
import { selectNewCardPace, selectUnmetCards } from "./exams.queries.ts";

export type Rations = { met: NewCardsMet; newCards: UnmetCards };

/** How the new cards of an exam are met: as the queue brings them, which does so for all exams together. */
export async function rationsOf(
  ctx: Context,
  owner: OwnerId,
  { today: date }: Moment,
  exam: { day: Day; folderIds: ReadonlySet<number> },
): Promise<Rations> {
  const [rows, row] = await Promise.all([
    selectUnmetCards(ctx.db, owner, date),
    newCardPace(ctx, owner, { today: date }),
  ]);
  const today = dayOf(date);
  const pace = { ...row, begunFor: begunFor(row) };
  const cards = rows.map(({ examDates }) => ({ examDays: examDates.map(dayOf) }));
  const isWanted = (place: number) => exam.folderIds.has(rows[place]?.folderId ?? 0);
  const met = daysMet(cards, pace, today);
  const missed = met.filter((day, place) => isWanted(place) && (day === null || day >= exam.day)).length;
  const wanted = { isWanted, inTime: exam.day, most: NEW_CARDS_MOST };
  return {
    met: {
      planned: met.filter((day, place) => day !== null && isWanted(place)) as Day[],
      others: met.filter((day, place) => day !== null && !isWanted(place)) as Day[],
      limit: pace.limit,
      pausedUntil: pace.pausedUntil,
    },
    newCards: {
      missed,
      limit: pace.limit,
      enough: missed === 0 ? null : limitToMeet(cards, wanted, pace, today),
    },
  };
}

/** What bears on the new cards of all exams, as it may be sent to a thread. */
export async function newCardPace(ctx: Context, owner: OwnerId, { today }: Pick<Moment, "today">): Promise<PlainPace> {
  const { limit, pausedUntil, begun } = await selectNewCardPace(ctx.db, owner, today);
  return {
    limit,
    begun: begun.reduce((sum, { count }) => sum + count, 0),
    begunByExam: begun.flatMap(({ examDate, count }) => (examDate === null ? [] : [[dayOf(examDate), count]])),
    pausedUntil: pausedUntil === null ? null : dayOf(pausedUntil),
  };
}
