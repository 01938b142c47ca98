// Background Sync: the browser dispatches `sync` once there is a network, also when no page is open.

import { connectCopy, emptyCopies } from "#features/device/copy/copy.database.ts";
import { studyDatabase } from "#features/device/device.database.ts";
import { removeTexts } from "#features/device/device.erasing.ts";
import { editDelivery } from "#features/device/edits/edits.delivery.ts";
import { browserClock, type Clock } from "#features/device/outbox/outbox.clock.ts";
import {
  createDelivery,
  fetchServerTime,
  fetchSignedInUserId,
  isNobodySignedIn,
} from "#features/device/outbox/outbox.delivery.ts";
import { OUTBOX_CHANNEL, type Sending, sendFirst, withOutboxLock } from "#features/device/outbox/outbox.sending.ts";
import { createDatabaseOutboxStore } from "#features/device/outbox/outbox.store.ts";
import { WaitingTimes } from "#features/device/outbox/outbox.waiting-time.ts";
import { endLeftSession } from "#lib/left-session.ts";
import { listPages, type Pages } from "#worker/pages.ts";

/** The page that runs the outbox waits for this message. */
const SEND_OUTBOX = { type: "send-outbox" };

/** In milliseconds: how long open pages have to begin. One that the browser has frozen never does. */
const PAGES_FIRST_MS = 3000;

/**
 * Ends a session that was left without a network. Then lets open pages send what waits, because a page knows best how long its
 * ratings have waited, and sends what still does.
 *
 * @throws if the server cannot be reached or does not take what it is sent, so that the browser dispatches the event again. What is
 *   sealed waits for a page, and what other accounts have not sent for their own sign-in.
 */
export async function syncOutbox(
  clients: Pages<{ postMessage: (message: unknown) => void }>,
  clock: Clock = browserClock,
): Promise<void> {
  await endLeftSession();
  const pages = await listPages(clients);
  for (const page of pages) page.postMessage(SEND_OUTBOX);
  if (pages.length > 0) await new Promise<void>((resolve) => clock.setTimeout(resolve, PAGES_FIRST_MS));
  try {
    const waiting = await studyDatabase.use((database) => database.count("outbox"));
    if (waiting > 0) await sendOutbox(createDatabaseOutboxStore(studyDatabase), clock);
  } finally {
    await studyDatabase.close();
  }
}

/** Sends what waits of the account that is signed in. Entries of other accounts wait for their own sign-in. */
async function sendOutbox(store: Sending["store"], clock: Clock): Promise<void> {
  const userId = await fetchSignedInUserId();
  if (userId === undefined) throw new Error("Unreachable");
  if (userId === null) {
    // The session has ended, and no page may learn of it for long.
    await forgetDeviceAccount(clock);
    return;
  }
  // No page has to be left, and each call names its account.
  const deliver = createDelivery({
    userId,
    isSignedIn: () => true,
    onUnauthorized: () => {},
    now: clock.now,
    loadEdits: async () => editDelivery,
  });
  const channel = new BroadcastChannel(OUTBOX_CHANNEL);
  try {
    await withOutboxLock(userId, () => sendAll({ userId, store, deliver }, new WaitingTimes(clock, fetchServerTime)));
  } finally {
    channel.postMessage(userId);
    channel.close();
    await connectCopy(userId).close();
  }
}

/** What has not been sent stays: the next page seals it. */
async function forgetDeviceAccount(clock: Clock): Promise<void> {
  if (!(await isNobodySignedIn(clock))) throw new Error("Not confirmed");
  await removeTexts({ signedIn: null }, emptyCopies);
}

async function sendAll(sending: Sending, waitingTimes: WaitingTimes): Promise<void> {
  for (;;) {
    const result = await sendFirst(sending, waitingTimes, () => true);
    if (result?.type === "retry") throw new Error("Not taken");
    if (result?.type !== "done") return;
  }
}
