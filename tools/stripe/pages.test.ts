import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { type ContractOptions, startStripeContract } from "./contract-server.ts";
import { checkoutParams, officialClient, visit } from "./testing/official-client.ts";

async function open(options: ContractOptions = {}) {
  const contract = await startStripeContract(options);
  onTestFinished(() => contract.close());
  return { contract, stripe: officialClient(contract) };
}

test("the checkout page shows the price, declines a card, takes a payment once, and leads back", async () => {
  const { contract, stripe } = await open();
  const { id: customer } = await stripe.customers.create({ email: "<ana>@example.com" });
  const { id, url } = await stripe.checkout.sessions.create(checkoutParams(contract, customer));
  const { page } = await visit(url);
  for (const part of ["29,99 € al año", "&#60;ana&#62;@example.com", 'href="http://localhost:3000/no"']) {
    expect(page).toContain(part);
  }
  expect(await visit(url, { action: "decline" })).toMatchObject({
    status: 402,
    page: expect.stringContaining("rechazada"),
  });
  const location = `http://localhost:3000/ok?session=${id}`;
  expect(await visit(url, { action: "pay" })).toMatchObject({ status: 303, location });
  expect(await visit(url, { action: "pay" })).toMatchObject({
    status: 409,
    page: expect.stringContaining("ya está hecho"),
  });
  expect((await stripe.subscriptions.list({ customer })).data).toMatchObject([{ status: "active" }]);
  const { STRIPE_API_BASE: base } = contract.environment;
  expect((await visit(`${base}/pay/cs_test_none`)).status).toBe(404);
  expect((await visit(`${base}/favicon.ico`)).status).toBe(404);
  const types = contract.events.map(({ type }) => type);
  expect(types).toEqual([
    "customer.created",
    "invoice.created",
    "customer.subscription.created",
    "invoice.paid",
    "invoice.payment_succeeded",
    "customer.subscription.updated",
    "checkout.session.completed",
  ]);
  // Each event shows its own moment, not the present.
  expect(contract.events[2]?.data.object).toMatchObject({ status: "incomplete", customer });
  expect(contract.problems).toEqual([]);
});

test("the portal cancels by cancel_at alone, reactivates, and ends only what is the customer's", async () => {
  const { contract, stripe } = await open({ price: { amount: 3500, currency: "jpy" } });
  async function subscribe() {
    const { id: customer } = await stripe.customers.create();
    await visit((await stripe.checkout.sessions.create(checkoutParams(contract, customer))).url, { action: "pay" });
    const read = async () => (await stripe.subscriptions.list({ customer, status: "all" })).data[0];
    return { customer, read, subscription: (await read())?.id ?? "" };
  }
  const { customer, read, subscription } = await subscribe();
  const return_url = "http://localhost:3000/settings";
  const { url } = await stripe.billingPortal.sessions.create({ customer, return_url });
  expect((await visit(url)).page).toMatch(/3500 JPY al año.*Se renueva el.*localhost:3000\/settings/s);
  expect(await visit(url, { action: "cancel", subscription })).toMatchObject({ status: 303, location: url });
  expect(await read()).toMatchObject({ cancel_at: expect.any(Number), cancel_at_period_end: false });
  expect((await visit(url)).page).toContain("Termina el");
  await visit(url, { action: "reactivate", subscription });
  expect((await read())?.cancel_at).toBeNull();
  const other = await subscribe();
  expect((await visit(url, { action: "cancel-now", subscription: other.subscription })).status).toBe(404);
  await visit(url, { action: "cancel-now", subscription });
  expect((await visit(url)).page).toContain("Suscripción terminada.");
  expect((await other.read())?.status).toBe("active");
  expect(contract.problems).toEqual([]);
});

test("events are delivered with a signature, late, and again until they are accepted", async () => {
  const received: { id: string; at: number }[] = [];
  const answers = [500, 404];
  const receiver = createServer(async (request, response) => {
    const signature = request.headers["stripe-signature"] ?? "";
    const event = Stripe.webhooks.constructEvent(await text(request), signature, secret);
    received.push({ id: event.id, at: performance.now() });
    response.writeHead(answers.shift() ?? 200).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void receiver.close());
  await new Promise((resolve) => receiver.once("listening", resolve));
  const { port } = receiver.address() as AddressInfo;
  const { contract, stripe } = await open({ webhook: { url: `http://127.0.0.1:${port}/`, delayMs: 150 } });
  const secret = contract.environment.STRIPE_WEBHOOK_SECRET ?? "";
  const begun = performance.now();
  await stripe.customers.create();
  await expect.poll(() => received.length, { timeout: 5_000 }).toBe(3);
  expect(received[0]?.at).toBeGreaterThan(begun + 140);
  expect(new Set(received.map(({ id }) => id))).toEqual(new Set([contract.events[0]?.id]));
});
