import type { AddedFactor, AppSecret, Factors, PasskeyCreation, PasskeyRequest } from "@repasa/contract/factors.ts";
import { TOTP } from "otpauth";
import { expect } from "vitest";
import { PasskeyDevice } from "#testing/passkey-device.ts";
import { PASSWORD, type TestApp, type TestClient } from "#testing/test-app.ts";

const MINUTE = 60_000;
export const NEW_PASSWORD = "otra clave larga";

/** Returns functions for the calls of users with second factors, on a server with the address http://localhost:3000. */
export function factorCalls(server: TestApp) {
  const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() });

  /** Returns the text of the latest letter whose subject begins with a text; empty if there is none. */
  const letterTo = ({ email }: Pick<TestClient, "email">, subject: string) =>
    server.mails.findLast((mail) => mail.to === email && mail.subject.startsWith(subject))?.text.replace(/\s+/g, " ") ??
    "";

  /** Registers a user with a confirmed address who has just confirmed the password. */
  async function registered(): Promise<TestClient> {
    const client = await server.register();
    await server.confirmAddress(client);
    expect((await client.post("/api/user/confirmation", { password: PASSWORD })).status).toBe(204);
    return client;
  }

  /** Adds an authenticator app as the account's first factor. */
  async function addApp(client: TestClient): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { body } = await client.post<AppSecret>("/api/user/factors/app/secret");
    const added = await client.post<AddedFactor>("/api/user/factors/app", { code: codeOf(body.secret) });
    expect(added.status).toBe(201);
    server.clock.advance(MINUTE);
    return { secret: body.secret, recoveryCodes: added.body.recoveryCodes ?? [] };
  }

  async function addPasskey(client: TestClient, device = new PasskeyDevice(), name = "Móvil") {
    const { body } = await client.post<PasskeyCreation>("/api/user/factors/passkeys/options");
    const response = await client.post<AddedFactor>("/api/user/factors/passkeys", {
      name,
      credential: device.create(body),
    });
    return { device, response };
  }

  /** Returns a browser in which the right password was entered. */
  async function withPassword(email: string, password = PASSWORD): Promise<TestClient> {
    const browser = server.visitor();
    const response = await browser.post("/api/auth/login", { email, password });
    expect(response.body).toEqual({ message: "Falta un paso: confirma que eres tú", code: "second_factor_required" });
    expect(response.status).toBe(401);
    return browser;
  }

  async function signInWith(
    browser: TestClient,
    device: PasskeyDevice,
    changes: Parameters<PasskeyDevice["show"]>[1] = {},
  ) {
    const { body } = await browser.post<PasskeyRequest>("/api/auth/passkey/options");
    return browser.post<{ id: number; code?: string }>("/api/auth/passkey", { passkey: device.show(body, changes) });
  }

  /** Resets the password with the link mailed to an address, in a browser of its own, which is signed out afterwards. */
  async function resetPassword({ email }: Pick<TestClient, "email">, password = NEW_PASSWORD): Promise<TestClient> {
    const browser = server.visitor();
    await browser.post("/api/auth/reset-password", { email });
    await server.runJobs("auth.reset");
    const token = /new-password#token=([\w-]+)/.exec(letterTo({ email }, "Restablece"))?.[1];
    const form = { token, password, confirmPassword: password };
    expect((await browser.post("/api/auth/new-password", form)).status).toBe(200);
    return browser;
  }

  return {
    codeOf,
    registered,
    addApp,
    addPasskey,
    withPassword,
    signInWith,
    factorsOf: async (client: TestClient) => (await client.get<Factors>("/api/user/factors")).body,
    finish: (browser: TestClient, code: string) => browser.post("/api/auth/second-factor", { code }),
    letterTo,
    resetPassword,
  };
}
