import { afterEach, describe, expect, it } from "vitest";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { withRivalTransaction } from "#testing/rival-transaction.ts";
import { sharedStripeApp } from "#testing/stripe-app.ts";
import { PASSWORD } from "#testing/test-app.ts";

const URL = "/api/stripe/webhook";

const app = await sharedStripeApp();
afterEach(() => {
  app.provider.clearFaults();
  app.provider.calls.faulted = 0;
});

const selectEvents = async (id: string) =>
  (await app.database.pool.query("select type from billing_events where id = $1", [id])).rows;

/** Pays a checkout. Its events are not delivered. */
async function pay() {
  const checkout = await app.startCheckout();
  const events = app.provider.act.completeCheckout(checkout.session);
  const event = events.find(({ type }) => type === "customer.subscription.created") ?? events[0];
  if (!event) throw new Error("a checkout without events");
  const id = app.provider.act.subscriptionsOf(checkout.customer)[0]?.id ?? "";
  return { ...checkout, id, events, event };
}

describe("an event", () => {
  it("gives premium to the user who paid, once", async () => {
    const { client, event } = await pay();
    const callsBefore = app.provider.calls.counts["subscriptions.list"] ?? 0;
    expect([await app.deliver(event), await app.deliver(event)]).toEqual([200, 200]);
    expect(await app.stateOf(client)).toMatchObject({ subscription: "active", status: "active" });
    expect(await selectEvents(event.id)).toEqual([{ type: event.type }]);
    // The state is read once for the event, and once more with the invoice.
    expect(app.provider.calls.counts["subscriptions.list"]).toBe(callsBefore + 2);
  });

  it("takes effect once although it is delivered ten times concurrently", async () => {
    const { client, event } = await pay();
    const statuses = await Promise.all(Array.from({ length: 10 }, () => app.deliver(event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await selectEvents(event.id)).toHaveLength(1);
    expect((await app.stateOf(client)).subscription).toBe("active");
  });

  it("is refused without a valid signature, with a changed body, or if it is too old", async () => {
    const { client, event } = await pay();
    const now = Math.floor(app.clock.now().getTime() / 1000);
    const { body, headers } = app.provider.sign(event, now);
    const old = app.provider.sign(event, now - 301);
    const send = (payload: string, signed: Record<string, string>) =>
      app.app.inject({ method: "POST", url: URL, payload, headers: signed });
    const refused = [
      await send(body, { "content-type": "application/json" }),
      await send(body, { ...headers, "stripe-signature": "t=1,v1=00" }),
      await send(body, { ...headers, "stripe-signature": "" }),
      await send(`${body} `, headers),
      await send(old.body, old.headers),
      await send("", headers),
      await send(body, { ...headers, "stripe-signature": "t=1,v1=" }),
      await send(body, { ...headers, "stripe-signature": "t,v1" }),
    ];
    for (const { statusCode, json } of refused) {
      expect(statusCode).toBe(400);
      expect(json()).toMatchObject({ code: "validation_failed", message: expect.stringMatching(/firma/) });
    }
    expect((await app.stateOf(client)).subscription).toBe("free");
    const almost = app.provider.sign(event, now - 299);
    expect((await send(almost.body, almost.headers)).statusCode).toBe(200);
    await app.runJobs();
    expect((await app.stateOf(client)).subscription).toBe("active");
  });

  it("is accepted and ignored if it is of an unknown kind, without a customer, or about another application's customer", async () => {
    const { client, event } = await pay();
    const callsBefore = app.provider.calls.counts["subscriptions.list"] ?? 0;
    const other = app.provider.act.otherApplication();
    const strange = [
      { ...event, id: "evt_odd_1", type: "balance.available", data: { object: { object: "balance" } } },
      { ...event, id: "evt_odd_2", type: "something.new", data: { object: {} } },
      { ...event, id: "evt_odd_3", data: { object: { customer: { no: "id" } } } },
      ...other.events,
    ];
    for (const one of strange) expect(await app.deliver(one)).toBe(200);
    expect(app.provider.calls.counts["subscriptions.list"] ?? 0).toBe(callsBefore);
    expect((await app.stateOf(client)).subscription).toBe("free");
  });

  it("is retried while the provider fails, and is not stored before it has taken effect", async () => {
    const { client, event } = await pay();
    for (const kind of ["server-error", "reset"] as const) {
      app.provider.failNext({ kind, times: 5 });
      expect(await app.deliver(event)).toBe(200);
      app.provider.clearFaults();
      expect(await selectEvents(event.id)).toEqual([]);
      expect((await app.stateOf(client)).subscription).toBe("free");
    }
    await app.runJobs();
    expect((await app.stateOf(client)).subscription).toBe("active");
    expect(await selectEvents(event.id)).toEqual([{ type: event.type }]);
  });

  it("is answered with an error if the database fails, so that it is delivered again", async () => {
    const { client, event } = await pay();
    await app.database.pool.query("ALTER TABLE user_billing RENAME TO elsewhere");
    expect(await app.deliver(event)).toBeGreaterThanOrEqual(500);
    await app.database.pool.query("ALTER TABLE elsewhere RENAME TO user_billing");
    expect((await app.stateOf(client)).subscription).toBe("free");
    expect(await app.deliver(event)).toBe(200);
    expect((await app.stateOf(client)).subscription).toBe("active");
  });

  it("permanently marks the user who paid as a customer of the web", async () => {
    const { client, id, event } = await pay();
    const web = async () => (await client.get<{ web: boolean }>("/api/auth/user")).body.web;
    expect(await web()).toBe(false);
    await app.deliver(event);
    expect(await web()).toBe(true);
    for (const cancelled of app.provider.act.cancelNow(id)) await app.deliver(cancelled);
    expect(await web()).toBe(true);
  });

  it("does not overwrite a later change with a state that was read before", async () => {
    const { client, id, event, customer } = await pay();
    app.provider.failNext({ kind: "slow", call: "subscriptions.list", afterEffect: true, delayMs: 400 });
    const before = app.deliver(event);
    await expect.poll(() => app.provider.calls.faulted, { interval: 5 }).toBeGreaterThan(0);
    const [cancelled] = app.provider.act.cancelNow(id);
    expect(JSON.stringify(cancelled)).toContain(customer);
    expect(await Promise.all([before, app.deliver(cancelled as object)])).toEqual([200, 200]);
    expect(await app.stateOf(client)).toMatchObject({ subscription: "canceled", status: "canceled" });
  });

  it("may contain its whole customer, or only the id, or be about the customer itself", async () => {
    const { client, customer, event } = await pay();
    const whole = { ...event, id: "evt_whole", data: { object: { customer: { id: customer, object: "customer" } } } };
    expect(await app.deliver(whole)).toBe(200);
    expect((await app.stateOf(client)).subscription).toBe("active");
    for (const deleted of app.provider.act.deleteCustomer(customer)) await app.deliver(deleted);
    const state = await app.stateOf(client);
    expect(state.customerId).toBeNull();
    expect(state.subscription).not.toBe("active");
  });
});

describe("a change without an event", () => {
  it("ends premium at the end of the grace period", async () => {
    const { client, id, events } = await pay();
    for (const event of [...events, ...app.provider.act.failPayment(id)]) {
      app.followTime();
      await app.deliver(event);
    }
    expect(await app.stateOf(client)).toMatchObject({ subscription: "active", status: "past_due" });
    await app.runHandler("billing", "endGraces");
    expect((await app.stateOf(client)).subscription).toBe("active");
    app.clock.advance(8 * 86_400_000);
    await app.runHandler("billing", "endGraces");
    expect(await app.stateOf(client)).toMatchObject({ subscription: "past_due", status: "past_due" });
  });

  it("does not take premium from a user who pays at the same moment", async () => {
    const { client, id, events } = await pay();
    for (const event of [...events, ...app.provider.act.failPayment(id)]) {
      app.followTime();
      await app.deliver(event);
    }
    app.clock.advance(8 * 86_400_000);
    await withRivalTransaction(app.connectionString, async (payment) => {
      await payment.query("update user_billing set status = 'active', grace_until = null where user_id = $1", [
        client.userId,
      ]);
      await payment.query("update users set subscription = 'active' where id = $1", [client.userId]);
      const ending = app.runHandler("billing", "endGraces");
      await waitForBlockedSessions(app.database.pool);
      await payment.query("commit");
      await ending;
    });
    expect(await app.stateOf(client)).toMatchObject({ subscription: "active", status: "active" });
  });

  it("is found by the nightly reconciliation, even if one customer cannot be read", async () => {
    const lost = [await pay(), await pay()];
    for (const { id } of lost) app.provider.act.cancelAtPeriodEnd(id, "portal");
    await app.runHandler("billing", "reconcile");
    for (const { client } of lost) {
      expect(await app.stateOf(client)).toMatchObject({ subscription: "active", endsAt: expect.any(Date) });
    }
    for (const { id } of lost) app.provider.act.cancelNow(id);
    app.provider.failNext({ kind: "server-error", call: "subscriptions.list" });
    await expect(app.runHandler("billing", "reconcile")).rejects.toThrow(/could not be read/);
    await app.runHandler("billing", "reconcile");
    for (const { client } of lost) expect((await app.stateOf(client)).subscription).toBe("canceled");
  });
});

describe("deleting the account", () => {
  it.each(["active", "trialing", "past_due", "unpaid", "paused", "incomplete", "canceled"] as const)(
    "first ends a subscription that is %s",
    async (status) => {
      const { client, customer, session } = await app.startCheckout();
      const { id, events } = app.provider.act.startSubscription({ customer, status });
      expect((await client.delete("/api/auth/delete-account")).status).toBe(204);
      expect(["canceled", "incomplete_expired"]).toContain(app.provider.act.subscriptions.find(id).status);
      // Neither late events nor the open payment page have an effect.
      for (const event of events) expect(await app.deliver(event)).toBe(200);
      expect(() => app.provider.act.completeCheckout(session)).toThrow();
      const { rows } = await app.database.pool.query("select 1 from user_billing where customer_id = $1", [customer]);
      expect(rows).toEqual([]);
    },
  );

  it("that fails after the payments have ended leaves an account without a subscription", async () => {
    const { client, event, id } = await pay();
    await app.deliver(event);
    await withRivalTransaction(app.connectionString, async (holder) => {
      // The reference to the user blocks the deletion, but nothing that happens before it.
      await holder.query("insert into folders (user_id, name, created_at, updated_at) values ($1, 'x', $2, $2)", [
        client.userId,
        app.clock.now(),
      ]);
      expect((await client.delete("/api/auth/delete-account")).status).toBe(503);
    });
    expect(app.provider.act.subscriptions.find(id).status).toBe("canceled");
    expect(await app.stateOf(client)).toMatchObject({ subscription: "free", status: null, customerId: null });
    expect((await client.delete("/api/auth/delete-account")).status).toBe(204);
  });

  it("leaves no checkout open that was started at the same time", async () => {
    for (let round = 0; round < 8; round++) {
      const { client } = await app.startCheckout();
      const as = { headers: { cookie: client.cookie() } };
      const startCheckout = () =>
        app.visitor().post<{ sessionId: string }>("/api/stripe/create-checkout-session", {}, as);
      const earlier = [startCheckout(), startCheckout()];
      const deletion = client.delete("/api/auth/delete-account");
      const checkouts = await Promise.all([...earlier, startCheckout(), startCheckout()]);
      expect([204, 409]).toContain((await deletion).status);
      const isDeleted = (await deletion).status === 204;
      for (const { status, body } of checkouts) {
        expect([200, 401, 409, 503]).toContain(status);
        if (isDeleted && status === 200) expect(() => app.provider.act.completeCheckout(body.sessionId)).toThrow();
      }
    }
  });

  it("ends a subscription that is paid while the open checkouts are being expired", async () => {
    const { client, customer, session } = await app.startCheckout();
    app.provider.failNext({ kind: "slow", call: "checkout.sessions.expire", delayMs: 600 });
    const deletion = client.delete("/api/auth/delete-account");
    await expect.poll(() => app.provider.calls.faulted, { interval: 5 }).toBeGreaterThan(0);
    app.provider.act.completeCheckout(session);
    expect((await deletion).status).toBe(204);
    expect(app.provider.act.subscriptionsOf(customer).filter(({ status }) => status !== "canceled")).toEqual([]);
  });

  it("expires a checkout whose creation gets a late response", async () => {
    const client = await app.register();
    app.provider.failNext({ kind: "slow", call: "checkout.sessions.create", afterEffect: true, delayMs: 600 });
    const checkout = client.post("/api/stripe/create-checkout-session", {});
    await expect.poll(() => app.provider.calls.faulted, { interval: 5 }).toBeGreaterThan(0);
    const { customerId } = await app.stateOf(client);
    const deletion = app.visitor().delete("/api/auth/delete-account", { headers: { cookie: client.cookie() } });
    expect((await deletion).status).toBe(204);
    expect([401, 409, 503]).toContain((await checkout).status);
    expect(app.provider.act.subscriptionsOf(customerId ?? "")).toEqual([]);
  });

  it("leaves no checkout open that was created after the open ones were expired", async () => {
    const { client, session } = await app.startCheckout();
    app.provider.act.passTime({ seconds: 23.5 * 3600 });
    app.followTime();
    app.provider.failNext({ kind: "slow", call: "checkout.sessions.create", delayMs: 500 });
    app.provider.failNext({ kind: "slow", call: "customers.del", delayMs: 1500 });
    const as = { headers: { cookie: client.cookie() } };
    const checkout = app.visitor().post("/api/stripe/create-checkout-session", {}, as);
    await expect.poll(() => app.provider.calls.faulted, { interval: 5 }).toBeGreaterThan(0);
    const deletion = app.visitor().delete("/api/auth/delete-account", { ...as, body: { password: PASSWORD } });
    expect(await checkout).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await deletion).status).toBe(204);
    expect(() => app.provider.act.completeCheckout(session)).toThrow();
  });

  it("refuses new checkouts while it runs, and permits them after it has failed", async () => {
    const { client } = await app.startCheckout();
    const as = { headers: { cookie: client.cookie() } };
    const startCheckout = () => app.visitor().post("/api/stripe/create-checkout-session", {}, as);
    app.provider.failNext({ kind: "slow", call: "checkout.sessions.list", delayMs: 500 });
    app.provider.failNext({ kind: "server-error", call: "customers.del", times: 5 });
    const deletion = client.delete("/api/auth/delete-account");
    await expect.poll(() => app.provider.calls.faulted, { interval: 5 }).toBeGreaterThan(0);
    expect(await startCheckout()).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await deletion).status).toBe(503);
    app.provider.clearFaults();
    expect((await startCheckout()).status).toBe(200);
  });

  it("fails while the provider cannot be called", async () => {
    const { client, id, event } = await pay();
    await app.deliver(event);
    app.provider.failNext({ kind: "server-error", times: 30 });
    expect(await client.delete("/api/auth/delete-account")).toMatchObject({
      status: 503,
      body: { code: "unavailable" },
    });
    app.provider.clearFaults();
    expect(app.provider.act.subscriptions.find(id).status).toBe("active");
    expect((await client.get("/api/auth/user")).status).toBe(200);
    expect((await client.delete("/api/auth/delete-account")).status).toBe(204);
    expect(app.provider.act.subscriptions.find(id).status).toBe("canceled");
  });
});
