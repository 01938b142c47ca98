import type { Plan } from "@repasa/contract/billing.ts";
import { afterEach, describe, expect, it } from "vitest";
import { sharedStripeApp } from "#testing/stripe-app.ts";
import { PASSWORD, type TestClient } from "#testing/test-app.ts";

const DAY_MS = 86_400_000;

const app = await sharedStripeApp();
afterEach(() => {
  app.provider.clearFaults();
});

/** Delivers a customer's events, each twice and the latest first, and runs the jobs that follow. */
async function deliver(customer: string, events: readonly object[]): Promise<void> {
  app.followTime();
  // Time passes for the customers of other tests, too.
  const own = events.filter((event) => JSON.stringify(event).includes(customer));
  for (const event of [...own, ...own].reverse()) expect(await app.deliver(event)).toBe(200);
  await app.runJobs();
}

async function subscribe() {
  const checkout = await app.startCheckout();
  await deliver(checkout.customer, app.provider.act.completeCheckout(checkout.session));
  const id = app.provider.act.subscriptionsOf(checkout.customer)[0]?.id ?? "";
  const letters = () =>
    app.mails
      .filter(({ to, subject }) => to === checkout.client.email && /Premium/.test(subject))
      .map(({ subject, text }) => ({ subject, text: text.replace(/\s+/g, " ") }));
  return { ...checkout, id, letters };
}

const getPeriodEnd = (id: string) =>
  new Date((app.provider.act.subscriptions.find(id).items.data[0]?.current_period_end ?? 0) * 1000);
const formatDate = (date: Date, timeZone = "UTC") =>
  new Intl.DateTimeFormat("es", { dateStyle: "long", timeZone }).format(date);
const logIn = (client: TestClient) => client.post("/api/auth/login", { email: client.email, password: PASSWORD });

async function planRenewals(): Promise<void> {
  await app.runHandler("billing", "planRenewals");
  await app.runJobs();
}

describe("a paying user gets a letter", () => {
  it("on the paid amount and the renewal date, once per payment", async () => {
    const { customer, id, letters } = await subscribe();
    expect(letters()).toHaveLength(1);
    expect(letters()[0]).toMatchObject({
      subject: "Tu pago de Repasa Premium",
      text: expect.stringContaining(`el ${formatDate(getPeriodEnd(id))} por 29,99 €`),
    });
    await app.runHandler("billing", "reconcile");
    await app.runJobs();
    expect(letters()).toHaveLength(1);
    await deliver(customer, app.provider.act.reachPeriodEnd(id));
    expect(letters().map(({ subject }) => subject)).toEqual([
      "Tu pago de Repasa Premium",
      "Hemos renovado tu Repasa Premium",
    ]);
  });

  it("although the event is late, and no second one when it arrives", async () => {
    const { client, session, customer } = await app.startCheckout();
    const events = app.provider.act.completeCheckout(session);
    await client.post("/api/stripe/restore");
    await deliver(customer, events);
    const letters = app.mails.filter(({ to, subject }) => to === client.email && /pago/.test(subject));
    expect(letters).toHaveLength(1);
  });

  it("at their current address and in their current time zone", async () => {
    const { client, customer, session } = await app.startCheckout();
    const events = app.provider.act.completeCheckout(session);
    await client.get("/api/user/stats", { timeZone: "Pacific/Kiritimati" });
    await app.database.pool.query("update user_reminders set time_zone = 'Pacific/Kiritimati' where user_id = $1", [
      client.userId,
    ]);
    await app.database.pool.query("update users set email = 'pagos@repasa.example' where id = $1", [client.userId]);
    await deliver(customer, events);
    const letter = app.mails.find(({ to }) => to === "pagos@repasa.example");
    expect(letter?.subject).toBe("Tu pago de Repasa Premium");
    const end = getPeriodEnd(app.provider.act.subscriptionsOf(customer)[0]?.id ?? "");
    expect(letter?.text.replace(/\s+/g, " ")).toContain(`el ${formatDate(end, "Pacific/Kiritimati")} por`);
  });
});

describe("a renewal that fails", () => {
  it("causes one letter, and is displayed until it is paid", async () => {
    const { client, customer, id, letters } = await subscribe();
    await deliver(customer, app.provider.act.failPayment(id));
    await logIn(client);
    const grace = new Date(
      (app.provider.act.subscriptions.find(id).items.data[0]?.current_period_start ?? 0) * 1000 + 7 * DAY_MS,
    );
    expect((await client.get("/api/auth/user")).body).toMatchObject({ premium: true, graceUntil: grace.toISOString() });
    // Another attempt of the provider causes no other letter.
    await deliver(customer, app.provider.act.failPayment(id));
    const failed = letters().filter(({ subject }) => subject === "No pudimos cobrar tu Repasa Premium");
    expect(failed).toHaveLength(1);
    expect(failed[0]?.text).toContain(`Actualiza la tarjeta antes del ${formatDate(grace)}`);
    expect(failed[0]?.text).toContain("/settings");
    await deliver(customer, app.provider.act.recoverPayment(id));
    expect((await client.get("/api/auth/user")).body).toMatchObject({ premium: true, graceUntil: null });
    expect(letters().at(-1)?.subject).toBe("Hemos renovado tu Repasa Premium");
  });

  it("causes no letter if it was paid in the meantime", async () => {
    const { id, letters } = await subscribe();
    const [failed] = app.provider.act.failPayment(id).filter(({ type }) => type === "invoice.payment_failed");
    app.followTime();
    await app.deliver(failed as object);
    for (const event of app.provider.act.recoverPayment(id)) await app.deliver(event);
    await app.runJobs();
    expect(letters().map(({ subject }) => subject)).not.toContain("No pudimos cobrar tu Repasa Premium");
  });
});

describe("a renewal", () => {
  it("is announced once, 14 days before, with its price, unless it was cancelled", async () => {
    const { client, id, letters } = await subscribe();
    const ending = await subscribe();
    await deliver(ending.customer, app.provider.act.cancelAtPeriodEnd(ending.id, "portal"));
    const at = getPeriodEnd(id).getTime() - 14 * DAY_MS;
    app.clock.set(new Date(at - 1));
    await planRenewals();
    expect(letters()).toHaveLength(1);
    app.clock.set(new Date(at));
    await planRenewals();
    app.clock.advance(DAY_MS);
    await planRenewals();
    expect(letters().slice(1)).toMatchObject([
      {
        subject: `Tu Repasa Premium se renueva el ${formatDate(getPeriodEnd(id))}`,
        text: expect.stringContaining("por 29,99 €"),
      },
    ]);
    expect(ending.letters()).toHaveLength(1);
    await logIn(client);
    expect((await client.get<Plan>("/api/user/plan")).body.subscription?.renewalPrice).toBe("29,99\u00a0€");
  });

  it("is not announced after a cancellation whose event was lost", async () => {
    const { id, letters } = await subscribe();
    app.provider.act.cancelAtPeriodEnd(id, "portal");
    app.clock.set(new Date(getPeriodEnd(id).getTime() - 10 * DAY_MS));
    await planRenewals();
    expect(letters()).toHaveLength(1);
  });

  it("at another price is announced once, as soon as the price is known", async () => {
    const { customer, id, letters } = await subscribe();
    const price = app.provider.act.addPrice({ amount: 3499, of: "the product" });
    await deliver(customer, app.provider.act.changePrice(id, price));
    await app.runHandler("billing", "reconcile");
    await app.runJobs();
    expect(letters().slice(1)).toMatchObject([{ subject: "Cambia el precio de tu Repasa Premium" }]);
    const text = letters()[1]?.text ?? "";
    for (const part of ["29,99 €", "34,99 €", formatDate(getPeriodEnd(id))]) expect(text).toContain(part);
  });
});
