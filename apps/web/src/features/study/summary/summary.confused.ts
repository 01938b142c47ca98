import type { Confusions } from "@repasa/contract/study.ts";
import { findWorstPair, type NamedPair } from "#features/cards/confusions/confusions.pairs.ts";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import type { ActiveSession } from "#features/study/study.state.ts";

/**
 * Returns the pair of cards that a session has confused and that was confused most often, in it and before. At the end
 * of a session of a pair there is none, because its link would lead to where the student is: `Estudiar de nuevo` asks both again.
 *
 * @param known What was confused before, which may contain ratings of the session; undefined if it is not known.
 */
export function findSessionPair(
  { mode, deck, ratings }: Pick<ActiveSession, "mode" | "deck" | "ratings">,
  known: Confusions | undefined,
): NamedPair | undefined {
  if (mode === "confused") return undefined;
  const here = ratings.flatMap(({ reviewId, cardId, confused }) =>
    confused ? [{ reviewId, cardId, otherId: confused.id, question: confused.question }] : [],
  );
  const ids = new Set(here.map(({ reviewId }) => reviewId));
  const before = known?.confusions.filter(({ reviewId }) => !ids.has(reviewId)) ?? [];
  const questions = new Map(here.map(({ otherId, question }) => [otherId, question]));
  for (const card of [...(known?.cards ?? []), ...deck]) questions.set(card.id, formatQuestionLine(card));
  const isSame = (one: number, other: number) => (pair: { cardId: number; otherId: number }) =>
    (pair.cardId === one && pair.otherId === other) || (pair.cardId === other && pair.otherId === one);
  return findWorstPair(
    [...here.reverse(), ...before],
    (id) => questions.get(id),
    ({ cardId, otherId }) => here.some(isSame(cardId, otherId)),
  );
}
