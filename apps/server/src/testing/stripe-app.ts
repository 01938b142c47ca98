import type { Logger } from "pino";
import { afterAll } from "vitest";
import { billingJobs } from "#features/billing/billing.jobs.ts";
import { createPaymentProvider, type PaymentProvider } from "./payment-provider.ts";
import { createTestApp, type TestApp, type TestClient } from "./test-app.ts";

export type StripeApp = TestApp & {
  provider: PaymentProvider;
  /** Posts an event to the webhook with a new signature, runs the jobs that it enqueues, and returns the status of the response. */
  deliver(event: object): Promise<number>;
  /** Sets the app's clock to the provider's time, which acts may have advanced. */
  followTime(): void;
  startCheckout(): Promise<{ client: TestClient; customer: string; session: string }>;
  stateOf(client: TestClient): Promise<LocalState>;
};

export type LocalState = {
  subscription: string;
  subscriptionStripe: string | null;
  customerId: string | null;
  status: string | null;
  currentPeriodEnd: Date | null;
  endsAt: Date | null;
};

/** Creates an app for all tests of a file, which calls this at its top; it is closed after them. */
export async function sharedStripeApp(): Promise<StripeApp> {
  const app = await createStripeApp();
  afterAll(() => app.close());
  return app;
}

export async function createStripeApp(environment: Record<string, string> = {}, log?: Logger): Promise<StripeApp> {
  const now = "2026-03-10T12:00:00Z";
  // Acts advance the provider's time, and the app's clock is set to it: with one clock for both, each act would advance it twice.
  const provider = createPaymentProvider(new Date(now));
  const app = await createTestApp({
    now,
    environment: { ...provider.environment, ...environment },
    payments: provider.client,
    ...(log && { log }),
  });
  return {
    ...app,
    provider,
    async deliver(event) {
      const { body, headers } = provider.sign(event, Math.floor(app.clock.now().getTime() / 1000));
      const response = await app.app.inject({ method: "POST", url: "/api/stripe/webhook", headers, payload: body });
      await app.runJobs(billingJobs.sync.name);
      await app.runJobs(billingJobs.payment.name);
      return response.statusCode;
    },
    followTime: () => app.clock.set(new Date(provider.act.now() * 1000)),
    async startCheckout() {
      const client = await app.register();
      const { status, body } = await client.post<{ sessionId: string }>("/api/stripe/create-checkout-session", {});
      if (status !== 200) throw new Error(`no checkout: ${JSON.stringify(body)}`);
      const { rows } = await app.database.pool.query("select customer_id from user_billing where user_id = $1", [
        client.userId,
      ]);
      return { client, customer: rows[0].customer_id, session: body.sessionId };
    },
    async stateOf({ userId }) {
      const { rows } = await app.database.pool.query(
        `select subscription, subscription_stripe as "subscriptionStripe", customer_id as "customerId", status,
          current_period_end as "currentPeriodEnd", ends_at as "endsAt"
        from users left join user_billing on user_id = users.id where users.id = $1`,
        [userId],
      );
      return rows[0];
    },
  };
}
