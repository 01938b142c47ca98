// @vitest-environment node
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DeliveryResult } from "#features/device/outbox/outbox.delivery.ts";
import type { OutboxEntry } from "#features/device/outbox/outbox.entry.ts";
import type { Outbox } from "#features/device/outbox/outbox.queue.ts";
import type { OutboxStore } from "#features/device/outbox/outbox.store.ts";
import {
  createTabStorage,
  type Fate,
  fakeTime,
  freshDatabase,
  openStore,
  outboxWith,
  rate,
  runTasks,
  unreliableServer,
} from "#testing/outbox.ts";

describe("the outbox, whatever the network does and whenever the page is reloaded", () => {
  const fate = fc.constantFrom<Fate>("arrives", "is lost", "loses its response", "is refused for now", "takes some");
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constant("rate" as const) },
    { weight: 2, arbitrary: fc.constant("undo" as const) },
    { weight: 2, arbitrary: fc.constant("reload" as const) },
    { weight: 2, arbitrary: fc.constant("wait" as const) },
    { weight: 1, arbitrary: fc.constant("breathe" as const) },
  );

  it("delivers every rating exactly once and in order, and undoes every undone rating", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.array(fate, { maxLength: 20 }), async (steps, fates) => {
        const database = freshDatabase();
        const server = unreliableServer(fates);
        const time = fakeTime();
        const storage = createTabStorage();
        // A reload ends the page: its running operations neither continue nor receive a response.
        const openPage = async () => {
          const alive = { now: true };
          const whileAlive = <T>(work: () => Promise<T>): Promise<T> =>
            alive.now ? work().then((value) => (alive.now ? value : new Promise<T>(() => {}))) : new Promise(() => {});
          const guarded = Object.fromEntries(
            Object.entries(database.open()).map(([name, operation]) => [
              name,
              (argument: never) => whileAlive(() => (operation as (argument: never) => Promise<unknown>)(argument)),
            ]),
          ) as OutboxStore;
          const { outbox } = outboxWith(
            {
              store: openStore(guarded, storage),
              deliver: (entries, waited) => whileAlive(() => server.deliver(entries, waited)),
            },
            time,
          );
          outbox.start();
          return {
            outbox,
            kill: () => {
              alive.now = false;
              outbox.stop();
            },
          };
        };

        let page = await openPage();
        const rated: string[] = [];
        const undone = new Set<string>();
        for (const [index, one] of steps.entries()) {
          if (one === "rate") {
            rated.push(`r${index}`);
            rate(page.outbox, `r${index}`, index);
          } else if (one === "undo") {
            const last = rated.findLast((id) => !undone.has(id));
            if (last) {
              undone.add(last);
              page.outbox.undo(Number(last.slice(1)), last);
            }
          } else if (one === "reload") {
            page.kill();
            page = await openPage();
          } else if (one === "wait") await time.advance(3000);
          else await runTasks(1);
        }
        // Running operations need turns of the event loop, and scheduled ones need time of the fake clock.
        for (let turn = 0; turn < 50 && !(turn > 0 && page.outbox.status().waiting === 0); turn++) {
          await runTasks(20);
          await time.advance(60_000);
        }
        expect(page.outbox.status()).toMatchObject({ waiting: 0, late: false });
        expect(await page.outbox.unsentCards()).toEqual(new Set());
        const standing = [...server.applied].filter(([, state]) => state === "standing").map(([id]) => id);
        expect(standing.toSorted()).toEqual(rated.filter((id) => !undone.has(id)).toSorted());
        expect(server.log).toEqual(rated.filter((id) => server.log.includes(id)));
        expect(new Set(server.log).size).toBe(server.log.length);
        page.kill();
      }),
      { numRuns: 50, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: false },
    );
  }, 20_000);

  it("sends the ratings of two tabs once each, one tab at a time, and in their common order", async () => {
    const database = freshDatabase();
    let busy: Promise<void> = Promise.resolve();
    const withLock = (work: () => Promise<void>) => {
      busy = busy.then(work);
      return busy;
    };
    const time = fakeTime();
    let sending = 0;
    const arrived: string[] = [];
    const deliver = async (entries: readonly OutboxEntry[]): Promise<DeliveryResult> => {
      sending += 1;
      expect(sending).toBe(1);
      await runTasks(2);
      sending -= 1;
      arrived.push(...entries.map(({ reviewId }) => reviewId));
      return { type: "done" };
    };
    const tabs: Outbox[] = [];
    for (const store of [openStore(database.open()), openStore(database.open())]) {
      const onChanged = () => {
        for (const tab of tabs) if (tab !== outbox) tab.handleChangeElsewhere();
      };
      const { outbox } = outboxWith({ store, deliver, withLock, onChanged }, time);
      tabs.push(outbox);
      outbox.start();
    }
    const [left, right] = tabs as [Outbox, Outbox];
    // The common order is that in which the database got them.
    for (let turn = 0; turn < 5; turn++) {
      rate(left, `left ${turn}`);
      await left.countWaiting();
      rate(right, `right ${turn}`);
      await right.countWaiting();
    }
    await time.advance(1000);
    await runTasks(40);
    expect(arrived).toEqual([0, 1, 2, 3, 4].flatMap((turn) => [`left ${turn}`, `right ${turn}`]));
    expect(left.status()).toMatchObject({ waiting: 0, late: false });
    expect(right.status()).toMatchObject({ waiting: 0, late: false });
  });
});
