import { takeDueShare, takeNewShare } from "#shares.ts";
import { leadsDue } from "#siblings.ts";
import type { StudyCard, StudyDay } from "#study-day.ts";

/**
 * Returns the cards that are pending on a day, in any order: its share of those due by then and of the new ones, no suspended
 * card, and at most one of several siblings.
 */
export function listPending(state: StudyDay): readonly StudyCard[] {
  const { due, fresh } = listAskable(state);
  const leading = due.filter((card) => leadsDue(state, card));
  return [...takeDueShare(state, leading), ...takeNewShare(state, fresh)];
}

/**
 * Returns the due and new cards that wait for another day, in any order: beyond the shares or behind a sibling.
 *
 * @param pending The result of {@link listPending}.
 */
export function listWaiting(state: StudyDay, pending: readonly StudyCard[]): readonly StudyCard[] {
  const { due, fresh } = listAskable(state);
  const asked = new Set(pending);
  return [...due, ...fresh].filter((card) => !asked.has(card));
}

function listAskable({ cards, day }: StudyDay): { due: StudyCard[]; fresh: StudyCard[] } {
  const [due, fresh]: [StudyCard[], StudyCard[]] = [[], []];
  for (const card of cards.values()) {
    if (card.suspended) continue;
    if (card.dueDay === null) fresh.push(card);
    else if (card.dueDay <= day) due.push(card);
  }
  return { due, fresh };
}
