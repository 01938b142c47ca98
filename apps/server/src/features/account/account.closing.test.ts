// @module-tag hostile
// An account that has just left an address is closed instead of deleted, until that address can no longer take it back.
import { describe, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { readMailedTokens } from "#testing/auth-calls.ts";
import { PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { deleteAccountData } from "./account.deletion.ts";

const URL = "/api/auth/delete-account";
const DAY = 86_400_000;

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });

const mailsTo = (email: string) => app.mails.filter(({ to }) => to === email);

async function openLink(client: TestClient, email: string): Promise<void> {
  const token = (await readMailedTokens(app, email, "verify-email")).at(-1);
  expect((await client.post("/api/auth/verify-email", { token })).status).toBe(200);
}

let movedCount = 0;

/** Registers an account with a card that has just left its confirmed address. */
async function createMovedAccount(): Promise<{ client: TestClient; before: string; after: string }> {
  const client = await app.register();
  await openLink(client, client.email);
  const after = `nuevo${++movedCount}@repasa.example`;
  await client.put("/api/auth/email", { email: after, currentPassword: PASSWORD });
  await openLink(client, after);
  const { body: folder } = await client.post<{ id: number }>("/api/folders", { name: "Historia" });
  await client.post(`/api/folders/${folder.id}/cards`, { front: "a", back: "b" });
  await app.runJobs();
  return { client, before: client.email, after };
}

const login = (email: string, password = PASSWORD) => app.visitor().post("/api/auth/login", { email, password });
const undo = (token: string | undefined) =>
  app.visitor().post<{ resetToken: string }>("/api/auth/undo-email", { token });

async function isStored({ userId }: TestClient): Promise<boolean> {
  const { rowCount } = await app.database.pool.query("select from users where id = $1", [userId]);
  return rowCount === 1;
}

const deleteClosed = () => app.runHandler("account", "deleteClosed");

describe("deleting an account that an old address can take back", () => {
  it("closes it, so that it appears deleted to everybody", async () => {
    const { client, before, after } = await createMovedAccount();
    const elsewhere = app.visitor();
    await elsewhere.post("/api/auth/login", { email: after, password: PASSWORD });
    expect((await client.delete(URL)).status).toBe(204);
    expect(client.cookie()).toBe("");
    expect((await elsewhere.get("/api/folders")).status).toBe(401);
    for (const email of [before, after]) expect((await login(email)).status).toBe(401);
    app.mails.length = 0;
    await app.visitor().post("/api/auth/reset-password", { email: after });
    expect(await readMailedTokens(app, after, "new-password")).toEqual([]);
    // The address is free again, as after any deletion.
    expect((await app.register(after)).userId).not.toBe(client.userId);
    expect(await isStored(client)).toBe(true);
  });

  it("mails the time of the deletion to both addresses, and the link that takes it back only to the old one", async () => {
    const { client, before, after } = await createMovedAccount();
    app.mails.length = 0;
    await client.delete(URL, { timeZone: "America/Bogota" });
    const [token] = await readMailedTokens(app, before, "undo-email");
    expect(token).toBeDefined();
    expect(mailsTo(before).map(({ subject }) => subject)).toEqual(["Tu cuenta de Repasa se va a eliminar"]);
    expect(mailsTo(after).map(({ subject }) => subject)).toEqual(["Tu cuenta de Repasa se va a eliminar"]);
    expect(mailsTo(after)[0]?.text).not.toContain(before);
    expect(mailsTo(after)[0]?.text).not.toContain("/undo-email");
    for (const email of [before, after]) expect(mailsTo(email)[0]?.text).toContain("17 de marzo de 2026");
    const { rows } = await app.database.pool.query("select to_jsonb(p) from previous_emails p");
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each(["the letter about the change", "the letter about the deletion"])(
    "is undone with the link in %s, and nothing is lost",
    async (which) => {
      const { client, before } = await createMovedAccount();
      const [first] = await readMailedTokens(app, before, "undo-email");
      await client.delete(URL);
      const [, second] = await readMailedTokens(app, before, "undo-email");
      app.clock.advance(6 * DAY);
      await deleteClosed();
      const { status, body } = await undo(which.endsWith("change") ? first : second);
      expect(status).toBe(200);
      const password = "recuperada y larga";
      const form = { token: body.resetToken, password, confirmPassword: password };
      expect((await app.visitor().post("/api/auth/new-password", form)).status).toBe(200);
      const owner = app.visitor();
      expect((await owner.post("/api/auth/login", { email: before, password })).status).toBe(200);
      app.clock.advance(30 * DAY);
      await deleteClosed();
      expect((await owner.get("/api/folders")).body).toMatchObject([{ name: "Historia", cardCount: 1 }]);
    },
  );

  it("deletes the account when the time is over, however often the job runs", async () => {
    const { client, before } = await createMovedAccount();
    await client.delete(URL);
    const tokens = await readMailedTokens(app, before, "undo-email");
    app.clock.advance(7 * DAY - 1);
    await deleteClosed();
    expect(await isStored(client)).toBe(true);
    app.clock.advance(1);
    await Promise.all([deleteClosed(), deleteClosed()]);
    expect(await isStored(client)).toBe(false);
    await deleteClosed();
    for (const token of tokens) expect((await undo(token)).status).toBe(400);
    const { rows } = await app.database.pool.query("select from cards where user_id = $1", [client.userId]);
    expect(rows).toEqual([]);
  });

  it("is refused if the account was closed or taken back in the meantime", async () => {
    const { client } = await createMovedAccount();
    const { rows } = await app.database.pool.query("select id from users where id = $1", [client.userId]);
    const owner = rows[0].id as OwnerId;
    await app.database.pool.query("delete from previous_emails where user_id = $1", [owner]);
    await expect(deleteAccountData(app.ctx, owner, app.clock.now(), true)).rejects.toThrow("Unauthorized");
    await app.database.pool.query("update users set deletion_at = $2 where id = $1", [owner, app.clock.now()]);
    await expect(deleteAccountData(app.ctx, owner, app.clock.now())).rejects.toThrow("Unauthorized");
    expect(await isStored(client)).toBe(true);
  });

  it("sends no reminder before then", async () => {
    const { client, before } = await createMovedAccount();
    await client.put("/api/user/preferences", { reminder: true }, { timeZone: "UTC" });
    await client.delete(URL);
    await app.runJobs();
    app.mails.length = 0;
    for (let hours = 0; hours < 30; hours++) {
      app.clock.advance(DAY / 24);
      await app.runHandler("reminders", "plan");
      await app.runJobs();
    }
    expect(app.mails.filter(({ to }) => to === before || !to.includes("@"))).toEqual([]);
  });

  it("reports beforehand until when it would wait, and null if it would not", async () => {
    const { client } = await createMovedAccount();
    const waitsUntil = new Date(app.clock.now().getTime() + 7 * DAY).toISOString();
    expect((await client.get(URL)).body).toEqual({ waitsUntil });
    app.clock.advance(7 * DAY);
    await client.post("/api/auth/login", { email: `nuevo${movedCount}@repasa.example`, password: PASSWORD });
    expect((await client.get(URL)).body).toEqual({ waitsUntil: null });
    expect((await client.delete(URL)).status).toBe(204);
    expect(await isStored(client)).toBe(false);
  });
});
