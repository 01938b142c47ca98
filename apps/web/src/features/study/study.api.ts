import { type QueuedCard, studyEndpoints } from "@repasa/contract/study.ts";
import type { QueryClient } from "@tanstack/react-query";
import { preferencesQuery } from "#features/preferences/preferences.api.ts";
import type { SessionMode } from "#features/study/study.session.ts";
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

export type StudyQueue = { mode: SessionMode; cards: QueuedCard[] };

/** The due cards, or all cards of the folder to practise, except new ones that the daily limit holds back. */
export async function loadQueue(
  queryClient: QueryClient,
  folderId: number | null,
  unsentCards: () => Promise<ReadonlySet<number>>,
): Promise<StudyQueue> {
  // Before and after, because a rating may be delivered just after the server has read the due cards.
  const before = await unsentCards();
  const cards = await queryClient.fetchQuery({ ...dueCardsQuery(folderId), gcTime: 0 });
  const after = await unsentCards();
  const due = cards.filter(({ id }) => !before.has(id) && !after.has(id));
  if (due.length > 0 || folderId === null) return { mode: "study", cards: due };
  const [all, limited] = await Promise.all([
    queryClient.fetchQuery({ ...practiceQuery(folderId), gcTime: 0 }),
    hasNewCardsLimit(queryClient),
  ]);
  const isBegun = ({ id, nextReviewAt }: QueuedCard) => nextReviewAt !== null || before.has(id) || after.has(id);
  return { mode: "practice", cards: limited ? all.filter(isBegun) : all };
}

async function hasNewCardsLimit(queryClient: QueryClient): Promise<boolean> {
  try {
    return (await queryClient.fetchQuery(preferencesQuery())).newCardsPerDay !== null;
  } catch {
    // Practice should not fail for want of the preferences.
    return false;
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
