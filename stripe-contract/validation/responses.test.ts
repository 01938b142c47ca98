import { readFileSync } from "node:fs";
import { join } from "node:path";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { buildCustomer } from "../objects/customer.ts";
import { buildPrice } from "../objects/price.ts";
import { buildSubscription } from "../objects/subscription.ts";
import { checkObject } from "./schemas.ts";

const subscription = buildSubscription({
  id: "sub_1",
  itemId: "si_1",
  created: 1_790_000_000,
  customer: "cus_1",
  price: buildPrice({
    id: "price_1",
    product: "prod_1",
    productName: "Premium",
    created: 1_790_000_000,
    currency: "eur",
    amount: 2999,
    interval: "year",
    active: true,
  }),
  quantity: 1,
  status: "active",
  period: { start: 1_790_000_000, end: 1_821_536_000 },
  trial: null,
  paymentMethod: null,
  metadata: {},
  description: null,
});

test("what the types describe passes", () => {
  expect(() => checkObject("subscription", subscription)).not.toThrow();
  expect(() => checkObject("customer", buildCustomer({ id: "cus_1", created: 1, invoicePrefix: "A" }))).not.toThrow();
});

test.each([
  ["a missing field", { ...subscription, cancel_at: undefined }, "cancel_at"],
  ["a status that is none", { ...subscription, status: "cancelled" }, "/status"],
  ["a text for a number", { ...subscription, created: "now" }, "/created"],
  ["a wrong field inside", { ...subscription, items: { ...subscription.items, data: [{}] } }, "/items/data/0"],
])("%s is found", (_, object, where) => {
  expect(() => checkObject("subscription", object)).toThrow(where);
});

test.each(["requests", "responses"])("%s.json is of the installed client; if not, run generate-schemas.mjs", (name) => {
  const { $comment } = JSON.parse(readFileSync(join(import.meta.dirname, "..", "schemas", `${name}.json`), "utf8"));
  expect($comment).toContain(`stripe ${Stripe.PACKAGE_VERSION} (${Stripe.API_VERSION})`);
});
