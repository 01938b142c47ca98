import type { Page } from "@playwright/test";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { factorEndpoints } from "@repasa/contract/factors.ts";
import { TOTP } from "otpauth";
import { expectAccessible } from "./axe.ts";
import { expect, signIn, test, toasts, type Watch } from "./fixtures.ts";
import { confirmAddress, mailTo } from "./mailbox.ts";
import { addAuthenticator, confirmPassword } from "./passkeys.ts";
import type { Api, Person } from "./seed.ts";

const card = (page: Page) => page.getByRole("region", { name: "Verificación en dos pasos" });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const codesDialog = (page: Page) => dialog(page, "Guarda tus códigos de recuperación");

/** Leaves the app first: a call of the page that has lost its session would lead to a screen while the test opens another one. */
async function clearSession(page: Page) {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/** Registers an account, confirms its address, and opens the page where it adds factors, which asks for its password. */
async function openSecurity(page: Page, api: Api, watch: Watch): Promise<Person> {
  const person = await api.register();
  await confirmAddress(page, person);
  await page.goto("/settings/security");
  watch.excuse(/\/api\/user\/factors\//, 403);
  return person;
}

test("a passkey is added, signs in alone, and is removed", async ({ page, api, watch }) => {
  const { forget } = await addAuthenticator(page);
  const person = await openSecurity(page, api, watch);
  await card(page).getByRole("button", { name: "Añadir llave de acceso" }).click();
  await confirmPassword(page, person.password);
  await expect(codesDialog(page).getByRole("listitem")).toHaveCount(10);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Los he guardado" }).click();
  await expect(card(page).getByText("Te quedan 10 de 10")).toBeVisible();
  await card(page)
    .getByRole("button", { name: /^Cambiar el nombre de Chrome/ })
    .click();
  await dialog(page, "Nombre de la llave de acceso").getByLabel("Nombre").fill("Mi portátil");
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await expect(card(page).getByText("Mi portátil")).toBeVisible();
  await expectAccessible(page);

  await clearSession(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Entrar con una llave de acceso" }).click();
  await expect(toasts(page).getByText("Inicio de sesión correcto")).toBeVisible();
  await expect(page).toHaveURL("/");

  await page.goto("/settings/security");
  await card(page).getByRole("button", { name: "Quitar Mi portátil" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Quitar" }).click();
  await expect(toasts(page).getByText("Llave de acceso quitada y otras sesiones cerradas")).toBeVisible();
  await expect(card(page).getByText("Así a nadie le basta con saber tu contraseña.")).toBeVisible();
  await mailTo(person.email, "Se ha quitado una protección de tu cuenta de Repasa");

  await clearSession(page);
  watch.excuse(/\/api\/auth\/passkey$/, 401);
  await page.goto("/login");
  await page.getByRole("button", { name: "Entrar con una llave de acceso" }).click();
  await expect(toasts(page).getByText("No se pudo comprobar la llave de acceso. Inténtalo de nuevo.")).toBeVisible();
  await forget();
  await page.goto("/login");
  await signIn(page, person);
  await expect(page).toHaveURL("/");
});

test("a factor waits until the address is confirmed, and its removal ends the other sessions", async ({
  page,
  api,
  watch,
  playwright,
}) => {
  await addAuthenticator(page);
  const person = await api.register();
  await page.goto("/settings/security");
  await expect(card(page).getByText("Para activarla, confirma antes tu correo")).toBeVisible();
  await expect(card(page).getByRole("button", { name: "Añadir llave de acceso" })).toHaveCount(0);
  await expectAccessible(page);
  await card(page).getByRole("button", { name: "Enviarme el enlace" }).click();
  await expect(card(page).getByText(/^Enlace enviado\./)).toBeVisible();
  await confirmAddress(page, person);

  await page.goto("/settings/security");
  watch.excuse(/\/api\/user\/factors\//, 403);
  await card(page).getByRole("button", { name: "Añadir llave de acceso" }).click();
  await confirmPassword(page, person.password);
  const codes = codesDialog(page).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const code = (await codes.first().textContent()) ?? "";
  await page.getByRole("button", { name: "Los he guardado" }).click();

  const elsewhere = await playwright.request.newContext({ baseURL: new URL(page.url()).origin });
  const { email, password } = person;
  expect((await elsewhere.post(authEndpoints.login.path, { data: { email, password } })).status()).toBe(401);
  expect((await elsewhere.post(factorEndpoints.finishSignIn.path, { data: { code } })).status()).toBe(200);
  await page.reload();
  const sessions = page.getByRole("region", { name: "Dónde has iniciado sesión" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await card(page)
    .getByRole("button", { name: /^Quitar Chrome/ })
    .click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Se cerrarán tus otras sesiones.");
  await question.getByRole("button", { name: "Quitar" }).click();
  await expect(toasts(page).getByText("Llave de acceso quitada y otras sesiones cerradas")).toBeVisible();
  await expect(sessions).toHaveCount(1);
  expect((await elsewhere.get(authEndpoints.currentUser.path)).status()).toBe(401);
  await elsewhere.dispose();
});

test("an app's code is required after the password, and a recovery code works in its place", async ({
  page,
  api,
  watch,
}) => {
  const person = await openSecurity(page, api, watch);
  await card(page).getByRole("button", { name: "Usar una aplicación de códigos" }).click();
  await confirmPassword(page, person.password);
  const setup = dialog(page, "Aplicación de códigos");
  const qr = setup.getByRole("img", { name: "Código QR para la aplicación" });
  await expect(qr).toBeVisible();
  await expectAccessible(page);
  await expect(qr.locator("rect"), "light behind it in the dark, too").toHaveCSS("fill", "rgb(255, 255, 255)");
  const secret = ((await setup.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await setup.getByLabel("2. Escribe el código que muestra").fill("12");
  watch.excuse(/\/api\/user\/factors\/app$/, 401);
  await setup.getByRole("button", { name: "Activar" }).click();
  await expect(setup.getByText("El código no es correcto. Escribe el que ves ahora.")).toBeVisible();
  await setup.getByLabel("2. Escribe el código que muestra").fill(new TOTP({ secret }).generate());
  await setup.getByRole("button", { name: "Activar" }).click();
  await expect(codesDialog(page).getByRole("listitem")).toHaveCount(10);
  const codes = await codesDialog(page).getByRole("listitem").allTextContents();
  const download = page.waitForEvent("download");
  await codesDialog(page).getByRole("button", { name: "Descargar" }).click();
  expect((await download).suggestedFilename()).toBe("repasa-codigos-de-recuperacion.txt");
  await page.getByRole("button", { name: "Los he guardado" }).click();

  await clearSession(page);
  watch.excuse(/\/api\/auth\/(login|second-factor)$/, 401);
  await page.goto("/login");
  await signIn(page, person);
  await expect(page.getByRole("heading", { name: "Confirma que eres tú" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Código de tu aplicación").fill("000000");
  await page.getByRole("button", { name: "Confirmar" }).click();
  await expect(page.getByText("El código no es correcto o ya se ha usado")).toBeVisible();
  await page.getByRole("button", { name: "No tengo mi aplicación" }).click();
  await page.getByLabel("Código de recuperación").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Usar el código de recuperación" }).click();
  await expect(page).toHaveURL("/");
  await mailTo(person.email, "Se ha usado un código de recuperación de Repasa");
});

test("a change of password requires the second factor once", async ({ page, api, watch, request }) => {
  await addAuthenticator(page);
  const person = await openSecurity(page, api, watch);
  await card(page).getByRole("button", { name: "Añadir llave de acceso" }).click();
  await confirmPassword(page, person.password);
  await page.getByRole("button", { name: "Los he guardado" }).click();
  // Simulates that ten minutes have passed.
  watch.excuse(/\/api\/auth\/password$/, 403);
  let refused = false;
  await page.route("**/api/auth/password", (route) => {
    if (refused) return route.fallback();
    refused = true;
    return route.fulfill({ status: 403, json: { message: "Confirma que eres tú", code: "confirmation_required" } });
  });
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Cambiar contraseña" }).click();
  const form = dialog(page, "Cambiar contraseña");
  await form.getByLabel("Contraseña actual").fill(person.password);
  await form.getByLabel("Nueva contraseña").fill("otra clave larga");
  await form.getByLabel("Repite la contraseña").fill("otra clave larga");
  await form.getByRole("button", { name: "Cambiar contraseña" }).click();
  const confirmation = dialog(page, "Confirma que eres tú");
  await expect(confirmation.getByRole("button", { name: "Usar una llave de acceso" })).toBeVisible();
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Usar una llave de acceso" }).click();
  await expect(confirmation).toBeHidden();
  await expect(form).toBeHidden();
  const { path } = authEndpoints.login;
  const data = { email: person.email, password: "otra clave larga" };
  expect((await (await request.post(path, { data })).json()).code).toBe("second_factor_required");
});
