import type { StudyCard, StudyDay } from "#study-day.ts";

// At most one card of a group of siblings is pending on a day: none if one of them was rated on it, otherwise the one that has
// been due the longest, or else the first new one. The server decides it in SQL too (siblings.queries.ts);
// week.properties.test.ts compares the two.

/** Returns whether a due card may be pending: no sibling was rated today, is due longer, or is due as long and older. */
export function leadsDue(state: StudyDay, card: StudyCard): boolean {
  const due = card.dueDay ?? 0;
  return !listSiblings(state, card).some(
    ({ id, lastReviewDay, suspended, dueDay }) =>
      lastReviewDay === state.day ||
      (!suspended && dueDay !== null && (dueDay < due || (dueDay === due && id < card.id))),
  );
}

/** Returns whether a new card may be pending: no sibling was rated today, is due, or is new and older. */
export function leadsNew(state: StudyDay, card: StudyCard): boolean {
  return !listSiblings(state, card).some(
    ({ id, lastReviewDay, suspended, dueDay }) =>
      lastReviewDay === state.day || (!suspended && (dueDay === null ? id < card.id : dueDay <= state.day)),
  );
}

function listSiblings({ groups, cards }: StudyDay, { id, group }: StudyCard): StudyCard[] {
  if (group === 0) return [];
  return (groups.get(group) ?? []).flatMap((other) => (other === id ? [] : (cards.get(other) ?? [])));
}
