import type { Preferences } from "@repasa/contract/account.ts";
import { resolveAnswerMode } from "@repasa/contract/folders.choices.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import type { FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import { folderQuery, foldersQuery } from "#features/folders/folders.loading.ts";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { countSessionCards, type SessionSize } from "#features/preferences/preferences.portion.ts";
import { loadChoosingParts, loadTypingParts, type Way } from "#features/study/deck/deck.ways.ts";
import { loadCards, loadUnrated, type UnsentCards } from "#features/study/study.portions.ts";
import type { RemainingCards, SessionMode, StudyQueue } from "#features/study/study.state.ts";
import { isNotFound } from "#lib/api-error.ts";
import { preferServer } from "#lib/local-responses.ts";

/** The cards of one session, with some to spare for cards whose rating is still waiting in the outbox. */
const FIRST_PORTION = 50;
const NEXT_PORTION = 200;
/** Intervals are requested for this many cards at a time; each rating requests the next ones. */
const INTERVALS_AHEAD = 10;

/**
 * The cards of one folder, of all folders (`folderId` is null), of those of an exam (`forExam`), the weakest cards of an exam, the missed ones of a quiz, or a pair
 * of confused ones, and how they are asked.
 */
export type StudyScope = {
  readonly folderId: number | null;
  readonly examId: number | null;
  readonly forExam?: number | null;
  readonly quizId?: number | null;
  readonly pair?: readonly [number, number] | null;
  readonly way: Way;
};

/**
 * Loads the cards to study: the pending cards, or the weakest ones of an exam. If nothing is pending in a folder, loads
 * the cards to practise instead: all but the new ones, which wait for their day, or those if there are no others.
 */
export async function loadQueue(
  queryClient: QueryClient,
  scope: StudyScope,
  unsentCards: UnsentCards,
  day: string,
): Promise<StudyQueue> {
  const { folderId, examId, forExam = null, quizId = null, pair = null, way } = scope;
  if ((examId ?? quizId ?? pair) !== null) {
    const { loadPair, loadWeakest } = await import("#features/study/deck/deck.weakest.ts");
    return pair ? loadPair(pair) : loadWeakest(queryClient, { examId, quizId }, unsentCards);
  }
  if (folderId !== null && way === "choose") {
    const size = (await tryLoadPreferences(queryClient))?.sessionSize ?? null;
    const folder = await loadSoon(queryClient, folderQuery(folderId));
    return (await import("#features/study/choosing/choosing.options.ts")).loadChoosing(folder, { size, day });
  }
  try {
    return await loadPending(queryClient, scope, unsentCards);
  } catch (error) {
    // The exam was deleted.
    if (forExam !== null && isNotFound(error)) return { practice: [] };
    throw error;
  }
}

async function loadPending(queryClient: QueryClient, scope: StudyScope, unsentCards: UnsentCards): Promise<StudyQueue> {
  const { folderId } = scope;
  const preferences = tryLoadPreferences(queryClient);
  const query = buildQueueQuery("study", scope);
  let { cards, total, next, unrated } = await loadUnrated(query, FIRST_PORTION, unsentCards);
  const rated = [...cards];
  while (unrated.length === 0 && next !== null) {
    total -= cards.length;
    ({ cards, next, unrated } = await loadUnrated({ ...query, after: next }, NEXT_PORTION, unsentCards));
    rated.push(...cards);
  }
  if (unrated.length > 0) {
    const due = unrated.length + Math.max(0, total - cards.length);
    const portion = countSessionCards(due, (await preferences)?.sessionSize ?? null);
    return {
      due: unrated.slice(0, portion),
      left: due - portion,
      more: describeRemaining(portion - unrated.length, next),
    };
  }
  if (folderId === null) return { practice: [] };
  const practised = await loadCards(buildQueueQuery("practice", scope), FIRST_PORTION);
  const known = new Set(practised.cards.map(({ id }) => id));
  const practice = [...practised.cards, ...rated.filter(({ id }) => !known.has(id))];
  if (practice.length === 0)
    return { practice: await loadNewCards(folderId, (await preferences)?.sessionSize ?? null) };
  return { practice, more: describeRemaining(practised.total - practised.cards.length, practised.next) };
}

/** Loads the new cards that one session takes of a folder without others. */
async function loadNewCards(folderId: number, size: SessionSize): Promise<QueuedCard[]> {
  const { cards, total } = await loadCards({ folderId: String(folderId), practice: "true" }, FIRST_PORTION);
  return cards.slice(0, countSessionCards(total, size));
}

/** Loads cards of a running session that follow the ones already loaded. */
export async function loadMore(
  scope: StudyScope,
  mode: SessionMode,
  { after }: RemainingCards,
  unsentCards: UnsentCards,
): Promise<{ cards: QueuedCard[]; next: string | null }> {
  const query = { ...buildQueueQuery(mode, scope), after };
  const { unrated: cards, next } = await loadUnrated(query, NEXT_PORTION, unsentCards);
  return { cards, next };
}

function buildQueueQuery(mode: SessionMode, { folderId, forExam = null }: StudyScope) {
  return {
    ...(forExam !== null && { examId: String(forExam) }),
    ...(folderId !== null && { folderId: String(folderId) }),
    ...(mode === "practice" && { practice: "begun" as const }),
  };
}

function describeRemaining(cards: number, next: string | null): RemainingCards | null {
  return next !== null && cards > 0 ? { cards, after: next } : null;
}

/**
 * Loads what another way of asking than turning cards over needs, so that the first question has its field or its options at
 * once. Without it, cards are turned over.
 */
export async function tryPrepareWay(queryClient: QueryClient, scope: StudyScope, day: string): Promise<void> {
  const { folderId, way } = scope;
  try {
    const folders = await loadSoon(queryClient, foldersQuery());
    const studied = folders.filter(({ id }) => (folderId ?? id) === id);
    const preferences = await tryLoadPreferences(queryClient);
    const isTyped =
      way === null ? studied.some((one) => resolveAnswerMode(one, preferences) !== "flip") : way !== "flip";
    if (isTyped) await loadTypingParts();
    if (way !== "choose" || !studied[0]) return;
    await loadChoosingParts();
    await (await import("#features/study/choosing/choosing.options.ts")).prepareOptions(studied[0], day);
  } catch {
    // The cards themselves may still be loaded.
  }
}

/** Loads what a session needs to begin, from the copy if the server is slow. */
function loadSoon<T>(queryClient: QueryClient, query: FetchQueryOptions<T>): Promise<T> {
  return preferServer(queryClient.fetchQuery(query), () => queryClient.getQueryData(query.queryKey));
}

/** Returns undefined if the preferences cannot be loaded, because studying does not depend on them. */
export async function tryLoadPreferences(queryClient: QueryClient): Promise<Preferences | undefined> {
  try {
    return await loadSoon(queryClient, preferencesQuery());
  } catch {
    return undefined;
  }
}

/** Loads the next intervals of the first `INTERVALS_AHEAD` of these cards. */
export async function loadIntervals(cardIds: readonly number[]): Promise<Map<number, QueuedCard["nextIntervals"]>> {
  const { cards } = await loadCards({ cardIds: cardIds.slice(0, INTERVALS_AHEAD).join() }, INTERVALS_AHEAD);
  return new Map(cards.map(({ id, nextIntervals }) => [id, nextIntervals]));
}
