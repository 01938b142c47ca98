import type { Locator, Page } from "@playwright/test";
import { expectSound } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const TAGLINE = "Tarjetas de memoria inteligentes con repetición espaciada";

const tagline = (page: Page) => page.getByRole("heading", { level: 1, name: TAGLINE });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Records the paths of the scripts that a page requests. */
function recordScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) scripts.push(pathname);
  });
  return scripts;
}

/** Returns the position in the page, which does not change when a retried click scrolls. */
const getBoxInPage = (element: Locator) =>
  element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return { x: x + window.scrollX, y: y + window.scrollY, width, height };
  });

test("a visitor reads the landing page, tries a card, and begins", { tag: "@smoke" }, async ({ page }) => {
  const scripts = recordScripts(page);
  await page.goto("/");
  await expect(tagline(page)).toBeVisible();
  const features = [
    "Algoritmo Inteligente",
    "Programación Optimizada",
    "Seguimiento del Progreso",
    "Organización Fácil",
  ];
  for (const name of features) await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText(/^Únete a miles de estudiantes/)).toBeVisible();
  await page.waitForLoadState("networkidle");
  // The pages of links, which have the same script, share `text.scrollers` with the app: half a KB.
  expect(
    scripts.filter((path) => !/\/(early|page-[^/]*|landing[^/]*|text\.scrollers-[^/]*)\.js$/.test(path)),
    "nothing of the app",
  ).toEqual([]);

  const deck = page.getByRole("region", { name: "Prueba una carta" });
  const before = await getBoxInPage(deck);
  await button(page, "Mostrar Respuesta").click();
  await expect(deck.getByRole("group", { name: "Respuesta" })).toBeFocused();
  await expect(deck.getByText("La mitocondria")).toBeVisible();
  await expect(button(page, "Fácil próxima revisión en 7 días")).toHaveText(/7 días/);
  await expect(button(page, "Difícil próxima revisión en 1 día")).toHaveText(/1 día/);
  await button(page, "Medio próxima revisión en 3 días").click();
  await expect(deck.getByText("Volverá en 3 días")).toBeVisible();
  expect(await getBoxInPage(deck), "nothing moves").toEqual(before);
  // By keyboard, from the last focused element.
  await page.keyboard.press("Tab");
  await expect(button(page, "Probar otra carta")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(deck.getByRole("group", { name: "Pregunta" })).toContainText("Carta 2 de 3");

  const tracked = page.waitForRequest("**/api/track-access");
  await button(page, "Comenzar").click();
  expect((await tracked).postDataJSON()).toEqual({ email: "anonymous@repasa.example", mobile: false });
  await expect(page).toHaveURL("/register");
  await expect(page.getByRole("heading", { name: "Crear cuenta" })).toBeVisible();
  await page.goBack();
  await expect(tagline(page)).toBeVisible();
});

test("the app shows the same page, just as interactive, when a session ends on it", async ({ page, api, context }) => {
  await page.goto("/");
  const written = await page.getByRole("main").innerText();
  await api.register();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Empecemos por tu primera materia" })).toBeVisible();

  // The cookie of an expired session: the page cannot know yet, the app finds out.
  const [cookie] = await context.cookies();
  await context.clearCookies();
  if (cookie) await context.addCookies([{ ...cookie, value: "x".repeat(43) }]);
  await page.goto("/");
  await expect(tagline(page)).toBeVisible();
  expect(await page.getByRole("main").innerText()).toBe(written);
  await button(page, "Mostrar Respuesta").click();
  await button(page, /^Fácil/).click();
  await expect(page.getByText("Volverá en 7 días")).toBeVisible();
  await button(page, "Comenzar").click();
  await expect(page).toHaveURL("/register");
});

test("the app's files are fetched at the visitor's first interaction, and not before", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  const { app } = await page.goto("/").then(() =>
    page.evaluate(() => ({
      app: document.querySelector<HTMLMetaElement>("meta[name='app-files']")?.content.split(" ") ?? [],
    })),
  );
  expect(app.length).toBeGreaterThan(2);
  await page.waitForLoadState("networkidle");
  expect(app.filter((file) => fetched.includes(file))).toEqual([]);
  await page.getByRole("link", { name: "Iniciar Sesión" }).hover();
  await expect.poll(() => app.filter((file) => !fetched.includes(file))).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page can be read, and its buttons work", async ({ page, watch }) => {
    // Chromium logs this about resources that the page would have preloaded.
    watch.excuse(/\/assets\/landing\.[^/]*\.js$/, "cut");
    await page.goto("/");
    await expect(tagline(page)).toBeVisible();
    await expect(page.getByText("La mitocondria")).toBeVisible();
    await expect(button(page, /^Medio/)).toHaveText(/3 días/);
    await page.getByRole("link", { name: "Iniciar Sesión" }).click();
    await expect(page).toHaveURL("/login");
    for (const name of ["Comenzar", "Crear mi primera carta"]) {
      await page.goto("/");
      await button(page, name).click();
      await expect(page).toHaveURL(/\/register\??$/);
    }
  });
});

test("every face is accessible and fits every width, light and dark", async ({ page }) => {
  await page.goto("/");
  for (const step of [/Mostrar Respuesta/, /^Difícil/, /Probar otra carta/]) {
    await expect(button(page, step)).toBeVisible();
    await expectSound(page, `before ${step}`);
    await button(page, step).click();
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), `${width} px`)
      .toBeLessThanOrEqual(0);
  }
});

test("describes itself to other sites and devices", async ({ page, request, baseURL }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Repasa: tarjetas de memoria con repetición espaciada");
  const meta = (name: string) => page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute("content");
  expect(await meta("description")).toContain(TAGLINE);
  expect(await meta("og:url")).toBe(`${baseURL}/`);
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(`${baseURL}/`);

  const picture = await request.get(String(await meta("og:image")));
  expect(picture.headers()["content-type"]).toBe("image/png");
  const png = await picture.body();
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(png.length).toBeLessThan(100_000);

  const manifest = await (
    await request.get(String(await page.locator("link[rel=manifest]").getAttribute("href")))
  ).json();
  expect(manifest).toMatchObject({ name: "Repasa", lang: "es", start_url: "/dashboard", theme_color: "#672ff2" });
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()["content-type"]).toContain(type);
    if (type === "image/png")
      expect(`${(await icon.body()).readUInt32BE(16)}x${(await icon.body()).readUInt32BE(20)}`).toBe(sizes);
  }
  for (const path of [
    "/apple-touch-icon.png",
    "/favicon.svg",
    "/robots.txt",
    "/sitemap.xml",
    "/.well-known/security.txt",
  ]) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
});
