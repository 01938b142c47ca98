import type { CDPSession, Locator, Page } from "@playwright/test";
import { answer, boxOf, expect, question, test, toasts } from "./fixtures.ts";
import { newPerson, numberedCards } from "./seed.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const bottomBar = (page: Page) => page.getByRole("navigation", { name: "Principal" });
const ratings = (page: Page) => page.getByRole("group", { name: "¿Qué tal la recordaste?" });

/** Expects the page to be no wider than the phone. */
async function expectNoSideScroll(page: Page) {
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: window.innerWidth,
  }));
  expect(screen).toBe(390);
  expect(content).toBeLessThanOrEqual(screen);
}

/** Expects a control to be within the thumb's reach, and large enough for it. */
async function expectReachableByThumb(page: Page, locator: Locator) {
  await expect(locator).toBeInViewport({ ratio: 1 });
  const { y, width, height } = await boxOf(locator);
  expect(y).toBeGreaterThan((page.viewportSize()?.height ?? 0) * 0.6);
  expect(height).toBeGreaterThanOrEqual(44);
  expect(width).toBeGreaterThanOrEqual(44);
}

/** Taps twice as a finger does: 90 ms apart, whatever the first tap changed. */
async function doubleTap(page: Page, touch: CDPSession, { x, y, width, height }: Awaited<ReturnType<typeof boxOf>>) {
  const point = { x: x + width / 2, y: y + height / 2 };
  const start = Date.now() / 1000;
  const at = (type: "touchStart" | "touchEnd", seconds: number) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchStart" ? [point] : [],
      timestamp: start + seconds,
    });
  await Promise.all([at("touchStart", 0), at("touchEnd", 0.03), at("touchStart", 0.09), at("touchEnd", 0.12)]);
  // The next tap must not count as a third tap of this series.
  await page.waitForFunction((later) => Date.now() > later, (start + 0.5) * 1000);
}

/** Drags upwards with a finger, over most of a box. */
async function swipeUp(touch: CDPSession, { x, y, width, height }: Awaited<ReturnType<typeof boxOf>>) {
  const at = (share: number) => [{ x: x + width / 2, y: y + height * share }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0.9) });
  for (const share of [0.8, 0.6, 0.4, 0.2, 0.1]) {
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(share) });
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("a first day by touch", async ({ page }) => {
  const { email, password } = newPerson();

  await test.step("registers", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Tarjetas de memoria inteligentes" })).toBeVisible();
    await expectNoSideScroll(page);
    await button(page, "Comenzar").tap();
    await page.getByLabel("Correo electrónico").fill(email);
    await page.getByLabel("Contraseña", { exact: true }).fill(password);
    await page.getByLabel("Repite la contraseña").fill(password);
    await expectNoSideScroll(page);
    await button(page, "Crear cuenta").tap();
    await expect(toasts(page).getByText("Cuenta creada correctamente")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Empecemos por tu primera materia" })).toBeVisible();
    await expectNoSideScroll(page);
  });

  await test.step("navigates by the bottom bar", async () => {
    const links = bottomBar(page).getByRole("link");
    await expect(links).toHaveText(["Inicio", "Carpetas", "Tienda", "Ajustes"]);
    for (const link of await links.all()) await expectReachableByThumb(page, link);
    for (const name of ["Ajustes", "Carpetas"]) {
      await bottomBar(page).getByRole("link", { name }).tap();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      await expect(bottomBar(page).getByRole("link", { name })).toHaveAttribute("aria-current", "page");
      await expectNoSideScroll(page);
    }
  });

  await test.step("creates a folder and cards", async () => {
    await button(page, "Crear carpeta personalizada").tap();
    const folder = page.getByRole("dialog", { name: "Crear nueva carpeta" });
    await folder.getByLabel("Nombre").fill("Anatomía");
    await expectNoSideScroll(page);
    await folder.getByRole("button", { name: "Crear carpeta" }).tap();
    await page.getByRole("article", { name: "Anatomía" }).getByRole("link", { name: "Ver cartas" }).tap();
    await button(page, "Añadir carta").tap();
    const dialog = page.getByRole("dialog", { name: "Crear nueva carta" });
    for (const [index, name] of ["Guardar y añadir otra", "Guardar"].entries()) {
      await expect(dialog.getByLabel("Pregunta")).toHaveValue("");
      await dialog.getByLabel("Pregunta").fill(`Hueso ${index + 1}`);
      await dialog.getByLabel("Respuesta").fill(`Lugar ${index + 1}`);
      await expectNoSideScroll(page);
      await dialog.getByRole("button", { name, exact: true }).tap();
    }
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("list", { name: "Cartas" }).getByRole("article")).toHaveCount(2);
    await expectNoSideScroll(page);
  });

  await test.step("studies them", async () => {
    await page.getByRole("link", { name: "Comenzar revisión" }).tap();
    await expect(page.getByText("Carta 1 de 2")).toBeVisible();
    await expect(bottomBar(page)).toBeHidden();
    await expectReachableByThumb(page, button(page, "Mostrar Respuesta"));
    await button(page, "Mostrar Respuesta").tap();
    for (const name of ["Fácil", "Medio", "Difícil", "No la recordé"]) {
      await expectReachableByThumb(page, ratings(page).getByRole("button", { name }));
    }
    await expectNoSideScroll(page);
    await ratings(page).getByRole("button", { name: "Fácil" }).tap();
    await expect(page.getByText("Carta 2 de 2")).toBeVisible();
    await button(page, "Deshacer la última valoración").tap();
    await expect(page.getByText("Carta 1 de 2")).toBeVisible();
    await ratings(page).getByRole("button", { name: "Medio" }).tap();
    await expect(page.getByText("Carta 2 de 2")).toBeVisible();
    await button(page, "Mostrar Respuesta").tap();
    await ratings(page).getByRole("button", { name: "Difícil" }).tap();
  });

  await test.step("reads the end screen", async () => {
    const result = page.getByRole("region", { name: "Resultado" });
    await expect(result).toContainText("2 cartas estudiadas");
    await expect(result).toContainText("Fácil0Medio1Difícil1");
    await expect(result.getByRole("heading", { name: "1 día de racha" })).toBeVisible();
    await expect(result).toContainText("Día completo.");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectNoSideScroll(page);
    await button(page, "Listo").tap();
  });

  await test.step("rates the app", async () => {
    const dialog = page.getByRole("dialog", { name: "¿Qué te parece Repasa?" });
    await dialog.getByRole("radio", { name: "3 Regular" }).tap();
    await dialog.getByRole("button", { name: "Enviar valoración" }).tap();
    const suggestion = page.getByRole("dialog", { name: "¿Qué podemos mejorar?" });
    const send = suggestion.getByRole("button", { name: "Enviar sugerencia" });
    await suggestion.getByLabel("Tu sugerencia").fill("   ");
    await expect(send).toBeDisabled();
    await suggestion.getByLabel("Tu sugerencia").fill("Más colores");
    const sent = page.waitForRequest("/api/feedback");
    await send.tap();
    expect((await sent).postDataJSON()).toMatchObject({ rating: 3, feedback: "Más colores" });
    await expect(suggestion).toBeHidden();
  });

  await test.step("sees the statistics", async () => {
    await expect(page.getByRole("heading", { name: "Anatomía" })).toBeVisible();
    await bottomBar(page).getByRole("link", { name: "Inicio" }).tap();
    await expect(page.getByText("1 carpeta completada")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Todo al día" })).toBeVisible();
    const today = page.getByRole("tab", { name: /, hoy(,|$)/ });
    await expect(today).toBeInViewport({ ratio: 1 });
    const { x, width } = await boxOf(today);
    expect(Math.abs(x + width / 2 - 195)).toBeLessThan(20);
    await expectNoSideScroll(page);
    await page.goto("/pending-reviews");
    await expect(page.getByRole("heading", { name: "No tienes cartas pendientes de revisión" })).toBeVisible();
    await expectNoSideScroll(page);
  });
});

test("a double tap rates one card, and never one whose answer was not seen", async ({ page, context, api }) => {
  const { folder } = await api.registerWith("Anatomía", numberedCards(4));
  const touch = await context.newCDPSession(page);
  await page.goto(`/study/${folder.id}`);
  await expect(page.getByText("Carta 1 de 4")).toBeVisible();

  await doubleTap(page, touch, await boxOf(button(page, "Mostrar Respuesta")));
  await expect(answer(page)).toBeVisible();
  await doubleTap(page, touch, await boxOf(ratings(page).getByRole("button", { name: "Medio" })));
  await expect(question(page)).toBeVisible();
  await expect(page.getByText("Carta 2 de 4")).toBeVisible();
  // A deliberate tap in the same place counts.
  await button(page, "Mostrar Respuesta").tap();
  await ratings(page).getByRole("button", { name: "Fácil" }).tap();
  await expect(page.getByText("Carta 3 de 4")).toBeVisible();
  await expect.poll(() => api.ratings()).toBe(2);
  const counts = Object.values(await api.log(folder.id)).map(({ reviewCount }) => reviewCount);
  expect(counts.sort()).toEqual([0, 0, 1, 1]);
});

test("a long card scrolls inside, and the ratings stay", async ({ page, context, api }) => {
  await api.register();
  const lines = Array.from({ length: 25 }, (_, index) => `Línea ${index + 1} de una respuesta muy larga`);
  const word = "supercalifragilístico".repeat(6);
  const { folder } = await api.folder("Derecho", [{ front: `Artículo 1 ${word}`, back: lines.join("\n") }]);
  await page.goto(`/study/${folder.id}`);
  await expect(question(page)).toContainText("Artículo 1");
  await expectNoSideScroll(page);
  await button(page, "Mostrar Respuesta").tap();
  const easy = ratings(page).getByRole("button", { name: "Fácil" });
  await expectReachableByThumb(page, easy);
  await expectNoSideScroll(page);

  const frame = await boxOf(answer(page));
  const text = answer(page).getByText("Línea 25 de una respuesta muy larga");
  const before = await boxOf(text);
  expect(before.y + before.height).toBeGreaterThan(frame.y + frame.height);
  const touch = await context.newCDPSession(page);
  await expect(async () => {
    await swipeUp(touch, frame);
    const after = await boxOf(text);
    expect(after.y + after.height).toBeLessThanOrEqual(frame.y + frame.height);
  }).toPass();
  await expectReachableByThumb(page, easy);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
