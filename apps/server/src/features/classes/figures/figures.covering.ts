// Which students the figures of a class cover, so that nothing can be computed about a few who do not share their progress.

/** The least number of students whom figures cover, and the least number of students who do not share among them. */
export const FEWEST = 5;

/**
 * A student who has rated a card of the assignment.
 *
 * - `shares`: whether the teacher sees her row now.
 * - `shown`: whether the teacher has seen it since it was computed.
 */
export type Beginner = { readonly memberId: number; readonly shares: boolean; readonly shown: boolean };

export type Covered = {
  /** In ascending order. */
  readonly memberIds: readonly number[];
  /** Those of `memberIds` who do not share now. */
  readonly others: readonly number[];
  /** Those of `memberIds` whom the teacher has not seen. */
  readonly unseen: readonly number[];
};

/**
 * Chooses the students to cover: those who share, and the others if they are five or more.
 *
 * The others are covered together or not at all, and only while those who were never seen are five or more, or none: otherwise the
 * figures before and after somebody stops sharing would differ by the sum of the few. For the same reason they are not covered once one of
 * them has left the class.
 *
 * @param hidden The members who had not been seen when the figures were computed.
 * @returns Null while fewer than five would be covered.
 */
export function chooseCovered(beginners: readonly Beginner[], hidden: readonly number[]): Covered | null {
  const present = new Set(beginners.map(({ memberId }) => memberId));
  const others = beginners.filter(({ shares }) => !shares);
  const unseen = others.filter(({ shown }) => !shown);
  const isComplete = hidden.every((id) => present.has(id));
  const coversOthers = isComplete && mayCoverOthers(others.length, unseen.length);
  const covered = coversOthers ? beginners : beginners.filter(({ shares }) => shares);
  if (covered.length < FEWEST) return null;
  return {
    memberIds: listIds(covered),
    others: coversOthers ? listIds(others) : [],
    unseen: coversOthers ? listIds(unseen) : [],
  };
}

/** The rule for a single card, too: `selectWeakestCards` (figures.queries.ts), compared by `figures.test.ts`. */
function mayCoverOthers(others: number, unseen: number): boolean {
  return others >= FEWEST && (unseen === 0 || unseen >= FEWEST);
}

const listIds = (beginners: readonly Beginner[]) => beginners.map(({ memberId }) => memberId).sort((a, b) => a - b);
