// @module-tag hostile
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import type { AppError } from "#platform/http/app-error.ts";
import { sharedTestApp } from "#testing/test-app.ts";
import { createWriteBudgets } from "./write-budgets.ts";

const server = await sharedTestApp({ environment: { RATE_LIMIT: "on" } });
const ana = 1 as OwnerId;
const eva = 2 as OwnerId;
const START = Date.UTC(2026, 2, 10, 12);
const at = (ms: number) => new Date(START + ms);

function refusalOf(call: () => void): AppError | null {
  try {
    call();
    return null;
  } catch (error) {
    return error as AppError;
  }
}

describe("createWriteBudgets", () => {
  it.each([
    ["folders", folderEndpoints.create, 60],
    ["ratings", studyEndpoints.review, 300],
    ["undos", studyEndpoints.undoReview, 300],
    ["cards, for a whole free account", cardEndpoints.create, 600],
  ])("allows many calls at once for %s, and as many again after a pause", (_name, endpoint, atOnce) => {
    const budgets = createWriteBudgets();
    for (let n = 0; n < atOnce; n++) budgets.take(ana, endpoint, at(0));
    const refusal = refusalOf(() => budgets.take(ana, endpoint, at(1)));
    expect(refusal).toMatchObject({ code: "rate_limited", retryAfterSeconds: 1 });
    budgets.take(ana, endpoint, at(1001));
    for (let n = 0; n < atOnce; n++) budgets.take(ana, endpoint, at(10 * 60_000));
  });

  it("counts each user and each endpoint apart, and no reads", () => {
    const budgets = createWriteBudgets();
    for (let n = 0; n < 60; n++) budgets.take(ana, folderEndpoints.create, at(0));
    budgets.take(eva, folderEndpoints.create, at(0));
    budgets.take(ana, folderEndpoints.update, at(0));
    for (let n = 0; n < 1000; n++) budgets.take(ana, folderEndpoints.list, at(0));
    expect(() => budgets.take(ana, folderEndpoints.create, at(0))).toThrow("Has hecho muchos cambios seguidos");
  });

  it("never allows more calls than its limit in any minute, and reports exactly when the next one is allowed", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: 70, maxLength: 200 }), (pauses) => {
        const budgets = createWriteBudgets();
        const taken: number[] = [];
        let now = 0;
        for (const pause of pauses) {
          now += pause;
          const refusal = refusalOf(() => budgets.take(ana, folderEndpoints.create, at(now)));
          if (refusal === null) taken.push(now);
          else now += (refusal.retryAfterSeconds as number) * 1000;
          if (refusal !== null) budgets.take(ana, folderEndpoints.create, at(now));
          if (refusal !== null) taken.push(now);
        }
        for (const from of taken) {
          const inMinute = taken.filter((one) => one >= from && one < from + 60_000).length;
          expect(inMinute).toBeLessThanOrEqual(120);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("does not prolong the wait when the clock is set back", () => {
    const budgets = createWriteBudgets();
    for (let n = 0; n < 60; n++) budgets.take(ana, folderEndpoints.create, at(3600_000));
    const refusal = refusalOf(() => budgets.take(ana, folderEndpoints.create, at(0)));
    expect(refusal).toMatchObject({ retryAfterSeconds: 1 });
  });

  it("forgets a budget once it is full again", () => {
    const budgets = createWriteBudgets();
    for (let user = 1; user <= 1000; user++) budgets.take(user as OwnerId, folderEndpoints.create, at(0));
    expect(budgets.size()).toBe(1000);
    budgets.take(ana, folderEndpoints.create, at(120_000));
    expect(budgets.size()).toBe(1);
  });
});

describe("writes over HTTP", () => {
  it("beyond the budget are refused in Spanish with Retry-After, and other calls are not", async () => {
    const client = await server.register();
    const responses = [];
    for (let n = 0; n < 62; n++) responses.push(await client.post("/api/folders", {}));
    expect(responses.map(({ status }) => status)).toEqual([...Array(60).fill(400), 429, 429]);
    expect(responses[60]?.headers["retry-after"]).toBe("1");
    expect(responses[60]?.body).toEqual({
      message: "Has hecho muchos cambios seguidos. Espera un momento y vuelve a intentarlo.",
      code: "rate_limited",
    });
    expect((await client.get("/api/folders")).status).toBe(200);
    expect((await client.put("/api/user/preferences", { theme: "dark" })).status).toBe(200);
    server.clock.advance(60_000);
    expect((await client.post("/api/folders", { name: "Al cabo de un minuto" })).status).toBe(201);
  });
});
