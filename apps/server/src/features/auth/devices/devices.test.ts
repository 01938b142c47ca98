import { describe, expect, it } from "vitest";
import { createLog } from "#platform/logging/log.ts";
import { readMailedTokens } from "#testing/auth-calls.ts";
import { createTestApp, PASSWORD, sharedTestApp, type TestApp, type TestClient } from "#testing/test-app.ts";

const DAY = 86_400_000;
const lines: string[] = [];
const log = createLog("info", { write: (line: string) => void lines.push(line) });

const open = await sharedTestApp();
const strict = await sharedTestApp({ environment: { RATE_LIMIT: "on", TRUST_PROXY: "1" }, log });

const sendFrom = (address: string) => ({ headers: { "x-forwarded-for": address } });
const login = (client: TestClient, email: string, password = PASSWORD, address = "203.0.113.7") =>
  client.post<{ message: string }>("/api/auth/login", { email, password }, sendFrom(address));
const requestReset = (client: TestClient, email: string) =>
  client.post<{ message: string }>("/api/auth/reset-password", { email });
const collectStatuses = async (times: number, call: () => Promise<{ status: number }>) => {
  const statuses = [];
  for (let round = 0; round < times; round++) statuses.push((await call()).status);
  return statuses;
};
const getDeviceTokens = (client: TestClient) => /repasa-device=([\w.-]+)/.exec(client.cookie())?.[1] ?? "";
const findNewDeviceLetters = (app: TestApp, email: string) =>
  app.mails.filter(({ to, subject }) => to === email && subject === "Nuevo inicio de sesión en Repasa");

describe("a stranger who guesses passwords", () => {
  it("does not lock out a browser that the account knows, which has ten attempts of its own", async () => {
    const ana = await strict.register();
    const guess = (client: TestClient) => login(client, ana.email, "adivina");
    expect(await collectStatuses(12, () => guess(strict.visitor()))).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await login(strict.visitor(), ana.email)).status).toBe(429);
    expect((await login(ana, ana.email)).status).toBe(200);

    expect(await collectStatuses(11, () => guess(ana))).toEqual([...Array(10).fill(401), 429]);
    expect((await login(ana, ana.email)).status).toBe(429);
  });

  it("gets no more attempts with a browser that another account knows, an invented cookie or an expired one", async () => {
    const [ana, thief] = [await strict.register(), await strict.register()];
    await collectStatuses(10, () => login(strict.visitor(), ana.email, "adivina"));
    expect((await login(thief, ana.email)).status).toBe(429);
    for (const cookie of [`repasa-device=${"x".repeat(43)}`, "repasa-device=.", "repasa-device=%00"]) {
      const headers = { cookie, "x-forwarded-for": "203.0.113.7" };
      const response = await strict
        .visitor()
        .post("/api/auth/login", { email: ana.email, password: PASSWORD }, { headers });
      expect(response.status).toBe(429);
    }
    strict.clock.advance(366 * DAY);
    expect((await login(ana, ana.email)).status).toBe(429);
  });

  it("appears in the log, which contains neither account nor address", async () => {
    const eva = await strict.register();
    lines.length = 0;
    await collectStatuses(11, () => login(strict.visitor(), eva.email, "adivina", "198.51.100.1"));
    await login(strict.visitor(), "nadie@repasa.example", "adivina", "198.51.100.77");
    await login(eva, eva.email, "adivina", "192.0.2.1");
    const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "sign-in refused");
    expect(refused.map(({ reason }) => reason)).toEqual([
      ...Array(10).fill("credentials"),
      "rate_limited",
      "credentials",
      "credentials",
    ]);
    expect(new Set(refused.slice(0, 12).map(({ network }) => network)).size).toBe(1);
    expect(new Set(refused.map(({ network }) => network)).size).toBe(2);
    expect(new Set(refused.map(({ account }) => account)).size).toBe(2);
    expect(refused.map(({ knownDevice }) => knownDevice)).toEqual([...Array(12).fill(false), true]);
    for (const secret of [eva.email, "nadie", "198.51", "192.0.2", "adivina"])
      expect(lines.join("")).not.toContain(secret);
  });
});

describe("requesting links to a new password", () => {
  it("does not lock out the owner: a browser that the account knows has a limit of its own, and earlier links stay valid", async () => {
    const ivo = await strict.register();
    strict.mails.length = 0;
    expect(await collectStatuses(4, () => requestReset(strict.visitor(), ivo.email))).toEqual([200, 200, 200, 429]);
    const refused = await requestReset(strict.visitor(), ivo.email);
    expect(refused.body.message).toContain("Los últimos siguen valiendo");
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(30 * 60);
    expect(await collectStatuses(4, () => requestReset(ivo, ivo.email))).toEqual([200, 200, 200, 429]);
    const links = await readMailedTokens(strict, ivo.email, "new-password");
    expect(links).toHaveLength(6);
    const form = { token: links[0], password: PASSWORD, confirmPassword: PASSWORD };
    expect((await strict.visitor().post("/api/auth/new-password", form)).status).toBe(200);
  });

  it("makes the browser known in which the link is used, and no other one", async () => {
    const mar = await strict.register();
    const elsewhere = strict.visitor();
    await requestReset(elsewhere, mar.email);
    const [token] = await readMailedTokens(strict, mar.email, "new-password");
    const form = { token, password: "otra clave larga", confirmPassword: "otra clave larga" };
    expect((await elsewhere.post("/api/auth/new-password", form)).status).toBe(200);
    expect((await elsewhere.get("/api/auth/user")).status).toBe(401);
    await collectStatuses(10, () => login(strict.visitor(), mar.email, "adivina"));
    expect((await login(mar, mar.email, "otra clave larga")).status).toBe(429);
    expect((await login(elsewhere, mar.email, "otra clave larga")).status).toBe(200);
    await strict.runJobs();
    expect(findNewDeviceLetters(strict, mar.email)).toEqual([]);
  });
});

describe("the cookie of a browser", () => {
  const getDeviceCookie = (response: { headers: Record<string, unknown> }) =>
    [response.headers["set-cookie"]].flat().find((cookie) => String(cookie).includes("-device=")) as string;

  it("is set at the registration, is valid for a year after the last sign-in, and cannot be read by scripts", async () => {
    const form = { email: "galleta@repasa.example", password: PASSWORD, confirmPassword: PASSWORD };
    const visitor = open.visitor();
    const cookie = getDeviceCookie(await visitor.post("/api/auth/register", form));
    expect(cookie).toMatch(/^repasa-device=[\w-]{43};.*HttpOnly/);
    expect(cookie).toContain("SameSite=Strict");
    expect(cookie).toContain(`Expires=${new Date(open.clock.now().getTime() + 365 * DAY).toUTCString()}`);
    open.clock.advance(300 * DAY);
    const again = getDeviceCookie(await visitor.post("/api/auth/login", form));
    expect(again).toContain(`Expires=${new Date(open.clock.now().getTime() + 365 * DAY).toUTCString()}`);
    expect(again.split(";")[0]).toBe(cookie.split(";")[0]);
    const { rows } = await open.database.pool.query("SELECT to_jsonb(d) FROM devices d");
    expect(JSON.stringify(rows)).not.toContain(getDeviceTokens(visitor));
  });

  it("is bound to the host on https", async () => {
    const secure = await createTestApp({ environment: { APP_URL: "https://repasa.example" } });
    const form = { email: "segura@repasa.example", password: PASSWORD, confirmPassword: PASSWORD };
    const cookie = getDeviceCookie(await secure.visitor().post("/api/auth/register", form));
    expect(cookie).toMatch(/^__Host-repasa-device=.*; Secure/);
    await secure.close();
  });

  it("contains a token for each of several accounts, and reuses none that was planted", async () => {
    const ana = await open.register();
    const eva = await open.register();
    const shared = open.visitor();
    for (const { email } of [ana, eva, ana, eva]) await login(shared, email);
    expect(getDeviceTokens(shared).split(".")).toHaveLength(2);
    await open.runJobs();
    for (const { email } of [ana, eva]) expect(findNewDeviceLetters(open, email)).toHaveLength(1);

    const planted = open.visitor();
    const headers = { cookie: `repasa-device=${getDeviceTokens(eva)}` };
    await planted.post("/api/auth/login", { email: ana.email, password: PASSWORD }, { headers });
    const { rows } = await open.database.pool.query("SELECT token_hash FROM devices WHERE user_id = $1", [ana.userId]);
    const others = await open.database.pool.query("SELECT token_hash FROM devices WHERE user_id = $1", [eva.userId]);
    const shareds = others.rows.map(({ token_hash }) => token_hash);
    expect(rows.filter(({ token_hash }) => shareds.includes(token_hash))).toEqual([]);
  });

  it("is one of at most fifty that an account knows, and expired ones are deleted", async () => {
    const uma = await open.register();
    await open.database.pool.query(
      `INSERT INTO devices (user_id, token_hash, expires_at, created_at)
       SELECT $1, 'd' || n, $2::timestamptz + n * interval '1 second', $2 FROM generate_series(1, 50) n`,
      [uma.userId, open.clock.now()],
    );
    const countDevices = async () => {
      const { rows } = await open.database.pool.query("SELECT token_hash FROM devices WHERE user_id = $1", [
        uma.userId,
      ]);
      return rows.length;
    };
    await login(open.visitor(), uma.email);
    expect(await countDevices()).toBe(50);
    open.clock.advance(DAY);
    await open.runHandler("auth", "deleteExpired");
    expect(await countDevices()).toBe(2);
  });
});

describe("a sign-in from a browser that the account does not know", () => {
  const PHONE =
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0 Mobile Safari/537.36";

  it("notifies the owner once, with the device, the time in their time zone, and what to do", async () => {
    const app = await createTestApp({ now: "2026-03-10T12:05:00Z" });
    const lia = await app.register();
    await lia.get("/api/user/stats", { timeZone: "America/Bogota" });
    const phone = app.visitor();
    const form = { email: lia.email, password: PASSWORD };
    // The visit is stored without delaying the response.
    await expect.poll(async () => (await app.database.pool.query("SELECT FROM user_reminders")).rows.length).toBe(1);
    await phone.post("/api/auth/login", form, { timeZone: "Asia/Tokyo", headers: { "user-agent": PHONE } });
    await phone.post("/api/auth/login", form);
    await lia.post("/api/auth/login", form);
    await app.runJobs();
    const [letter, ...more] = findNewDeviceLetters(app, lia.email);
    expect(more).toEqual([]);
    expect(letter?.text).toContain("Chrome en Android");
    expect(letter?.text).toMatch(/10 de marzo de 2026 a las 7:05 \(GMT-5\)/);
    expect(letter?.text).toMatch(/\/reset-password\s/);
    expect(letter?.text).toMatch(/\/settings\/security\s/);
    await app.close();
  });

  it("causes a limited number of letters", async () => {
    const ema = await strict.register();
    await collectStatuses(7, () => login(strict.visitor(), ema.email));
    await strict.runJobs();
    expect(findNewDeviceLetters(strict, ema.email)).toHaveLength(5);
  });
});
