import type { OpenSession, Session } from "@repasa/contract/auth.ts";
import { describe, expect, it } from "vitest";
import { readMailedTokens } from "#testing/auth-calls.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { createTestApp, PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const server = await sharedTestApp();

const DAY = 86_400_000;
const spent = { message: "Este enlace ha caducado o ya se ha usado.", code: "invalid_token" };
const taken = { message: "Ya existe una cuenta con este correo electrónico", code: "email_taken" };

/**
 * Opens the link, by default in a browser without a session. The first confirmation of an account ends the sessions of all other
 * browsers.
 */
const verify = (token: string, browser = server.visitor()) => browser.post("/api/auth/verify-email", { token });
const resend = (client: TestClient) => client.post<{ message: string }>("/api/auth/send-verification");
const change = (client: TestClient, email: string, currentPassword = PASSWORD) =>
  client.put("/api/auth/email", { email, currentPassword });
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email);
const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject);

async function readEmailState(client: TestClient) {
  const { body } = await client.get<Record<string, unknown>>("/api/auth/user");
  return { email: body.email, isEmailVerified: body.isEmailVerified, pendingEmail: body.pendingEmail };
}

const readVerificationTokens = (email: string) => readMailedTokens(server, email, "verify-email");

async function countOpenLinks(client: TestClient): Promise<number> {
  const { rows } = await server.database.pool.query("SELECT FROM email_verifications WHERE user_id = $1", [
    client.userId,
  ]);
  return rows.length;
}

describe("an account's address", () => {
  it("is confirmed by the link that is mailed after the registration, once", async () => {
    const ana = await server.register();
    expect(await readEmailState(ana)).toEqual({ email: ana.email, isEmailVerified: false, pendingEmail: null });
    const [token = ""] = await readVerificationTokens(ana.email);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const { rows } = await server.database.pool.query("SELECT * FROM email_verifications");
    expect(JSON.stringify(rows)).not.toContain(token);

    const responses = await Promise.all([verify(token, ana), verify(token, ana)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(responses.find(({ status }) => status === 200)?.body).toEqual({
      message: "Tu correo electrónico está confirmado",
    });
    expect(responses.find(({ status }) => status === 400)?.body).toEqual(spent);
    expect(await readEmailState(ana)).toEqual({ email: ana.email, isEmailVerified: true, pendingEmail: null });
  });

  it("gets no letter if the registration fails", async () => {
    await server.register("una@repasa.example");
    await server.visitor().post("/api/auth/register", {
      email: "una@repasa.example",
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    expect(await readVerificationTokens("una@repasa.example")).toHaveLength(1);
  });

  it("is confirmed by any of its open links, and the others become invalid", async () => {
    const leo = await server.register();
    expect((await resend(leo)).body).toEqual({ message: `Te hemos enviado un enlace a ${leo.email}` });
    const [first = "", second = ""] = await readVerificationTokens(leo.email);
    expect(second).not.toBe("");
    expect((await verify(first, leo)).status).toBe(200);
    expect((await verify(second)).body).toEqual(spent);
    expect((await resend(leo)).body).toEqual({ message: "Tu correo electrónico ya está confirmado" });
    expect(await readVerificationTokens(leo.email)).toHaveLength(2);
  });

  it("keeps the other sessions that the mailbox's owner calls their own, and ends all others", async () => {
    const computer = await server.register();
    const stranger = server.visitor();
    const signIn = { email: computer.email, password: PASSWORD };
    const [token = ""] = await readVerificationTokens(computer.email);
    const list = (link: string, browser = server.visitor()) =>
      browser.post<OpenSession[]>("/api/auth/verify-email/sessions", { token: link });
    const { body: shown } = await list(token);
    expect(shown).toEqual([{ id: expect.any(String), userAgent: shown[0]?.userAgent, createdAt: expect.any(String) }]);
    expect((await list(token, computer)).body).toEqual([]);
    expect((await list("no hay")).body).toEqual([]);
    // Signs in after the question was asked, so that nobody has called it theirs.
    await stranger.post("/api/auth/login", signIn);
    const keptSessions = shown.map(({ id }) => id);
    expect((await server.visitor().post("/api/auth/verify-email", { token, keptSessions })).status).toBe(200);
    expect((await computer.get("/api/auth/user")).body).toMatchObject({ isEmailVerified: true });
    expect((await stranger.get("/api/auth/user")).status).toBe(401);
    expect((await list(token)).body).toEqual([]);
  });

  it("is confirmed on a phone without keeping anything for a session of another account", async () => {
    const [ana, leo] = [await server.register(), await server.register()];
    const [token = ""] = await readVerificationTokens(ana.email);
    const { body: own } = await leo.get<Session[]>("/api/auth/sessions");
    await server.visitor().post("/api/auth/verify-email", { token, keptSessions: own.map(({ id }) => id) });
    expect((await ana.get("/api/auth/user")).status).toBe(401);
    expect((await leo.get("/api/auth/user")).status).toBe(200);
  });

  it("is not confirmed by a link that is seven days old, which is deleted when another one is sent", async () => {
    const mar = await server.register();
    const [token = ""] = await readVerificationTokens(mar.email);
    server.clock.advance(7 * DAY);
    expect((await verify(token)).body).toEqual(spent);
    await resend(mar);
    const [, second = ""] = await readVerificationTokens(mar.email);
    expect(await countOpenLinks(mar)).toBe(1);
    server.clock.advance(7 * DAY - 1);
    expect((await verify(second)).status).toBe(200);
  });

  it.each(["", 7, null, undefined])("is not confirmed by %j", async (token) => {
    const response = await server.visitor().post("/api/auth/verify-email", { token });
    expect(response.body).toMatchObject({ issues: [{ path: "token", message: "Token is required" }] });
  });

  it.each(["x", "\u0000", "' OR 1=1 --", "😀", "x".repeat(10_000)])(
    "is not confirmed by a made-up link",
    async (token) => {
      expect((await verify(token)).body).toEqual(spent);
    },
  );
});

describe("a change of address", () => {
  it("takes effect with the link sent to the new one, and notifies the old one twice", async () => {
    const eva = await server.register("eva.vieja@repasa.example");
    const response = await change(eva, " Eva.NUEVA@Repasa.example ");
    expect(response.body).toEqual({
      message: "Te hemos enviado un enlace a eva.nueva@repasa.example. Tu correo cambiará cuando lo abras.",
    });
    expect(await readEmailState(eva)).toEqual({
      email: "eva.vieja@repasa.example",
      isEmailVerified: false,
      pendingEmail: "eva.nueva@repasa.example",
    });
    await server.visitor().post("/api/auth/reset-password", { email: "eva.vieja@repasa.example" });
    const [token = ""] = await readVerificationTokens("eva.nueva@repasa.example");
    const reset = mailsTo("eva.vieja@repasa.example").flatMap(
      ({ text }) => /\/new-password#token=([\w-]+)/.exec(text)?.[1] ?? [],
    )[0];
    expect((await verify(token, eva)).body).toEqual({ message: "Tu correo electrónico se ha cambiado" });
    expect(await readEmailState(eva)).toEqual({
      email: "eva.nueva@repasa.example",
      isEmailVerified: true,
      pendingEmail: null,
    });
    expect(await countOpenLinks(eva)).toBe(0);

    await server.runJobs();
    const [, requested, , changed] = mailsTo("eva.vieja@repasa.example").sort(
      (a, b) => SUBJECTS.indexOf(a.subject) - SUBJECTS.indexOf(b.subject),
    );
    expect(subjectsTo("eva.vieja@repasa.example").sort()).toEqual([...SUBJECTS].sort());
    for (const notice of [requested, changed]) {
      // The letter contains the new address only in its masked form.
      expect(notice?.text).toContain("e•••@\u200brepasa.\u200bexample");
      expect(notice?.text).not.toContain("eva.nueva");
      expect(notice?.text).toContain("soporte@repasa.example");
    }
    expect(requested?.text).toMatch(/\/reset-password\s/);
    expect(mailsTo("eva.nueva@repasa.example")[0]?.text).not.toContain("eva.vieja");

    const late = await server.visitor().post("/api/auth/new-password", {
      token: reset,
      password: "del viejo buzón",
      confirmPassword: "del viejo buzón",
    });
    expect([reset === undefined, late.status]).toEqual([false, 400]);
    const login = (email: string) => server.visitor().post("/api/auth/login", { email, password: PASSWORD });
    expect((await login("eva.nueva@repasa.example")).status).toBe(200);
    expect((await login("eva.vieja@repasa.example")).status).toBe(401);
  });
  const SUBJECTS = [
    "Confirma tu correo de Repasa",
    "Han pedido cambiar el correo de tu cuenta de Repasa",
    "Restablece tu contraseña de Repasa",
    "El correo de tu cuenta de Repasa ha cambiado",
  ];

  it("needs the current password and another address", async () => {
    const ivo = await server.register();
    const wrong = await change(ivo, "ivo2@repasa.example", "no es esta");
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { message: "La contraseña actual no es correcta", code: "invalid_credentials" },
    ]);
    const same = await change(ivo, ivo.email.toUpperCase());
    expect([same.status, same.body]).toEqual([
      400,
      {
        message: "Este ya es tu correo electrónico",
        code: "validation_failed",
        issues: [{ path: "email", message: "Este ya es tu correo electrónico" }],
      },
    ]);
    expect(await change(ivo, "nope", "")).toMatchObject({
      body: {
        issues: [
          { path: "email", message: "Invalid email address" },
          { path: "currentPassword", message: "Escribe tu contraseña actual" },
        ],
      },
    });
    expect(await readEmailState(ivo)).toMatchObject({ pendingEmail: null });
    await server.runJobs();
    expect(subjectsTo(ivo.email)).toEqual(["Confirma tu correo de Repasa"]);
  });

  it("succeeds for one of two accounts that request the same address", async () => {
    const [one, two] = await Promise.all([server.register(), server.register()]);
    for (const client of [one, two]) await server.confirmAddress(client);
    await Promise.all([change(one, "codiciada@repasa.example"), change(two, "codiciada@repasa.example")]);
    const tokens = await readVerificationTokens("codiciada@repasa.example");
    expect(tokens).toHaveLength(2);
    const responses = await Promise.all(tokens.map((token) => verify(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toEqual(taken);
    const states = await Promise.all([readEmailState(one), readEmailState(two)]);
    expect(states.map(({ email }) => email).filter((email) => email === "codiciada@repasa.example")).toHaveLength(1);
    expect(states.map(({ pendingEmail }) => pendingEmail).sort()).toEqual(["codiciada@repasa.example", null]);
  });

  it("is withdrawn when it is cancelled, even if its link is being opened or is not sent yet", async () => {
    const pia = await server.register();
    await change(pia, "pia2@repasa.example");
    const [token = ""] = await readVerificationTokens("pia2@repasa.example");
    await resend(pia);
    const holder = await server.database.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [pia.userId]);
      await holder.query("UPDATE users SET pending_email = NULL WHERE id = $1", [pia.userId]);
      const opened = verify(token);
      await waitForBlockedSessions(server.database.pool);
      await holder.query("COMMIT");
      expect((await opened).body).toEqual(spent);
    } finally {
      holder.release();
    }
    await change(pia, "pia3@repasa.example");
    const [third = ""] = await readVerificationTokens("pia3@repasa.example");
    expect((await pia.delete("/api/auth/pending-email")).status).toBe(204);
    expect((await pia.delete("/api/auth/pending-email")).status).toBe(204);
    expect((await verify(third)).body).toEqual(spent);
    expect(await readVerificationTokens("pia2@repasa.example")).toHaveLength(1);
    expect(await readEmailState(pia)).toEqual({ email: pia.email, isEmailVerified: false, pendingEmail: null });
    const [own = ""] = await readVerificationTokens(pia.email);
    expect((await verify(own)).status).toBe(200);
  });

  it("is replaced by a later one, whose link can be sent again", async () => {
    const ugo = await server.register();
    await change(ugo, "ugo2@repasa.example");
    const [second = ""] = await readVerificationTokens("ugo2@repasa.example");
    await change(ugo, "ugo3@repasa.example");
    expect((await resend(ugo)).body).toEqual({ message: "Te hemos enviado un enlace a ugo3@repasa.example" });
    const thirds = await readVerificationTokens("ugo3@repasa.example");
    expect(thirds).toHaveLength(2);
    expect((await verify(second)).body).toEqual(spent);
    expect((await verify(thirds[1] as string)).status).toBe(200);
    expect((await verify(thirds[0] as string)).body).toEqual(spent);
  });

  it("is cancelled by a new password, because a thief may have requested it", async () => {
    for (const by of ["link", "settings"]) {
      const ema = await server.register();
      const wanted = `ladron-${by}@repasa.example`;
      await change(ema, wanted);
      const [token = ""] = await readVerificationTokens(wanted);
      const passwords = { password: "nueva y larga", confirmPassword: "nueva y larga" };
      if (by === "settings") await ema.put("/api/auth/password", { currentPassword: PASSWORD, ...passwords });
      else {
        await server.visitor().post("/api/auth/reset-password", { email: ema.email });
        await server.runJobs();
        const reset = /\/new-password#token=([\w-]+)/.exec(mailsTo(ema.email).at(-1)?.text ?? "")?.[1];
        await server.visitor().post("/api/auth/new-password", { token: reset, ...passwords });
      }
      expect((await verify(token)).body).toEqual(spent);
      await ema.post("/api/auth/login", { email: ema.email, password: "nueva y larga" });
      expect(await readEmailState(ema)).toMatchObject({ email: ema.email, pendingEmail: null });
    }
  });

  it("is deleted with its links when the account is deleted", async () => {
    const fin = await server.register();
    await change(fin, "fin2@repasa.example");
    const [token = ""] = await readVerificationTokens("fin2@repasa.example");
    await resend(fin);
    expect((await fin.delete("/api/auth/delete-account")).status).toBe(204);
    expect((await verify(token)).body).toEqual(spent);
    expect(await readVerificationTokens("fin2@repasa.example")).toHaveLength(1);
  });
});

describe("a change to an address that has an account", () => {
  it("does and returns the same as any other, and notifies only the owner of the address", async () => {
    const [ana, owner] = [await server.register(), await server.register()];
    await server.runJobs();
    server.mails.length = 0;
    const [free, used] = [await change(ana, "libre@repasa.example"), await change(ana, owner.email)];
    const withoutAddress = (response: typeof used, email: string) => JSON.stringify(response.body).replace(email, "x");
    expect(used.status).toBe(200);
    expect(withoutAddress(used, owner.email)).toBe(withoutAddress(free, "libre@repasa.example"));
    expect(Object.keys(used.headers).sort()).toEqual(Object.keys(free.headers).sort());
    expect(await readEmailState(ana)).toMatchObject({ pendingEmail: owner.email });
    expect((await resend(ana)).body).toEqual({ message: `Te hemos enviado un enlace a ${owner.email}` });
    expect(await readVerificationTokens(owner.email)).toEqual([]);
    expect(new Set(subjectsTo(owner.email))).toEqual(new Set(["Esta dirección ya tiene una cuenta en Repasa"]));
    expect(mailsTo(owner.email)[0]?.text).not.toContain(ana.email);
    expect(await readEmailState(owner)).toMatchObject({ email: owner.email, pendingEmail: null });
  });
});

describe("the link that undoes a change of address", () => {
  const undo = (token: string | undefined) =>
    server.visitor().post<{ resetToken: string }>("/api/auth/undo-email", { token });
  const login = (email: string, password = PASSWORD) => server.visitor().post("/api/auth/login", { email, password });

  const readUndoTokens = (email: string) => readMailedTokens(server, email, "undo-email");

  /** Moves the account as a thief who knows the password would; its address was confirmed before. */
  async function moveAccount(client: TestClient, to: string): Promise<void> {
    await change(client, to);
    expect((await verify((await readVerificationTokens(to)).at(-1) as string, client)).status).toBe(200);
  }

  async function registerConfirmed(): Promise<TestClient> {
    const client = await server.register();
    expect((await verify((await readVerificationTokens(client.email))[0] as string, client)).status).toBe(200);
    return client;
  }

  it("ends all sessions, invalidates the password, and permits setting a new one", async () => {
    const ana = await registerConfirmed();
    const thief = server.visitor();
    await thief.post("/api/auth/login", { email: ana.email, password: PASSWORD });
    await moveAccount(thief, "ladron1@repasa.example");
    const [token] = await readUndoTokens(ana.email);
    const { rows } = await server.database.pool.query("SELECT to_jsonb(p) FROM previous_emails p");
    expect(JSON.stringify(rows)).not.toContain(token);

    const responses = await Promise.all([undo(token), undo(token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(responses.find(({ status }) => status === 400)?.body).toEqual(spent);
    const resetToken = responses.find(({ status }) => status === 200)?.body.resetToken;
    for (const client of [thief, ana]) expect((await client.get("/api/auth/user")).status).toBe(401);
    for (const email of [ana.email, "ladron1@repasa.example"]) expect((await login(email)).status).toBe(401);
    const { rows: devices } = await server.database.pool.query("SELECT FROM devices WHERE user_id = $1", [ana.userId]);
    expect(devices).toEqual([]);

    const password = "recuperada y larga";
    const form = { token: resetToken, password, confirmPassword: password };
    expect((await server.visitor().post("/api/auth/new-password", form)).status).toBe(200);
    expect((await login(ana.email, password)).status).toBe(200);
    await server.runJobs();
    expect(subjectsTo("ladron1@repasa.example")).toContain("Se ha deshecho el cambio de correo en Repasa");
    expect(mailsTo("ladron1@repasa.example").at(-1)?.text).not.toContain(ana.email);
  });

  /** Inserts a second factor that was added `days` ago. */
  async function addFactor({ userId }: TestClient, days: number): Promise<void> {
    const since = new Date(server.clock.now().getTime() - days * DAY);
    const { pool } = server.database;
    await pool.query(
      "INSERT INTO authenticator_apps (user_id, secret, active, created_at) VALUES ($1, 'GEZDGNBVGY3TQOJQ', true, $2)",
      [userId, since],
    );
    await pool.query("INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES ($1, 'x', $2)", [
      userId,
      since,
    ]);
  }

  it("removes a thief's second factor, whether it was added before the address changed or after", async () => {
    for (const isBefore of [true, false]) {
      const leo = await registerConfirmed();
      const to = `ladron-factor-${isBefore}@repasa.example`;
      await change(leo, to);
      if (isBefore) await addFactor(leo, 6);
      expect((await verify((await readVerificationTokens(to))[0] as string, leo)).status).toBe(200);
      if (!isBefore) await addFactor(leo, 0);
      const [token] = await readUndoTokens(leo.email);
      const password = "recuperada y larga";
      const form = { token: (await undo(token)).body.resetToken, password, confirmPassword: password };
      expect((await server.visitor().post("/api/auth/new-password", form)).status).toBe(200);
      expect((await login(leo.email, password)).status).toBe(200);
      const { rows } = await server.database.pool.query("SELECT FROM recovery_codes WHERE user_id = $1", [leo.userId]);
      expect(rows).toEqual([]);
    }
  });

  it("is not mailed if the account has a second factor of seven days, which the mailbox must not bypass", async () => {
    const mia = await registerConfirmed();
    await change(mia, "mia.nueva@repasa.example");
    await addFactor(mia, 7);
    expect((await verify((await readVerificationTokens("mia.nueva@repasa.example"))[0] as string, mia)).status).toBe(
      200,
    );
    expect(await readUndoTokens(mia.email)).toEqual([]);
    expect(subjectsTo(mia.email)).toContain("El correo de tu cuenta de Repasa ha cambiado");
    const { rows } = await server.database.pool.query("SELECT FROM previous_emails WHERE user_id = $1", [mia.userId]);
    expect(rows).toEqual([]);
  });

  it("undoes several changes at once, and the addresses in between get no link", async () => {
    const eva = await registerConfirmed();
    await moveAccount(eva, "ladron2@repasa.example");
    await moveAccount(eva, "ladron3@repasa.example");
    const [[first], none] = [await readUndoTokens(eva.email), await readUndoTokens("ladron2@repasa.example")];
    expect(none).toEqual([]);
    expect(subjectsTo("ladron2@repasa.example")).toContain("El correo de tu cuenta de Repasa ha cambiado");
    expect((await undo(first)).status).toBe(200);
    const { rows } = await server.database.pool.query("SELECT email FROM users WHERE id = $1", [eva.userId]);
    expect(rows).toEqual([{ email: eva.email }]);
  });

  it("is valid for seven days, in which nobody else can use the address", async () => {
    const ivo = await registerConfirmed();
    await moveAccount(ivo, "ivo.nuevo@repasa.example");
    const [token] = await readUndoTokens(ivo.email);
    const form = { email: ivo.email, password: PASSWORD, confirmPassword: PASSWORD };
    expect((await server.visitor().post("/api/auth/register", form)).body).toEqual(taken);
    const other = await server.register();
    await change(other, ivo.email);
    expect((await verify((await readVerificationTokens(ivo.email)).at(-1) as string)).body).toEqual(taken);
    server.clock.advance(7 * DAY);
    expect((await undo(token)).body).toEqual(spent);
    expect((await server.visitor().post("/api/auth/register", form)).status).toBe(201);
  });

  it("is not mailed to an address that was never confirmed, and is invalid once the account has returned by itself", async () => {
    const uma = await server.register();
    await moveAccount(uma, "uma.nueva@repasa.example");
    expect(await readUndoTokens(uma.email)).toEqual([]);
    expect(subjectsTo(uma.email)).toContain("El correo de tu cuenta de Repasa ha cambiado");
    await moveAccount(uma, "uma.otra@repasa.example");
    const [token] = await readUndoTokens("uma.nueva@repasa.example");
    await moveAccount(uma, "uma.nueva@repasa.example");
    expect((await undo(token)).body).toEqual(spent);
    // The address in between may be a thief's, from whom the owner took the account back, so it gets no link.
    expect(await readUndoTokens("uma.otra@repasa.example")).toEqual([]);
    const { rows } = await server.database.pool.query("SELECT FROM previous_emails WHERE user_id = $1", [uma.userId]);
    expect(rows).toEqual([]);
  });

  it.each(["x", "\u0000", "😀"])("is refused with the token %j", async (token) => {
    expect((await undo(token)).body).toEqual(spent);
  });
});

describe("letters to an address", () => {
  it("are limited for the account that requests them and for the mailbox that receives them", async () => {
    const strict = await createTestApp({ environment: { RATE_LIMIT: "on" } });
    const [one, two] = await Promise.all([strict.register(), strict.register()]);
    const victim = "victima@repasa.example";
    const statuses = [];
    for (const client of [one, one, one, two, two, two]) statuses.push((await change(client, victim)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    for (const next of ["a@b.co", "b@b.co"]) statuses.push((await change(one, next)).status);
    expect((await resend(one)).status).toBe(429);
    expect(statuses.slice(6)).toEqual([200, 200]);
    await strict.close();
  });
});
