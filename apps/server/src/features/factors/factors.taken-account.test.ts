// @module-tag hostile
import type { AddedFactor, ConfirmationMethods, PasskeyCreation, PasskeyRequest } from "@repasa/contract/factors.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { isSignedIn, readMailedTokens } from "#testing/auth-calls.ts";
import { factorCalls, NEW_PASSWORD } from "#testing/factor-calls.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { PasskeyDevice } from "#testing/passkey-device.ts";
import { PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const server = await sharedTestApp({ environment: { APP_URL: "http://localhost:3000" } });
const calls = factorCalls(server);
const { codeOf, registered, addApp, addPasskey, factorsOf, withPassword, finish, signInWith, letterTo } = calls;
const DAY = 86_400_000;
const NO_FACTORS = { passkeys: [], app: null, recoveryCodes: null };

// Lets each test use a code, although another test has used one before.
beforeEach(() => server.clock.advance(60_000));

async function signIn(client: TestClient, email: string, password = PASSWORD) {
  return client.post("/api/auth/login", { email, password });
}

const readVerificationTokens = (email: string) => readMailedTokens(server, email, "verify-email");

/**
 * Creates a stranger's account with somebody else's address, and everything that could give access to it later: a passkey, an app,
 * recovery codes, two signed-in browsers, and a change to an address of their own. The factors are inserted directly, as if they had been
 * added before the product required a confirmed address.
 */
async function createStranger() {
  const client = await registered();
  const { pool } = server.database;
  const { secret, recoveryCodes } = await addApp(client);
  const { device } = await addPasskey(client);
  await pool.query("UPDATE users SET is_email_verified = false WHERE id = $1", [client.userId]);
  const second = await withPassword(client.email);
  expect((await finish(second, codeOf(secret))).status).toBe(200);
  const wanted = `desconocido${client.userId}@repasa.example`;
  expect((await client.put("/api/auth/email", { email: wanted, currentPassword: PASSWORD })).status).toBe(200);
  await second.post("/api/auth/send-verification");
  const [away = ""] = await readVerificationTokens(wanted);
  return { client, second, device, secret, recoveryCodes, away };
}

async function expectNothingLeft({ client, second, device, away }: Awaited<ReturnType<typeof createStranger>>) {
  for (const browser of [client, second]) expect(await isSignedIn(browser)).toBe(false);
  expect((await signInWith(server.visitor(), device)).status).toBe(401);
  expect((await client.post("/api/auth/verify-email", { token: away })).body).toMatchObject({ code: "invalid_token" });
  const { rows } = await server.database.pool.query(
    `SELECT is_email_verified AS confirmed, pending_email AS pending,
      (SELECT count(*)::int FROM passkeys WHERE user_id = $1) AS passkeys,
      (SELECT count(*)::int FROM authenticator_apps WHERE user_id = $1) AS apps,
      (SELECT count(*)::int FROM recovery_codes WHERE user_id = $1) AS codes
    FROM users WHERE id = $1`,
    [client.userId],
  );
  expect(rows).toEqual([{ confirmed: true, pending: null, passkeys: 0, apps: 0, codes: 0 }]);
}

describe("an address that was never confirmed", () => {
  it("permits no second factor, and the error explains what to do", async () => {
    const ana = await server.register();
    await ana.post("/api/user/confirmation", { password: PASSWORD });
    const refused = {
      message: "Confirma antes tu correo: abre el enlace que te enviamos o pide otro en Ajustes.",
      code: "conflict",
    };
    for (const path of ["passkeys/options", "app/secret"]) {
      const { status, body } = await ana.post(`/api/user/factors/${path}`);
      expect([status, body]).toEqual([409, refused]);
    }
    // Adding the factor fails, too, even with a secret that was obtained in another way.
    await server.database.pool.query(
      "INSERT INTO authenticator_apps (user_id, secret, active, created_at) VALUES ($1, 'GEZDGNBVGY3TQOJQ', false, $2)",
      [ana.userId, server.clock.now()],
    );
    const { body } = await ana.post("/api/user/factors/app", { code: codeOf("GEZDGNBVGY3TQOJQ") });
    expect(body).toEqual(refused);
    await server.confirmAddress(ana);
    expect((await ana.post("/api/user/factors/app/secret")).status).toBe(200);
  });

  it("belongs to the user who resets the password by its mailbox: nothing of a stranger remains", async () => {
    const thief = await createStranger();
    const browser = await calls.resetPassword(thief.client);
    await expectNothingLeft(thief);
    expect((await signIn(thief.client, thief.client.email)).status).toBe(401);
    expect((await signIn(browser, thief.client.email, NEW_PASSWORD)).status).toBe(200);
    expect(await factorsOf(browser)).toMatchObject(NO_FACTORS);
    await server.runJobs();
    expect(letterTo(thief.client, "Se han quitado protecciones")).toContain("Ahora solo te pedimos tu contraseña.");
  });

  it("is confirmed by a reset, so that the link of the registration ends nothing afterwards", async () => {
    const ana = await server.register();
    const [token] = await readVerificationTokens(ana.email);
    await calls.resetPassword(ana);
    expect((await signIn(ana, ana.email, NEW_PASSWORD)).body).toMatchObject({ isEmailVerified: true });
    expect((await server.visitor().post("/api/auth/verify-email", { token })).status).toBe(200);
    expect(await isSignedIn(ana)).toBe(true);
  });

  it("belongs to the user who opens the link sent to it: nothing of a stranger remains but the password", async () => {
    const thief = await createStranger();
    const { email, userId } = thief.client;
    await thief.client.delete("/api/auth/pending-email");
    await thief.client.post("/api/auth/send-verification");
    const token = (await readVerificationTokens(email)).at(-1);
    const again = { email: `otro${userId}@repasa.example`, currentPassword: PASSWORD };
    expect((await thief.client.put("/api/auth/email", again)).status).toBe(200);
    const [away = ""] = await readVerificationTokens(again.email);
    expect((await server.visitor().post("/api/auth/verify-email", { token })).status).toBe(200);
    await expectNothingLeft({ ...thief, away });
    const { rows: devices } = await server.database.pool.query("SELECT FROM devices WHERE user_id = $1", [userId]);
    expect(devices).toEqual([]);
    await server.runJobs();
    expect(letterTo(thief.client, "Se han quitado protecciones")).toContain("Al mostrar que este correo es tuyo");
    // No browser is known any more, so even the one with the password causes a letter about a new sign-in.
    expect((await signIn(thief.client, email)).status).toBe(200);
    await server.runJobs();
    expect(letterTo(thief.client, "Nuevo inicio de sesión")).not.toBe("");
  });

  it("leaves only the browser that opens the link signed in and known", async () => {
    const ana = await server.register();
    const [other, evas] = [server.visitor(), await server.register()];
    await signIn(other, ana.email);
    await server.confirmAddress(ana);
    expect([await isSignedIn(ana), await isSignedIn(other)]).toEqual([true, false]);
    await server.runJobs();
    server.mails.length = 0;
    expect((await signIn(ana, ana.email)).status).toBe(200);
    await server.runJobs();
    expect(letterTo(ana, "Nuevo inicio de sesión")).toBe("");

    const luz = await server.register();
    const [token] = await readVerificationTokens(luz.email);
    expect((await evas.post("/api/auth/verify-email", { token })).status).toBe(200);
    expect([await isSignedIn(evas), await isSignedIn(luz)]).toEqual([true, false]);
  });

  it("removes the same access if an account without a confirmed address moves to one", async () => {
    const ana = await server.register();
    const other = server.visitor();
    await signIn(other, ana.email);
    await ana.put("/api/auth/email", { email: "ana.nueva@repasa.example", currentPassword: PASSWORD });
    const [token] = await readVerificationTokens("ana.nueva@repasa.example");
    expect((await ana.post("/api/auth/verify-email", { token })).status).toBe(200);
    expect([await isSignedIn(ana), await isSignedIn(other)]).toEqual([true, false]);
  });
});

describe("an address without an account", () => {
  it("is not given to a stranger's account with an old passkey when its owner opens the link", async () => {
    const thief = await registered();
    const { device } = await addPasskey(thief);
    server.clock.advance(8 * DAY);
    expect((await signInWith(thief, device)).status).toBe(200);
    const victim = "sin.cuenta@repasa.example";
    expect((await thief.put("/api/auth/email", { email: victim, currentPassword: PASSWORD })).status).toBe(200);
    const [token] = await readVerificationTokens(victim);
    const open = (browser: TestClient) => browser.post("/api/auth/verify-email", { token });
    const refused = {
      message:
        "Esta cuenta tiene la verificación en dos pasos. Abre el enlace en un navegador donde hayas iniciado sesión en ella.",
      code: "conflict",
    };
    // The link works neither in a browser without a session nor in one with a session of another account.
    for (const browser of [server.visitor(), await server.register()]) {
      const { status, body } = await open(browser);
      expect([status, body]).toEqual([409, refused]);
    }
    expect((await thief.get("/api/auth/user")).body).toMatchObject({ email: thief.email, pendingEmail: victim });
    const form = { email: victim, password: PASSWORD, confirmPassword: PASSWORD };
    expect((await server.visitor().post("/api/auth/register", form)).status).toBe(201);
  });

  it("is given to the account that requested it by the same link, in a browser that is signed in there", async () => {
    const ana = await registered();
    const { secret } = await addApp(ana);
    const to = `ana.${ana.userId}@repasa.example`;
    expect((await ana.put("/api/auth/email", { email: to, currentPassword: PASSWORD })).status).toBe(200);
    const [token] = await readVerificationTokens(to);
    const phone = await withPassword(ana.email);
    expect((await phone.post("/api/auth/verify-email", { token })).status).toBe(409);
    expect((await finish(phone, codeOf(secret))).status).toBe(200);
    expect((await phone.post("/api/auth/verify-email", { token })).status).toBe(200);
    expect((await phone.get("/api/auth/user")).body).toMatchObject({ email: to, pendingEmail: null });
  });
});

describe("a reset of the password", () => {
  it("removes a thief's first passkey, which would be enough to sign in, and notifies the owner", async () => {
    const ana = await registered();
    const thief = server.visitor();
    await signIn(thief, ana.email);
    await thief.post("/api/user/confirmation", { password: PASSWORD });
    const { device, response } = await addPasskey(thief);
    const { recoveryCodes } = response.body as AddedFactor;
    await server.runJobs();
    expect(letterTo(ana, "Has protegido más")).toContain("al elegirla se quita también lo que se ha añadido");
    expect(await isSignedIn(ana)).toBe(false);
    server.clock.advance(7 * DAY - 120_000);
    const browser = await calls.resetPassword(ana);
    expect(await isSignedIn(thief)).toBe(false);
    expect((await signInWith(server.visitor(), device)).status).toBe(401);
    expect((await signIn(browser, ana.email, NEW_PASSWORD)).status).toBe(200);
    expect(await factorsOf(browser)).toMatchObject(NO_FACTORS);
    const { rows } = await server.database.pool.query("SELECT FROM recovery_codes WHERE user_id = $1", [ana.userId]);
    expect([recoveryCodes?.length, rows]).toEqual([10, []]);
    await server.runJobs();
    const letter = letterTo(ana, "Se han quitado protecciones");
    expect(letter).toContain("en los últimos siete días, por si no fuiste tú. Ahora solo te pedimos tu contraseña.");
  });

  it("does not remove a factor of seven days: the mailbox alone is not enough to sign in", async () => {
    const ana = await registered();
    const { secret } = await addApp(ana);
    server.clock.advance(7 * DAY);
    await calls.resetPassword(ana);
    expect((await finish(await withPassword(ana.email, NEW_PASSWORD), codeOf(secret))).status).toBe(200);
    await server.runJobs();
    expect(letterTo(ana, "Se han quitado protecciones")).toBe("");
  });

  it("removes only new passkeys and new recovery codes if there is an older factor", async () => {
    const ana = await registered();
    const { secret, recoveryCodes } = await addApp(ana);
    server.clock.advance(7 * DAY);
    await ana.post("/api/user/confirmation", { code: codeOf(secret) });
    const { device } = await addPasskey(ana);
    const eva = await registered();
    const { recoveryCodes: evas } = await addApp(eva);
    await calls.resetPassword(ana);
    expect((await signInWith(server.visitor(), device)).status).toBe(401);
    const browser = await withPassword(ana.email, NEW_PASSWORD);
    expect((await finish(browser, recoveryCodes[0] as string)).status).toBe(200);
    expect(await factorsOf(browser)).toMatchObject({ passkeys: [], recoveryCodes: 9 });
    // Nobody else loses recovery codes.
    expect((await finish(await withPassword(eva.email), evas[0] as string)).status).toBe(200);

    const renewed = await browser.post<{ recoveryCodes: string[] }>("/api/user/factors/recovery-codes");
    await calls.resetPassword(ana);
    const again = await withPassword(ana.email, NEW_PASSWORD);
    expect((await finish(again, renewed.body.recoveryCodes[0] as string)).status).toBe(401);
    server.clock.advance(60_000);
    expect((await finish(again, codeOf(secret))).status).toBe(200);
    expect(await factorsOf(again)).toMatchObject({ recoveryCodes: 0 });
    await server.runJobs();
    expect(letterTo(ana, "Se han quitado protecciones")).toContain("Lo que tenías de antes sigue activo.");
  });

  it("removes a factor that is being added at the same time", async () => {
    const ana = await registered();
    const thief = server.visitor();
    await signIn(thief, ana.email);
    await thief.post("/api/user/confirmation", { password: PASSWORD });
    const device = new PasskeyDevice();
    const { body } = await thief.post<PasskeyCreation>("/api/user/factors/passkeys/options");
    const credential = device.create(body);
    await server.visitor().post("/api/auth/reset-password", { email: ana.email });
    const token = (await readMailedTokens(server, ana.email, "new-password")).at(-1);
    const form = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    const holder = await server.database.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [ana.userId]);
      const reset = server.visitor().post("/api/auth/new-password", form);
      await waitForBlockedSessions(server.database.pool);
      const added = thief.post("/api/user/factors/passkeys", { name: "Mía", credential });
      await waitForBlockedSessions(server.database.pool, { sessions: 2 });
      await holder.query("COMMIT");
      expect((await reset).status).toBe(200);
      expect((await added).status).toBe(401);
    } finally {
      holder.release();
    }
    expect((await signInWith(server.visitor(), device)).status).toBe(401);
    expect((await signIn(ana, ana.email, NEW_PASSWORD)).status).toBe(200);
  });
});

describe("a sign-in that is in progress", () => {
  /** Makes a change of the owner's factors hold the account while somebody signs in, and returns both answers. */
  async function signInDuring<C, S>(
    owner: TestClient,
    change: () => Promise<C>,
    signIn: () => Promise<S>,
  ): Promise<[C, S]> {
    const holder = await server.database.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [owner.userId]);
      const changed = change();
      await waitForBlockedSessions(server.database.pool);
      const signedIn = signIn();
      await waitForBlockedSessions(server.database.pool, { sessions: 2 });
      await holder.query("COMMIT");
      return [await changed, await signedIn];
    } finally {
      holder.release();
    }
  }

  it("by a password alone requires the first factor that is added in the meantime", async () => {
    const ana = await registered();
    const thief = server.visitor();
    const [{ device, response }, refused] = await signInDuring(
      ana,
      () => addPasskey(ana),
      () => signIn(thief, ana.email),
    );
    expect(response.status).toBe(201);
    expect([refused.status, refused.body]).toEqual([401, expect.objectContaining({ code: "second_factor_required" })]);
    expect([await isSignedIn(thief), await isSignedIn(ana)]).toEqual([false, true]);
    const { body } = await thief.post<ConfirmationMethods>("/api/auth/second-factor/options");
    const shown = await thief.post("/api/auth/second-factor", { passkey: device.show(body.passkey as PasskeyRequest) });
    expect(shown.status).toBe(200);
  });

  it.each(["first", "second"])(
    "by a passkey as the %s step is refused if the passkey is removed in the meantime",
    async (step) => {
      const ana = await registered();
      await addApp(ana);
      const { device } = await addPasskey(ana);
      const finder = step === "first" ? server.visitor() : await withPassword(ana.email);
      const id = (await factorsOf(ana)).passkeys[0]?.id;
      const finish = async () => {
        if (step === "first") return signInWith(finder, device);
        const { body } = await finder.post<ConfirmationMethods>("/api/auth/second-factor/options");
        return finder.post("/api/auth/second-factor", { passkey: device.show(body.passkey as PasskeyRequest) });
      };
      const [removed, refused] = await signInDuring(ana, () => ana.delete(`/api/user/factors/passkeys/${id}`), finish);
      expect(removed.status).toBe(204);
      expect([refused.status, refused.body]).toEqual([401, expect.objectContaining({ code: "invalid_credentials" })]);
      expect([await isSignedIn(finder), await isSignedIn(ana)]).toEqual([false, true]);
    },
  );
});

describe("removing a factor", () => {
  it.each(["passkey", "app"])(
    "ends the other sessions, which may belong to somebody who found the %s",
    async (factor) => {
      const ana = await registered();
      const { secret } = await addApp(ana);
      const { device } = await addPasskey(ana);
      const [finder, late] = [server.visitor(), await withPassword(ana.email)];
      expect((await signInWith(finder, device)).status).toBe(200);
      expect((await finish(late, codeOf(secret))).status).toBe(200);
      const wanted = `${factor}.nueva@repasa.example`;
      expect((await ana.put("/api/auth/email", { email: wanted, currentPassword: PASSWORD })).status).toBe(200);
      const id = (await factorsOf(ana)).passkeys[0]?.id;
      expect((await ana.delete(`/api/user/factors/${factor === "app" ? "app" : `passkeys/${id}`}`)).status).toBe(204);
      expect([await isSignedIn(finder), await isSignedIn(late), await isSignedIn(ana)]).toEqual([false, false, true]);
      // The change of address that the owner has started continues.
      expect((await ana.get("/api/auth/user")).body).toMatchObject({ pendingEmail: wanted });
      await server.runJobs();
      expect(letterTo(ana, "Se ha quitado una protección")).toContain("se han cerrado las otras sesiones");
      // Nothing ends if there was nothing to remove.
      await signIn(finder, ana.email);
      expect((await ana.delete("/api/user/factors/passkeys/00000000-0000-4000-8000-000000000000")).status).toBe(404);
      expect(await isSignedIn(ana)).toBe(true);
    },
  );
});
