// The secrets of mailed links: where they go, and what they survive.
import type { Page } from "@playwright/test";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { expect, test } from "./fixtures.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { workerReady } from "./worker.ts";

// The worker answers the navigations.
test.use({ serviceWorkers: "allow" });

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const NEW_PASSWORD = "otra clave larga";

test("a link's secret is in no request's address, and survives the worker, the sign-in page and a reload", async ({
  page,
  api,
  watch,
}) => {
  const { email, password } = await api.register();
  const confirmation = linkIn(await mailTo(email, "Confirma tu correo de Repasa"), "/verify-email");
  await api.call(authEndpoints.requestReset, { body: { email } });
  const reset = linkIn(await mailTo(email, "Restablece tu contraseña de Repasa"), "/new-password");
  const secrets = [confirmation, reset].map((link) => new URL(link).hash.replace("#token=", ""));
  const addresses: string[] = [];
  page.context().on("request", (request) => {
    // Playwright adds the fragment, which is not sent.
    addresses.push(request.url().replace(/#.*/, ""), request.headers().referer ?? "");
  });

  await page.goto("/");
  await workerReady(page);
  // The page would notice the end of its session while it copies figures.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(confirmation);
  await expect(page).toHaveURL("/verify-email");
  await page.getByRole("link", { name: "Elige una contraseña nueva" }).click();
  await expect(heading(page, "Restablecer contraseña")).toBeVisible();
  await page.goBack();
  await page.reload();
  await button(page, "Sí, es mío. Confirmar mi correo").click();
  await expect(heading(page, "Correo confirmado")).toBeVisible();

  // Links that were mailed before have their secret in the query.
  await page.goto(reset.replace("#", "?"));
  await expect(page).toHaveURL("/new-password");
  await expect(heading(page, "Nueva contraseña")).toBeVisible();
  addresses.length = 0;
  await page.goto("/login");
  await page.goto("/new-password");
  await expect(heading(page, "Enlace no válido")).toBeVisible();
  // The page is the same, so nothing is loaded.
  await page.goto(reset);
  await expect(heading(page, "Nueva contraseña")).toBeVisible();
  await page.getByLabel("Nueva contraseña").fill(NEW_PASSWORD);
  await page.getByLabel("Repite la contraseña").fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Contraseña actualizada")).toBeVisible();
  for (const secret of secrets) expect(addresses.filter((address) => address.includes(secret))).toEqual([]);
  watch.excuse(/\/api\/auth\/login$/, 401);
  expect((await page.request.post("/api/auth/login", { data: { email, password } })).status()).toBe(401);
});
