import { subscriptionOf } from "../objects/invoice.ts";
import { noSuch, Refusal } from "../refusal.ts";
import { refundCharge } from "../state/refunds.ts";
import { type Handlers, playsOnly } from "./call.ts";
import { inRange, listPage } from "./pagination.ts";
import { checkInteger, mergeMetadata } from "./parameters.ts";

type RecordCall =
  | "products.retrieve"
  | "prices.retrieve"
  | "invoices.list"
  | "invoices.retrieve"
  | "events.list"
  | "events.retrieve"
  | "refunds.create";

/** What is read, and refunds. */
export const recordHandlers: Handlers<RecordCall> = {
  "products.retrieve": ({ account, id }) => {
    const product = account.products.get(id);
    if (!product) throw noSuch("product", id);
    return product;
  },

  "prices.retrieve": ({ account, id }) => account.price(id),

  "invoices.retrieve": ({ account, id }) => {
    const invoice = account.invoices.get(id);
    if (!invoice) throw noSuch("invoice", id);
    return invoice;
  },

  "invoices.list": ({ account, params }) => {
    const played = ["customer", "subscription", "status", "created", "limit", "starting_after", "ending_before"];
    playsOnly(params, "invoices.list", played);
    if (params.customer !== undefined && !account.customers.has(params.customer)) {
      throw noSuch("customer", params.customer, "customer");
    }
    const found = [...account.invoices.values()]
      .filter(({ customer }) => params.customer === undefined || customer === params.customer)
      .filter((one) => params.subscription === undefined || subscriptionOf(one) === params.subscription)
      .filter(({ status }) => params.status === undefined || status === params.status)
      .filter(({ created }) => inRange(created, params.created));
    return listPage(found, params, "/v1/invoices");
  },

  "events.retrieve": ({ account, id }) => {
    const event = account.events.all.find((one) => one.id === id);
    if (!event) throw noSuch("event", id);
    return event;
  },

  "events.list": ({ account, params }) => {
    const { type, types } = params;
    playsOnly(params, "events.list", ["type", "types", "created", "limit", "starting_after", "ending_before"]);
    if (type !== undefined && types !== undefined) {
      throw new Refusal("You may only specify one of these parameters: type, types.");
    }
    const fits = (name: string, pattern: string) =>
      pattern.endsWith(".*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
    const patterns = types ?? (type === undefined ? undefined : [type]);
    const found = account.events.all
      .filter((one) => patterns === undefined || patterns.some((pattern) => fits(one.type, pattern)))
      .filter(({ created }) => inRange(created, params.created));
    return listPage(found, params, "/v1/events");
  },

  "refunds.create": ({ account, params }) => {
    const { charge, payment_intent: intent, amount, reason, metadata } = params;
    playsOnly(params, "refunds.create", ["charge", "payment_intent", "amount", "reason", "metadata"]);
    if ((charge === undefined) === (intent === undefined)) {
      throw new Refusal("You must provide one of these parameters: charge, payment_intent.", { param: "charge" });
    }
    checkInteger(amount, "amount", 1, 99_999_999);
    const found = [...account.charges.values()].find(
      (one) => one.id === charge || (one.payment_intent === intent && one.status === "succeeded"),
    );
    if (!found)
      throw charge ? noSuch("charge", charge, "charge") : noSuch("payment_intent", `${intent}`, "payment_intent");
    return refundCharge(account, found, {
      ...(amount === undefined ? {} : { amount }),
      reason: reason ?? null,
      metadata: mergeMetadata({}, metadata),
    });
  },
};
