// @module-tag hostile
// Checks that the log of sign-ins and changes to an account is enough to follow a theft, and holds no address.
import type { AddedFactor, AppSecret, PasskeyCreation, PasskeyRequest } from "@repasa/contract/factors.ts";
import { TOTP } from "otpauth";
import { afterAll, beforeEach, expect, it } from "vitest";
import { createLog } from "#platform/logging/log.ts";
import { PasskeyDevice } from "#testing/passkey-device.ts";
import { createDevice } from "#testing/push-service.ts";
import { createTestApp, PASSWORD, type TestClient, type TestResponse } from "#testing/test-app.ts";

type Line = { msg: string; level: number; event?: string; accountId?: number; reqId?: string };

const lines: string[] = [];
const log = createLog("info", { write: (line: string) => void lines.push(line) });
const app = await createTestApp({ log, environment: { APP_URL: "http://localhost:3000" } });
afterAll(() => app.close());

const ADDRESSES = /@repasa\.example|persona\d|127\.0\.0\.1/;
beforeEach(() => {
  expect(lines.join("")).not.toMatch(ADDRESSES);
  lines.length = 0;
  app.mails.length = 0;
});

/** Returns the events of a call without the fields that all of them have. */
function eventsOf({ headers }: TestResponse<unknown>, client: TestClient): object[] {
  return lines
    .map((line): Line => JSON.parse(line))
    .filter(({ event, reqId }) => event !== undefined && reqId === headers["x-request-id"])
    .map(({ reqId: _, msg: __, level: ___, accountId, ...event }) => {
      expect(accountId).toBe(client.userId);
      return Object.fromEntries(Object.entries(event).filter(([name]) => name !== "time"));
    });
}

/** Returns the refusals that a call has logged. Only the request's id identifies them, because a visitor has no account. */
function refusalsOf({ headers }: TestResponse<unknown>): object[] {
  const refused = lines.map((line): Line => JSON.parse(line)).filter(({ reqId }) => reqId === headers["x-request-id"]);
  return refused.flatMap(({ event, ...rest }) => ("reason" in rest ? [{ event, reason: rest.reason }] : []));
}

const passwords = (password: string) => ({ password, confirmPassword: password });

async function tokenIn(page: string, email: string): Promise<string | undefined> {
  await app.runJobs();
  const letters = app.mails.filter(({ to }) => to === email);
  return letters.flatMap(({ text }) => new RegExp(`/${page}#token=([\\w-]+)`).exec(text)?.[1] ?? []).at(-1);
}

it("logs sign-ins, sign-outs and sessions that another one ended", async () => {
  const ana = await app.register();
  const email = ana.email;
  const phone = app.visitor();
  const login = await phone.post("/api/auth/login", { email, password: PASSWORD });
  expect(eventsOf(login, ana)).toEqual([{ event: "sign_in", by: "password" }]);
  const { body } = await ana.get<{ id: string; current: boolean }[]>("/api/auth/sessions");
  const other = body.find(({ current }) => !current)?.id;
  expect(eventsOf(await ana.delete(`/api/auth/sessions/${other}`), ana)).toEqual([{ event: "session_ended" }]);
  expect(eventsOf(await ana.post("/api/auth/logout"), ana)).toEqual([{ event: "sign_out" }]);
  const again = await app
    .visitor()
    .post("/api/auth/register", { email: "persona@repasa.example", ...passwords(PASSWORD) });
  expect(eventsOf(again, { ...ana, userId: (again.body as { id: number }).id })).toEqual([{ event: "sign_up" }]);
});

it("logs changes of the password and of the address", async () => {
  const ana = await app.register();
  const verify = async (email: string) =>
    ana.post("/api/auth/verify-email", { token: await tokenIn("verify-email", email) });
  expect(eventsOf(await verify(ana.email), ana)).toEqual([{ event: "email_confirmed" }]);
  const form = { currentPassword: PASSWORD, ...passwords("otra clave larga") };
  expect(eventsOf(await ana.put("/api/auth/password", form), ana)).toEqual([{ event: "password_changed" }]);
  const change = { email: "persona.nueva@repasa.example", currentPassword: "otra clave larga" };
  expect(eventsOf(await ana.put("/api/auth/email", change), ana)).toEqual([{ event: "email_change_requested" }]);
  expect(eventsOf(await verify(change.email), ana)).toEqual([{ event: "email_changed" }]);
  const undone = await app
    .visitor()
    .post<{ resetToken: string }>("/api/auth/undo-email", { token: await tokenIn("undo-email", ana.email) });
  expect(eventsOf(undone, ana)).toEqual([{ event: "email_change_undone" }]);
  const reset = { token: undone.body.resetToken, ...passwords(PASSWORD) };
  expect(eventsOf(await app.visitor().post("/api/auth/new-password", reset), ana)).toEqual([
    { event: "password_reset" },
  ]);
});

it("logs factors, the means of each sign-in, and recovery codes", async () => {
  const ana = await app.register();
  await app.confirmAddress(ana);
  await ana.post("/api/user/confirmation", { password: PASSWORD });
  const { body: secret } = await ana.post<AppSecret>("/api/user/factors/app/secret");
  const code = () => new TOTP({ secret: secret.secret }).generate({ timestamp: app.clock.now().getTime() });
  const added = await ana.post<AddedFactor>("/api/user/factors/app", { code: code() });
  const factor = { event: "factor_added", factor: "app" };
  expect(eventsOf(added, ana)).toEqual([factor, { event: "recovery_codes_made" }]);
  const device = new PasskeyDevice();
  const { body: creation } = await ana.post<PasskeyCreation>("/api/user/factors/passkeys/options");
  const passkey = { name: "Móvil", credential: device.create(creation) };
  expect(eventsOf(await ana.post("/api/user/factors/passkeys", passkey), ana)).toEqual([
    { event: "factor_added", factor: "passkey" },
  ]);
  expect(eventsOf(await ana.post("/api/user/factors/recovery-codes"), ana)).toEqual([{ event: "recovery_codes_made" }]);
  app.clock.advance(60_000);

  const browser = app.visitor();
  const login = () => browser.post("/api/auth/login", { email: ana.email, password: PASSWORD });
  expect(eventsOf(await login(), ana)).toEqual([]);
  const wrong = await browser.post("/api/auth/second-factor", { code: "000000" });
  expect(refusalsOf(wrong)).toEqual([{ event: "sign_in_refused", reason: "factor" }]);
  const right = await browser.post("/api/auth/second-factor", { code: code() });
  expect(eventsOf(right, ana)).toEqual([{ event: "sign_in", by: "app" }]);
  const { body: options } = await browser.post<PasskeyRequest>("/api/auth/passkey/options");
  const shown = await browser.post("/api/auth/passkey", { passkey: device.show(options) });
  expect(eventsOf(shown, ana)).toEqual([{ event: "sign_in", by: "passkey" }]);

  const { body: renewed } = await ana.post<{ recoveryCodes: string[] }>("/api/user/factors/recovery-codes");
  const byRecovery = await ana.post("/api/user/confirmation", { code: renewed.recoveryCodes[0] });
  expect(eventsOf(byRecovery, ana)).toEqual([{ event: "recovery_code_used" }]);
  expect(eventsOf(await ana.delete("/api/user/factors/app"), ana)).toEqual([
    { event: "factor_removed", factor: "app" },
  ]);
});

it("logs exports and deletions", async () => {
  const ana = await app.register();
  const { body: folder } = await ana.post<{ id: number }>("/api/folders", { name: "Historia" });
  expect(eventsOf(await ana.get("/api/account/export?format=csv"), ana)).toEqual([
    { event: "export", scope: "account", format: "csv" },
  ]);
  expect(eventsOf(await ana.get(`/api/folders/${folder.id}/export?format=json`), ana)).toEqual([
    { event: "export", scope: "folder", format: "json" },
  ]);
  expect(eventsOf(await ana.delete("/api/auth/delete-account"), ana)).toEqual([{ event: "account_deleted" }]);

  const eva = await app.register();
  const until = new Date(app.clock.now().getTime() + 86_400_000);
  await app.database.pool.query("insert into previous_emails values ($1, 'antes', null, $2, $3)", [
    eva.userId,
    until,
    app.clock.now(),
  ]);
  expect(eventsOf(await eva.delete("/api/auth/delete-account"), eva)).toEqual([{ event: "account_closed" }]);
  app.clock.advance(86_400_000);
  lines.length = 0;
  await app.runHandler("account", "deleteClosed");
  expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({ event: "account_deleted", accountId: eva.userId });
});

it("logs browsers that begin and end to receive notifications, but not the renewal of a subscription", async () => {
  const ana = await app.register();
  const { subscription } = await createDevice(`https://fcm.googleapis.com/fcm/send/${ana.userId}`);
  const made = await ana.post<{ id: number }>("/api/push/subscriptions", subscription);
  expect(eventsOf(made, ana)).toEqual([{ event: "push_subscribed" }]);
  app.clock.advance(1000);
  expect(eventsOf(await ana.post("/api/push/subscriptions", subscription), ana)).toEqual([]);
  const ended = await ana.delete(`/api/push/subscriptions/${made.body.id}`);
  expect(eventsOf(ended, ana)).toEqual([{ event: "push_unsubscribed" }]);
  expect(lines.join("")).not.toContain(subscription.keys.auth);
  expect(lines.join("")).not.toContain("fcm.googleapis.com");
});

it("logs refusals as warnings, with the reason", async () => {
  const ana = await app.register();
  const browser = app.visitor();
  const wrong = await browser.post("/api/auth/login", { email: ana.email, password: "no es esta" });
  expect(refusalsOf(wrong)).toEqual([{ event: "sign_in_refused", reason: "credentials" }]);
  const { body: options } = await browser.post<PasskeyRequest>("/api/auth/passkey/options");
  // This passkey was created but never added.
  await app.confirmAddress(ana);
  await ana.post("/api/user/confirmation", { password: PASSWORD });
  const device = new PasskeyDevice();
  device.create((await ana.post<PasskeyCreation>("/api/user/factors/passkeys/options")).body);
  const unknown = await browser.post("/api/auth/passkey", { passkey: device.show(options) });
  expect(unknown.status).toBe(401);
  expect(refusalsOf(unknown)).toEqual([{ event: "sign_in_refused", reason: "passkey" }]);
  const again = await ana.post("/api/user/confirmation", { password: "no es esta" });
  expect(eventsOf(again, ana)).toEqual([{ event: "confirmation_refused", reason: "credentials" }]);
  const code = await ana.post("/api/user/confirmation", { code: "123456" });
  expect(eventsOf(code, ana)).toEqual([{ event: "confirmation_refused", reason: "factor" }]);
  const levels = lines.map((line): Line => JSON.parse(line)).filter(({ event }) => event?.endsWith("refused"));
  expect(new Set(levels.map(({ level }) => level))).toEqual(new Set([40]));
});

it("logs refusals after too many attempts", async () => {
  const strict = await createTestApp({ log, environment: { RATE_LIMIT: "on" } });
  const ana = await strict.register();
  for (let time = 0; time < 10; time++) await ana.post("/api/user/confirmation", { password: "no es esta" });
  const refused = await ana.post("/api/user/confirmation", { password: PASSWORD });
  expect(refused.status).toBe(429);
  expect(eventsOf(refused, ana)).toEqual([{ event: "confirmation_refused", reason: "rate_limited" }]);
  await strict.close();
});
