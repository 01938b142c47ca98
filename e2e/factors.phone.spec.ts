import { coveredControls, expect, test } from "./fixtures.ts";
import { confirmAddress } from "./mailbox.ts";
import { addAuthenticator, confirmPassword } from "./passkeys.ts";

test("on a phone, a passkey works after the password, and nothing is covered or cut off", async ({
  page,
  api,
  watch,
}) => {
  const { refuse } = await addAuthenticator(page);
  const person = await api.register();
  const { email, password } = person;
  await confirmAddress(page, person);
  await page.goto("/settings/security");
  watch.excuse(/\/api\/user\/factors\//, 403);
  await page.getByRole("button", { name: "Añadir llave de acceso" }).click();
  await confirmPassword(page, password);
  const codes = page.getByRole("dialog", { name: "Guarda tus códigos de recuperación" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await codes.getByRole("button", { name: "Los he guardado" }).click();
  await page.getByRole("button", { name: "Usar una aplicación de códigos" }).click();
  await expect(page.getByRole("img", { name: "Código QR para la aplicación" })).toBeVisible();
  await page.getByRole("button", { name: "Cancelar" }).click();

  await page.context().clearCookies();
  watch.excuse(/\/api\/auth\/login$/, 401);
  await page.goto("/login");
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Iniciar Sesión" }).click();
  const use = page.getByRole("button", { name: "Usar una llave de acceso" });
  await expect(use).toBeVisible();
  expect(await coveredControls(page)).toEqual([]);
  await refuse(true);
  await use.click();
  await expect(page.getByText("No se ha usado ninguna llave de acceso. Inténtalo de nuevo.")).toBeVisible();
  await refuse(false);
  await use.click();
  await expect(page).toHaveURL("/");
});
