import "#testing/indexed-db.ts";
import type { Change } from "@repasa/contract/changes.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as changeEndpoints from "@repasa/contract/client/changes.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import * as weekEndpoints from "@repasa/contract/client/week.ts";
import type { StudyWeek } from "@repasa/study-queue/study-week.ts";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { startCopy } from "#features/device/device.copy.ts";
import { connectOutbox, startOutbox, stopOutbox } from "#features/device/device.outbox.ts";
import { forgetAccount } from "#lib/local-responses.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { fakeWorkers } from "#testing/fake-workers.ts";
import { answerHome } from "#testing/home-api.ts";
import { sampleCard, sampleFolder, samplePreferences, sampleUser } from "#testing/sample-data.ts";

let users = 900;

const folderRow = (id: number): Change => ({
  kind: "folder",
  id,
  gone: false,
  row: sampleFolder({ id, name: `Tema ${id}` }),
});
const cardRow = (id: number): Change => ({
  kind: "card",
  id,
  gone: false,
  row: sampleCard({ id, front: `Carta ${id}` }),
});

function answerWeek(api: ReturnType<typeof fakeApi>, week: StudyWeek): void {
  answerHome(api, week.date);
  const backlog = {
    pending: 0,
    overdue: 0,
    minutes: 0,
    catchUp: null,
    suggestion: { days: 2, perDay: 1, leftToday: 1 },
  };
  api.answer(paceEndpoints.backlog, { ...backlog, offered: false });
  api.answer(studyEndpoints.confusions, { confusions: [], cards: [] });
  api.on(weekEndpoints.read, () => ({ status: 200, body: week }));
}

/**
 * Opens, before each test, the page of another account whose network is cut, with a copy of the folders 1 and 2 and of the cards 1 to
 * 3 in folder 1.
 *
 * @param describeWeek Is what the server describes of the week; without it the copy has no queue.
 */
export function copiedPage(describeWeek?: () => StudyWeek) {
  let userId = 0;
  let workers: ReturnType<typeof fakeWorkers>;
  const stopping = new AbortController();

  /** The network is back. Calls without a response here are lost again. */
  const answerReads = () => {
    const api = fakeApi();
    api.answer(authEndpoints.currentUser, sampleUser({ id: userId }));
    api.answer(accountEndpoints.preferences, samplePreferences());
    api.answer(changeEndpoints.list, {
      next: "1",
      more: false,
      reset: false,
      changes: [
        ...[folderRow(1), folderRow(2), cardRow(1), cardRow(2), cardRow(3)],
        { kind: "preferences", id: 0, gone: false, row: samplePreferences({ theme: "light" }) },
      ],
    });
    if (describeWeek) answerWeek(api, describeWeek());
    return api;
  };
  const cutNetwork = () => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));

  beforeEach(async () => {
    users += 1;
    userId = users;
    workers = fakeWorkers();
    vi.stubGlobal("navigator", { serviceWorker: workers, onLine: true });
    answerReads();
    startOutbox(userId);
    await startCopy(userId, stopping.signal);
    cutNetwork();
  });
  afterEach(() => {
    stopOutbox();
    forgetAccount();
  });
  return {
    userId: () => userId,
    workers: () => workers,
    outbox: () => connectOutbox(userId),
    answerReads,
    cutNetwork,
    restoreNetwork: () => {
      const api = answerReads();
      connectOutbox(userId).retryNow();
      return api;
    },
    sent: async () => expect(await connectOutbox(userId).flush(5000)).toBe(true),
  };
}
