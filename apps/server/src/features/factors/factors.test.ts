// @module-tag hostile
import type {
  AddedFactor,
  AppSecret,
  ConfirmationMethods,
  PasskeyCreation,
  PasskeyRequest,
} from "@repasa/contract/factors.ts";
import { TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { factorCalls } from "#testing/factor-calls.ts";
import { PasskeyDevice } from "#testing/passkey-device.ts";
import { createTestApp, PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const server = await sharedTestApp({ environment: { APP_URL: "http://localhost:3000" } });
const { codeOf, registered, addApp, addPasskey, factorsOf, withPassword, finish, signInWith, letterTo } =
  factorCalls(server);
const MINUTE = 60_000;

// Lets each test use a code, although another test has used one before.
beforeEach(() => server.clock.advance(MINUTE));

describe("an app for codes", () => {
  it("is activated by a first code, with ten recovery codes that are returned once", async () => {
    const ana = await registered();
    const { body } = await ana.post<AppSecret>("/api/user/factors/app/secret");
    expect(body.link).toContain(`secret=${body.secret}`);
    expect(body.qr.path).toMatch(/^M0 0h7v1H0z/);
    expect((await factorsOf(ana)).app).toBeNull();
    const wrong = await ana.post("/api/user/factors/app", { code: "000000" });
    expect([wrong.status, wrong.body]).toMatchObject([401, { code: "invalid_credentials" }]);
    const { status, body: added } = await ana.post<AddedFactor>("/api/user/factors/app", {
      code: codeOf(body.secret).replace(/^.../, "$& "),
    });
    expect(status).toBe(201);
    expect(new Set(added.recoveryCodes).size).toBe(10);
    expect(await factorsOf(ana)).toMatchObject({ app: { since: server.clock.now().toISOString() }, recoveryCodes: 10 });
    expect((await ana.post("/api/user/factors/app/secret")).status).toBe(409);
    const { rows } = await server.database.pool.query("select code_hash from recovery_codes where user_id = $1", [
      ana.userId,
    ]);
    for (const code of added.recoveryCodes ?? []) expect(JSON.stringify(rows)).not.toContain(code.replaceAll("-", ""));
    await server.runJobs("factors.notice");
    expect(letterTo(ana, "Has protegido más tu cuenta de Repasa")).toContain(
      "al elegirla se quita también lo que se ha añadido.",
    );
  });

  it("is required after the password, and there is no session before it", async () => {
    const ana = await registered();
    const { secret } = await addApp(ana);
    const browser = await withPassword(ana.email);
    expect((await browser.get("/api/auth/user")).status).toBe(401);
    expect((await browser.post<ConfirmationMethods>("/api/auth/second-factor/options")).body).toEqual({
      password: false,
      app: true,
      passkey: null,
    });
    expect((await finish(browser, codeOf(secret))).body).toMatchObject({ id: ana.userId });
    expect((await browser.get("/api/auth/user")).status).toBe(200);
    // The code works neither in another browser nor again in this one.
    expect((await finish(server.visitor(), codeOf(secret))).body).toMatchObject({ code: "invalid_token" });
    expect((await finish(browser, codeOf(secret))).body).toMatchObject({ code: "invalid_token" });
  });

  it("accepts a code once, also in concurrent calls, and no older one", async () => {
    const ana = await registered();
    const { secret } = await addApp(ana);
    const browsers = [await withPassword(ana.email), await withPassword(ana.email)] as const;
    const code = codeOf(secret);
    const older = new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() - 30_000 });
    const statuses = (await Promise.all(browsers.map((browser) => finish(browser, code)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401]);
    expect((await finish(await withPassword(ana.email), older)).status).toBe(401);
  });

  it("permits five attempts in ten minutes, and none after the password has changed", async () => {
    const ana = await registered();
    const { secret } = await addApp(ana);
    const [guesser, late, outdated] = [
      await withPassword(ana.email),
      await withPassword(ana.email),
      await withPassword(ana.email),
    ];
    const statuses = [];
    for (let guess = 0; guess < 5; guess++) statuses.push((await finish(guesser, `00000${guess}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    await server.runJobs("factors.notice");
    expect(letterTo(ana, "Alguien ha escrito tu contraseña")).toContain("alguien sabe tu contraseña. Elige otra:");
    expect((await finish(guesser, codeOf(secret))).body).toMatchObject({ code: "invalid_token" });
    await server.database.pool.query("update users set password_hash = password_hash || 'x' where id = $1", [
      ana.userId,
    ]);
    expect((await finish(outdated, codeOf(secret))).body).toMatchObject({ code: "invalid_credentials" });
    expect((await outdated.get("/api/auth/user")).status).toBe(401);
    server.clock.advance(10 * MINUTE);
    expect((await finish(late, codeOf(secret))).body).toMatchObject({ code: "invalid_token" });
  });

  it.each([{}, { code: "" }, { code: 7 }, { code: "\u0000" }, { passkey: {} }, { passkey: "x" }])(
    "refuses %j",
    async (body) => {
      const ana = await registered();
      await addApp(ana);
      const response = await (await withPassword(ana.email)).post("/api/auth/second-factor", body);
      expect(response.body).toMatchObject({ code: "validation_failed" });
    },
  );
});

describe("a recovery code", () => {
  it("works once in place of the app, and a letter contains how many are left", async () => {
    const ana = await registered();
    const { recoveryCodes } = await addApp(ana);
    const code = (recoveryCodes[3] as string).toUpperCase().replaceAll("-", " ");
    expect((await finish(await withPassword(ana.email), code)).status).toBe(200);
    expect((await finish(await withPassword(ana.email), code)).status).toBe(401);
    expect((await factorsOf(ana)).recoveryCodes).toBe(9);
    await server.runJobs("factors.notice");
    expect(letterTo(ana, "Se ha usado un código")).toContain("Te quedan 9; en Ajustes puedes crear otros.");
  });

  it("is invalid once there are new ones or no factor", async () => {
    const ana = await registered();
    const { recoveryCodes } = await addApp(ana);
    const renewed = await ana.post<{ recoveryCodes: string[] }>("/api/user/factors/recovery-codes");
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await finish(await withPassword(ana.email), recoveryCodes[0] as string)).status).toBe(401);
    expect((await ana.delete("/api/user/factors/app")).status).toBe(204);
    expect(await factorsOf(ana)).toMatchObject({ passkeys: [], app: null, recoveryCodes: null });
    expect((await ana.post("/api/user/factors/recovery-codes")).status).toBe(409);
    expect((await server.visitor().post("/api/auth/login", { email: ana.email, password: PASSWORD })).status).toBe(200);
    await server.runJobs("factors.notice");
    expect(letterTo(ana, "Nuevos códigos de recuperación")).toContain("Los de antes ya no valen");
    expect(letterTo(ana, "Se ha quitado una protección")).toContain("una aplicación de códigos");
  });
});

it("somebody who knows the password cannot keep the owner from using the second factor", async () => {
  const strict = await createTestApp({ environment: { RATE_LIMIT: "on", APP_URL: "http://localhost:3000" } });
  const ana = await strict.register();
  await strict.confirmAddress(ana);
  await ana.post("/api/user/confirmation", { password: PASSWORD });
  const { secret } = (await ana.post<AppSecret>("/api/user/factors/app/secret")).body;
  const code = () => new TOTP({ secret }).generate({ timestamp: strict.clock.now().getTime() });
  const { recoveryCodes } = (await ana.post<AddedFactor>("/api/user/factors/app", { code: code() })).body;
  strict.clock.advance(MINUTE);
  const enterPassword = async (browser: TestClient) => {
    await browser.post("/api/auth/login", { email: ana.email, password: PASSWORD });
    return browser;
  };
  const statuses = [];
  for (let step = 0; step < 3; step++) {
    const thief = await enterPassword(strict.visitor());
    for (let guess = 0; guess < 4; guess++) statuses.push((await finish(thief, "000000")).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  expect((await ana.post("/api/user/confirmation", { code: code() })).status).toBe(204);
  strict.clock.advance(MINUTE);
  expect((await finish(await enterPassword(strict.visitor()), recoveryCodes?.[0] as string)).status).toBe(200);
  expect((await finish(await enterPassword(ana), code())).status).toBe(200);
  await strict.close();
});

describe("a passkey", () => {
  it("can be added and renamed, and signs in alone, once for each challenge", async () => {
    const ana = await registered();
    const { device, response } = await addPasskey(ana);
    expect([response.status, response.body.recoveryCodes?.length]).toEqual([201, 10]);
    const browser = server.visitor();
    const { body: request } = await browser.post<PasskeyRequest>("/api/auth/passkey/options");
    expect(request).toMatchObject({ rpId: "localhost", userVerification: "required", allowCredentials: [] });
    const passkey = device.show(request);
    expect((await server.visitor().post("/api/auth/passkey", { passkey })).status).toBe(401);
    expect((await browser.post("/api/auth/passkey", { passkey })).body).toMatchObject({ id: ana.userId });
    expect((await browser.post("/api/auth/passkey", { passkey })).status).toBe(401);
    const [known] = (await factorsOf(browser)).passkeys;
    expect(known).toMatchObject({ name: "Móvil", lastUsedAt: server.clock.now().toISOString() });
    const path = `/api/user/factors/passkeys/${known?.id}`;
    expect((await browser.put(path, { name: " Portátil " })).status).toBe(204);
    expect((await factorsOf(ana)).passkeys[0]?.name).toBe("Portátil");
    expect((await browser.delete(path)).status).toBe(204);
    expect((await signInWith(server.visitor(), device)).status).toBe(401);
  });

  it("is refused from another origin, without user verification, and if it is late, copied or modified", async () => {
    const ana = await registered();
    const { device } = await addPasskey(ana);
    const refused = async (...[changes]: [Parameters<PasskeyDevice["show"]>[1]]) =>
      (await signInWith(server.visitor(), device, changes)).body.code;
    expect(await refused({ origin: "https://repasa.example.attacker.example" })).toBe("invalid_credentials");
    expect(await refused({ rpId: "attacker.example" })).toBe("invalid_credentials");
    expect(await refused({ verifiesUser: false })).toBe("invalid_credentials");
    expect((await signInWith(server.visitor(), device)).status).toBe(200);
    expect(await refused({ counter: 1 })).toBe("invalid_credentials");
    const browser = server.visitor();
    const { body: request } = await browser.post<PasskeyRequest>("/api/auth/passkey/options");
    server.clock.advance(5 * MINUTE);
    expect((await browser.post("/api/auth/passkey", { passkey: device.show(request) })).status).toBe(401);
    const changed = device.show((await browser.post<PasskeyRequest>("/api/auth/passkey/options")).body);
    for (const part of ["clientDataJSON", "authenticatorData", "signature", "userHandle"] as const) {
      const passkey = { ...changed, response: { ...changed.response, [part]: "AAAA" } };
      await browser.post("/api/auth/passkey/options");
      expect((await browser.post("/api/auth/passkey", { passkey })).status).toBe(401);
    }
  });

  it("is not created from invalid bytes, nor for another browser's challenge", async () => {
    const [ana, eva] = [await registered(), await registered()];
    const device = new PasskeyDevice();
    const { body } = await ana.post<PasskeyCreation>("/api/user/factors/passkeys/options");
    const credential = device.create(body);
    const renamed = { ...credential, id: "AAAA", rawId: "AAAA" };
    const odd = { ...credential, response: { ...credential.response, attestationObject: "AAAA" } };
    const add = (client: TestClient, credential: object) =>
      client.post<{ code?: string }>("/api/user/factors/passkeys", { name: "x", credential });
    expect((await add(eva, credential)).body.code).toBe("invalid_token");
    expect((await add(ana, odd)).body.code).toBe("invalid_token");
    // The invalid credential has spent the challenge.
    expect((await add(ana, credential)).body.code).toBe("invalid_token");
    const { body: next } = await ana.post<PasskeyCreation>("/api/user/factors/passkeys/options");
    const { response } = device.create(next);
    expect((await add(ana, { ...renamed, response })).body.code).toBe("invalid_token");
    expect((await addPasskey(ana, device)).response.status).toBe(201);
    expect((await addPasskey(eva, device)).response).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  it("serves as a second factor for its own account only", async () => {
    const [ana, eva] = [await registered(), await registered()];
    const [{ device }, { device: evas }] = [await addPasskey(ana), await addPasskey(eva)];
    const browser = await withPassword(ana.email);
    const show = async (shown: PasskeyDevice) => {
      const { body } = await browser.post<ConfirmationMethods>("/api/auth/second-factor/options");
      return browser.post("/api/auth/second-factor", { passkey: shown.show(body.passkey as PasskeyRequest) });
    };
    expect((await show(evas)).status).toBe(401);
    expect((await show(device)).body).toMatchObject({ id: ana.userId });
  });

  it("belongs to one account alone", async () => {
    const [ana, eva] = [await registered(), await registered()];
    await addPasskey(ana);
    const id = (await factorsOf(ana)).passkeys[0]?.id;
    for (const name of [id, "nope", "%00"]) {
      expect((await eva.put(`/api/user/factors/passkeys/${name}`, { name: "x" })).status).toBe(404);
      expect((await eva.delete(`/api/user/factors/passkeys/${name}`)).status).toBe(404);
    }
  });
});

describe("a call that changes an account", () => {
  const changes = (client: TestClient) => [
    () => client.put("/api/auth/email", { email: "otra@repasa.example", currentPassword: PASSWORD }),
    () =>
      client.put("/api/auth/password", { currentPassword: PASSWORD, password: PASSWORD, confirmPassword: PASSWORD }),
    () => client.delete("/api/auth/delete-account", { body: { password: PASSWORD } }),
    () => client.delete("/api/user/factors/app"),
    () => client.post("/api/user/factors/recovery-codes"),
    () => client.post("/api/user/factors/passkeys/options"),
  ];
  const REQUIRED = { message: "Confirma que eres tú para continuar", code: "confirmation_required" };

  it("requires the second factor, and again after ten minutes", async () => {
    const ana = await registered();
    const { secret } = await addApp(ana);
    server.clock.advance(10 * MINUTE);
    for (const change of changes(ana)) expect((await change()).body).toEqual(REQUIRED);
    expect((await ana.post("/api/user/confirmation/options")).body).toMatchObject({ password: false, app: true });
    // The password alone does not count.
    expect((await ana.post("/api/user/confirmation", { password: PASSWORD })).status).toBe(204);
    for (const change of changes(ana)) expect((await change()).body).toEqual(REQUIRED);
    expect((await factorsOf(ana)).exportableUntil).toBeNull();
    expect((await ana.post("/api/user/confirmation", { code: "000000" })).status).toBe(401);
    expect((await ana.post("/api/user/confirmation", { code: codeOf(secret) })).status).toBe(204);
    const { exportableUntil } = await factorsOf(ana);
    expect(Date.parse(exportableUntil ?? "") - server.clock.now().getTime()).toBe(10 * MINUTE);
    expect((await ana.post("/api/user/factors/recovery-codes")).status).toBe(200);
    server.clock.advance(10 * MINUTE - 1);
    expect((await changes(ana)[0]?.())?.status).toBe(200);
    server.clock.advance(1);
    for (const change of changes(ana)) expect((await change()).body).toEqual(REQUIRED);
  });

  it.each(["passkey", "app"])("that adds a first %s ends what a thief had started", async (factor) => {
    const ana = await registered();
    const older = server.visitor();
    await older.post("/api/auth/login", { email: ana.email, password: PASSWORD });
    await older.put("/api/auth/email", { email: `ladron-${factor}@repasa.example`, currentPassword: PASSWORD });
    await (factor === "app" ? addApp(ana) : addPasskey(ana));
    expect((await older.get("/api/auth/user")).status).toBe(401);
    expect((await ana.get("/api/auth/user")).body).toMatchObject({ pendingEmail: null });
  });

  it("is permitted in the new session after a new password, where the factor counts as shown", async () => {
    const ana = await registered();
    await addApp(ana);
    const passwords = { password: "otra clave larga", confirmPassword: "otra clave larga" };
    expect((await ana.put("/api/auth/password", { currentPassword: PASSWORD, ...passwords })).status).toBe(200);
    expect((await ana.get("/api/auth/user")).status).toBe(200);
    expect((await ana.post("/api/user/factors/recovery-codes")).status).toBe(200);
  });

  it("requires no factor in a session that has just shown it", async () => {
    const ana = await registered();
    const { device } = await addPasskey(ana);
    const newer = server.visitor();
    await signInWith(newer, device);
    expect((await newer.delete("/api/auth/delete-account", { body: { password: PASSWORD } })).status).toBe(204);
  });

  it("that adds a first factor requires the password, so that an open session is not enough", async () => {
    const ana = await server.register();
    await server.confirmAddress(ana);
    // This also applies to a session that has just started.
    expect((await ana.post("/api/user/factors/app/secret")).body).toEqual(REQUIRED);
    expect((await ana.post("/api/user/factors/passkeys/options")).body).toEqual(REQUIRED);
    expect((await ana.post("/api/user/confirmation", { password: "no es esta" })).status).toBe(401);
    expect((await ana.post("/api/user/confirmation", { password: PASSWORD })).status).toBe(204);
    expect((await addApp(ana)).recoveryCodes).toHaveLength(10);
    expect((await ana.get<object[]>("/api/auth/sessions")).body[0]).not.toHaveProperty("factorAt");
  });
});
