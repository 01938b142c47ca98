import { NEW_CARDS_MOST } from "@repasa/contract/account.ts";
import type { UnmetCards } from "@repasa/contract/exams.ts";
import { type Day, dayOf } from "@repasa/scheduler/days.ts";
import { daysMet, limitToMeet, type NewCardPace, rationNewCards } from "@repasa/scheduler/new-cards.ts";
import type { Context } from "#context.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { type NewCardPaceRow, selectNewCardPace, selectUnmetCards } from "./exams.queries.ts";

export type Rations = {
  /** How many new cards of the exam are met on a day, when so many are left. */
  newCardsOn: (day: Day, unseen: number) => number;
  newCards: UnmetCards;
};

/** How the new cards of an exam are met: as the queue brings them, which does so for all exams together. */
export async function rationsOf(
  ctx: Context,
  owner: OwnerId,
  { today: date }: Moment,
  exam: { day: Day; folderIds: ReadonlySet<number> },
): Promise<Rations> {
  const [rows, row] = await Promise.all([
    selectUnmetCards(ctx.db, owner, date),
    selectNewCardPace(ctx.db, owner, date),
  ]);
  const today = dayOf(date);
  const pace = paceOf(row);
  const cards = rows.map(({ examDates }) => ({ examDays: examDates.map(dayOf) }));
  const isWanted = (place: number) => exam.folderIds.has(rows[place]?.folderId ?? 0);
  const met = daysMet(cards, pace, today);
  const missed = met.filter((day, place) => isWanted(place) && (day === null || day >= exam.day)).length;
  const wanted = { isWanted, inTime: exam.day, most: NEW_CARDS_MOST };
  return {
    newCardsOn: asMet(met, isWanted, pace, { today, examDay: exam.day }),
    newCards: {
      missed,
      limit: pace.limit,
      enough: missed === 0 ? null : limitToMeet(cards, wanted, pace, today),
    },
  };
}

function paceOf({ limit, pausedUntil, begun }: NewCardPaceRow): NewCardPace {
  const counts = new Map(begun.map(({ examDate, count }) => [examDate === null ? null : dayOf(examDate), count]));
  return {
    limit,
    begun: begun.reduce((sum, { count }) => sum + count, 0),
    begunFor: (examDay) => counts.get(examDay) ?? 0,
    pausedUntil: pausedUntil === null ? null : dayOf(pausedUntil),
  };
}

/** As planned; after days without study what is left is rationed anew, within what the other exams leave of the limit. */
function asMet(
  met: readonly (Day | null)[],
  isWanted: (place: number) => boolean,
  { limit, pausedUntil }: NewCardPace,
  { today, examDay }: { today: Day; examDay: Day },
): Rations["newCardsOn"] {
  const planned = countOf(met.filter((_, place) => isWanted(place)));
  const others = countOf(met.filter((_, place) => !isWanted(place)));
  return (day, unseen) => {
    const paused = pausedUntil !== null && day <= pausedUntil && planned(day) === 0;
    if (day === today || paused) return planned(day);
    const room = limit === null ? null : Math.max(0, limit - others(day));
    return Math.max(planned(day), rationNewCards({ unseen, begun: 0, limit: room }, day, examDay).today);
  };
}

function countOf(days: readonly (Day | null)[]): (day: Day) => number {
  const counts = new Map<Day, number>();
  for (const day of days) if (day !== null) counts.set(day, (counts.get(day) ?? 0) + 1);
  return (day) => counts.get(day) ?? 0;
}
