import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { getTabStorage } from "#features/device/device.storage.ts";
import { connectOutbox } from "#features/device/outbox/outbox.service.ts";
import { preferencesQuery, readDayStart } from "#features/preferences/preferences.loading.ts";
import {
  loadIntervals,
  loadMore,
  loadQueue,
  type StudyScope,
  tryLoadPreferences,
  tryPrepareWay,
} from "#features/study/study.api.ts";
import { StudyController } from "#features/study/study.controller.ts";
import { deckStore } from "#features/study/study.decks.ts";
import { StudyRecord } from "#features/study/study.record.ts";
import { Snapshots } from "#features/study/study.snapshot.ts";
import { localDateOf } from "#lib/local-date.ts";
import { changePendingCount } from "#lib/pending-count.ts";
import { newUuid } from "#lib/uuid.ts";

export function useStudy(userId: number, scope: StudyScope) {
  const queryClient = useQueryClient();
  const unsentCards = () => connectOutbox(userId).unsentCards((at) => isToday(queryClient, at));
  const [controller] = useState(
    () =>
      new StudyController({
        loadQueue: async () => {
          const day = studyDateOf(queryClient, Date.now());
          const preparation = tryPrepareWay(queryClient, scope, day);
          const queue = await loadQueue(queryClient, scope, unsentCards, day);
          await preparation;
          return queue;
        },
        loadMore: (mode, more) => loadMore(scope, mode, more, unsentCards),
        loadIntervals,
        outbox: () => connectOutbox(userId),
        changePendingCount,
        snapshots: createSnapshots(queryClient, userId, scope),
        beginRecord: (knownId) => new StudyRecord(scope.folderId, knownId),
        now: () => Date.now(),
        monotonic: () => performance.now(),
        newId: newUuid,
        random: Math.random,
      }),
  );
  useEffect(() => {
    const pause = () => controller.pause();
    controller.start();
    window.addEventListener("pagehide", pause);
    return () => {
      window.removeEventListener("pagehide", pause);
      controller.leave();
    };
  }, [controller]);
  return { controller, state: useSyncExternalStore(controller.subscribe, controller.state) };
}

function studyDateOf(queryClient: QueryClient, at: number): string {
  return localDateOf(new Date(at), readDayStart(queryClient.getQueryData(preferencesQuery().queryKey)));
}

/** A card that was rated on another day may be due again, although the server does not know of that rating yet. */
function isToday(queryClient: QueryClient, at: number): boolean {
  return studyDateOf(queryClient, at) === studyDateOf(queryClient, Date.now());
}

function createSnapshots(queryClient: QueryClient, userId: number, scope: StudyScope): Snapshots {
  return new Snapshots({
    userId,
    ...scope,
    storage: getTabStorage(),
    decks: deckStore,
    now: () => Date.now(),
    ready: async () => {
      await tryLoadPreferences(queryClient);
      await tryPrepareWay(queryClient, scope, studyDateOf(queryClient, Date.now()));
    },
    today: () => studyDateOf(queryClient, Date.now()),
    newId: () => `${new Date().toISOString()} ${newUuid()}`,
  });
}
