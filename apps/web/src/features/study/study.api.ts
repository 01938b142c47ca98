import type { Preferences } from "@repasa/contract/account.ts";
import { type QueuedCard, studyEndpoints } from "@repasa/contract/study.ts";
import type { QueryClient } from "@tanstack/react-query";
import { preferencesQuery } from "#features/preferences/preferences.api.ts";
import { portionOf } from "#features/preferences/preferences.portion.ts";
import { loadCards, loadUnrated, type UnsentCards } from "#features/study/study.portions.ts";
import type { More, SessionMode, StudyQueue } from "#features/study/study.session.ts";
import { invalidateChanged } from "#lib/query.ts";

/** What is studied at one go, and some that may be rated already and wait to be sent. */
const FIRST_PORTION = 50;
const NEXT_PORTION = 200;
/** Whoever rates asks again before these are used up. */
const INTERVALS_AHEAD = 10;

/** The cards of a folder, of all folders, or the weakest of an exam. */
export type StudyScope = { readonly folderId: number | null; readonly examId: number | null };

/** Due cards; if there are none, all cards of the folder except new ones, which wait for their day. Or those of an exam. */
export async function loadQueue(
  queryClient: QueryClient,
  { folderId, examId }: StudyScope,
  unsentCards: UnsentCards,
): Promise<StudyQueue> {
  if (examId !== null)
    return (await import("#features/study/study.weakest.ts")).loadWeakest(queryClient, examId, unsentCards);
  const chosen = knownPreferences(queryClient);
  const query = queryOf("study", folderId);
  let { cards, total, next, unrated } = await loadUnrated(query, FIRST_PORTION, unsentCards);
  const rated = [...cards];
  while (unrated.length === 0 && next !== null) {
    total -= cards.length;
    ({ cards, next, unrated } = await loadUnrated({ ...query, after: next }, NEXT_PORTION, unsentCards));
    rated.push(...cards);
  }
  if (unrated.length > 0) {
    const due = unrated.length + Math.max(0, total - cards.length);
    const portion = portionOf(due, (await chosen)?.sessionSize ?? null);
    return { due: unrated.slice(0, portion), left: due - portion, more: moreOf(portion - unrated.length, next) };
  }
  if (folderId === null) return { practice: [] };
  const begun = await loadCards(queryOf("practice", folderId), FIRST_PORTION);
  const known = new Set(begun.cards.map(({ id }) => id));
  const practice = [...begun.cards, ...rated.filter(({ id }) => !known.has(id))];
  return { practice, more: moreOf(begun.total - begun.cards.length, begun.next) };
}

/** The cards of a session that stand behind those it has. */
export async function loadMore(
  { folderId }: StudyScope,
  mode: SessionMode,
  { after }: More,
  unsentCards: UnsentCards,
): Promise<{ cards: QueuedCard[]; next: string | null }> {
  const query = { ...queryOf(mode, folderId), after };
  const { unrated: cards, next } = await loadUnrated(query, NEXT_PORTION, unsentCards);
  return { cards, next };
}

function queryOf(mode: SessionMode, folderId: number | null) {
  return {
    ...(folderId !== null && { folderId: String(folderId) }),
    ...(mode === "practice" && { practice: "begun" as const }),
  };
}

function moreOf(cards: number, next: string | null): More | null {
  return next !== null && cards > 0 ? { cards, after: next } : null;
}

/** Studying should not fail for want of the preferences. */
export async function knownPreferences(queryClient: QueryClient): Promise<Preferences | undefined> {
  try {
    return await queryClient.fetchQuery(preferencesQuery());
  } catch {
    return undefined;
  }
}

/** Of the first of these cards. */
export async function loadIntervals(cardIds: readonly number[]): Promise<Map<number, QueuedCard["nextIntervals"]>> {
  const { cards } = await loadCards({ cardIds: cardIds.slice(0, INTERVALS_AHEAD).join() }, INTERVALS_AHEAD);
  return new Map(cards.map(({ id, nextIntervals }) => [id, nextIntervals]));
}

export async function invalidateStudied(queryClient: QueryClient): Promise<void> {
  await invalidateChanged(queryClient, studyEndpoints.review);
}
