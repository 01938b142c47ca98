import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type StripeContract, startStripeContract } from "../contract-server.ts";
import { bodyOf } from "../http/body.ts";
import { officialClient } from "../testing/official-client.ts";

let contract: StripeContract;
let receiver: Server;
let url: string;
let received: { id: string; type: string; at: number }[];
/** The status of each answer in turn; 200 when it is empty. */
let statuses: number[];

beforeEach(async () => {
  contract = await startStripeContract();
  received = [];
  statuses = [];
  receiver = createServer(async (request, response) => {
    const signature = request.headers["stripe-signature"] ?? "";
    const event = Stripe.webhooks.constructEvent(await bodyOf(request), signature, contract.webhookSecret);
    received.push({ id: event.id, type: event.type, at: performance.now() });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`;
});

afterEach(async () => {
  await contract.close();
  receiver.closeAllConnections();
  receiver.close();
});

describe("signatures", () => {
  test("are those that the official client verifies", async () => {
    const { events } = contract.act.otherApplication();
    for (const event of events) {
      const { body, headers } = contract.sign(event);
      const verified = Stripe.webhooks.constructEvent(body, headers["stripe-signature"], contract.webhookSecret);
      expect(verified).toMatchObject({ id: event.id, type: event.type, api_version: Stripe.API_VERSION });
    }
  });

  test("do not verify with another secret, another body or an older age", () => {
    const [event] = contract.act.otherApplication().events;
    if (!event) throw new Error("no event");
    const { body, headers } = contract.sign(event);
    const verify = (text: string, header: string, secret: string) =>
      Stripe.webhooks.constructEvent(text, header, secret, 300);
    expect(() => verify(body, headers["stripe-signature"], "whsec_other")).toThrow();
    expect(() => verify(`${body} `, headers["stripe-signature"], contract.webhookSecret)).toThrow();
    const late = contract.sign(event, Math.floor(Date.now() / 1000) - 301).headers["stripe-signature"];
    expect(() => verify(body, late, contract.webhookSecret)).toThrow("outside the tolerance");
  });
});

describe("deliveries", () => {
  test("go nowhere until told", async () => {
    contract.act.otherApplication();
    await contract.deliveries.settled();
    expect(received).toEqual([]);
    contract.deliveries.sendTo({ url });
    const { events } = contract.act.otherApplication();
    await contract.deliveries.settled();
    expect(received.map(({ id }) => id).sort()).toEqual(events.map(({ id }) => id).sort());
  });

  test("carry what API calls make happen, too", async () => {
    contract.deliveries.sendTo({ url });
    const stripe = officialClient(contract);
    const { id } = await stripe.customers.create();
    await stripe.customers.del(id);
    await contract.deliveries.settled();
    expect(received.map(({ type }) => type).sort()).toEqual(["customer.created", "customer.deleted"]);
  });

  test("are repeated until they are taken, and given up after the last attempt", async () => {
    statuses = [500, 404, 204];
    contract.deliveries.sendTo({ url, backoffMs: 5 });
    const stripe = officialClient(contract);
    await stripe.customers.create();
    await contract.deliveries.settled();
    expect(contract.deliveries.log).toMatchObject([{ statuses: [500, 404, 204], delivered: true }]);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);

    statuses = [500, 500];
    contract.deliveries.sendTo({ url, attempts: 2, backoffMs: 5 });
    await stripe.customers.create();
    await contract.deliveries.settled();
    expect(contract.deliveries.log.at(-1)).toMatchObject({ statuses: [500, 500], delivered: false });
  });

  test("to nobody are tried as well", async () => {
    contract.deliveries.sendTo({ url: "http://127.0.0.1:1/", attempts: 2, backoffMs: 1 });
    await officialClient(contract).customers.create();
    await contract.deliveries.settled();
    expect(contract.deliveries.log).toMatchObject([{ statuses: [0, 0], delivered: false }]);
  });

  test("can be sent again, and in an older shape", async () => {
    const [event] = contract.act.otherApplication().events;
    if (!event) throw new Error("no event");
    contract.deliveries.sendTo({ url });
    contract.deliveries.enqueue(event);
    contract.deliveries.enqueue(contract.inOlderVersion(event));
    await contract.deliveries.settled();
    expect(received.map(({ id }) => id)).toEqual([event.id, event.id]);
  });

  test("can be late", async () => {
    contract.deliveries.sendTo({ url, delayMs: 150 });
    const before = performance.now();
    await officialClient(contract).customers.create();
    expect(received).toEqual([]);
    await contract.deliveries.settled();
    expect((received[0]?.at ?? 0) - before).toBeGreaterThan(140);
  });
});

test("older API versions put periods and subscriptions elsewhere", async () => {
  const stripe = officialClient(contract);
  const { id: customer } = await stripe.customers.create();
  const { id, events } = contract.act.startSubscription({ customer });
  const item = contract.subscription(id).items.data[0];
  const older = [...events, ...contract.act.reachPeriodEnd(id), ...contract.act.refund(id)].map(
    contract.inOlderVersion,
  );
  const find = (type: string) => older.find((event) => event.type === type)?.data;

  const created = find("customer.subscription.created")?.object;
  expect(created).toMatchObject({ id, current_period_end: item?.current_period_end, plan: { id: contract.priceId } });
  expect(JSON.stringify(created?.items)).not.toContain("current_period_end");
  expect(find("invoice.paid")?.object).toMatchObject({ subscription: id, paid: true, charge: /^ch_/ });
  expect(find("invoice.paid")?.object).not.toHaveProperty("parent");
  expect(find("charge.refunded")?.object.invoice).toMatch(/^in_/);
  const renewal = older.find(
    ({ data }) => data.previous_attributes && "current_period_end" in data.previous_attributes,
  );
  expect(renewal?.data.previous_attributes).toEqual({
    current_period_start: item?.current_period_start,
    current_period_end: item?.current_period_end,
  });
  expect(new Set(older.map((event) => event.api_version))).toEqual(new Set(["2024-06-20"]));
  expect(older.slice(0, events.length).map((event) => event.id)).toEqual(events.map((event) => event.id));
});
