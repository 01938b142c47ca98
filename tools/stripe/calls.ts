import type Stripe from "stripe";
import { type Account, newId } from "./account.ts";
import { malformed, noSuch } from "./api-error.ts";
import { deleteCustomer, endSubscription, expireCheckout, presentCheckout } from "./lifecycle.ts";
import { build, buildCustomer } from "./objects.ts";
import type { CallName, CheckoutParams, PortalParams, RequestTypes } from "./stripe-types.ts";

type Params<N extends CallName> = RequestTypes[N];

interface Call<N extends CallName> {
  route: string;
  /** `params` fit their schema, and null in them is an empty string; `id` is that in the path. */
  answer: (account: Account, params: Params<N>, id: string) => object;
}

function checkUrl(value: string | undefined, param: string): void {
  if (value === undefined || (URL.canParse(value) && /^https?:/.test(value))) return;
  throw malformed(`Not a valid URL: ${param}`);
}

/** A page of a list: newest first, after a cursor. */
function pageOf<T extends { id: string }>(oldestFirst: T[], params: Stripe.PaginationParams, url: string) {
  const { limit = 10, starting_after: cursor } = params;
  if (limit < 1 || limit > 100) throw malformed(`Invalid limit: ${limit}`);
  const newestFirst = oldestFirst.toReversed();
  const at = cursor === undefined ? -1 : newestFirst.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && at === -1) throw noSuch("object", cursor);
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

/** A deleted customer is still answered, as a stub. */
function retrieveCustomer({ customers }: Account, _: unknown, id: string): object {
  const customer = customers.get(id);
  if (!customer) throw noSuch("customer", id);
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
  if (item?.quantity !== 1 || second) throw malformed("The double sells one thing at a time.");
  const price = account.price(item.price);
  const created = account.now();
  const id = newId("cs_test");
  const session = build("checkout.session", {
    id,
    ...{ client_reference_id, cancel_url, success_url, locale, created, metadata: params.metadata ?? {} },
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
  account.checkoutSessions.set(id, session);
  account.checkoutParams.set(id, params);
  return session;
}

function listCheckouts(account: Account, params: Params<"checkout.sessions.list">) {
  const found = [...account.checkoutSessions.keys()]
    .map((id) => presentCheckout(account, id))
    .filter(({ customer }) => params.customer === undefined || customer === params.customer)
    .filter(({ status }) => params.status === undefined || status === params.status);
  return pageOf(found, params, "/v1/checkout/sessions");
}

function createPortal(account: Account, params: PortalParams): Stripe.BillingPortal.Session {
  const { locale = null, return_url = null } = params;
  checkUrl(params.return_url, "return_url");
  const customer = account.customer(params.customer).id;
  const id = newId("bps");
  const fields = { id, created: account.now(), customer, locale, return_url, url: `${account.baseUrl}/portal/${id}` };
  const session = build("billing_portal.session", fields);
  account.portalSessions.set(id, session);
  return session;
}

function listSubscriptions(account: Account, params: Params<"subscriptions.list">) {
  const { customer, status } = params;
  // One may ask for a deleted customer's, but not for those of nobody.
  if (customer !== undefined && !account.customers.has(customer)) throw noSuch("customer", customer);
  const found = [...account.subscriptions.values()]
    .filter((one) => customer === undefined || one.customer === customer)
    .filter((one) => status === "all" || one.status !== "canceled");
  return pageOf(found, params, "/v1/subscriptions");
}

const calls: { [N in CallName]: Call<N> } = {
  "customers.create": { route: "POST /v1/customers", answer: createCustomer },
  "customers.retrieve": { route: "GET /v1/customers/:id", answer: retrieveCustomer },
  "customers.update": { route: "POST /v1/customers/:id", answer: updateCustomer },
  "customers.del": { route: "DELETE /v1/customers/:id", answer: (account, _, id) => deleteCustomer(account, id) },
  "prices.retrieve": { route: "GET /v1/prices/:id", answer: (account, _, id) => account.price(id) },
  "checkout.sessions.create": { route: "POST /v1/checkout/sessions", answer: createCheckout },
  "checkout.sessions.list": { route: "GET /v1/checkout/sessions", answer: listCheckouts },
  "checkout.sessions.expire": {
    route: "POST /v1/checkout/sessions/:id/expire",
    answer: (account, _, id) => expireCheckout(account, presentCheckout(account, id)),
  },
  "billingPortal.sessions.create": { route: "POST /v1/billing_portal/sessions", answer: createPortal },
  "subscriptions.list": { route: "GET /v1/subscriptions", answer: listSubscriptions },
  "subscriptions.cancel": {
    route: "DELETE /v1/subscriptions/:id",
    answer: (account, _, id) => endSubscription(account, account.subscription(id)),
  },
  "invoices.retrieve": { route: "GET /v1/invoices/:id", answer: (account, _, id) => account.invoice(id) },
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
export function answerCall(account: Account, name: CallName, params: object, id: string): object {
  return calls[name].answer(account, params as never, id);
}
