import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStripeApp, type StripeApp } from "#testing/stripe-app.ts";

// Delivers the sample events that are stored next to the project, if they exist, for a customer that the stand-in knows.
const FOLDER = resolve(import.meta.dirname, "../../../../../../shared/stripe/events");
const SAMPLE_CUSTOMER = /cus_T0+1\b/g;
const found = existsSync(FOLDER);
const title = `sample events${found ? "" : ` (skipped: there is no ${FOLDER})`}`;

describe.skipIf(!found)(title, () => {
  let app: StripeApp;
  beforeAll(async () => {
    app = await createStripeApp();
  });
  afterAll(() => app.close());

  const samples = found ? readdirSync(FOLDER).sort() : [];
  const orders: [string, string[]][] = [
    ["as they came", samples],
    ["backwards", [...samples].reverse()],
    ["twice, the second time backwards", [...samples, ...[...samples].reverse()]],
    ["with the last two first", [...samples.slice(-2), ...samples]],
  ];

  it.each(orders)("delivered %s result in the provider's state", async (_, order) => {
    const { client, customer, session } = await app.startCheckout();
    app.provider.act.completeCheckout(session);
    const [subscription] = app.provider.act.subscriptionsOf(customer);
    for (const file of order) {
      const text = readFileSync(join(FOLDER, file), "utf8").replaceAll(SAMPLE_CUSTOMER, customer);
      // Each order gets ids of its own, because a known event does nothing.
      expect(
        await app.deliver(JSON.parse(text.replaceAll(/"evt_\w+"/g, (id) => `"${id.slice(1, -1)}_${customer}"`))),
      ).toBe(200);
    }
    expect(await app.stateOf(client)).toMatchObject({
      subscription: "active",
      subscriptionStripe: subscription?.id,
      status: "active",
      endsAt: null,
    });
    const { rows } = await app.database.pool.query("select type from billing_events where id like $1", [
      `%${customer}`,
    ]);
    expect(rows).toHaveLength(new Set(order).size);
  });
});
