import { expect, it } from "vitest";
import { sharedTestApp } from "#testing/test-app.ts";

const OFF = { message: "Los pagos no están disponibles en este momento", code: "unavailable" };
const UNAUTHORIZED = { message: "Unauthorized" };

const app = await sharedTestApp();

it("the price is unavailable without a payment provider, and the response contains when to retry", async () => {
  for (const client of [app.visitor(), await app.register()]) {
    const response = await client.get("/api/stripe/price");
    expect(response).toMatchObject({ status: 503, body: OFF });
    expect(response.headers["retry-after"]).toBe("3600");
  }
});

it("checkouts and restored purchases are unavailable without a payment provider", async () => {
  const ana = await app.register();
  expect(await ana.post("/api/stripe/create-checkout-session", {})).toMatchObject({ status: 503, body: OFF });
  expect(await ana.post("/api/stripe/restore")).toMatchObject({ status: 503, body: OFF });
});

it("the plan is marked as not sold without a payment provider, so that nothing is offered", async () => {
  const ana = await app.register();
  expect((await ana.get("/api/user/plan")).body).toMatchObject({ premium: false, sold: false });
});

it("checkouts and restored purchases require a session", async () => {
  const visitor = app.visitor();
  for (const path of ["/api/stripe/create-checkout-session", "/api/stripe/restore"]) {
    expect(await visitor.post(path, {})).toMatchObject({ status: 401, body: UNAUTHORIZED });
  }
});

it("a checkout requires an object as its body, and ignores unknown fields", async () => {
  const ana = await app.register();
  expect((await ana.post("/api/stripe/create-checkout-session", [])).status).toBe(400);
  expect((await ana.post("/api/stripe/create-checkout-session", { price: "gratis" })).status).toBe(503);
});

it("the rest of the app works without a payment provider", async () => {
  const ana = await app.register();
  expect((await ana.get("/api/auth/user")).body).toMatchObject({ subscription: "free", mobile: false, premium: false });
  expect((await ana.post("/api/folders", { name: "Historia" })).status).toBe(201);
});
