import type { Page } from "@playwright/test";
import { expectSound } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const pages = [
  { path: "/support", title: "Soporte" },
  { path: "/privacy-policy", title: "Política de privacidad" },
  { path: "/terms-of-service", title: "Términos de servicio" },
];

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

for (const { path, title } of pages) {
  test(`${path} is open to a visitor, with links to the start and to the login`, async ({ page }) => {
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Repasa`);
    await expect(page.getByRole("link", { name: "soporte@repasa.example" }).first()).toHaveAttribute(
      "href",
      "mailto:soporte@repasa.example",
    );
    await page.waitForLoadState("networkidle");
    expect(calls.filter((call) => call.startsWith("/api"))).toEqual([]);
    await page.getByRole("link", { name: "Repasa, inicio" }).click();
    await expect(page).toHaveURL("/");
    await page.getByRole("link", { name: title }).click();
    await expect(page).toHaveURL(path);
    await page.getByRole("link", { name: "Iniciar Sesión" }).click();
    await expect(page).toHaveURL("/login");
    // From here on the app renders the page.
    await page.getByRole("link", { name: title }).click();
    await expect(page).toHaveURL(path);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole("link", { name: "soporte@repasa.example" }).first()).toBeVisible();
  });

  test(`${path} is part of the app for a signed-in user`, async ({ page, api }) => {
    await api.register();
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Principal" })).toBeVisible();
    await expect(page.getByRole("link", { name: "soporte@repasa.example" }).first()).toBeVisible();
    await page.getByRole("link", { name: "Volver" }).click();
    await expect(page).toHaveURL("/settings");
  });

  test(`${path} is accessible and fits every width, light and dark`, async ({ page, api }) => {
    for (const reader of ["visitor", "user"]) {
      if (reader === "user") await api.register();
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      await expectSound(page, `${path}, ${reader}`);
    }
  });
}

test("support uses the specification's texts", async ({ page }) => {
  await page.goto("/support");
  await expect(page.getByText("Lunes a viernes, 9:00 AM - 6:00 PM GMT-3")).toBeVisible();
  await expect(page.getByText("Español, Inglés y Portugués")).toBeVisible();
  await expect(page.getByText("24-48 horas")).toBeVisible();
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(4);
});

test("an unknown address shows a page that says so and links to Home", async ({ page, watch, api }) => {
  watch.excuse(/\/nada$/, 404);
  const visitor = await page.goto("/nada");
  expect(visitor?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Esta página no existe" })).toBeVisible();
  await page.getByRole("link", { name: "Ir al inicio" }).click();
  await expect(page).toHaveURL("/");

  await api.register();
  const user = await page.goto("/nada");
  expect(user?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Esta página no existe" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Principal" })).toBeVisible();
});

test("the terms lead to the licence notices of what the build contains", async ({ page }) => {
  await page.goto("/terms-of-service");
  const link = page.getByRole("link", { name: "Licencias de los programas que contiene Repasa" });
  const file = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const notices = await file.text();
  // A library, one of a library's, a font, style rules and a list of words.
  for (const name of ["react", "mdast-util-gfm-table", "@fontsource-variable/figtree", "tailwindcss"])
    expect(notices).toContain(`\n## ${name} - `);
  expect(notices).toContain("\n## @zxcvbn-ts/language-common - ");
  expect(notices).toContain("SIL OPEN FONT LICENSE");
  // What only the tests and the server use.
  for (const name of ["vitest", "fastify"]) expect(notices).not.toContain(`\n## ${name} - `);
});
