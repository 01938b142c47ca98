// Letters and the pages behind their links. Reminders are sent only at their hour: the page behind their link is tested
// with an invalid one here, and otherwise by the tests of the page and of the server.
import type { Page } from "@playwright/test";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { expectAccessible } from "./axe.ts";
import { answer, expect, question, skipFirstSession, test, toasts } from "./fixtures.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { newPerson, numberedCards } from "./seed.ts";

const account = (page: Page) => page.getByRole("region", { name: "Cuenta", exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const NEW_PASSWORD = "otra clave larga";

/** Goes from the screen of a recovered account to a new password, and signs in with it. */
async function chooseNewPassword(page: Page, email: string) {
  await page.getByRole("link", { name: "Elegir una contraseña nueva" }).click();
  await page.getByLabel("Nueva contraseña").fill(NEW_PASSWORD);
  await expect(page.getByText("Contraseña aceptable.")).toBeVisible();
  await page.getByLabel("Repite la contraseña").fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Contraseña actualizada")).toBeVisible();
  await page.getByRole("link", { name: "Iniciar Sesión" }).click();
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");
}

test("an address is confirmed by the link that was mailed to it", async ({ page, api, watch }) => {
  const { email } = await api.register();
  const link = linkIn(await mailTo(email, "Confirma tu correo de Repasa"), "/verify-email");
  await page.goto("/settings/account");
  await expect(account(page)).toContainText("Sin confirmar");
  await button(page, "Enviar de nuevo").click();
  await expect(account(page)).toContainText("Enlace enviado.");

  await page.goto(link);
  await expect(heading(page, "Correo confirmado")).toBeFocused();
  await expect(page).toHaveURL("/verify-email");
  watch.excuse(/\/api\/auth\/verify-email$/, 400);
  await page.reload();
  await expect(heading(page, "Tu correo está confirmado")).toBeVisible();
  await page.getByRole("link", { name: "Ir al inicio" }).click();
  await page.getByRole("link", { name: "Ajustes" }).click();
  await expect(account(page)).toContainText("Confirmado");
  await expect(button(page, "Enviar de nuevo")).toHaveCount(0);
});

test("a new password ends the other sessions, and its owner is notified", async ({ page, api, watch, playwright }) => {
  const { email, password } = await api.register();
  await page.goto("/settings/account");
  await page.getByRole("link", { name: "Contraseña y seguridad" }).click();
  await expect(page).toHaveURL("/settings/security");
  const elsewhere = await playwright.request.newContext({ baseURL: new URL(page.url()).origin });
  const logIn = async (data: object) => (await elsewhere.post("/api/auth/login", { data })).status();
  expect(await logIn({ email, password })).toBe(200);
  await page.reload();
  const sessions = page.getByRole("region", { name: "Dónde has iniciado sesión" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);

  await button(page, "Cambiar contraseña").click();
  const dialog = page.getByRole("dialog", { name: "Cambiar contraseña" });
  await expect(dialog.getByLabel("Contraseña actual")).toBeFocused();
  await dialog.getByLabel("Contraseña actual").fill("no es esta");
  await dialog.getByLabel("Nueva contraseña").fill(NEW_PASSWORD);
  await dialog.getByLabel("Repite la contraseña").fill(NEW_PASSWORD);
  watch.excuse(/\/api\/auth\/password$/, 401);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("La contraseña actual no es correcta")).toBeVisible();
  await dialog.getByLabel("Contraseña actual").fill(password);
  await page.keyboard.press("Enter");
  await expect(toasts(page).getByText("Tu contraseña ha cambiado y tus otras sesiones se han cerrado.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goto("/settings/security");
  await expect(sessions).toHaveCount(1);
  expect((await elsewhere.get("/api/folders")).status()).toBe(401);
  expect(await logIn({ email, password })).toBe(401);
  expect(await logIn({ email, password: NEW_PASSWORD })).toBe(200);
  await elsewhere.dispose();
  await mailTo(email, "Tu contraseña de Repasa ha cambiado");
});

test("a new address becomes the account's once its link is opened, in any browser, and the old mailbox can undo it", async ({
  page,
  api,
  browser,
}) => {
  const { email, password } = await api.register();
  const { email: next } = newPerson();
  await page.goto(linkIn(await mailTo(email, "Confirma tu correo de Repasa"), "/verify-email"));
  await expect(heading(page, "Correo confirmado")).toBeVisible();
  await page.goto("/settings/account");
  await button(page, "Cambiar correo").click();
  const dialog = page.getByRole("dialog", { name: "Cambiar correo" });
  await dialog.getByLabel("Correo nuevo").fill(next);
  await dialog.getByLabel("Contraseña actual").fill(password);
  await page.keyboard.press("Enter");
  await expect(
    toasts(page).getByText(`Te hemos enviado un enlace a ${next}. Ábrelo para confirmar el cambio.`),
  ).toBeVisible();
  await expect(account(page)).toContainText(`Pendiente de confirmar: ${next}`);
  await expect(account(page)).toContainText(email);
  await mailTo(email, "Han pedido cambiar el correo de tu cuenta de Repasa");
  const link = linkIn(await mailTo(next, "Confirma tu nuevo correo de Repasa"), "/verify-email");

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expectAccessible(other);
  await button(other, "Confirmar mi correo").click();
  await expect(heading(other, "Correo confirmado")).toBeVisible();
  await other.getByRole("link", { name: "Iniciar Sesión" }).click();
  await other.getByLabel("Correo electrónico").fill(next);
  await other.getByLabel("Contraseña", { exact: true }).fill(password);
  await other.keyboard.press("Enter");
  await expect(other).toHaveURL("/");
  await elsewhere.close();

  // The settings show the present state when they are opened again.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(account(page)).toContainText(`${next}Confirmado`);

  const undo = linkIn(await mailTo(email, "El correo de tu cuenta de Repasa ha cambiado"), "/undo-email");
  await page.goto(undo);
  await button(page, "Recuperar mi cuenta").click();
  await expect(heading(page, "Tu cuenta vuelve a ser tuya")).toBeFocused();
  await chooseNewPassword(page, email);
  await expect(page).toHaveURL("/");
  await mailTo(next, "Se ha deshecho el cambio de correo en Repasa");
});

test("an account that is deleted after a change of address is closed, and taken back from the old mailbox", async ({
  page,
  api,
}) => {
  const { email, password } = await api.register();
  const { email: next } = newPerson();
  await api.folder("Biología", numberedCards(1));
  await page.goto(linkIn(await mailTo(email, "Confirma tu correo de Repasa"), "/verify-email"));
  await expect(heading(page, "Correo confirmado")).toBeVisible();
  await api.call(authEndpoints.changeEmail, { body: { email: next, currentPassword: password } });
  await page.goto(linkIn(await mailTo(next, "Confirma tu nuevo correo de Repasa"), "/verify-email"));
  await expect(heading(page, "Correo confirmado")).toBeVisible();

  await page.goto("/settings");
  await button(page, "Excluir cuenta").click();
  const dialog = page.getByRole("dialog", { name: "¿Excluir cuenta?" });
  await expect(dialog).toContainText(/se cerrará ahora, y el \d+ de [a-z]+ de \d{4} .* se eliminará/);
  await expect(dialog).toContainText("Hasta entonces se puede recuperar desde el correo anterior.");
  await dialog.getByLabel("Contraseña", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Excluir cuenta" }).click();
  await expect(button(page, "Comenzar")).toBeVisible();
  expect((await page.request.post("/api/auth/login", { data: { email: next, password } })).status()).toBe(401);
  await mailTo(next, "Tu cuenta de Repasa se va a eliminar");

  await page.goto(linkIn(await mailTo(email, "Tu cuenta de Repasa se va a eliminar"), "/undo-email"));
  await button(page, "Recuperar mi cuenta").click();
  await chooseNewPassword(page, email);
  await expect(page.getByRole("article", { name: "Biología" })).toBeVisible();
});

test("reminders are offered after the third session, and a letter's link asks before it stops them", async ({
  page,
  api,
  watch,
}) => {
  const { folder } = await api.registerWith("Biología", numberedCards(1));
  for (let session = 0; session < 2; session++) {
    const { id } = await api.call(studyEndpoints.startSession, { body: { folderId: folder.id, cardsStudied: 1 } });
    const completedAt = new Date().toISOString();
    await api.call(studyEndpoints.updateSession, { params: { id }, body: { completedAt } });
  }
  await skipFirstSession(page);
  await page.goto("/study");
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Space");
  await expect(answer(page)).toBeVisible();
  await page.keyboard.press("3");
  const offer = page.getByRole("region", { name: "¿Te avisamos por correo los días con cartas pendientes?" });
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await offer.getByLabel("Hora").selectOption({ label: "07:00" });
  await offer.getByRole("button", { name: "Sí, avísame" }).click();
  await expect(offer.getByText("Hecho: te avisaremos a las 07:00.")).toBeFocused();
  expect(await api.call(accountEndpoints.preferences, {})).toMatchObject({ reminder: true, reminderHour: 7 });

  await page.context().clearCookies();
  watch.excuse(/\/api\/reminders\/unsubscribe$/, 400);
  await page.goto("/unsubscribe#token=0123456789");
  await expect(page).toHaveURL("/unsubscribe");
  await page.reload();
  await button(page, "Dejar de recibirlos").click();
  await expect(heading(page, "Enlace no válido")).toBeFocused();
});
