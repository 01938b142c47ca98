import type { Plan, Price } from "@repasa/contract/billing.ts";
import { afterEach, describe, expect, it } from "vitest";
import { sharedStripeApp } from "#testing/stripe-app.ts";
import { createTestApp, PASSWORD, type TestClient } from "#testing/test-app.ts";

const UNAVAILABLE = { message: "El servicio de pagos no responde. Inténtalo de nuevo.", code: "unavailable" };
const CHECKOUT = "/api/stripe/create-checkout-session";
const PORTAL = "/api/stripe/create-portal-session";

const app = await sharedStripeApp();
afterEach(() => {
  app.provider.clearFaults();
});

const checkout = (client: TestClient) => client.post<{ sessionId: string; url: string }>(CHECKOUT, {});
const countCalls = (name: keyof typeof app.provider.calls.counts) => app.provider.calls.counts[name] ?? 0;
const readPlan = async (client: TestClient) => (await client.get<Plan>("/api/user/plan")).body;
const isPremium = async (client: TestClient) => (await client.get<{ premium: boolean }>("/api/auth/user")).body.premium;

/** Sets the clock to the provider's time, at which the session has expired, and signs in again. */
async function followTimeAndSignIn(client: TestClient): Promise<void> {
  app.followTime();
  await client.post("/api/auth/login", { email: client.email, password: PASSWORD });
}

describe("the price", () => {
  it("is requested once for all visitors, and not again for a while after a failure", async () => {
    const requestFiftyTimes = () =>
      Promise.all(Array.from({ length: 50 }, () => app.visitor().get("/api/stripe/price")));
    app.provider.failNext({ kind: "server-error", call: "prices.retrieve" });
    for (const { status } of [...(await requestFiftyTimes()), ...(await requestFiftyTimes())]) expect(status).toBe(503);
    expect(countCalls("prices.retrieve")).toBe(1);
    app.clock.advance(5_000);
    app.provider.failNext({ kind: "slow", call: "prices.retrieve", delayMs: 200 });
    for (const { status } of await requestFiftyTimes()) expect(status).toBe(200);
    expect(countCalls("prices.retrieve")).toBe(2);
    app.provider.act.passTime({ seconds: 606 });
    app.followTime();
  });

  it("is returned to everybody in a readable format, and requested once in ten minutes", async () => {
    const before = countCalls("prices.retrieve");
    const responses = await Promise.all([1, 2, 3].map(() => app.visitor().get<Price>("/api/stripe/price")));
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body).toEqual({
        formatted_annual: "29,99\u00a0€",
        formatted_monthly: "2,50\u00a0€",
        publishableKey: "pk_test_provider",
      });
    }
    expect(countCalls("prices.retrieve")).toBe(before + 1);
    app.provider.act.passTime({ seconds: 601 });
    app.followTime();
    await app.visitor().get("/api/stripe/price");
    expect(countCalls("prices.retrieve")).toBe(before + 2);
  });

  it("is the last known one while the provider is unavailable", async () => {
    app.provider.act.passTime({ seconds: 601 });
    app.followTime();
    app.provider.failNext({ kind: "server-error", times: 10 });
    expect((await app.visitor().get("/api/stripe/price")).status).toBe(200);
  });
});

describe("a checkout", () => {
  it("is created once for the user's own customer, whatever host the request names", async () => {
    const { client, customer, session } = await app.startCheckout();
    const found = await client.post<{ url: string }>(CHECKOUT, {}, { headers: { "x-forwarded-host": "evil.example" } });
    expect(found.body).toMatchObject({ sessionId: session, url: expect.stringContaining(app.provider.urlOfPages) });
    expect(await app.stateOf(client)).toMatchObject({ customerId: customer, subscription: "free" });
  });

  it("is the same one for concurrent requests", async () => {
    const client = await app.register();
    const customers = countCalls("customers.create");
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => checkout(client)));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.sessionId}`)).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
    expect(countCalls("customers.create")).toBe(customers + 1);
  });

  it("is replaced when the open one is about to end", async () => {
    const { client, session } = await app.startCheckout();
    app.provider.act.passTime({ seconds: 23.5 * 3600 });
    app.followTime();
    const again = await checkout(client);
    expect(again.status).toBe(200);
    expect(again.body.sessionId).not.toBe(session);
    // Two open checkouts could both be paid.
    expect(() => app.provider.act.completeCheckout(session)).toThrow();
  });

  it("is refused while there is a subscription, even an unpaid one, and permitted when it is over", async () => {
    const { client, customer, session } = await app.startCheckout();
    app.provider.act.completeCheckout(session);
    // No event has been delivered, but the state at the provider counts.
    expect(await checkout(client)).toMatchObject({
      status: 409,
      body: { message: "Ya tienes Premium", code: "conflict" },
    });
    expect(await isPremium(client)).toBe(true);
    const id = app.provider.act.subscriptionsOf(customer)[0]?.id ?? "";
    app.provider.act.failPayment(id);
    await followTimeAndSignIn(client);
    expect(await checkout(client)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("pago pendiente") },
    });
    app.provider.act.cancelNow(id);
    expect((await checkout(client)).status).toBe(200);
  });

  it("is for a new customer if the provider has deleted the first", async () => {
    const { client, customer } = await app.startCheckout();
    app.provider.act.deleteCustomer(customer);
    expect((await checkout(client)).status).toBe(200);
    const state = await app.stateOf(client);
    expect(state.customerId).toEqual(expect.any(String));
    expect(state.customerId).not.toBe(customer);
  });

  it.each(["server-error", "rate-limit", "reset"] as const)(
    "returns 503 while the provider fails: %s",
    async (kind) => {
      const client = await app.register();
      app.provider.failNext({ kind, times: 20 });
      expect(await checkout(client)).toMatchObject({ status: 503, body: UNAVAILABLE });
      app.provider.clearFaults();
      expect((await checkout(client)).status).toBe(200);
    },
  );

  it.each(["server-error", "rate-limit"] as const)(
    "succeeds after an error that Stripe repeats for its idempotency key: %s",
    async (kind) => {
      const client = await app.register();
      app.provider.failNext({ kind, call: "customers.create", keptForKey: true });
      expect(await checkout(client)).toMatchObject({ status: 503, body: UNAVAILABLE });
      expect((await checkout(client)).status).toBe(200);
    },
  );

  it("creates one customer although the response to its creation was lost", async () => {
    const client = await app.register();
    const before = countCalls("customers.create");
    const created = app.provider.act.events.filter(({ type }) => type === "customer.created").length;
    app.provider.failNext({ kind: "reset", call: "customers.create", afterEffect: true });
    expect((await checkout(client)).status).toBe(503);
    const replayed = app.provider.calls.replayed;
    expect((await checkout(client)).status).toBe(200);
    expect(app.provider.calls.replayed).toBeGreaterThan(replayed);
    expect(countCalls("customers.create")).toBeGreaterThan(before);
    expect(app.provider.act.events.filter(({ type }) => type === "customer.created")).toHaveLength(created + 1);
  });

  it("is permitted for customers of the shop's other products, which give no premium and are not displayed", async () => {
    const { client, customer } = await app.startCheckout();
    const price = app.provider.act.addPrice({ amount: 900, of: "another product" });
    const { events } = app.provider.act.startSubscription({ customer, price });
    for (const event of events) expect(await app.deliver(event)).toBe(200);
    expect(await app.stateOf(client)).toMatchObject({ subscription: "free", subscriptionStripe: null, status: null });
    expect(await readPlan(client)).toMatchObject({ premium: false, subscription: null });
    const { status, body } = await checkout(client);
    expect(status).toBe(200);
    app.provider.act.completeCheckout(body.sessionId);
    expect((await client.post("/api/stripe/restore")).body).toEqual({ premium: true });
    expect((await checkout(client)).status).toBe(409);
  });

  it("is refused to subscribers who pay an older price of the same product", async () => {
    const { client, customer } = await app.startCheckout();
    const price = app.provider.act.addPrice({ amount: 1999, of: "the product" });
    app.provider.act.startSubscription({ customer, price });
    expect((await checkout(client)).status).toBe(409);
    expect(await isPremium(client)).toBe(true);
    expect((await readPlan(client)).subscription?.renewalPrice).toBe("19,99\u00a0€");
  });

  it("is refused to users who bought Premium in the mobile app, before the provider is called", async () => {
    const client = await app.register();
    await app.database.pool.query("update users set status_mobile = 'active' where id = $1", [client.userId]);
    const before = { ...app.provider.calls.counts };
    expect(await checkout(client)).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(/^Ya tienes Premium: lo compraste en la aplicación móvil/),
        code: "conflict",
      },
    });
    expect(app.provider.calls.counts).toEqual(before);
  });

  it("at an older price is expired and never returned once the price has changed", async () => {
    const { customer, session } = await app.startCheckout();
    const price = app.provider.act.addPrice({ amount: 3499, of: "the product" });
    const environment = { ...app.provider.environment, STRIPE_PRICE_ID: price };
    const later = await createTestApp({
      now: app.clock.now().toISOString(),
      environment,
      payments: app.provider.client,
    });
    try {
      const client = await later.register();
      await later.database.pool.query("insert into user_billing (user_id, customer_id) values ($1, $2)", [
        client.userId,
        customer,
      ]);
      const { status, body } = await checkout(client);
      expect(status).toBe(200);
      expect(body.sessionId).not.toBe(session);
      expect(() => app.provider.act.completeCheckout(session)).toThrow("expired, not open");
      expect((await checkout(client)).body.sessionId).toBe(body.sessionId);
      app.provider.act.completeCheckout(body.sessionId);
      expect(app.provider.act.subscriptionsOf(customer)[0]?.items.data[0]?.price.id).toBe(price);
    } finally {
      await later.close();
    }
  });
});

describe("restoring a purchase before the event arrives", () => {
  it("gives premium at once", async () => {
    const { client, session } = await app.startCheckout();
    expect((await client.post("/api/stripe/restore")).body).toEqual({ premium: false });
    app.provider.act.completeCheckout(session);
    expect(await isPremium(client)).toBe(false);
    expect((await client.post("/api/stripe/restore")).body).toEqual({ premium: true });
    expect(await isPremium(client)).toBe(true);
  });

  it("runs once for repeated requests", async () => {
    const { client } = await app.startCheckout();
    const before = countCalls("subscriptions.list");
    app.provider.failNext({ kind: "slow", call: "subscriptions.list", delayMs: 300 });
    const responses = Promise.all(Array.from({ length: 20 }, () => client.post("/api/stripe/restore")));
    expect((await app.visitor().get("/api/stripe/price")).status).toBe(200);
    expect(new Set((await responses).map(({ status }) => status))).toEqual(new Set([200]));
    expect(countCalls("subscriptions.list") - before).toBeLessThanOrEqual(2);
  });

  it("does nothing for a user who never paid, and does not call the provider", async () => {
    const client = await app.register();
    const before = countCalls("subscriptions.list");
    expect((await client.post("/api/stripe/restore")).body).toEqual({ premium: false });
    expect(countCalls("subscriptions.list")).toBe(before);
  });
});

describe("the plan", () => {
  it("contains what the settings display in each state", async () => {
    const { client, customer, session } = await app.startCheckout();
    expect((await readPlan(client)).subscription).toBeNull();
    app.provider.act.completeCheckout(session);
    await client.post("/api/stripe/restore");
    const id = app.provider.act.subscriptionsOf(customer)[0]?.id ?? "";
    const end = new Date(
      (app.provider.act.subscriptions.find(id).items.data[0]?.current_period_end ?? 0) * 1000,
    ).toISOString();
    const alive = { manageable: true, over: false };
    expect(await readPlan(client)).toMatchObject({
      premium: true,
      subscription: { status: "active", renewsAt: end, endsAt: null, graceUntil: null, ...alive },
      folders: { used: 0, limit: null },
      sold: true,
      adFrame: null,
    });
    for (const way of ["classic", "portal"] as const) {
      app.provider.act.cancelAtPeriodEnd(id, way);
      await client.post("/api/stripe/restore");
      expect((await readPlan(client)).subscription).toMatchObject({ status: "active", renewsAt: null, endsAt: end });
      app.provider.act.reactivate(id);
      await client.post("/api/stripe/restore");
      expect((await readPlan(client)).subscription).toMatchObject({ renewsAt: end, endsAt: null });
    }
    app.provider.act.failPayment(id);
    await followTimeAndSignIn(client);
    await client.post("/api/stripe/restore");
    expect(await readPlan(client)).toMatchObject({
      premium: true,
      subscription: { status: "past_due", renewsAt: null, graceUntil: expect.any(String), ...alive },
    });
    app.provider.act.cancelNow(id);
    await client.post("/api/stripe/restore");
    expect(await readPlan(client)).toMatchObject({
      premium: false,
      subscription: { status: "canceled", renewsAt: null, endsAt: expect.any(String), over: true },
    });
  });
});

describe("a new address of the account", () => {
  async function changeEmail(client: TestClient, email: string): Promise<void> {
    await client.put("/api/auth/email", { email, currentPassword: PASSWORD });
    await app.runJobs();
    const letter = app.mails.findLast(({ to }) => to === email);
    const token = /\/verify-email#token=([\w-]+)/.exec(letter?.text ?? "")?.[1];
    expect((await client.post("/api/auth/verify-email", { token })).status).toBe(200);
  }

  it("is sent to the provider at once, so that receipts go there", async () => {
    const { client, customer } = await app.startCheckout();
    expect(app.provider.emailOf(customer)).toBe(client.email);
    await changeEmail(client, "recibos@repasa.example");
    expect(app.provider.emailOf(customer)).toBe(client.email);
    await app.runJobs();
    expect(app.provider.emailOf(customer)).toBe("recibos@repasa.example");
  });

  it("is sent again after a failure of the provider, and is ignored for users without a customer", async () => {
    const { client, customer } = await app.startCheckout();
    await changeEmail(client, "tarde@repasa.example");
    app.provider.failNext({ kind: "server-error" });
    await app.runJobs();
    expect(app.provider.emailOf(customer)).toBe(client.email);
    app.provider.clearFaults();
    await app.runJobs();
    expect(app.provider.emailOf(customer)).toBe("tarde@repasa.example");

    const before = countCalls("customers.update");
    await changeEmail(await app.register(), "gratis@repasa.example");
    await app.runJobs();
    expect(countCalls("customers.update")).toBe(before);
    app.provider.act.deleteCustomer(customer);
    await changeEmail(client, "perdido@repasa.example");
    await app.runJobs();
    const { rows } = await app.database.pool.query("select state from pgboss.job where name = 'auth.email-changed'");
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["completed"]));
  });

  it("is sent before a checkout opens, be it an existing or a new one", async () => {
    const { client, customer, session } = await app.startCheckout();
    await app.database.pool.query("update users set email = 'otra@repasa.example' where id = $1", [client.userId]);
    expect((await checkout(client)).body.sessionId).toBe(session);
    expect(app.provider.emailOf(customer)).toBe("otra@repasa.example");
    await app.database.pool.query("update users set email = 'tercera@repasa.example' where id = $1", [client.userId]);
    app.provider.act.passTime({ seconds: 23.5 * 3600 });
    app.followTime();
    expect((await checkout(client)).status).toBe(200);
    expect(app.provider.emailOf(customer)).toBe("tercera@repasa.example");
  });
});

describe("the portal", () => {
  it("opens for a user who has paid, with their current address", async () => {
    const { client, customer, session } = await app.startCheckout();
    app.provider.act.completeCheckout(session);
    await app.database.pool.query("update users set email = 'nueva@repasa.example' where id = $1", [client.userId]);
    const response = await client.post<{ url: string }>(PORTAL, {});
    expect(response).toMatchObject({ status: 200, body: { url: expect.stringContaining(app.provider.urlOfPages) } });
    expect(app.provider.emailOf(customer)).toBe("nueva@repasa.example");
  });

  it("is refused to a user who never started a payment", async () => {
    const client = await app.register();
    expect(await client.post(PORTAL, {})).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await app.visitor().post(PORTAL, {})).status).toBe(401);
  });
});
