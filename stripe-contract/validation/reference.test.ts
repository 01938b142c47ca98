// Compares this server with Stripe's own published contract, where `../shared/stripe` lies beside the checkout. What is
// published there stays there; these tests are the second opinion on what the server was built from.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StripeContract, startStripeContract } from "../contract-server.ts";
import type { CallName } from "../contract-types.ts";
import type { ContractEvent } from "../state/events.ts";
import { officialClient, planCheckout, refusalOf } from "../testing/official-client.ts";

const folder = join(import.meta.dirname, "..", "..", "..", "shared", "stripe");
const found = existsSync(folder);
const title = found
  ? "Stripe's published contract"
  : "SKIPPED, no ../shared/stripe beside the checkout: Stripe's published contract";

interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

interface SchemaFile {
  roots?: Record<string, Schema>;
  definitions: Record<string, Schema>;
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}

/** Every parameter that a schema knows, as `path`, with `!` where it is required and its values where they are few. */
function parametersOf(file: SchemaFile, root: Schema): string[] {
  const paths: string[] = [];
  const walk = (schema: Schema, path: string) => {
    if (schema.$ref) return walk(file.definitions[schema.$ref.split("/").at(-1) ?? ""] ?? {}, path);
    for (const one of schema.anyOf ?? []) walk(one, path);
    if (schema.items) walk(schema.items, `${path}[]`);
    for (const value of schema.enum ?? []) if (value !== "") paths.push(`${path}=${String(value)}`);
    if (schema.const !== undefined && schema.const !== "") paths.push(`${path}=${String(schema.const)}`);
    if (schema.properties) paths.push(`${path} closed: ${schema.additionalProperties === false}`);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const inside = `${path}.${name}${schema.required?.includes(name) ? "!" : ""}`;
      paths.push(inside);
      walk(property, inside);
    }
  };
  walk(root, "");
  return [...new Set(paths)].sort();
}

const REFERENCE_OF: Partial<Record<CallName, string>> = {
  "customers.create": "Req_CustomersCreate",
  "checkout.sessions.create": "Req_CheckoutSessionsCreate",
  "checkout.sessions.retrieve": "Req_CheckoutSessionsRetrieve",
  "prices.retrieve": "Req_PricesRetrieve",
  "subscriptions.retrieve": "Req_SubscriptionsRetrieve",
  "subscriptions.update": "Req_SubscriptionsUpdate",
  "subscriptions.list": "Req_SubscriptionsList",
  "subscriptions.cancel": "Req_SubscriptionsCancel",
  "billingPortal.sessions.create": "Req_PortalSessionsCreate",
};

const EVENT_REFERENCE: Record<string, string> = {
  "checkout.session.completed": "Res_EvCheckoutCompleted",
  "customer.subscription.created": "Res_EvSubCreated",
  "customer.subscription.updated": "Res_EvSubUpdated",
  "customer.subscription.deleted": "Res_EvSubDeleted",
  "invoice.paid": "Res_EvInvoicePaid",
  "invoice.payment_failed": "Res_EvInvoiceFailed",
  "charge.refunded": "Res_EvChargeRefunded",
};

describe.skipIf(!found)(title, () => {
  let contract: StripeContract;
  let stripe: Stripe;
  let events: ContractEvent[];

  beforeAll(async () => {
    contract = await startStripeContract();
    stripe = officialClient(contract);
    const { id: customer } = await stripe.customers.create({ email: "ana@example.com" });
    const { id: session } = await stripe.checkout.sessions.create(planCheckout(contract, { customer }));
    contract.act.completeCheckout(session);
    const [subscription] = contract.subscriptionsOf(customer);
    const id = subscription?.id ?? "";
    contract.act.cancelAtPeriodEnd(id, "classic");
    contract.act.reactivate(id);
    contract.act.failPayment(id);
    contract.act.recoverPayment(id);
    contract.act.refund(id);
    contract.act.cancelAtPeriodEnd(id, "portal");
    contract.act.deleteCustomer(customer);
    events = [...contract.events];
  });

  afterAll(async () => {
    await contract.close();
  });

  test.each(Object.entries(REFERENCE_OF))("knows the same parameters of %s", (call, reference) => {
    const ours = read<SchemaFile>(join(import.meta.dirname, "..", "schemas", "requests.json"));
    const theirs = read<SchemaFile>(join(folder, "req.schema.endive-23.1.0.json"));
    const expected = parametersOf(theirs, theirs.definitions[reference] ?? {});
    const known = parametersOf(ours, ours.roots?.[call] ?? {});
    expect(expected.length).toBeGreaterThan(1);
    // A free-form object (metadata) is written differently on either side, and open in both.
    const comparable = (paths: string[]) => paths.filter((path) => !path.endsWith("closed: false"));
    expect(comparable(known)).toEqual(comparable(expected));
  });

  test("takes every event and answer for one of Stripe's", async () => {
    const ajv = new Ajv({ strict: false });
    ajv.addSchema({ ...read<object>(join(folder, "res.schema.loose.endive-23.1.0.json")), $id: "reference" });
    const check = (name: string, object: unknown) => {
      const validate = ajv.getSchema(`reference#/definitions/${name}`);
      expect(validate, name).toBeDefined();
      expect(validate?.(object) ? [] : validate?.errors, name).toEqual([]);
    };
    const checked = new Set<string>();
    for (const event of events) {
      const name = EVENT_REFERENCE[event.type];
      if (name === undefined) continue;
      check(name, event);
      checked.add(name);
    }
    expect([...checked].sort()).toEqual(Object.values(EVENT_REFERENCE).sort());

    const { id: customer } = await stripe.customers.create();
    const plain = <T>(object: T): T => JSON.parse(JSON.stringify(object)) as T;
    check("Res_Customer", plain(await stripe.customers.retrieve(customer)));
    check("Res_Price", plain(await stripe.prices.retrieve(contract.priceId)));
    check("Res_PortalSession", plain(await stripe.billingPortal.sessions.create({ customer })));
    check("Res_CheckoutSession", plain(await stripe.checkout.sessions.create(planCheckout(contract, { customer }))));
  });

  test("needs what Stripe needs beyond the types", async () => {
    interface Operation {
      requestBody?: { content: Record<string, { schema: { required?: string[] } }> };
    }
    const { paths } = read<{ paths: Record<string, Record<string, Operation>> }>(
      join(folder, "openapi-requests.2023-08-16.json"),
    );
    const requiredOf = (path: string) =>
      paths[path]?.post?.requestBody?.content["application/x-www-form-urlencoded"]?.schema.required ?? [];
    const whole: Record<string, Record<string, unknown>> = {
      "/v1/checkout/sessions": { ...planCheckout(contract) },
      "/v1/billing_portal/sessions": { customer: "cus_1", return_url: "http://localhost/" },
    };
    const calls: Record<string, (params: object) => Promise<unknown>> = {
      "/v1/checkout/sessions": (params) => stripe.checkout.sessions.create(params),
      "/v1/billing_portal/sessions": (params) => stripe.billingPortal.sessions.create(params as never),
    };
    for (const [path, call] of Object.entries(calls)) {
      const required = requiredOf(path);
      expect(required.length).toBeGreaterThan(0);
      for (const name of required) {
        const error = await refusalOf(call({ ...whole[path], [name]: undefined }));
        expect(error).toMatchObject({ code: "parameter_missing", param: name });
      }
    }
  });

  test("has sample events whose fields ours have, too", () => {
    const files = readdirSync(join(folder, "events"));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const sample = read<{ type: string; data: { object: object } }>(join(folder, "events", file));
      const ours = events.find(({ type }) => type === sample.type);
      const missing = Object.keys(sample.data.object).filter((field) => !(field in (ours?.data.object ?? {})));
      expect([file, missing]).toEqual([file, []]);
      const { body, headers } = contract.sign(sample);
      const verified = Stripe.webhooks.constructEvent(body, headers["stripe-signature"], contract.webhookSecret);
      expect(verified.type).toBe(sample.type);
    }
  });

  test("has fixtures whose fields ours have, too", () => {
    const { resources } = read<{ resources: Record<string, object> }>(join(folder, "fixtures3.2026-07-29.json"));
    // One has moved into `parent` since, and one is there only when it is expanded.
    const gone = ["invoice.subscription", "charge.refunds"];
    const kinds = ["customer", "subscription", "invoice", "charge", "checkout.session", "refund"];
    for (const kind of kinds) {
      const ours = events.map(({ data }) => data.object).find((object) => object.object === kind);
      const missing = Object.keys(resources[kind] ?? {})
        .filter((field) => !(field in (ours ?? {})))
        .map((field) => `${kind}.${field}`);
      expect(ours, kind).toBeDefined();
      expect(missing.filter((field) => !gone.includes(field))).toEqual([]);
    }
  });
});
