// @module-tag hostile
import { readFileSync } from "node:fs";
import { pino } from "pino";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { isAllowed, type Permission, permissions } from "#testing/payment-provider.ts";
import { createStripeApp } from "#testing/stripe-app.ts";
import type { TestClient } from "#testing/test-app.ts";

const guide = readFileSync(new URL("../../../../../docs/operating.md", import.meta.url), "utf8");
const documented = [...guide.matchAll(/^\| ([A-Z][\w ]+) \| (Read|Write) \|/gm)].map(
  ([, resource, access]): Permission => `${resource}: ${access as "Read" | "Write"}`,
);
const withoutInvoices = documented.filter((one) => !one.startsWith("Invoices"));

const lines: Record<string, unknown>[] = [];
const app = await createStripeApp({}, pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }));
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
});
afterEach(() => {
  app.provider.restrictKey(null);
  app.provider.clearFaults();
});

const lettersTo = ({ email }: TestClient) =>
  app.mails.filter(({ to, subject }) => to === email && /Premium/.test(subject)).map(({ subject }) => subject);

const errors = () => lines.filter(({ level }) => level === 50);

async function deliverAll(events: readonly object[]): Promise<void> {
  for (const event of events) expect(await app.deliver(event)).toBe(200);
  await app.runJobs();
}

describe("a restricted key", () => {
  it("needs the permissions in the guide, and no others", () => {
    const needed: readonly Permission[] = Object.values(permissions);
    // "Write" includes "Read" where both are needed.
    const least = needed.filter(
      (one) => !needed.includes(one.replace(/Read$/, "Write") as Permission) || /Write$/.test(one),
    );
    expect(new Set(documented)).toEqual(new Set(least));
    for (const call of Object.keys(permissions))
      expect(isAllowed(call as keyof typeof permissions, documented)).toBe(true);
  });

  it("gives Premium through the webhook although it may not read invoices, and the letter follows once it may", async () => {
    app.provider.restrictKey(withoutInvoices);
    const { client, session } = await app.startCheckout();
    await deliverAll(app.provider.act.completeCheckout(session));
    expect((await app.stateOf(client)).subscription).toBe("active");
    expect(lettersTo(client)).toEqual([]);
    app.provider.restrictKey(documented);
    await app.runHandler("billing", "reconcile");
    await app.runJobs();
    await app.runHandler("billing", "reconcile");
    await app.runJobs();
    expect(lettersTo(client)).toEqual(["Tu pago de Repasa Premium"]);
  });

  it("gives Premium by restoring although it may not read invoices, and one line in the log names the missing permission", async () => {
    app.provider.restrictKey(withoutInvoices);
    const { client, session } = await app.startCheckout();
    app.provider.act.completeCheckout(session);
    expect(await client.post("/api/stripe/restore")).toMatchObject({ status: 200, body: { premium: true } });
    await app.runJobs();
    expect(errors()).toMatchObject([
      { permission: "Invoices: Read", msg: expect.stringContaining("STRIPE_SECRET_KEY") },
    ]);
    app.provider.restrictKey(null);
    await client.post("/api/stripe/restore");
    await app.runJobs();
    expect(lettersTo(client)).toEqual(["Tu pago de Repasa Premium"]);
  });

  it("sends the letter on a failed renewal without its amount", async () => {
    const { client, customer, session } = await app.startCheckout();
    await deliverAll(app.provider.act.completeCheckout(session));
    app.provider.restrictKey(withoutInvoices);
    const id = app.provider.act.subscriptionsOf(customer)[0]?.id ?? "";
    const events = app.provider.act.failPayment(id).filter((event) => JSON.stringify(event).includes(customer));
    app.followTime();
    await deliverAll(events);
    expect(lettersTo(client)).toEqual(["Tu pago de Repasa Premium", "No pudimos cobrar tu Repasa Premium"]);
    const text = app.mails.findLast(({ to }) => to === client.email)?.text.replace(/\s+/g, " ");
    expect(text).toContain("No pudimos cobrar la renovación de Repasa Premium");
  });
});

describe.each(["server-error", "reset"] as const)("a failed call for an invoice: %s", (kind) => {
  it("delays only the letter", async () => {
    const { client, session } = await app.startCheckout();
    app.provider.act.completeCheckout(session);
    app.provider.failNext({ kind, call: "invoices.retrieve" });
    expect(await client.post("/api/stripe/restore")).toMatchObject({ status: 200, body: { premium: true } });
    await app.runJobs();
    expect(lettersTo(client)).toEqual([]);
    await app.runJobs();
    expect(lettersTo(client)).toEqual(["Tu pago de Repasa Premium"]);
  });
});
