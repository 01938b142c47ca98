// @module-tag hostile
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#platform/logging/log.ts";
import type { Mail } from "#platform/mail/mail.ts";
import { createTestApp, PASSWORD, sharedTestApp } from "#testing/test-app.ts";
import { hashPassword, RECOMMENDED_COST, setPasswordCost } from "./auth.password.ts";
import { hashToken } from "./auth.token.ts";

const server = await sharedTestApp();

describe("a session's id in a path", () => {
  it.each(["%00", "1%00", "nope", "%F0%9F%98%80", "'"])("finds no session if it is %s", async (id) => {
    const ana = await server.register();
    const response = await ana.delete(`/api/auth/sessions/${id}`);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ message: "La sesión no existe", code: "not_found" });
  });
});

describe("a password at the login", () => {
  it("is refused without hashing if it is longer than any account's", async () => {
    const response = await server.visitor().post("/api/auth/login", { email: "a@b.co", password: "x".repeat(201) });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      issues: [{ path: "password", message: "La contraseña no puede superar los 200 caracteres" }],
    });
  });
});

describe("a lone surrogate in a password", () => {
  const half = "una clave \ud800 larga";
  const message = "La contraseña contiene caracteres no válidos";

  it("is refused wherever a password is set or entered", async () => {
    const ana = await server.register();
    const passwords = { password: half, confirmPassword: half };
    const calls = [
      server.visitor().post("/api/auth/register", { email: "mitad@repasa.example", ...passwords }),
      server.visitor().post("/api/auth/new-password", { token: "x", ...passwords }),
      ana.put("/api/auth/password", { currentPassword: PASSWORD, ...passwords }),
      server.visitor().post("/api/auth/login", { email: ana.email, password: half }),
    ];
    for (const { status, body } of await Promise.all(calls)) {
      expect(status).toBe(400);
      expect(body).toMatchObject({ issues: expect.arrayContaining([{ path: "password", message }]) });
    }
  });

  it("is accepted together with its other half", async () => {
    const password = "una clave 😀 larga";
    const form = { email: "entera@repasa.example", password, confirmPassword: password };
    expect((await server.visitor().post("/api/auth/register", form)).status).toBe(201);
  });
});

describe("the secret in a link", () => {
  it("is neither in the log, even after failures, nor in the database", async () => {
    const lines: string[] = [];
    const log = createLog("trace", { write: (line: string) => void lines.push(line) });
    const sent: Mail[] = [];
    const app = await createTestApp({
      log,
      sendMail: async (mail) => {
        sent.push(mail);
        // A mail server may repeat the message in its error.
        if (sent.length < 4) throw new Error(`451 try again\n${mail.text}`);
      },
    });
    const { email, userId } = await app.register();
    await app.visitor().post("/api/auth/reset-password", { email });
    await app.runJobs();
    await app.runJobs();
    const tokens = sent.map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1] as string);
    expect(new Set(tokens).size).toBe(4);

    const [reset, verification] = ["new-password", "verify-email"].map(
      (path) => tokens[sent.findLastIndex(({ text }) => text.includes(`/${path}#token=`))] as string,
    );
    const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
    const use = async () => [
      await app.visitor().get(`/new-password?token=${reset}`, { headers: { accept: "text/html" } }),
      await app.visitor().get(`/api/nothing?token=${reset}`, { headers: { referer: `http://x/?token=${reset}` } }),
      await app.visitor().post("/api/auth/new-password", { token: reset, ...passwords }),
      await app.visitor().post("/api/auth/verify-email", { token: verification }),
      await app.visitor().post("/api/auth/verify-email", `{"token": "${verification}`),
    ];
    const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).slice(2);
    await app.database.pool.query("ALTER TABLE users RENAME TO elsewhere");
    await app.database.pool.query("ALTER TABLE email_verifications RENAME TO away");
    expect(statuses(await use())).toEqual([500, 500, 400]);
    await app.database.pool.query("ALTER TABLE elsewhere RENAME TO users");
    await app.database.pool.query("ALTER TABLE away RENAME TO email_verifications");
    const { rows: jobs } = await app.database.pool.query("SELECT to_jsonb(j) FROM pgboss.job j");
    const { rows: stored } = await app.database.pool.query(
      "SELECT to_jsonb(u), to_jsonb(v) FROM users u JOIN email_verifications v ON v.user_id = u.id WHERE u.id = $1",
      [userId],
    );
    expect(statuses(await use())).toEqual([200, 200, 400]);
    const written = lines.join("");
    expect(written).toContain("a job failed");
    expect(written).toContain("unexpected error");
    expect([jobs.length > 1, stored.length]).toEqual([true, 2]);
    for (const token of tokens) {
      expect(written).not.toContain(token);
      expect(written).not.toContain(hashToken(token));
      expect(JSON.stringify([jobs, stored])).not.toContain(token);
    }
    await app.close();
  });
});

describe("many passwords at once", () => {
  beforeAll(() => setPasswordCost(RECOMMENDED_COST));

  it("do not block other requests", async () => {
    let hashed = 0;
    const hashes = Array.from({ length: 12 }, () => hashPassword(PASSWORD).then(() => hashed++));
    // A file is read while the hashes are being computed.
    await readFile(import.meta.filename);
    expect(hashed).toBeLessThan(6);
    await Promise.all(hashes);
  });
});
