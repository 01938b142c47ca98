// The payment provider of the server's tests: an account in this process, and a client of it in place of Stripe's. The gateway's calls
// over HTTP have tests of their own (`billing.gateway.test.ts`).
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import Stripe from "stripe";
import type { PaymentClient } from "#platform/payments/payment-client.ts";
import { ProviderAccount, type ProviderEvent, refused } from "./provider-account.ts";

const WEBHOOK_SECRET = "whsec_test";
const URL_OF_PAGES = "https://pay.provider.example";

/** Each call, and the permission that a restricted key needs for it, in the words of Stripe's dashboard; `Write` includes `Read`. */
export const permissions = {
  "customers.create": "Customers: Write",
  "customers.retrieve": "Customers: Read",
  "customers.update": "Customers: Write",
  "customers.del": "Customers: Write",
  "prices.retrieve": "Prices: Read",
  "checkout.sessions.create": "Checkout Sessions: Write",
  "checkout.sessions.list": "Checkout Sessions: Read",
  "checkout.sessions.expire": "Checkout Sessions: Write",
  "billingPortal.sessions.create": "Customer portal: Write",
  "subscriptions.list": "Subscriptions: Read",
  "subscriptions.cancel": "Subscriptions: Write",
  "invoices.retrieve": "Invoices: Read",
} as const;

export type CallName = keyof typeof permissions;
export type Permission = `${string}: ${"Read" | "Write"}`;

/** Returns whether a key with the permissions `granted` may make the call. */
export function isAllowed(call: CallName, granted: readonly Permission[]): boolean {
  const needed = permissions[call];
  return granted.some((one) => one === needed || one === needed.replace(/Read$/, "Write"));
}

type Fault = {
  /** `server-error` 500, `rate-limit` 429, `reset` a cut connection, `slow` a late response. */
  kind: "server-error" | "rate-limit" | "reset" | "slow";
  /** The number of calls that it affects, each of which is one with its repetitions; 1 by default. */
  times?: number;
  /** The call that it affects; by default any. */
  call?: CallName;
  /** The delay of `slow` in milliseconds. */
  delayMs?: number;
  /** True if the call takes effect and only its response is lost or late, the case that idempotency keys are for. */
  afterEffect?: boolean;
  /** True if the error is stored for the call's idempotency key and replayed, as Stripe does if a call fails half-way. */
  keptForKey?: boolean;
};

type Keyed = { key: string; params: object };
type Outcome = { value: object } | { error: Error };

function createFaultError(kind: Exclude<Fault["kind"], "slow">): Error {
  const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors;
  const message = `the call failed: ${kind}`;
  if (kind === "reset") return new StripeConnectionError({ type: "api_error", message });
  if (kind === "rate-limit")
    return new StripeRateLimitError({ type: "invalid_request_error", message, statusCode: 429 });
  return new StripeAPIError({ type: "api_error", message, statusCode: 500 });
}

/** Performs calls as Stripe does: with faults on demand, permissions, and one response for each idempotency key. */
class Calls {
  /** The number of each call. */
  readonly counts: Partial<Record<CallName, number>> = {};
  /** Responses that were repeated for an idempotency key. */
  replayed = 0;
  /** Faults that have happened. */
  faulted = 0;
  faults: Fault[] = [];
  permissions: readonly Permission[] | null = null;
  readonly #outcomes = new Map<string, { params: object; outcome: Outcome }>();

  async perform<T extends object>(name: CallName, respond: () => T, keyed?: Keyed): Promise<T> {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    if (this.permissions && !isAllowed(name, this.permissions)) {
      const message = "The provided key does not have the required permissions.";
      throw new Stripe.errors.StripePermissionError({ type: "invalid_request_error", message, statusCode: 403 });
    }
    const { kind, delayMs, afterEffect, keptForKey } = this.#takeFault(name) ?? {};
    // A response takes a turn of the event loop, as one from a network does.
    await sleep(kind === "slow" && !afterEffect ? delayMs : 0);
    if (kind && kind !== "slow" && !afterEffect) {
      const error = createFaultError(kind);
      if (keyed && keptForKey) this.#outcomes.set(keyed.key, { params: keyed.params, outcome: { error } });
      throw error;
    }
    const outcome = this.#decide(respond, keyed);
    if (kind === "slow" && afterEffect) await sleep(delayMs);
    else if (kind && kind !== "slow") throw createFaultError(kind);
    if ("error" in outcome) throw outcome.error;
    return structuredClone(outcome.value) as T;
  }

  #decide(respond: () => object, keyed: Keyed | undefined): Outcome {
    const stored = keyed && this.#outcomes.get(keyed.key);
    if (stored && !isDeepStrictEqual(stored.params, keyed.params))
      throw refused("The key was used for another request.");
    if (stored) this.replayed++;
    const outcome = stored?.outcome ?? decide(respond);
    if (keyed) this.#outcomes.set(keyed.key, { params: keyed.params, outcome });
    return outcome;
  }

  #takeFault(call: CallName): Fault | undefined {
    const index = this.faults.findIndex((fault) => fault.call === undefined || fault.call === call);
    if (index === -1) return undefined;
    this.faulted++;
    return this.faults.splice(index, 1)[0];
  }
}

function decide(respond: () => object): Outcome {
  try {
    return { value: structuredClone(respond()) };
  } catch (error) {
    return { error: error as Error };
  }
}

function createClient(account: ProviderAccount, calls: Calls): PaymentClient {
  const listed = <T extends object>(name: CallName, respond: () => T[]) => ({
    autoPagingToArray: () => calls.perform(name, respond),
    async *[Symbol.asyncIterator]() {
      yield* await calls.perform(name, respond);
    },
  });
  const { customers, subscriptions, invoices, prices } = account;
  return {
    prices: { retrieve: (id) => calls.perform("prices.retrieve", () => prices.find(id)) },
    invoices: { retrieve: (id) => calls.perform("invoices.retrieve", () => invoices.find(id)) },
    subscriptions: {
      list: ({ customer = "" }) =>
        listed("subscriptions.list", () => account.subscriptionsOf(customers.find(customer).id).reverse()),
      cancel: (id) =>
        calls.perform("subscriptions.cancel", () => {
          account.cancelNow(id);
          return subscriptions.find(id);
        }),
    },
    customers: {
      create: (params, { idempotencyKey: key }) =>
        calls.perform("customers.create", () => account.createCustomer(params.email ?? null), { key, params }),
      // A deleted customer is returned as a stub.
      retrieve: (id) => calls.perform("customers.retrieve", () => customers.find(id)),
      update: (id, { email }) =>
        calls.perform("customers.update", () => Object.assign(account.findCustomer(id), { email })),
      del: (id) =>
        calls.perform("customers.del", () => {
          account.deleteCustomer(id);
          return customers.find(id);
        }),
    },
    checkout: {
      sessions: {
        create: ({ customer = "", line_items: [item] = [], metadata }) =>
          calls.perform("checkout.sessions.create", () => {
            const kept = Object.fromEntries(
              Object.entries(metadata || {}).map(([name, value]) => [name, String(value)]),
            );
            return account.createCheckout(customer, item?.price ?? "", kept, `${URL_OF_PAGES}/pay`);
          }),
        list: ({ customer = "" }) => listed("checkout.sessions.list", () => account.listOpenCheckouts(customer)),
        expire: (id) => calls.perform("checkout.sessions.expire", () => account.expireCheckout(id)),
      },
    },
    billingPortal: {
      sessions: {
        create: ({ customer = "" }) =>
          calls.perform("billingPortal.sessions.create", () => ({
            url: `${URL_OF_PAGES}/portal/${account.findCustomer(customer).id}`,
          })),
      },
    },
  };
}

export function createPaymentProvider(start: Date) {
  const account = new ProviderAccount(start);
  const calls = new Calls();
  return {
    client: createClient(account, calls),
    /** The environment variables with which the server sells what the account sells. */
    environment: {
      STRIPE_SECRET_KEY: "sk_test_provider",
      STRIPE_PUBLISHABLE_KEY: "pk_test_provider",
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_ID: account.soldPrice.id,
    },
    urlOfPages: URL_OF_PAGES,
    act: account,
    calls,
    failNext: (fault: Fault) => calls.faults.push(...Array.from({ length: fault.times ?? 1 }, () => fault)),
    clearFaults: () => {
      calls.faults = [];
    },
    /** Restricts the key to these permissions; null lifts the restriction. */
    restrictKey: (granted: readonly Permission[] | null) => {
      calls.permissions = granted;
    },
    emailOf: (customer: string) => account.findCustomer(customer).email,
    /** Signs an event as Stripe does; `signedAt` is in seconds since 1970. */
    sign: (event: object, signedAt: number) => {
      const body = JSON.stringify(event, null, 2);
      const signed = { payload: body, secret: WEBHOOK_SECRET, timestamp: signedAt };
      const signature = Stripe.webhooks.generateTestHeaderString(signed);
      return { body, headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature } };
    },
  };
}

export type PaymentProvider = ReturnType<typeof createPaymentProvider>;

type WithItems = { items?: { data: { current_period_end: number; current_period_start: number }[] } };

/** Returns an event in the form of an older version of the API, which an endpoint may be pinned to: there a period is not of an item. */
export function convertToOlderVersion({ data, ...event }: ProviderEvent): object {
  const { items, ...object }: typeof data.object & WithItems = data.object;
  const [period] = items?.data ?? [];
  return { ...event, api_version: "2024-06-20", data: { object: { ...period, ...object } } };
}
