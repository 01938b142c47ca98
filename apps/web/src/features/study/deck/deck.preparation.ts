import type { QueryClient } from "@tanstack/react-query";
import { connectOutbox } from "#features/device/device.outbox.ts";
import { getTabStorage } from "#features/device/device.storage.ts";
import { preferencesQuery, readDayStart } from "#features/preferences/preferences.loading.ts";
import { loadQueue, type StudyScope, tryLoadPreferences, tryPrepareWay } from "#features/study/deck/deck.loading.ts";
import { Snapshots } from "#features/study/deck/deck.snapshot.ts";
import { deckStore } from "#features/study/deck/deck.store.ts";
import type { StudyQueue } from "#features/study/study.state.ts";
import { localDateOf } from "#lib/local-date.ts";
import { compareLocally } from "#lib/local-responses.ts";
import { keepPrefetched, takePrefetched } from "#lib/prefetch.ts";
import { newUuid } from "#lib/uuid.ts";

const nameDeck = (userId: number, scope: StudyScope) => `deck ${JSON.stringify({ userId, ...scope })}`;

/** Loads what the first question needs before its screen is drawn, unless this tab continues a session. */
export async function prepareDeck(queryClient: QueryClient, userId: number, scope: StudyScope): Promise<void> {
  if (createSnapshots(queryClient, userId, scope).isStored()) return;
  // The screen itself shows why its cards cannot be loaded.
  const deck = loadDeck(queryClient, userId, scope).catch(() => null);
  await keepPrefetched(queryClient, nameDeck(userId, scope), deck);
}

/** Returns the cards of a new session: the prepared ones, once, otherwise what it loads. */
export async function takeDeck(queryClient: QueryClient, userId: number, scope: StudyScope): Promise<StudyQueue> {
  const prepared = (await takePrefetched(queryClient, nameDeck(userId, scope))) as StudyQueue | null;
  return prepared ?? loadDeck(queryClient, userId, scope);
}

async function loadDeck(queryClient: QueryClient, userId: number, scope: StudyScope): Promise<StudyQueue> {
  const day = readStudyDate(queryClient, Date.now());
  const preparation = tryPrepareWay(queryClient, scope, day);
  const queue = await loadQueue(queryClient, scope, () => listUnsentCards(queryClient, userId), day);
  await preparation;
  return queue;
}

/** A card that was rated on another day may be due again, although the server does not know of that rating yet. */
export function listUnsentCards(queryClient: QueryClient, userId: number): Promise<ReadonlySet<number>> {
  const isToday = (at: number) => readStudyDate(queryClient, at) === readStudyDate(queryClient, Date.now());
  return connectOutbox(userId).unsentCards(isToday);
}

function readStudyDate(queryClient: QueryClient, at: number): string {
  return localDateOf(new Date(at), readDayStart(queryClient.getQueryData(preferencesQuery().queryKey)));
}

export function createSnapshots(queryClient: QueryClient, userId: number, scope: StudyScope): Snapshots {
  return new Snapshots({
    userId,
    ...scope,
    storage: getTabStorage(),
    decks: deckStore,
    now: () => Date.now(),
    ready: async () => {
      await tryLoadPreferences(queryClient);
      await tryPrepareWay(queryClient, scope, readStudyDate(queryClient, Date.now()));
    },
    today: () => readStudyDate(queryClient, Date.now()),
    newId: () => `${new Date().toISOString()} ${newUuid()}`,
    compare: (cards) => compareLocally(cards, scope.folderId),
  });
}
