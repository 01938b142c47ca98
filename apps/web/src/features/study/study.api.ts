import type { Preferences } from "@repasa/contract/account.ts";
import { type QueuedCard, studyEndpoints } from "@repasa/contract/study.ts";
import type { QueryClient } from "@tanstack/react-query";
import { preferencesQuery } from "#features/preferences/preferences.api.ts";
import { portionOf } from "#features/preferences/preferences.portion.ts";
import type { StudyQueue } from "#features/study/study.session.ts";
import { endpointQuery, invalidateChanged } from "#lib/query.ts";

export function dueCardsQuery(folderId: number | null) {
  return endpointQuery(studyEndpoints.reviewQueue, { query: queueOf(folderId) }, { staleTime: 0 });
}

function practiceQuery(folderId: number) {
  const query = { ...queueOf(folderId), practice: "true" as const };
  return endpointQuery(studyEndpoints.reviewQueue, { query }, { staleTime: 0 });
}

function queueOf(folderId: number | null) {
  return folderId === null ? {} : { folderId: String(folderId) };
}

/** The cards of a folder, of all folders, or the weakest of an exam. */
export type StudyScope = { readonly folderId: number | null; readonly examId: number | null };

/** Due cards; if there are none, all cards of the folder except new ones, which wait for their day. Or those of an exam. */
export async function loadQueue(
  queryClient: QueryClient,
  { folderId, examId }: StudyScope,
  unsentCards: () => Promise<ReadonlySet<number>>,
): Promise<StudyQueue> {
  if (examId !== null)
    return (await import("#features/study/study.weakest.ts")).loadWeakest(queryClient, examId, unsentCards);
  const chosen = knownPreferences(queryClient);
  // Before and after, because a rating may be delivered just after the server has read the due cards.
  const before = await unsentCards();
  const cards = await queryClient.fetchQuery({ ...dueCardsQuery(folderId), gcTime: 0 });
  const after = await unsentCards();
  const preferences = await chosen;
  const due = cards.filter(({ id }) => !before.has(id) && !after.has(id));
  if (due.length > 0) {
    const portion = portionOf(due.length, preferences?.sessionSize ?? null);
    return { due: due.slice(0, portion), left: due.length - portion };
  }
  if (folderId === null) return { practice: [] };
  const all = await queryClient.fetchQuery({ ...practiceQuery(folderId), gcTime: 0 });
  const isBegun = ({ id, nextReviewDate }: QueuedCard) => nextReviewDate !== null || before.has(id) || after.has(id);
  return { practice: all.filter(isBegun) };
}

/** Studying should not fail for want of the preferences. */
export async function knownPreferences(queryClient: QueryClient): Promise<Preferences | undefined> {
  try {
    return await queryClient.fetchQuery(preferencesQuery());
  } catch {
    return undefined;
  }
}

export async function loadIntervals(
  queryClient: QueryClient,
  folderIds: readonly number[],
): Promise<Map<number, QueuedCard["nextIntervals"]>> {
  const lists = await Promise.all(
    folderIds.map((folderId) => queryClient.fetchQuery({ ...practiceQuery(folderId), gcTime: 0 })),
  );
  return new Map(lists.flat().map(({ id, nextIntervals }) => [id, nextIntervals]));
}

export async function invalidateStudied(queryClient: QueryClient): Promise<void> {
  await invalidateChanged(queryClient, studyEndpoints.review);
}
