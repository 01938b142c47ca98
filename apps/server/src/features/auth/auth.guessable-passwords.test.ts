// @module-tag hostile
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { readMailedTokens } from "#testing/auth-calls.ts";
import { PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { hashPassword } from "./auth.password.ts";

const app = await sharedTestApp();

const refused = (message: string) => ({
  status: 400,
  body: { message, code: "validation_failed", issues: [{ path: "password", message }] },
});
const COMMON = refused("Esta contraseña es de las más usadas, y se adivina enseguida. Elige otra.");
const ADDRESS = refused("La contraseña no puede ser tu correo. Elige otra.");

const passwords = (password: string) => ({ password, confirmPassword: password });
let registeredCount = 0;
const register = (password: string, email = `comun${++registeredCount}@repasa.example`) =>
  app.visitor().post("/api/auth/register", { email, ...passwords(password) });

async function requestResetToken({ email }: TestClient): Promise<string | undefined> {
  await app.visitor().post("/api/auth/reset-password", { email });
  return (await readMailedTokens(app, email, "new-password")).at(-1);
}

describe("a password that many people use", () => {
  it.each([
    ...["password123", "12345678", "qwertyuiop", "barcelona", "realmadrid", "PassWord1"],
    ...["contraseña", "contraseña123", "Contrasena1", "teamomucho", "micontraseña"],
    // These are the same letters in two code points each.
    "contraseña".normalize("NFD"),
  ])("is refused at the registration: %s", async (password) => {
    expect(await register(password)).toMatchObject(COMMON);
  });

  it("is refused in a change of the password, and by the link to a new one, which can be used again", async () => {
    const client = await app.register();
    const change = { currentPassword: PASSWORD, ...passwords("iloveyou") };
    expect(await client.put("/api/auth/password", change)).toMatchObject(COMMON);
    const token = await requestResetToken(client);
    const choose = (password: string) =>
      app.visitor().post("/api/auth/new-password", { token, ...passwords(password) });
    expect(await choose("iloveyou")).toMatchObject(COMMON);
    expect((await choose("recuperada y larga")).status).toBe(200);
  });

  it("still signs in to an account that already has it", async () => {
    const client = await app.register();
    const hash = await hashPassword("iloveyou");
    await app.database.pool.query("update users set password_hash = $2 where id = $1", [client.userId, hash]);
    const visitor = app.visitor();
    const response = await visitor.post("/api/auth/login", { email: client.email, password: "iloveyou" });
    expect(response.status).toBe(200);
    const change = { currentPassword: "iloveyou", ...passwords("ya no es común") };
    expect((await visitor.put("/api/auth/password", change)).status).toBe(200);
  });
});

it("loads the list again after a failure", async () => {
  // This runs in another process, because this one has already loaded the list.
  const program = `
    import { registerHooks } from "node:module";
    let failures = 0;
    registerHooks({
      resolve(specifier, context, resolveNext) {
        if (specifier === "@zxcvbn-ts/language-common" && failures++ === 0) throw new Error("too many open files");
        return resolveNext(specifier, context);
      },
    });
    const { checkNewPassword } = await import(${JSON.stringify(new URL("auth.guessable-passwords.ts", import.meta.url))});
    const check = () => checkNewPassword("iloveyou", { email: "ana@repasa.example" }).catch(({ message }) => message);
    console.log(JSON.stringify([await check(), await check()]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  expect(JSON.parse(stdout)).toEqual(["too many open files", COMMON.body.message]);
});

describe("the account's own address", () => {
  it.each(["nombre.raro@repasa.example", "NOMBRE.RARO@repasa.example", "nombre.raro"])(
    "is refused as a password: %s",
    async (password) => {
      expect(await register(password, "nombre.raro@repasa.example")).toMatchObject(ADDRESS);
    },
  );

  it("is refused in a change of the password, and by the link to a new one", async () => {
    const client = await app.register("otro.nombre@repasa.example");
    const change = { currentPassword: PASSWORD, ...passwords("otro.nombre") };
    expect(await client.put("/api/auth/password", change)).toMatchObject(ADDRESS);
    const token = await requestResetToken(client);
    const response = await app.visitor().post("/api/auth/new-password", { token, ...passwords("otro.nombre") });
    expect(response).toMatchObject(ADDRESS);
  });
});

it("is refused if it is nothing but the owner's name", async () => {
  const form = { email: "xyz@repasa.example", firstName: "Begoña", ...passwords("begona-1998") };
  const message = "La contraseña no puede ser solo tu nombre o tu correo. Elige otra.";
  expect(await app.visitor().post("/api/auth/register", form)).toMatchObject(refused(message));
});

it.each(["repasa123", "Repasa-2026", "mis tarjetas!"])("is refused if it is the product's: %s", async (password) => {
  const message = "Esta contraseña es de las primeras que alguien probaría en Repasa. Elige otra.";
  expect(await register(password)).toMatchObject(refused(message));
});

it("permits similar passwords", async () => {
  for (const password of ["secret-password", "password-1234", "una clave larga", "cordero azul", "x7#kkqz!"]) {
    expect((await register(password)).status).toBe(201);
  }
});
