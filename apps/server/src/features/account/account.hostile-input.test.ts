// @module-tag hostile
import { ANSWER_MODES } from "@repasa/contract/folders.choices.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { cases } from "#testing/more-cases.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const app = await sharedTestApp();
const ana = await app.register();
const visitor = app.visitor();

/** Any UTF-16 units: half surrogates, controls, NUL. */
const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes));
const long = fc
  .tuple(fc.constantFrom("a", "İ", "漢", "😀", "\ud800"), fc.integer({ min: 120, max: 1001 }))
  .map(([unit, count]) => unit.repeat(count));
const text = fc.oneof(units, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), long);
const anything = fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: fc.jsonValue() });
const year = fc.integer({ min: 0, max: 9999 }).map((number) => String(number).padStart(4, "0"));
const time = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  year.map((four) => `${four}-02-28T23:59:59.999999Z`),
  text,
);
const number = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.double(), fc.maxSafeInteger());

async function expectStoredOrRefused(path: string, method: "post" | "put", form: fc.Arbitrary<object>): Promise<void> {
  let accepted = 0;
  const numRuns = cases(100, 1600);
  await fc.assert(
    fc.asyncProperty(form, async (body) => {
      for (const client of path.includes("/user/") ? [ana] : [ana, visitor]) {
        const { status } = await client[method](path, body);
        expect([200, 201, 204, 400]).toContain(status);
        if (status < 300) accepted++;
      }
    }),
    { numRuns },
  );
  expect(accepted).toBeGreaterThan(numRuns / 50);
}

it("any feedback is stored or refused", { timeout: 1200_000 }, async () => {
  const rating = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 5 }) }, { weight: 1, arbitrary: anything });
  const form = fc.record(
    { rating, feedback: text, timestamp: time, userAgent: text, userId: number, email: text },
    { requiredKeys: ["rating"] },
  );
  await expectStoredOrRefused("/api/feedback", "post", form);
});

it("any visit is stored or refused", { timeout: 1200_000 }, async () => {
  const mobile = fc.oneof({ weight: 5, arbitrary: fc.boolean() }, { weight: 1, arbitrary: fc.jsonValue() });
  await expectStoredOrRefused("/api/track-access", "post", fc.record({ email: anything, mobile }));
});

it("any preferences are stored or refused", { timeout: 1200_000 }, async () => {
  const form = fc.record(
    {
      theme: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom("system", "light", "dark") },
        { weight: 1, arbitrary: anything },
      ),
      shortcuts: fc.oneof({ weight: 3, arbitrary: fc.boolean() }, { weight: 1, arbitrary: anything }),
      desiredRetention: fc.oneof(fc.double({ min: 0.8, max: 0.95 }), fc.double(), fc.jsonValue()),
      newCardsPerDay: fc.oneof({ weight: 3, arbitrary: fc.option(fc.nat(1000)) }, { weight: 1, arbitrary: anything }),
      sessionSize: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(10, 20, 40, null) },
        { weight: 1, arbitrary: fc.oneof(number, anything) },
      ),
      answerMode: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...ANSWER_MODES) },
        { weight: 1, arbitrary: fc.oneof(fc.constant("choose"), anything) },
      ),
      newCardsOffered: fc.oneof({ weight: 3, arbitrary: fc.boolean() }, { weight: 1, arbitrary: anything }),
      forgottenExplained: fc.oneof({ weight: 3, arbitrary: fc.boolean() }, { weight: 1, arbitrary: anything }),
      costlyNamedOn: fc.oneof(fc.constantFrom(null, "2026-03-01", "2026-02-30", "9999-12-31"), anything),
      refit: fc.oneof({ weight: 3, arbitrary: fc.boolean() }, { weight: 1, arbitrary: anything }),
    },
    { requiredKeys: [] },
  );
  await expectStoredOrRefused("/api/user/preferences", "put", form);
});
