import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { billingJobs } from "#features/billing/billing.jobs.ts";
import { convertToOlderVersion } from "#testing/payment-provider.ts";
import type { ProviderEvent } from "#testing/provider-account.ts";
import { createStripeApp, type LocalState, type StripeApp } from "#testing/stripe-app.ts";

const DAY = 86_400;
// `npm run test:faults` runs more of both. Each round has a provider of its own, because a provider's time passes for all its customers.
const ORDERS = Number(process.env.ORDERS ?? 8);
const rounds = Array.from({ length: Number(process.env.ROUNDS ?? 1) }, (_, index) => index + 1);

let app: StripeApp;
beforeEach(async () => {
  app = await createStripeApp();
});
afterEach(() => app.close());

/** Acts on a subscription at the provider, which throw if its state does not permit them. */
const acts = {
  renew: (id: string) => app.provider.act.reachPeriodEnd(id),
  fail: (id: string) => app.provider.act.failPayment(id),
  recover: (id: string) => app.provider.act.recoverPayment(id),
  unpaid: (id: string) => app.provider.act.giveUpPayment(id, "unpaid"),
  giveUp: (id: string) => app.provider.act.giveUpPayment(id, "canceled"),
  wait: () => app.provider.act.passTime({ days: 3 }),
  cancelClassic: (id: string) => app.provider.act.cancelAtPeriodEnd(id, "classic"),
  cancelInPortal: (id: string) => app.provider.act.cancelAtPeriodEnd(id, "portal"),
  reactivate: (id: string) => app.provider.act.reactivate(id),
  cancelNow: (id: string) => app.provider.act.cancelNow(id),
  pause: (id: string) => app.provider.act.pause(id),
  resume: (id: string) => app.provider.act.resume(id),
  refund: (id: string) => app.provider.act.refund(id),
};
type Act = keyof typeof acts;

/** Computes the expected state from the provider's objects, independently of the product's code. */
function computeExpectedState(customer: string): Omit<LocalState, "customerId"> {
  const all = app.provider.act.subscriptionsOf(customer);
  const alive = all.filter(({ status }) => !["canceled", "incomplete_expired"].includes(status));
  const [one] = alive.length > 0 ? alive : all.reverse();
  if (!one) throw new Error("the customer never had a subscription");
  const [item] = one.items.data;
  const inGrace = one.status === "past_due" && app.provider.act.now() < item.current_period_start + 7 * DAY;
  const premium = one.status === "active" || one.status === "trialing" || inGrace;
  const end = one.ended_at ?? one.cancel_at ?? (one.cancel_at_period_end ? item.current_period_end : null);
  return {
    subscription: premium ? "active" : one.status,
    subscriptionStripe: one.id,
    status: one.status,
    currentPeriodEnd: new Date(item.current_period_end * 1000),
    endsAt: end === null ? null : new Date(end * 1000),
  };
}

/** Expects at most one letter for each payment, and only for payments that were made or failed. */
function expectNoDuplicateLetters(email: string, customer: string): void {
  const invoices = (type: string) =>
    new Set(
      app.provider.act.events
        .filter((event) => event.type === type && JSON.stringify(event).includes(customer))
        .map(({ data: { object } }) => ("id" in object ? object.id : "")),
    ).size;
  const letters = (subject: RegExp) =>
    app.mails.filter((mail) => mail.to === email && subject.test(mail.subject)).length;
  expect(letters(/Tu pago|renovado/)).toBeLessThanOrEqual(invoices("invoice.paid"));
  expect(letters(/No pudimos cobrar/)).toBeLessThanOrEqual(invoices("invoice.payment_failed"));
  expect(letters(/^Tu pago/)).toBeLessThanOrEqual(1);
  expect(letters(/Cambia el precio/)).toBe(0);
}

function perform(name: Act, id: string): ProviderEvent[] {
  try {
    return acts[name](id);
  } catch {
    // The state of the subscription does not permit the act.
    return [];
  }
}

const history = fc.record({
  steps: fc.array(fc.constantFrom(...(Object.keys(acts) as Act[])), { minLength: 2, maxLength: 7 }),
  // For each event: its position among the others, the number of deliveries, and whether it has the format of an older version.
  deliveries: fc.infiniteStream(
    fc.record({
      when: fc.double({ noNaN: true, min: 0, max: 1 }),
      times: fc.integer({ min: 1, max: 2 }),
      older: fc.boolean(),
    }),
  ),
  /** Whether events are delivered during the history, or all of them after it. */
  meanwhile: fc.boolean(),
});

it.each(rounds)(
  "stores the provider's final state after events in any order, repeated and in older formats (round %i)",
  {
    timeout: 300_000,
  },
  async () => {
    const counts = { orders: 0, equal: 0, deliveries: 0 };
    await fc.assert(
      fc.asyncProperty(history, async ({ steps, deliveries, meanwhile }) => {
        const { client, customer, session } = await app.startCheckout();
        const waiting: { event: object; when: number }[] = [];
        const scheduleDeliveries = (events: ProviderEvent[]) => {
          // Time passes for all customers, but the events of other histories' customers would only slow this one down.
          for (const event of events.filter((one) => JSON.stringify(one).includes(customer))) {
            const { when, times, older } = deliveries.next().value ?? { when: 0, times: 1, older: false };
            const body = older ? convertToOlderVersion(event) : event;
            for (let copy = 0; copy < times; copy++) waiting.push({ event: body, when: (when + copy * 0.37) % 1 });
          }
        };
        const deliverSome = async (count: number) => {
          waiting.sort((a, b) => a.when - b.when);
          const some = waiting.splice(0, count);
          // Three at once, as the provider does not wait for one before it sends the next.
          for (let first = 0; first < some.length; first += 3) {
            const answers = await Promise.all(some.slice(first, first + 3).map(({ event }) => app.deliver(event)));
            expect(new Set(answers)).toEqual(new Set([200]));
          }
          counts.deliveries += some.length;
        };
        scheduleDeliveries(app.provider.act.completeCheckout(session));
        for (const event of app.provider.act.otherApplication().events.slice(0, 2)) waiting.push({ event, when: 0.5 });
        const id = app.provider.act.subscriptionsOf(customer)[0]?.id ?? "";
        for (const step of steps) {
          scheduleDeliveries(perform(step, id));
          app.followTime();
          if (meanwhile) await deliverSome(2);
        }
        await deliverSome(waiting.length);
        counts.orders++;
        await app.runJobs(billingJobs.notice.name);
        expectNoDuplicateLetters(client.email, customer);
        expect(await app.stateOf(client)).toMatchObject(computeExpectedState(customer));
        counts.equal++;
      }),
      { numRuns: ORDERS, endOnFailure: true },
    );
    process.stdout.write(
      `Stripe: ${counts.equal} of ${counts.orders} delivery orders ended equal (${counts.deliveries} deliveries)\n`,
    );
    expect(counts.equal).toBe(ORDERS);
  },
);
