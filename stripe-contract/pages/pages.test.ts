import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type StripeContract, startStripeContract } from "../contract-server.ts";
import { officialClient, planCheckout } from "../testing/official-client.ts";
import { formatMoney } from "./money.ts";

let contract: StripeContract;
let stripe: Stripe;

beforeEach(async () => {
  contract = await startStripeContract({ price: { productName: "Premium <b>&" } });
  stripe = officialClient(contract);
});

afterEach(async () => {
  expect(contract.stats).toMatchObject({ rejected: [], broken: [] });
  await contract.close();
});

interface Visit {
  status: number;
  text: string;
  location: string | null;
}

/** What a browser gets: a page, or the address that it is sent to. */
async function visit(url: string | null, form?: Record<string, string>): Promise<Visit> {
  const init: RequestInit = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  const response = await fetch(url ?? "", { ...init, redirect: "manual" });
  const text = (await response.text()).replaceAll("\u00a0", " ");
  return { status: response.status, text, location: response.headers.get("location") };
}

describe("the checkout page", () => {
  test("shows the price, takes the payment and sends back with the session's id", async () => {
    const session = await stripe.checkout.sessions.create(
      planCheckout(contract, { customer_email: "ana@example.com" }),
    );
    const open = await visit(session.url);
    expect(open.status).toBe(200);
    for (const text of [
      "29,99 € al año",
      "Premium &lt;b&gt;&amp;",
      "ana@example.com",
      "Pagar",
      'href="http://localhost:3000/no"',
    ]) {
      expect(open.text).toContain(text);
    }
    expect(open.text).not.toContain("<b>");

    const paid = await visit(session.url, { action: "pay" });
    expect(paid).toMatchObject({ status: 303, location: `http://localhost:3000/ok?session=${session.id}` });
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
    expect(done).toMatchObject({ status: "complete", subscription: { status: "active" } });

    const twice = await visit(session.url, { action: "pay" });
    expect(twice).toMatchObject({ status: 409, location: null });
    expect((await visit(session.url)).text).toContain("Este pago ya está hecho.");
    expect(contract.subscriptionsOf(String(done.customer)).length).toBe(1);
  });

  test("a card that fails leaves the session open", async () => {
    const session = await stripe.checkout.sessions.create(planCheckout(contract));
    const declined = await visit(session.url, { action: "decline" });
    expect(declined.status).toBe(402);
    expect(declined.text).toContain("Tu tarjeta ha sido rechazada.");
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
  });

  test("an expired session and one that never was", async () => {
    const session = await stripe.checkout.sessions.create(planCheckout(contract));
    const { url } = session;
    contract.act.expireCheckout(session.id);
    expect((await visit(url)).text).toContain("Esta página de pago ha caducado.");
    expect((await visit(`${contract.url}/pay/cs_test_none`)).status).toBe(404);
    expect((await visit(`${contract.url}/favicon.ico`)).status).toBe(404);
  });
});

describe("the portal page", () => {
  async function portal() {
    const { id: customer } = await stripe.customers.create();
    const { id } = contract.act.startSubscription({ customer });
    const params = { customer, return_url: "http://localhost:3000/settings" };
    const { url } = await stripe.billingPortal.sessions.create(params);
    return { id, url, customer };
  }

  test("cancels at the end of the period by cancel_at alone, and reactivates", async () => {
    const { id, url } = await portal();
    const before = await visit(url);
    for (const text of [
      "Se renueva el",
      "Cancelar al final del periodo",
      'href="http://localhost:3000/settings"',
      "pagada",
    ]) {
      expect(before.text).toContain(text);
    }
    expect(await visit(url, { action: "cancel", subscription: id })).toMatchObject({ status: 303, location: url });
    expect(contract.subscription(id)).toMatchObject({ cancel_at: expect.any(Number), cancel_at_period_end: false });
    const cancelled = await visit(url);
    expect(cancelled.text).toContain("Termina el");
    expect(cancelled.text).toContain("Reactivar");
    await visit(url, { action: "reactivate", subscription: id });
    expect(contract.subscription(id)).toMatchObject({ cancel_at: null, canceled_at: null });
  });

  test("cancels at once", async () => {
    const { id, url } = await portal();
    await visit(url, { action: "cancel-now", subscription: id });
    expect(contract.subscription(id).status).toBe("canceled");
    expect((await visit(url)).text).toContain("Suscripción terminada.");
    // A page that was left open must not bring it back.
    await visit(url, { action: "reactivate", subscription: id });
    expect(contract.subscription(id).status).toBe("canceled");
  });

  test("shows and changes only what is the customer's", async () => {
    const mine = await portal();
    const other = await portal();
    expect((await visit(mine.url)).text).not.toContain(other.id);
    expect((await visit(mine.url, { action: "cancel-now", subscription: other.id })).status).toBe(404);
    expect(contract.subscription(other.id).status).toBe("active");
  });

  test("leads to the invoices", async () => {
    const { customer } = await portal();
    const [invoice] = (await stripe.invoices.list({ customer })).data;
    const { text } = await visit(invoice?.hosted_invoice_url ?? "");
    expect(text).toContain(`Factura ${invoice?.number}`);
    expect(text).toContain("29,99 €");
  });
});

test("money is written in the units that Stripe counts in", () => {
  const written = (amount: number, currency: string) => formatMoney(amount, currency).replaceAll("\u00a0", " ");
  expect(written(2999, "eur")).toBe("29,99 €");
  expect(written(3000, "jpy")).toBe("3000 JPY");
  expect(written(12_345, "kwd")).toBe("12,345 KWD");
  expect(written(150_000, "isk")).toBe("1500 ISK");
});
