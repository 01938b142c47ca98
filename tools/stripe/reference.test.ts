// Compares the double with Stripe's own published contract, where `../shared/stripe` lies beside the checkout.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import type { StripeEvent } from "./account.ts";
import { startStripeContract } from "./contract-server.ts";
import type { Schema, SchemaFile } from "./generate-schemas.ts";
import { schemas } from "./schemas.ts";
import type { CallName } from "./stripe-types.ts";
import { checkoutParams, officialClient, visit } from "./testing/official-client.ts";

const folder = resolve(import.meta.dirname, "../../../shared/stripe");
const found = existsSync(folder);
const read = (name: string) => JSON.parse(readFileSync(resolve(folder, name), "utf8"));

/** The parameters that a schema knows, as paths with their values. */
function parametersOf({ definitions }: Pick<SchemaFile, "definitions">, root: Schema): Set<string> {
  const paths = new Set<string>();
  const walk = (named: Schema, path: string): void => {
    const schema = named.$ref ? (definitions[named.$ref.split("/").at(-1)] ?? {}) : named;
    for (const one of schema.anyOf ?? []) walk(one, path);
    if (schema.items) walk(schema.items, `${path}[]`);
    for (const value of [...(schema.enum ?? []), schema.const]) if (value) paths.add(`${path}=${value}`);
    if (schema.properties && schema.additionalProperties === false) paths.add(`${path} is closed`);
    for (const [name, property] of Object.entries<Schema>(schema.properties ?? {})) {
      paths.add(`${path}.${name}`);
      walk(property, `${path}.${name}`);
    }
  };
  walk(root, "");
  return paths;
}

/** By call: its reference, and the parameters of which the double takes a part. */
const REQUESTS: [CallName, string, ...string[]][] = [
  ["customers.create", "Req_CustomersCreate"],
  ["checkout.sessions.create", "Req_CheckoutSessionsCreate", "mode", "line_items", "subscription_data"],
  ["subscriptions.list", "Req_SubscriptionsList", "status"],
  ["billingPortal.sessions.create", "Req_PortalSessionsCreate"],
];

const EVENTS: Record<string, string> = {
  "checkout.session.completed": "Res_EvCheckoutCompleted",
  "customer.subscription.created": "Res_EvSubCreated",
  "customer.subscription.updated": "Res_EvSubUpdated",
  "customer.subscription.deleted": "Res_EvSubDeleted",
  "invoice.paid": "Res_EvInvoicePaid",
};

describe.skipIf(!found)(`Stripe's published contract${found ? "" : ` (skipped: there is no ${folder})`}`, () => {
  let events: readonly StripeEvent[];
  const answers: [reference: string, answer: object][] = [];

  beforeAll(async () => {
    const contract = await startStripeContract();
    const stripe = officialClient(contract);
    const customer = await stripe.customers.create({ email: "ana@example.com" });
    const session = await stripe.checkout.sessions.create(checkoutParams(contract, customer.id));
    answers.push(["Res_Customer", customer], ["Res_CheckoutSession", session]);
    answers.push(["Res_Price", await stripe.prices.retrieve(contract.environment.STRIPE_PRICE_ID ?? "")]);
    answers.push(["Res_PortalSession", await stripe.billingPortal.sessions.create({ customer: customer.id })]);
    await visit(session.url, { action: "pay" });
    await stripe.customers.del(customer.id);
    events = contract.events;
    await contract.close();
  });

  test.each(REQUESTS)("has the parameters of %s", (call, reference, ...partly) => {
    const theirs = read("req.schema.endive-23.1.0.json");
    const known = parametersOf(theirs, theirs.definitions[reference]);
    const ours = parametersOf(schemas.requests, schemas.requests.roots[call] ?? {});
    expect([...ours].filter((path) => !known.has(path))).toEqual([]);
    const isWhole = (path: string) => {
      const [, name = ""] = /^\.(\w+)/.exec(path) ?? [];
      return ours.has(`.${name}`) && !partly.includes(name);
    };
    expect([...known].filter((path) => isWhole(path) && !ours.has(path))).toEqual([]);
  });

  test("requires no parameter that the double does not", () => {
    const { paths } = read("openapi-requests.2023-08-16.json");
    const { definitions, roots } = schemas.requests;
    for (const [call, path] of [
      ["checkout.sessions.create", "/v1/checkout/sessions"],
      ["billingPortal.sessions.create", "/v1/billing_portal/sessions"],
    ] as const) {
      const { schema } = paths[path].post.requestBody.content["application/x-www-form-urlencoded"];
      const ours = definitions[roots[call]?.$ref.split("/").at(-1)]?.required;
      expect(ours).toEqual(expect.arrayContaining(schema.required));
    }
  });

  test("fits the answers and events of the double", () => {
    const options = { strict: false, validateSchema: false, inlineRefs: false, code: { optimize: false } };
    const ajv = new Ajv(options).addSchema({ ...read("res.schema.loose.endive-23.1.0.json"), $id: "reference" });
    for (const [type, reference] of Object.entries(EVENTS)) {
      answers.push([reference, events.find((event) => event.type === type) ?? { missing: type }]);
    }
    for (const [reference, answer] of answers) {
      const validate = ajv.getSchema(`reference#/definitions/${reference}`);
      expect([reference, validate?.(JSON.parse(JSON.stringify(answer))), validate?.errors]).toEqual([
        reference,
        true,
        null,
      ]);
    }
  });

  test("has sample objects with no field that the double's lack, but what is gone or optional in the types", () => {
    const samples = readdirSync(resolve(folder, "events")).map((file) => read(`events/${file}`).data.object);
    const { resources } = read("fixtures3.2026-07-29.json");
    for (const kind of ["customer", "subscription", "invoice", "checkout.session"]) samples.push(resources[kind]);
    const ours = new Map(events.map(({ data }) => [String(data.object.object), data.object]));
    const fields = samples.flatMap(({ object, ...rest }) => Object.keys(rest).map((field) => ({ object, field })));
    const lacking = fields.filter(({ object, field }) => !(field in (ours.get(object) ?? {})));
    expect(new Set(lacking.map(({ object, field }) => `${object}.${field}`))).toEqual(
      new Set(["checkout.session.phone_number_collection", "customer.next_invoice_sequence", "invoice.subscription"]),
    );
  });
});
