import type Stripe from "stripe";
import { type Account, newId } from "./account.ts";
import { ApiError, malformed, noSuch } from "./api-error.ts";
import { deleteCustomer, endSubscription, expireCheckout, isOver, presentCheckout } from "./lifecycle.ts";
import { buildCheckoutSession, buildCustomer, buildPortalSession } from "./objects.ts";
import type { CallName, RequestTypes } from "./stripe-types.ts";

interface Call<N extends CallName> {
  route: string;
  /** The parameters that make a difference here; any other is refused, instead of silently ignored. */
  supported: readonly (keyof RequestTypes[N] & string)[];
  /** `params` is valid by the schema, and null in it is an empty string; `id` is that in the path. */
  answer: (account: Account, params: RequestTypes[N], id: string) => object;
}

function needs<T>(value: T | undefined, param: string): T {
  if (value !== undefined && value !== "") return value;
  throw malformed(`Missing required param: ${param}.`, { param, code: "parameter_missing" });
}

function supportsOnly(object: object, supported: readonly string[], place = ""): void {
  const other = Object.keys(object).find((key) => !supported.includes(key));
  if (other !== undefined) throw unsupported(place + other);
}

function unsupported(param: string): ApiError {
  return malformed(`The double has no behaviour for ${param}.`, { param });
}

function checkUrl(value: string | undefined, param: string): void {
  if (value === undefined || (URL.canParse(value) && /^https?:/.test(value))) return;
  throw malformed("Not a valid URL", { param, code: "url_invalid" });
}

function checkEmail(email: string | undefined): void {
  if (!email || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return;
  throw malformed(`Invalid email address: ${email}`, { param: "email", code: "email_invalid" });
}

/** A page of a list: newest first, after a cursor. */
function pageOf<T extends { id: string }>(oldestFirst: T[], params: Stripe.PaginationParams, url: string) {
  const { limit = 10, starting_after: cursor } = params;
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw malformed("Invalid limit", { param: "limit" });
  const newestFirst = oldestFirst.toReversed();
  const at = cursor === undefined ? -1 : newestFirst.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && at === -1) throw noSuch("object", cursor);
  const rest = newestFirst.slice(at + 1);
  return { object: "list", data: rest.slice(0, limit), has_more: rest.length > limit, url };
}

function createCustomer(account: Account, params: Stripe.CustomerCreateParams): Stripe.Customer {
  checkEmail(params.email);
  const { email = null, metadata, preferred_locales = [] } = params;
  const customer = buildCustomer(account.now(), {
    email,
    metadata: (metadata || {}) as Stripe.Metadata,
    preferred_locales,
  });
  account.customers.set(customer.id, customer);
  account.record("customer.created", customer);
  return customer;
}

/** A deleted customer is still answered, as a stub. */
function retrieveCustomer({ customers }: Account, _: unknown, id: string): object {
  const customer = customers.get(id);
  if (!customer) throw noSuch("customer", id);
  return customer;
}

function forgetCustomer(account: Account, _: unknown, id: string): object {
  deleteCustomer(account, id);
  return retrieveCustomer(account, _, id);
}

function updateCustomer(account: Account, { email }: Stripe.CustomerUpdateParams, id: string): Stripe.Customer {
  checkEmail(email);
  const customer = account.customer(id);
  if (email !== undefined) account.change("customer.updated", customer, { email: email || null });
  return customer;
}

function createCheckout(account: Account, params: Stripe.Checkout.SessionCreateParams): Stripe.Checkout.Session {
  if (needs(params.mode, "mode") !== "subscription") throw unsupported("mode");
  checkUrl(needs(params.success_url, "success_url"), "success_url");
  checkUrl(params.cancel_url, "cancel_url");
  const [item, second] = needs(params.line_items, "line_items");
  if (!item || second) throw unsupported("line_items");
  supportsOnly(item, ["price", "quantity"], "line_items[0].");
  const quantity = needs(item.quantity, "line_items[0][quantity]");
  if (!Number.isInteger(quantity) || quantity < 1) throw malformed("Invalid quantity");
  const price = account.price(needs(item.price, "line_items[0][price]"));
  supportsOnly(params.subscription_data ?? {}, ["metadata"], "subscription_data.");
  const customer = account.customer(needs(params.customer, "customer"));
  const id = newId("cs_test");
  const session = buildCheckoutSession(account.now(), price, quantity, {
    id,
    customer: customer.id,
    client_reference_id: params.client_reference_id ?? null,
    cancel_url: params.cancel_url ?? null,
    success_url: params.success_url ?? null,
    locale: params.locale ?? null,
    url: `${account.baseUrl}/pay/${id}`,
  });
  account.checkoutSessions.set(id, session);
  account.checkoutParams.set(id, params);
  return session;
}

function listCheckouts(account: Account, params: Stripe.Checkout.SessionListParams) {
  const found = [...account.checkoutSessions.keys()]
    .map((id) => presentCheckout(account, id))
    .filter(({ customer }) => params.customer === undefined || customer === params.customer)
    .filter(({ status }) => params.status === undefined || status === params.status);
  return pageOf(found, params, "/v1/checkout/sessions");
}

function expireOpenCheckout(account: Account, _: unknown, id: string): Stripe.Checkout.Session {
  const session = presentCheckout(account, id);
  if (session.status !== "open") throw new ApiError(`Only open sessions can be expired; ${id} is ${session.status}.`);
  expireCheckout(account, session);
  return session;
}

function createPortal(account: Account, params: Stripe.BillingPortal.SessionCreateParams) {
  const customer = account.customer(needs(params.customer, "customer"));
  checkUrl(params.return_url, "return_url");
  const id = newId("bps");
  const session = buildPortalSession(account.now(), {
    id,
    customer: customer.id,
    locale: params.locale ?? null,
    return_url: params.return_url ?? null,
    url: `${account.baseUrl}/portal/${id}`,
  });
  account.portalSessions.set(id, session);
  return session;
}

function listSubscriptions(account: Account, params: Stripe.SubscriptionListParams) {
  const { customer, status } = params;
  // One may ask for a deleted customer's, but not for those of nobody.
  if (customer !== undefined && !account.customers.has(customer)) throw noSuch("customer", customer);
  if (status === "ended") throw unsupported("status");
  const found = [...account.subscriptions.values()]
    .filter((one) => customer === undefined || one.customer === customer)
    .filter((one) => status === "all" || (status === undefined ? one.status !== "canceled" : one.status === status));
  return pageOf(found, params, "/v1/subscriptions");
}

function cancelSubscription(account: Account, _: unknown, id: string): Stripe.Subscription {
  const subscription = account.subscription(id);
  // Stripe does not find what is over already.
  if (isOver(subscription)) throw noSuch("subscription", id);
  endSubscription(account, subscription);
  return subscription;
}

const calls: { [N in CallName]: Call<N> } = {
  "customers.create": {
    route: "POST /v1/customers",
    supported: ["email", "metadata", "preferred_locales"],
    answer: createCustomer,
  },
  "customers.retrieve": { route: "GET /v1/customers/:id", supported: [], answer: retrieveCustomer },
  "customers.update": { route: "POST /v1/customers/:id", supported: ["email"], answer: updateCustomer },
  "customers.del": { route: "DELETE /v1/customers/:id", supported: [], answer: forgetCustomer },
  "prices.retrieve": { route: "GET /v1/prices/:id", supported: [], answer: (account, _, id) => account.price(id) },
  "checkout.sessions.create": {
    route: "POST /v1/checkout/sessions",
    supported: [
      ...(["mode", "customer", "client_reference_id", "line_items", "subscription_data"] as const),
      ...(["success_url", "cancel_url", "locale"] as const),
    ],
    answer: createCheckout,
  },
  "checkout.sessions.list": {
    route: "GET /v1/checkout/sessions",
    supported: ["customer", "status", "limit", "starting_after"],
    answer: listCheckouts,
  },
  "checkout.sessions.expire": {
    route: "POST /v1/checkout/sessions/:id/expire",
    supported: [],
    answer: expireOpenCheckout,
  },
  "billingPortal.sessions.create": {
    route: "POST /v1/billing_portal/sessions",
    supported: ["customer", "return_url", "locale"],
    answer: createPortal,
  },
  "subscriptions.list": {
    route: "GET /v1/subscriptions",
    supported: ["customer", "status", "limit", "starting_after"],
    answer: listSubscriptions,
  },
  "subscriptions.cancel": { route: "DELETE /v1/subscriptions/:id", supported: [], answer: cancelSubscription },
};

const routes = (Object.keys(calls) as CallName[]).map((name) => ({
  name,
  pattern: new RegExp(`^${calls[name].route.replace(":id", "(?<id>[^/]+)")}$`),
}));

/** Which call a request is, and the id in its path. */
export function findCall(method: string, path: string): { name: CallName; id: string } | undefined {
  for (const { name, pattern } of routes) {
    const match = pattern.exec(`${method} ${path}`);
    if (match) return { name, id: match.groups?.id ?? "" };
  }
  return undefined;
}

/** Answers a call whose parameters fit their schema, or throws an `ApiError`. */
export function answerCall(account: Account, name: CallName, params: Record<string, unknown>, id: string): object {
  const call = calls[name] as unknown as Call<CallName>;
  supportsOnly(params, call.supported);
  return call.answer(account, params as never, id);
}
