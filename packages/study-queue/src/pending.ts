import { takeDueShare, takeNewShare } from "#shares.ts";
import { leadsDue } from "#siblings.ts";
import type { StudyCard, StudyDay } from "#study-day.ts";

/** `newWaiting`, `dueWaiting`: the new and due cards that wait for another day, beyond the shares or behind a sibling. */
export type Pending = {
  readonly cards: readonly StudyCard[];
  readonly newWaiting: number;
  readonly dueWaiting: number;
};

/**
 * Returns the cards that are pending on a day, in any order: its share of those due by then and of the new ones, no suspended
 * card, and at most one of several siblings.
 */
export function listPending(state: StudyDay): Pending {
  const due: StudyCard[] = [];
  const fresh: StudyCard[] = [];
  for (const card of state.cards.values()) {
    if (card.suspended) continue;
    if (card.dueDay === null) fresh.push(card);
    else if (card.dueDay <= state.day) due.push(card);
  }
  const pendingDue = takeDueShare(
    state,
    due.filter((card) => leadsDue(state, card)),
  );
  const pendingNew = takeNewShare(state, fresh);
  return {
    cards: [...pendingDue, ...pendingNew],
    newWaiting: fresh.length - pendingNew.length,
    dueWaiting: due.length - pendingDue.length,
  };
}
