// @module-tag hostile
import { hash } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { factorCalls } from "#testing/factor-calls.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { withRivalTransaction } from "#testing/rival-transaction.ts";
import { createTestApp, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const environment = { APP_URL: "http://localhost:3000" };
const server = await sharedTestApp({ environment });
const { registered, addApp, factorsOf, withPassword, finish } = factorCalls(server);
/** Another server on the same database, so that only the database can decide between concurrent calls. */
const beside = await createTestApp({ environment, beside: server });
afterAll(() => beside.close());

beforeEach(() => server.clock.advance(60_000));

/** Returns the same browser, connected to the other server. */
function onOtherServer(browser: TestClient): Pick<TestClient, "post"> {
  const visitor = beside.visitor();
  return {
    post: (path, body) => visitor.post(path, body, { headers: { cookie: browser.cookie() } }),
  };
}

/** Makes all calls wait for the locked codes of a user, so that they continue at the same time. */
async function runConcurrently<T>({ userId }: TestClient, calls: (() => Promise<T>)[]): Promise<T[]> {
  let responses: Promise<T>[] = [];
  await withRivalTransaction(server.connectionString, async (holder) => {
    await holder.query("SELECT FROM recovery_codes WHERE user_id = $1 FOR UPDATE", [userId]);
    responses = calls.map((call) => call());
    await waitForBlockedSessions(server.database.pool, { sessions: calls.length });
    await holder.query("COMMIT");
  });
  return Promise.all(responses);
}

const sortStatuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort();

describe("recovery codes", () => {
  it("have 120 random bits, and letters that are not mistaken for others", async () => {
    const ana = await registered();
    const { recoveryCodes } = await addApp(ana);
    // Crockford's base 32 has 5 bits a letter.
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[\da-hjkmnp-tv-z]{4}-){5}[\da-hjkmnp-tv-z]{4}$/);
    expect(new Set(recoveryCodes).size).toBe(10);
    const typed = (recoveryCodes[0] as string).toUpperCase().replaceAll("0", "O").replaceAll("1", "I");
    expect((await finish(await withPassword(ana.email), typed.replaceAll("-", " "))).status).toBe(200);
  });

  it("with sixteen letters, which earlier versions created, work once", async () => {
    const ana = await registered();
    await addApp(ana);
    await server.database.pool.query(
      "INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES ($1, $2, now())",
      [ana.userId, hash("sha256", "abcd2345efgh6789")],
    );
    expect((await finish(await withPassword(ana.email), "ABCD-2345-efgh-6789")).status).toBe(200);
    expect((await finish(await withPassword(ana.email), "abcd-2345-efgh-6789")).status).toBe(401);
    expect((await factorsOf(ana)).recoveryCodes).toBe(10);
  });
});

describe("recovery codes sent at once", () => {
  it("start one session and spend one code, if they are for one sign-in", async () => {
    const ana = await registered();
    const { recoveryCodes } = await addApp(ana);
    const browser = await withPassword(ana.email);
    const other = onOtherServer(browser);
    const before = (await ana.get<object[]>("/api/auth/sessions")).body.length;
    const responses = await runConcurrently(
      ana,
      recoveryCodes
        .slice(0, 4)
        .map((code, index) => () => (index % 2 ? other : browser).post("/api/auth/second-factor", { code })),
    );
    expect(sortStatuses(responses)).toEqual([200, 400, 400, 400]);
    expect((await factorsOf(ana)).recoveryCodes).toBe(9);
    expect((await ana.get<object[]>("/api/auth/sessions")).body).toHaveLength(before + 1);
    // Codes that were not spent still work.
    const left = [];
    for (const code of recoveryCodes.slice(0, 4)) left.push((await finish(await withPassword(ana.email), code)).status);
    expect(left.sort()).toEqual([200, 200, 200, 401]);
  });

  it("start one session if the same code is sent from several browsers", async () => {
    const ana = await registered();
    const { recoveryCodes } = await addApp(ana);
    const browsers = await Promise.all(Array.from({ length: 4 }, () => withPassword(ana.email)));
    const code = recoveryCodes[0] as string;
    const responses = await runConcurrently(
      ana,
      browsers.map(
        (browser, index) => () => finish(index % 2 ? { ...browser, ...onOtherServer(browser) } : browser, code),
      ),
    );
    expect(sortStatuses(responses)).toEqual([200, 401, 401, 401]);
    expect((await factorsOf(ana)).recoveryCodes).toBe(9);
  });

  it("spend one code if they confirm one session", async () => {
    const ana = await registered();
    const { recoveryCodes } = await addApp(ana);
    server.clock.advance(60_000);
    const other = onOtherServer(ana);
    const responses = await runConcurrently(
      ana,
      recoveryCodes
        .slice(0, 4)
        .map((code, index) => () => (index % 2 ? other : ana).post("/api/user/confirmation", { code })),
    );
    // All calls are confirmed, because they belong to the same session.
    expect(sortStatuses(responses)).toEqual([204, 204, 204, 204]);
    expect((await factorsOf(ana)).recoveryCodes).toBe(9);
    expect((await ana.post("/api/user/factors/recovery-codes")).status).toBe(200);
  });

  it("succeed with the correct code among wrong ones, which spend nothing", async () => {
    const ana = await registered();
    const { recoveryCodes } = await addApp(ana);
    const browser = await withPassword(ana.email);
    const wrong = "0000-0000-0000-0000-0000-0000";
    const codes = [wrong, recoveryCodes[0] as string, wrong];
    const responses = await Promise.all(codes.map((code) => finish(browser, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await factorsOf(ana)).recoveryCodes).toBe(9);
    expect((await finish(await withPassword(ana.email), wrong)).status).toBe(401);
  });
});
