import type Stripe from "stripe";
import { type Account, createId } from "./account.ts";
import { createMalformedError, createMissingError } from "./api-error.ts";
import { deleteCustomer, endSubscription, expireCheckout, refreshCheckout } from "./lifecycle.ts";
import { build, buildCustomer } from "./objects.ts";
import type { CallName, CheckoutParams, PortalParams, RequestTypes } from "./stripe-types.ts";

type Params<N extends CallName> = RequestTypes[N];

/** A permission of a restricted key in the words of Stripe's dashboard; `Write` includes `Read`. */
export type Permission = `${string}: ${"Read" | "Write"}`;

type Call<N extends CallName> = [
  route: string,
  permission: Permission,
  /** `params` fit their schema, with null instead of empty strings; `id` is the one in the path. */
  answer: (account: Account, params: Params<N>, id: string) => object,
];

function checkUrl(value: string | undefined, param: string): void {
  if (value === undefined || (URL.canParse(value) && /^https?:/.test(value))) return;
  throw createMalformedError(`Not a valid URL: ${param}`);
}

/** Returns a page of a list, the newest first, after a cursor. */
function createPage<T extends { id: string }>(oldestFirst: T[], params: Stripe.PaginationParams, url: string) {
  const { limit = 10, starting_after: cursor } = params;
  if (limit < 1 || limit > 100) throw createMalformedError(`Invalid limit: ${limit}`);
  const newestFirst = oldestFirst.toReversed();
  const at = cursor === undefined ? -1 : newestFirst.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && at === -1) throw createMissingError("object", cursor);
  const rest = newestFirst.slice(at + 1);
  return { object: "list", data: rest.slice(0, limit), has_more: rest.length > limit, url };
}

function createCustomer(account: Account, params: Params<"customers.create">): Stripe.Customer {
  const { email = null, metadata = {}, preferred_locales = [] } = params;
  const customer = buildCustomer(account.now(), { email, metadata, preferred_locales });
  account.customers.set(customer.id, customer);
  account.record("customer.created", customer);
  return customer;
}

function updateCustomer(account: Account, { email }: Params<"customers.update">, id: string): Stripe.Customer {
  const customer = account.customer(id);
  if (email !== undefined) account.change("customer.updated", customer, { email: email || null });
  return customer;
}

function createCheckout(account: Account, params: CheckoutParams): Stripe.Checkout.Session {
  const { client_reference_id = null, cancel_url = null, success_url, locale = null } = params;
  checkUrl(success_url, "success_url");
  checkUrl(params.cancel_url, "cancel_url");
  const [item, second] = params.line_items;
  if (item?.quantity !== 1 || second) throw createMalformedError("The double sells one thing at a time.");
  const price = account.prices.find(item.price);
  const created = account.now();
  const id = createId("cs_test");
  const session = build("checkout.session", {
    id,
    client_reference_id,
    cancel_url,
    success_url,
    locale,
    created,
    metadata: params.metadata ?? {},
    amount_total: price.unit_amount,
    currency: price.currency,
    customer: account.customer(params.customer).id,
    expires_at: created + 24 * 3600,
    mode: "subscription",
    payment_status: "unpaid",
    status: "open",
    ui_mode: "hosted_page",
    url: `${account.baseUrl}/pay/${id}`,
  });
  account.checkouts.set(id, session);
  account.checkoutParams.set(id, params);
  return session;
}

function listCheckouts(account: Account, params: Params<"checkout.sessions.list">) {
  const found = [...account.checkouts.keys()]
    .map((id) => refreshCheckout(account, id))
    .filter(({ customer }) => params.customer === undefined || customer === params.customer)
    .filter(({ status }) => params.status === undefined || status === params.status);
  return createPage(found, params, "/v1/checkout/sessions");
}

function createPortal(account: Account, params: PortalParams): Stripe.BillingPortal.Session {
  const { locale = null, return_url = null } = params;
  checkUrl(params.return_url, "return_url");
  const customer = account.customer(params.customer).id;
  const id = createId("bps");
  const fields = { id, created: account.now(), customer, locale, return_url, url: `${account.baseUrl}/portal/${id}` };
  const session = build("billing_portal.session", fields);
  account.portals.set(id, session);
  return session;
}

function listSubscriptions(account: Account, params: Params<"subscriptions.list">) {
  const { customer, status } = params;
  // The customer may be deleted, but must have existed.
  if (customer !== undefined) account.customers.find(customer);
  const found = [...account.subscriptions.values()]
    .filter((one) => customer === undefined || one.customer === customer)
    .filter((one) => status === "all" || one.status !== "canceled");
  return createPage(found, params, "/v1/subscriptions");
}

const calls: { [N in CallName]: Call<N> } = {
  "customers.create": ["POST /v1/customers", "Customers: Write", createCustomer],
  // A deleted customer is returned as a stub.
  "customers.retrieve": ["GET /v1/customers/:id", "Customers: Read", ({ customers }, _, id) => customers.find(id)],
  "customers.update": ["POST /v1/customers/:id", "Customers: Write", updateCustomer],
  "customers.del": ["DELETE /v1/customers/:id", "Customers: Write", (account, _, id) => deleteCustomer(account, id)],
  "prices.retrieve": ["GET /v1/prices/:id", "Prices: Read", ({ prices }, _, id) => prices.find(id)],
  "checkout.sessions.create": ["POST /v1/checkout/sessions", "Checkout Sessions: Write", createCheckout],
  "checkout.sessions.list": ["GET /v1/checkout/sessions", "Checkout Sessions: Read", listCheckouts],
  "checkout.sessions.expire": [
    "POST /v1/checkout/sessions/:id/expire",
    "Checkout Sessions: Write",
    (account, _, id) => expireCheckout(account, refreshCheckout(account, id)),
  ],
  "billingPortal.sessions.create": ["POST /v1/billing_portal/sessions", "Customer portal: Write", createPortal],
  "subscriptions.list": ["GET /v1/subscriptions", "Subscriptions: Read", listSubscriptions],
  "subscriptions.cancel": [
    "DELETE /v1/subscriptions/:id",
    "Subscriptions: Write",
    (account, _, id) => endSubscription(account, account.subscriptions.find(id)),
  ],
  "invoices.retrieve": ["GET /v1/invoices/:id", "Invoices: Read", ({ invoices }, _, id) => invoices.find(id)],
};

/** Returns the name of the call that a request makes, and the id in its path. */
export function findCall(method: string, path: string): { name: CallName; id: string } | undefined {
  for (const [name, [route]] of Object.entries(calls) as [CallName, Call<never>][]) {
    const match = new RegExp(`^${route.replace(":id", "(?<id>[^/]+)")}$`).exec(`${method} ${path}`);
    if (match) return { name, id: match.groups?.id ?? "" };
  }
  return undefined;
}

/** The permission that a restricted key needs for each call. */
export const permissions = Object.fromEntries(
  Object.entries(calls).map(([name, [, permission]]) => [name, permission]),
) as Record<CallName, Permission>;

/** Returns whether a key with the permissions `granted` may make the call. */
export function isAllowed(call: CallName, granted: readonly Permission[]): boolean {
  const needed = permissions[call];
  return granted.some((one) => one === needed || one === needed.replace(/Read$/, "Write"));
}

/**
 * Answers a call whose parameters fit their schema.
 * @throws ApiError
 */
export function answerCall(account: Account, name: CallName, params: object, id: string): object {
  return calls[name][2](account, params as never, id);
}
