// Payments, on a server with a stand-in for Stripe as its provider, whose events arrive after the student has returned.
// The provider's script cannot be loaded here, and nothing depends on it.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

test.use({ baseURL: process.env.E2E_SHOP_URL });

const PROVIDER_SCRIPT = /^https:\/\/js\.stripe\.com\//;
const promotion = (page: Page) => page.getByRole("complementary", { name: "Promoción" });
const paywall = (page: Page) => page.getByRole("dialog", { name: /memoria/i });

async function pay(page: Page): Promise<void> {
  await paywall(page).getByRole("button", { name: "Empezar ahora" }).click();
  await expect(page.getByRole("heading", { name: "Pagar" })).toBeVisible();
}

test.beforeEach(async ({ watch, page }) => {
  watch.excuse(PROVIDER_SCRIPT, "cut");
  await page.route(PROVIDER_SCRIPT, (route) => route.abort("blockedbyclient"));
});

test("a limit is reached, a year is paid for, the typed text is saved, and the subscription is cancelled", async ({
  page,
  api,
  watch,
}) => {
  watch.excuse(/\/api\/folders$/, 402);
  watch.excuse(/\/pay\/cs_test_/, 402);
  await api.registerWith("Historia");
  await api.folder("Biología");
  await page.goto("/");
  await expect(promotion(page)).toBeVisible();

  await page.goto("/folders");
  await page.getByRole("button", { name: "Nueva carpeta" }).click();
  const dialog = page.getByRole("dialog", { name: "Crear nueva carpeta" });
  await dialog.getByLabel("Nombre").fill("Química orgánica");
  await dialog.getByText("Más opciones").click();
  await dialog.getByLabel("Descripción").fill("Para el examen del 12");
  await dialog.getByRole("button", { name: "Crear carpeta" }).click();
  await expect(paywall(page)).toContainText("Tu plan gratuito tiene sitio para 2 carpetas");
  await expect(paywall(page)).toContainText("29,99 €");

  await pay(page);
  await page.getByRole("button", { name: "La tarjeta falla" }).click();
  await page.getByRole("button", { name: "Pagar" }).click();
  await expect(page.getByRole("heading", { name: "Ya tienes Premium" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/premium/success");

  await page.getByRole("link", { name: "Volver a donde estabas" }).click();
  await expect(dialog.getByLabel("Nombre")).toHaveValue("Química orgánica");
  await expect(dialog.getByLabel("Descripción")).toHaveValue("Para el examen del 12");
  await dialog.getByRole("button", { name: "Crear carpeta" }).click();
  await expect(page.getByRole("heading", { name: "Química orgánica" })).toBeVisible();

  await page.goto("/");
  await expect(page.getByText("Premium", { exact: true })).toBeVisible();
  await expect(promotion(page)).toHaveCount(0);

  await page.route("**/api/auth/user", async (route) => {
    const response = await route.fetch();
    const graceUntil = new Date(Date.now() + 6 * 86_400_000).toISOString();
    await route.fulfill({ response, json: { ...(await response.json()), graceUntil } });
  });
  await page.goto("/");
  await expect(page.getByText(/^No pudimos cobrar tu suscripción\. Actualiza la tarjeta antes del /)).toBeVisible();
  await page.getByRole("button", { name: "Actualizar la tarjeta" }).click();
  await expect(page.getByRole("heading", { name: "Tu suscripción" })).toBeVisible();
  await page.unroute("**/api/auth/user");
  await page.getByRole("link", { name: "Volver" }).click();
  await expect(page.getByText(/^Se renueva el .* por 29,99\s€\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Gestionar suscripción" }).click();
  await page.getByRole("button", { name: "Cancelar al final del periodo" }).click();
  await page.getByRole("link", { name: "Volver" }).click();
  await expect(page.getByText(/^Termina el .*: no se renovará\.$/)).toBeVisible();
  await expect(page.getByText("Suscripción Premium Activa")).toBeVisible();

  await page.getByRole("button", { name: "Reactivar" }).click();
  await page.getByRole("button", { name: "Cancelar ahora" }).click();
  await page.getByRole("link", { name: "Volver" }).click();
  await expect(page.getByText(/^Tu suscripción Premium terminó el /)).toBeVisible();
  await expect(page.getByText(/3 carpetas \(el plan gratuito tiene sitio para 2\)/)).toBeVisible();
  await page.goto("/");
  await expect(promotion(page)).toBeVisible();
});

test("leaving the payment page charges nothing, and the payment can be started again", async ({ page, api }) => {
  await api.register();
  await page.goto("/");
  await page.getByRole("button", { name: "Hazte Premium" }).click();
  await pay(page);
  await page.getByRole("link", { name: "Volver" }).click();
  await expect(page.getByRole("heading", { name: "No se ha hecho ningún cargo" })).toBeVisible();
  await page.getByRole("button", { name: "Ver Premium de nuevo" }).click();
  await pay(page);
});
