// @module-tag hostile
// Checks the subscription of an account that is closed while an old address can still take it back.
import { afterEach, describe, expect, it } from "vitest";
import { sharedStripeApp } from "#testing/stripe-app.ts";
import { PASSWORD, type TestClient } from "#testing/test-app.ts";

const DAY = 86_400_000;

const app = await sharedStripeApp();
afterEach(() => {
  app.provider.clearFaults();
});

/** Sets the account up as if it had just left a confirmed address. */
async function leaveAddress({ userId }: TestClient): Promise<void> {
  const now = app.clock.now();
  await app.database.pool.query(
    "insert into previous_emails (user_id, email, expires_at, created_at) values ($1, 'antes@repasa.example', $2, $3)",
    [userId, new Date(now.getTime() + 7 * DAY), now],
  );
}

async function subscribe() {
  const { client, customer, session } = await app.startCheckout();
  for (const event of app.provider.act.completeCheckout(session)) await app.deliver(event);
  const id = app.provider.act.subscriptionsOf(customer)[0]?.id ?? "";
  return { client, customer, status: () => app.provider.act.subscriptions.find(id).status };
}

async function close(client: TestClient): Promise<void> {
  await leaveAddress(client);
  expect((await client.delete("/api/auth/delete-account", { body: { password: PASSWORD } })).status).toBe(204);
}

describe("the subscription of an account that is closed", () => {
  it("continues if nothing is charged before the deletion, which then ends it", async () => {
    const { client, status } = await subscribe();
    await close(client);
    expect(status()).toBe("active");
    expect(await app.stateOf(client)).toMatchObject({ subscription: "active" });
    app.provider.act.passTime({ days: 7 });
    app.followTime();
    await app.runHandler("account", "deleteClosed");
    expect(status()).toBe("canceled");
    const { rows } = await app.database.pool.query("select from users where id = $1", [client.userId]);
    expect(rows).toEqual([]);
  });

  it("ends at once if it would renew before the deletion", async () => {
    const { client, status } = await subscribe();
    app.provider.act.passTime({ days: 360 });
    app.followTime();
    await client.post("/api/auth/login", { email: client.email, password: PASSWORD });
    await close(client);
    expect(status()).toBe("canceled");
  });

  it("ends at once if it would renew on the day of the deletion, which may run late", async () => {
    const { client, status } = await subscribe();
    const { currentPeriodEnd } = await app.stateOf(client);
    const left = (new Date(currentPeriodEnd ?? 0).getTime() - app.clock.now().getTime()) / 1000;
    // It renews ten minutes after the account would be deleted.
    app.provider.act.passTime({ seconds: left - 7 * 86_400 - 600 });
    app.followTime();
    await client.post("/api/auth/login", { email: client.email, password: PASSWORD });
    await close(client);
    expect(status()).toBe("canceled");
  });

  it("cannot be started any more with a checkout that was open", async () => {
    const { client, session } = await app.startCheckout();
    await close(client);
    expect(() => app.provider.act.completeCheckout(session)).toThrow();
  });

  it("is ended by a later run if the provider cannot be called at the deletion", async () => {
    const { client, status } = await subscribe();
    await close(client);
    app.provider.act.passTime({ days: 7 });
    app.followTime();
    app.provider.failNext({ kind: "server-error", times: 30 });
    await app.runHandler("account", "deleteClosed");
    expect(status()).toBe("active");
    app.provider.clearFaults();
    await app.runHandler("account", "deleteClosed");
    expect(status()).toBe("canceled");
  });
});
