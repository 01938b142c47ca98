import * as accountEndpoints from "@repasa/contract/client/account.ts";
import { connectCopy } from "#features/device/copy/copy.database.ts";
import { openBox, pickPublic } from "#features/device/device.box.ts";
import { studyDatabase } from "#features/device/device.database.ts";
import { restoreDrafts } from "#features/device/device.drafts.ts";
import { addLost, type Content, type Copied, purposeFor, withSealingLock } from "#features/device/device.sealing.ts";
import { storeRefusedCount } from "#lib/refused-count.ts";
import { callServer } from "#lib/server-calls.ts";

const TIMEOUT_MS = 15_000;

/**
 * Brings back what was sealed of the account that is signed in: each entry to its place in the outbox, drafts to this tab, the rest to the
 * account's copy.
 * What was sealed for another key of the account is given up and counted for its owner.
 *
 * @throws the errors of `callServer`, of the databases and of a browser that cannot open boxes. Everything is as before then, or the next attempt goes on with it.
 */
export async function unsealWaiting(userId: number): Promise<void> {
  await withSealingLock(userId, async () => {
    const sealed = await studyDatabase.use((database) => database.getAllFromIndex("sealed", "user", userId));
    if (sealed.length === 0) return;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const pair = await callServer(accountEndpoints.deviceKey, {}, { account: userId, signal });
    const opened = await Promise.all(
      sealed.map(async ({ id = 0, box, counts }) => {
        const content = await openBox(box, pair, purposeFor(userId)).catch(giveUpOtherKey);
        return { id, counts, content: content as Content | undefined };
      }),
    );
    await restoreCopied(
      userId,
      opened.flatMap(({ content }) => content ?? []),
    );
    const draft = restoreDrafts(opened.flatMap(({ content }) => content?.drafts ?? []));
    await studyDatabase.use(async (database) => {
      const transaction = database.transaction(["outbox", "sealed", "lost", "keys"], "readwrite");
      const outbox = transaction.objectStore("outbox");
      for (const { id, counts, content } of opened) {
        for (const entry of content?.entries ?? []) {
          const isKnown = await outbox.index("review").getKey([entry.reviewId, entry.kind]);
          if (isKnown === undefined) void outbox.put(entry);
        }
        if (!content) await addLost(transaction.objectStore("lost"), userId, counts);
        void transaction.objectStore("sealed").delete(id);
      }
      if (draft > 0) await addLost(transaction.objectStore("lost"), userId, { draft });
      void transaction.objectStore("keys").put({ userId, key: pickPublic(pair) });
      await transaction.done;
    });
  });
}

/** AES-GCM, which authenticates, fails with an `OperationError` if the key is not the one that sealed. */
function giveUpOtherKey(error: unknown): undefined {
  if ((error as Error | undefined)?.name !== "OperationError") throw error;
}

async function restoreCopied(userId: number, copied: readonly Copied[]): Promise<void> {
  if (copied.every(({ refused, ids }) => refused.length === 0 && ids.length === 0)) return;
  await connectCopy(userId).use(async (database) => {
    const transaction = database.transaction(["refused", "ids"], "readwrite");
    for (const { refused, ids } of copied) {
      for (const one of refused) void transaction.objectStore("refused").put(one);
      for (const [key, id] of ids) void transaction.objectStore("ids").put(id, key);
    }
    const count = await transaction.objectStore("refused").count();
    await transaction.done;
    storeRefusedCount(userId, count);
  });
}
