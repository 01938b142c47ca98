import pg from "pg";
import { afterAll, afterEach, expect, it } from "vitest";
import { sharedStripeApp } from "#testing/stripe-app.ts";
import type { TestClient } from "#testing/test-app.ts";

// The database has few connections and ends transactions that are idle for too long, so no transaction may wait for another host.

const app = await sharedStripeApp();
const observer = new pg.Client({ connectionString: app.connectionString });
await observer.connect();

afterEach(() => app.provider.clearFaults());
afterAll(() => observer.end());

/** How long the other host takes, in milliseconds. */
const CALL_MS = 400;
/** A transaction that waits for longer waits for the other host. On a busy machine one is idle for a tenth of a second. */
const WAITING_MS = 250;

/** Samples the app's connections during slow calls. Returns the number of samples, and of those with an open transaction. */
async function sampleConnections(work: () => Promise<unknown>): Promise<{ samples: number; withTransaction: number }> {
  const counts = { samples: 0, withTransaction: 0 };
  app.provider.failNext({ kind: "slow", delayMs: CALL_MS, times: 50 });
  const before = app.provider.calls.faulted;
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const { rows } = await observer.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND state LIKE 'idle in transaction%' AND clock_timestamp() - state_change > $1 * interval '1 ms'`,
      [WAITING_MS],
    );
    if (app.provider.calls.faulted > before) counts.samples++;
    if (rows.length > 0) counts.withTransaction++;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await done;
  app.provider.clearFaults();
  return counts;
}

async function expectNoTransaction(work: () => Promise<unknown>): Promise<void> {
  const { samples, withTransaction } = await sampleConnections(work);
  expect(samples).toBeGreaterThan(3);
  expect(withTransaction).toBe(0);
}

const postSuccessfully = (client: TestClient, path: string) => async () =>
  expect((await client.post(path, {})).status).toBe(200);

it("no transaction is open while a checkout is started", async () => {
  await expectNoTransaction(postSuccessfully(await app.register(), "/api/stripe/create-checkout-session"));
});

it("no transaction is open while an event is processed, a purchase restored, the portal opened or all customers are read", async () => {
  const { client, session } = await app.startCheckout();
  const [event] = app.provider.act.completeCheckout(session);
  await expectNoTransaction(() => app.deliver(event as object));
  await expectNoTransaction(postSuccessfully(client, "/api/stripe/restore"));
  await expectNoTransaction(postSuccessfully(client, "/api/stripe/create-portal-session"));
  await expectNoTransaction(() => app.runHandler("billing", "reconcile"));
});

it("no transaction is open while an account with a subscription is deleted", async () => {
  const { client, session } = await app.startCheckout();
  app.provider.act.completeCheckout(session);
  await expectNoTransaction(async () => expect((await client.delete("/api/auth/delete-account")).status).toBe(204));
});
