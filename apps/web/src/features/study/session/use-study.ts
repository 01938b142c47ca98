import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { connectOutbox } from "#features/device/device.outbox.ts";
import { loadIntervals, loadMore, type StudyScope } from "#features/study/deck/deck.loading.ts";
import { createSnapshots, listUnsentCards, takeDeck } from "#features/study/deck/deck.preparation.ts";
import { StudyController } from "#features/study/session/session.controller.ts";
import { StudyRecord } from "#features/study/session/session.record.ts";
import { compareLocally, subscribeCopyChanges } from "#lib/local-responses.ts";
import { changePendingCount } from "#lib/pending-count.ts";
import { newUuid } from "#lib/uuid.ts";

export function useStudy(userId: number, scope: StudyScope) {
  const queryClient = useQueryClient();
  const [controller] = useState(
    () =>
      new StudyController({
        loadQueue: () => takeDeck(queryClient, userId, scope),
        loadMore: (mode, more) => loadMore(scope, mode, more, () => listUnsentCards(queryClient, userId)),
        loadIntervals,
        outbox: () => connectOutbox(userId),
        changePendingCount,
        snapshots: createSnapshots(queryClient, userId, scope),
        compare: (cards) => compareLocally(cards, scope.folderId),
        beginRecord: (knownId) => new StudyRecord(scope.folderId, knownId),
        now: () => Date.now(),
        monotonic: () => performance.now(),
        newId: newUuid,
        random: Math.random,
      }),
  );
  // A deck that was prepared is drawn in the first frame.
  useLayoutEffect(() => {
    const pause = () => controller.pause();
    controller.start();
    window.addEventListener("pagehide", pause);
    const stopComparing = subscribeCopyChanges(() => void controller.compare());
    return () => {
      stopComparing();
      window.removeEventListener("pagehide", pause);
      controller.leave();
    };
  }, [controller]);
  return { controller, state: useSyncExternalStore(controller.subscribe, controller.state) };
}
