import type Stripe from "stripe";
import { buildCustomer } from "../objects/customer.ts";
import { noSuch, Refusal } from "../refusal.ts";
import type { Account } from "../state/account.ts";
import { previousOf } from "../state/events.ts";
import { newId } from "../state/ids.ts";
import { deleteCustomer } from "../state/subscriptions.ts";
import { type Handlers, playsOnly } from "./call.ts";
import { inRange, listPage } from "./pagination.ts";
import { checkEmail, checkLength, mergeMetadata, orNull } from "./parameters.ts";
import { parseSearchQuery } from "./search-query.ts";

type CustomerCall =
  | "customers.create"
  | "customers.retrieve"
  | "customers.update"
  | "customers.del"
  | "customers.list"
  | "customers.search";

const PLAYED = ["email", "name", "phone", "description", "metadata", "preferred_locales"];
/** Stripe's search index lags: what was made a moment ago is not found yet. */
const SEARCH_LAG = 60;

function existing(account: Account): Stripe.Customer[] {
  return [...account.customers.values()].filter((one): one is Stripe.Customer => !one.deleted);
}

function checkFields(params: { email?: string; name?: string; description?: string }): void {
  checkEmail(params.email, "email");
  checkLength(params.email, 512, "email");
  checkLength(params.name, 256, "name");
}

export const customerHandlers: Handlers<CustomerCall> = {
  "customers.create": ({ account, params }) => {
    playsOnly(params, "customers.create", PLAYED);
    checkFields(params);
    const customer = buildCustomer({
      id: newId("cus"),
      created: account.time.now(),
      invoicePrefix: newId("req").slice(4, 12).toUpperCase(),
      email: orNull(params.email),
      name: orNull(params.name),
      phone: orNull(params.phone),
      description: orNull(params.description),
      metadata: mergeMetadata({}, params.metadata),
      preferredLocales: params.preferred_locales ?? [],
    });
    account.customers.set(customer.id, customer);
    account.events.record("customer.created", customer);
    return customer;
  },

  // A deleted customer is still answered, as a stub.
  "customers.retrieve": ({ account, id }) => {
    const customer = account.customers.get(id);
    if (!customer) throw noSuch("customer", id);
    return customer;
  },

  "customers.update": ({ account, id, params }) => {
    playsOnly(params, "customers.update", PLAYED);
    checkFields(params);
    const customer = account.customer(id);
    const patch: Partial<Stripe.Customer> = {
      ...(params.email === undefined ? {} : { email: orNull(params.email) }),
      ...(params.name === undefined ? {} : { name: orNull(params.name) }),
      ...(params.phone === undefined ? {} : { phone: orNull(params.phone) }),
      ...(params.description === undefined ? {} : { description: orNull(params.description) }),
      ...(params.preferred_locales === undefined ? {} : { preferred_locales: params.preferred_locales }),
      metadata: mergeMetadata(customer.metadata, params.metadata),
    };
    const previous = previousOf(customer, patch);
    Object.assign(customer, patch);
    if (previous) account.events.record("customer.updated", customer, previous);
    return customer;
  },

  "customers.del": ({ account, id }) => {
    deleteCustomer(account, id);
    return account.customers.get(id) as Stripe.DeletedCustomer;
  },

  "customers.list": ({ account, params }) => {
    playsOnly(params, "customers.list", ["email", "created", "limit", "starting_after", "ending_before"]);
    const found = existing(account)
      // Unlike search, the list compares addresses letter by letter.
      .filter(({ email }) => params.email === undefined || email === params.email)
      .filter(({ created }) => inRange(created, params.created));
    return listPage(found, params, "/v1/customers");
  },

  "customers.search": ({ account, params }) => {
    playsOnly(params, "customers.search", ["query", "limit", "page"]);
    const matches = parseSearchQuery(params.query);
    const indexed = account.time.now() - SEARCH_LAG;
    const found = existing(account).filter((one) => one.created <= indexed && matches(one));
    const { page } = params;
    if (page !== undefined && !found.some(({ id }) => id === page)) {
      throw new Refusal("Invalid page token", { param: "page" });
    }
    const cursor = page === undefined ? {} : { starting_after: page };
    const { data, has_more } = listPage(found, { ...cursor, ...(params.limit ? { limit: params.limit } : {}) }, "");
    const next_page = has_more ? (data.at(-1)?.id ?? null) : null;
    return { object: "search_result", data, has_more, next_page, url: "/v1/customers/search" };
  },
};
