import type Stripe from "stripe";
import { type Account, createId, find } from "./account.ts";
import { ApiError, createMissingError } from "./api-error.ts";
import { deleteCustomer, endSubscription, expireCheckout } from "./lifecycle.ts";
import { build } from "./objects.ts";
import type { CallName, CheckoutParams, RequestTypes } from "./stripe-types.ts";

type Params<N extends CallName> = RequestTypes[N];

type Call<N extends CallName> = [
  route: string,
  /** `params` fit their schema, with null instead of empty strings; `id` is the one in the path. */
  answer: (account: Account, params: Params<N>, id: string) => object,
];

/** Returns a list, the newest first. It has one page. */
function createList<T>(oldestFirst: T[], url: string) {
  return { object: "list", data: oldestFirst.toReversed(), has_more: false, url };
}

function createCustomer(account: Account, params: Params<"customers.create">): Stripe.Customer {
  const { email = null, metadata = {}, preferred_locales = [] } = params;
  const fields = { email, metadata, preferred_locales, created: account.now(), tax_exempt: "none" as const };
  const customer = build("customer", { id: createId("cus"), ...fields });
  account.customers.set(customer.id, customer);
  account.record("customer.created", customer);
  return customer;
}

function updateCustomer(account: Account, { email }: Params<"customers.update">, id: string): Stripe.Customer {
  const customer = account.customer(id);
  if (email === undefined || email === customer.email) return customer;
  customer.email = email || null;
  account.record("customer.updated", customer);
  return customer;
}

function findPrice({ price }: Account, id: string): Stripe.Price {
  if (price.id !== id) throw createMissingError("price", id);
  return price;
}

function createCheckout(account: Account, params: CheckoutParams): Stripe.Checkout.Session {
  const { subscription_data: _, line_items, mode, customer, metadata = {}, ...rest } = params;
  const [item, second] = line_items;
  if (item?.quantity !== 1 || second) throw new ApiError("The double sells one thing at a time.", { malformed: true });
  const { unit_amount, currency } = findPrice(account, item.price);
  const id = createId("cs_test");
  const created = account.now();
  const session = build("checkout.session", {
    client_reference_id: null,
    cancel_url: null,
    locale: null,
    ...rest,
    id,
    mode,
    created,
    metadata,
    currency,
    amount_total: unit_amount,
    customer: account.customer(customer).id,
    expires_at: created + 24 * 3600,
    payment_status: "unpaid",
    status: "open",
    ui_mode: "hosted_page",
    url: `${account.baseUrl}/pay/${id}`,
  });
  account.checkouts.set(id, session);
  return session;
}

function listCheckouts({ checkouts }: Account, params: Params<"checkout.sessions.list">) {
  const found = [...checkouts.values()].filter(
    ({ customer, status }) => customer === params.customer && status === "open",
  );
  return createList(found, "/v1/checkout/sessions");
}

function createPortal(account: Account, params: Params<"billingPortal.sessions.create">) {
  const { locale = null, return_url = null } = params;
  const customer = account.customer(params.customer).id;
  const url = `${account.baseUrl}/portal/${customer}?${new URLSearchParams({ back: return_url ?? "" })}`;
  const fields = { id: createId("bps"), created: account.now(), customer, locale, return_url, url };
  return build("billing_portal.session", fields);
}

function listSubscriptions(account: Account, { customer, status }: Params<"subscriptions.list">) {
  // The customer may be deleted, but must have existed.
  const found = account.subscriptionsOf(find(account.customers, "customer", customer).id);
  return createList(status === "all" ? found : found.filter((one) => one.status !== "canceled"), "/v1/subscriptions");
}

const calls: { [N in CallName]: Call<N> } = {
  "customers.create": ["POST /v1/customers", createCustomer],
  // A deleted customer is returned as a stub.
  "customers.retrieve": ["GET /v1/customers/:id", ({ customers }, _, id) => find(customers, "customer", id)],
  "customers.update": ["POST /v1/customers/:id", updateCustomer],
  "customers.del": ["DELETE /v1/customers/:id", (account, _, id) => deleteCustomer(account, id)],
  "prices.retrieve": ["GET /v1/prices/:id", (account, _, id) => findPrice(account, id)],
  "checkout.sessions.create": ["POST /v1/checkout/sessions", createCheckout],
  "checkout.sessions.list": ["GET /v1/checkout/sessions", listCheckouts],
  "checkout.sessions.expire": [
    "POST /v1/checkout/sessions/:id/expire",
    (account, _, id) => expireCheckout(account, find(account.checkouts, "checkout.session", id)),
  ],
  "billingPortal.sessions.create": ["POST /v1/billing_portal/sessions", createPortal],
  "subscriptions.list": ["GET /v1/subscriptions", listSubscriptions],
  "subscriptions.cancel": [
    "DELETE /v1/subscriptions/:id",
    (account, _, id) => endSubscription(account, find(account.subscriptions, "subscription", id)),
  ],
  "invoices.retrieve": ["GET /v1/invoices/:id", ({ invoices }, _, id) => find(invoices, "invoice", id)],
};

/** Finds the call that a request makes. Its `answer` takes parameters that fit their schema, and may throw an ApiError. */
export function findCall(method: string, path: string) {
  for (const [name, [route, answer]] of Object.entries(calls) as [CallName, Call<never>][]) {
    const match = new RegExp(`^${route.replace(":id", "([^/]+)")}$`).exec(`${method} ${path}`);
    const answerTo = (account: Account, params: object) => answer(account, params as never, match?.[1] ?? "");
    if (match) return { name, answer: answerTo };
  }
  return undefined;
}
