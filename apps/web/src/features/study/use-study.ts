import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useUser } from "#features/session/use-session.ts";
import { loadIntervals, loadQueue } from "#features/study/study.api.ts";
import { createStudyController } from "#features/study/study.controller.ts";
import { createStudyRecord } from "#features/study/study.record.ts";
import type { SessionCounts } from "#features/study/study.session.ts";
import { createSnapshots } from "#features/study/study.snapshot.ts";
import { deckStore, outboxOf, tabStorage } from "#features/study/study.sync.ts";
import { localDateOf } from "#lib/local-date.ts";
import { newUuid } from "#lib/uuid.ts";

/** A study session of a folder, or of all, from when the screen shows until it is left. */
export function useStudy(folderId: number | null, onCompleted: (counts: SessionCounts) => void) {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  const [controller] = useState(() =>
    createStudyController({
      loadQueue: () => loadQueue(queryClient, folderId, () => outboxOf(userId).cardsOnTheWay()),
      loadIntervals: (folderIds) => loadIntervals(queryClient, folderIds),
      outbox: () => outboxOf(userId),
      snapshots: createSnapshots({
        userId,
        folderId,
        storage: tabStorage(),
        decks: deckStore,
        now: () => Date.now(),
        today: () => localDateOf(new Date()),
        newId: () => `${new Date().toISOString()} ${newUuid()}`,
      }),
      beginRecord: (known) => createStudyRecord(folderId, known),
      now: () => Date.now(),
      newId: newUuid,
      random: Math.random,
      onCompleted,
    }),
  );
  useEffect(() => {
    controller.start();
    window.addEventListener("pagehide", controller.pause);
    return () => {
      window.removeEventListener("pagehide", controller.pause);
      controller.leave();
    };
  }, [controller]);
  return { controller, state: useSyncExternalStore(controller.subscribe, controller.state) };
}
