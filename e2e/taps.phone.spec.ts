// How many taps lead to what students come for. A field that is filled in counts as one tap.
import type { Locator, Page } from "@playwright/test";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { expect, question, test } from "./fixtures.ts";
import { newPerson, numberedCards } from "./seed.ts";

function countTaps(page: Page) {
  let taps = 0;
  return {
    read: () => taps,
    tap: async (control: Locator) => {
      taps++;
      await control.tap();
    },
    fill: async (label: string, text: string) => {
      taps++;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
  };
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

/** Expects a control to be on screen without scrolling, above the bottom bar if that is not covered by a dialog. */
async function expectAboveFold(page: Page, control: Locator, barHeight = 64) {
  await expect(control).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  // A sheet comes from below the screen, and Home draws itself anew.
  const readBottom = async () => {
    const box = await control.boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  await expect.poll(readBottom).toBeLessThanOrEqual(844 - barHeight);
}

async function register(page: Page, { tap, fill }: ReturnType<typeof countTaps>) {
  const { email, password } = newPerson();
  await page.goto("/");
  await tap(button(page, "Comenzar"));
  await fill("Correo electrónico", email);
  await fill("Contraseña", password);
  await fill("Repite la contraseña", password);
  await tap(button(page, "Crear cuenta"));
  await expect(page).toHaveURL("/");
}

test("twelve taps lead from the landing page to the first question, of a card of one's own", async ({ page }) => {
  const taps = countTaps(page);
  await register(page, taps);
  await taps.tap(button(page, "Crear mi primera carpeta"));
  await taps.fill("Nombre", "Biología");
  await taps.tap(button(page, "Crear carpeta"));
  const editor = page.getByRole("dialog", { name: "Crear nueva carta" });
  await expect(editor).toBeVisible();
  await taps.fill("Pregunta", "¿Qué es una célula?");
  await taps.fill("Respuesta", "La unidad de la vida");
  await taps.tap(editor.getByRole("button", { name: "Guardar", exact: true }));
  // The number of pending cards is part of its name once it is known.
  await taps.tap(link(page, "Comenzar revisión · 1"));
  await expect(question(page)).toBeVisible();
  expect(taps.read()).toBeLessThanOrEqual(12);

  await button(page, "Mostrar Respuesta").tap();
  await expect(page.getByText("Cuanto más fácil te resultó, más tarde vuelve.")).toBeVisible();
  await expect(button(page, "¿Por qué hoy?")).toHaveCount(0);
});

test("a ready-made folder leads there in nine taps, with ten new cards a day from the first day on", async ({
  page,
}) => {
  const taps = countTaps(page);
  await register(page, taps);
  await taps.tap(link(page, "añade una carpeta lista"));
  await taps.tap(button(page, "Añadir").first());
  await taps.tap(link(page, "Empezar").first());
  await expect(question(page)).toBeVisible();
  await expect(page.getByText("Carta 1 de 10")).toBeVisible();
  expect(taps.read()).toBeLessThanOrEqual(9);
  await page.goto("/");
  await expect(page.getByText("10 cartas pendientes")).toBeVisible();
  await expect(page.getByText(/^\d+ nuevas esperan su día, 10 cada día\./)).toBeVisible();
});

test("six taps set an exam, and three lead from Home to a test for it, without scrolling", async ({ page, api }) => {
  const { folder } = await api.registerWith("Anatomía", numberedCards(12));
  await api.folder("Inglés", numberedCards(2));

  await test.step("an exam", async () => {
    const { tap, fill, read } = countTaps(page);
    await page.goto("/");
    await tap(page.getByRole("navigation", { name: "Más" }).getByRole("link", { name: "Exámenes" }));
    await tap(button(page, "Crear examen"));
    const dialog = page.getByRole("dialog", { name: "Nuevo examen" });
    await fill("Nombre", "Parcial de anatomía");
    await fill("Fecha", api.dateIn(12));
    await tap(dialog.getByText("Anatomía"));
    await tap(dialog.getByRole("button", { name: "Crear examen" }));
    await expect(page.getByRole("heading", { name: "Parcial de anatomía", level: 1 })).toBeVisible();
    expect(read()).toBeLessThanOrEqual(6);
    expect(await api.call(examEndpoints.list, {})).toMatchObject([{ folders: [{ folderId: folder.id }] }]);
  });

  await test.step("a test", async () => {
    await page.goto("/");
    const exam = link(page, "Parcial de anatomía");
    await expectAboveFold(page, exam);
    await exam.tap();
    await expectAboveFold(page, button(page, "Hacer un test"));
    await button(page, "Hacer un test").tap();
    await expectAboveFold(page, button(page, "Empezar"), 0);
    await button(page, "Empezar").tap();
    await expect(page.getByRole("heading", { name: "Pregunta 1 de 12" })).toBeVisible();
  });
});
