import { createHash } from "node:crypto";
import type pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { PermanentFailure } from "#platform/jobs/job.ts";
import { type Mail, RefusedMail } from "#platform/mail/mail.ts";
import { isSignedIn, readMailedTokens } from "#testing/auth-calls.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { createTestApp, PASSWORD, sharedTestApp, type TestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { authJobHandlers } from "./auth.job-handlers.ts";

const server = await sharedTestApp();

const OTHER = "otra clave larga";
const MINUTE = 60_000;
const invalid = {
  message: "No se pudo actualizar la contraseña. Es posible que el enlace haya caducado o sea inválido.",
  code: "invalid_token",
};

const extractTokens = (mails: Mail[]) =>
  mails.flatMap(({ text }) => [...text.matchAll(/\/new-password#token=([\w-]+)/g)].map(([, token]) => token as string));
const subjectsTo = (app: TestApp, email: string) =>
  app.mails
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)
    .sort();

const requestReset = (app: TestApp, email: string) => app.visitor().post("/api/auth/reset-password", { email });
const setPassword = (app: TestApp, token: string, password = OTHER) =>
  app.visitor().post("/api/auth/new-password", { token, password, confirmPassword: password });
const login = (app: TestApp, email: string, password: string) =>
  app.visitor().post("/api/auth/login", { email, password });

async function requestToken(app: TestApp, email: string): Promise<string> {
  await requestReset(app, email);
  return (await readMailedTokens(app, email.toLowerCase(), "new-password")).at(-1) as string;
}

describe("a new password by a mailed link", () => {
  it("is set once, ends every session, and notifies the owner", async () => {
    const sol = await server.register("sol@repasa.example");
    const token = await requestToken(server, "SOL@repasa.example");
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const { rows } = await server.database.pool.query("SELECT token_hash FROM password_resets WHERE user_id = $1", [
      sol.userId,
    ]);
    expect(rows).toEqual([{ token_hash: createHash("sha256").update(token).digest("hex") }]);

    const responses = await Promise.all([setPassword(server, token), setPassword(server, token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(responses.find(({ status }) => status === 400)?.body).toEqual(invalid);
    expect(await isSignedIn(sol)).toBe(false);
    expect((await login(server, sol.email, PASSWORD)).status).toBe(401);
    expect((await login(server, sol.email, OTHER)).status).toBe(200);
    await server.runJobs();
    expect(subjectsTo(server, sol.email)).toEqual([
      "Confirma tu correo de Repasa",
      // This is the letter on the second sign-in of this test.
      "Nuevo inicio de sesión en Repasa",
      "Restablece tu contraseña de Repasa",
      "Tu contraseña de Repasa ha cambiado",
    ]);
  });

  it("is refused after thirty minutes", async () => {
    const rio = await server.register();
    const first = await requestToken(server, rio.email);
    server.clock.advance(30 * MINUTE);
    expect((await setPassword(server, first)).body).toEqual(invalid);
    const second = await requestToken(server, rio.email);
    server.clock.advance(30 * MINUTE - 1);
    expect((await setPassword(server, second)).status).toBe(200);
  });

  it("can be set with an older link, which invalidates the others", async () => {
    const pau = await server.register();
    const [first, second] = [await requestToken(server, pau.email), await requestToken(server, pau.email)];
    expect((await setPassword(server, first)).status).toBe(200);
    expect((await setPassword(server, second)).body).toEqual(invalid);
  });

  it("is refused if the link is withdrawn while it is being used", async () => {
    const uma = await server.register();
    const token = await requestToken(server, uma.email);
    const holder = await server.database.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [uma.userId]);
      await holder.query("DELETE FROM password_resets WHERE user_id = $1", [uma.userId]);
      const used = setPassword(server, token);
      await waitForBlockedSessions(server.database.pool);
      await holder.query("COMMIT");
      expect((await used).body).toEqual(invalid);
    } finally {
      holder.release();
    }
    expect(await isSignedIn(uma)).toBe(true);
  });

  it("requires a token, eight characters and the same password twice", async () => {
    const response = await server
      .visitor()
      .post("/api/auth/new-password", { token: "", password: "corta", confirmPassword: "otra" });
    expect(response.body).toMatchObject({
      issues: [
        { path: "token", message: "Token is required" },
        { path: "password", message: "Password must be at least 8 characters" },
        { path: "confirmPassword", message: "Password confirmation is required" },
        { path: "confirmPassword", message: "Passwords don't match" },
      ],
    });
  });
});

describe("requesting a link", () => {
  it("does and returns the same whether or not the address has an account", async () => {
    const strict = await createTestApp({ environment: { RATE_LIMIT: "on" } });
    const ada = await strict.register();
    // Tests have two pools where a server has one: the counters use the first, and everything else the second.
    const pools = [strict.database.pool, strict.database.statements.pooled as pg.Pool];
    const queries = pools.map((pool) => vi.spyOn(pool, "query"));
    const connects = pools.map((pool) => vi.spyOn(pool, "connect"));
    const traceRequest = async (email: string) => {
      for (const spy of [...queries, ...connects]) spy.mockClear();
      const { status, body, headers } = await requestReset(strict, email);
      const statements = queries
        .flatMap(({ mock }) => mock.calls)
        .map(([statement]: unknown[]) =>
          typeof statement === "string" ? statement : (statement as { text: string }).text,
        );
      return {
        status,
        body,
        headers: Object.keys(headers).sort(),
        statements,
        connects: connects.flatMap(({ mock }) => mock.calls).length,
      };
    };
    const known = await traceRequest(ada.email);
    const unknown = await traceRequest("nadie@repasa.example");
    expect(known.status).toBe(200);
    expect(known.body).toEqual({
      message: "Si existe una cuenta con ese correo, te hemos enviado un enlace para restablecerla.",
    });
    // The statements are those of two counters and one job.
    expect(known.statements).toHaveLength(3);
    expect(unknown).toEqual(known);
    expect(known.connects).toBe(3);
    vi.restoreAllMocks();
    await strict.runJobs();
    expect(strict.mails.filter(({ to }) => to !== ada.email)).toEqual([]);
    await strict.close();
  });

  it("does not wait for the account", async () => {
    const eva = await server.register();
    const holder = await server.database.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [eva.userId]);
      expect((await requestReset(server, eva.email)).status).toBe(200);
      await holder.query("COMMIT");
    } finally {
      holder.release();
    }
    await server.runJobs();
    expect(subjectsTo(server, eva.email)).toContain("Restablece tu contraseña de Repasa");
  });

  it("is retried with another link if the mail server fails, but not after half an hour", async () => {
    let works = false;
    const sent: Mail[] = [];
    const app = await createTestApp({
      sendMail: async (mail) => {
        sent.push(mail);
        if (!works) throw new Error("the mail server is away");
      },
    });
    const noa = await app.register();
    await app.runJobs();
    sent.length = 0;
    await requestReset(app, noa.email);
    await app.runJobs();
    app.clock.advance(20 * MINUTE);
    works = true;
    await app.runJobs();
    const resets = sent.filter(({ subject }) => subject.startsWith("Restablece"));
    const [lost, arrived] = extractTokens(resets) as [string, string];
    expect(resets).toHaveLength(2);
    expect(new Set(resets.map(({ messageId }) => messageId)).size).toBe(2);
    app.clock.advance(29 * MINUTE);
    expect((await setPassword(app, lost)).status).toBe(400);
    expect((await setPassword(app, arrived)).status).toBe(200);

    works = false;
    await requestReset(app, noa.email);
    await app.runJobs();
    sent.length = 0;
    works = true;
    app.clock.advance(30 * MINUTE);
    await app.runJobs();
    expect(extractTokens(sent)).toEqual([]);
    await app.close();
  });

  it("fails permanently only if the mail server refuses the mail permanently or it is too late", async () => {
    const teo = await server.register();
    const now = server.clock.now();
    const tryWith = (failure: Error, minutesAgo = 0) =>
      authJobHandlers(testContext(server.database, { sendMail: () => Promise.reject(failure) })).reset(
        { email: teo.email },
        { id: "1", now, enqueuedAt: new Date(now.getTime() - minutesAgo * MINUTE) },
      );
    await expect(tryWith(new RefusedMail("550 no such mailbox"))).rejects.toBeInstanceOf(PermanentFailure);
    await expect(tryWith(new Error("away"), 29)).rejects.not.toBeInstanceOf(PermanentFailure);
    await expect(tryWith(new Error("away"), 30)).rejects.toBeInstanceOf(PermanentFailure);
  });

  it("builds the link from the configured address, whatever host the request names", async () => {
    const app = await createTestApp({ environment: { APP_URL: "https://repasa.example", TRUST_PROXY: "1" } });
    const gil = await app.register();
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "http",
      forwarded: "host=evil.example",
    };
    await app.visitor().post("/api/auth/reset-password", { email: gil.email }, { headers });
    await app.runJobs();
    expect(app.mails).toHaveLength(2);
    for (const { text, html, messageId } of app.mails) {
      expect(`${text}${html}${messageId}`).not.toContain("evil");
      expect(text).toMatch(/https:\/\/repasa\.example\/(new-password|verify-email)#token=/);
      expect(messageId).toMatch(/^<[\w.-]+@repasa\.example>$/);
    }
    await app.close();
  });
});

describe("a new password from the settings", () => {
  const change = (client: TestClient, currentPassword: string, password = OTHER) =>
    client.put("/api/auth/password", { currentPassword, password, confirmPassword: password });

  it("requires the current one, ends all sessions and links except the caller's new session, and notifies the owner", async () => {
    const lia = await server.register();
    const phone = server.visitor();
    await phone.post("/api/auth/login", { email: lia.email, password: PASSWORD });
    const token = await requestToken(server, lia.email);
    const copied = { headers: { cookie: lia.cookie() } };

    const wrong = await change(lia, "no es esta");
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ message: "La contraseña actual no es correcta", code: "invalid_credentials" });
    expect(await isSignedIn(phone)).toBe(true);

    const right = await change(lia, PASSWORD);
    expect(right.body).toEqual({ message: "Tu contraseña se ha actualizado correctamente" });
    expect(await isSignedIn(lia)).toBe(true);
    expect((await server.visitor().get("/api/auth/user", copied)).status).toBe(401);
    expect((await lia.get<object[]>("/api/auth/sessions")).body).toHaveLength(1);
    expect(await isSignedIn(phone)).toBe(false);
    expect((await setPassword(server, token)).status).toBe(400);
    expect((await login(server, lia.email, PASSWORD)).status).toBe(401);
    expect((await login(server, lia.email, OTHER)).status).toBe(200);
    await server.runJobs();
    const notices = server.mails.filter(({ to, subject }) => to === lia.email && subject.includes("ha cambiado"));
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toMatch(/\/reset-password\s/);
    expect(notices[0]?.text).toContain("soporte@repasa.example");
  });

  it("is set by one of two concurrent calls", async () => {
    const ian = await server.register();
    const responses = await Promise.all([
      change(ian, PASSWORD, "la primera de dos"),
      change(ian, PASSWORD, "la otra de dos"),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it("needs a session", async () => {
    const response = await change(server.visitor(), PASSWORD);
    expect([response.status, response.body]).toEqual([401, { message: "Unauthorized" }]);
  });

  it("cannot be set by guessing the current one in a stolen session, and guesses do not lock the owner out", async () => {
    const strict = await createTestApp({ environment: { RATE_LIMIT: "on" } });
    const ema = await strict.register();
    for (let tries = 0; tries < 10; tries++) expect((await change(ema, "adivina")).status).toBe(401);
    expect((await change(ema, PASSWORD)).status).toBe(429);
    const email = { email: "otra@repasa.example", currentPassword: PASSWORD };
    expect((await ema.put("/api/auth/email", email)).status).toBe(429);
    expect((await login(strict, ema.email, PASSWORD)).status).toBe(200);
    await strict.close();
  });
});
