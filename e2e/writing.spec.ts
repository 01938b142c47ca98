import type { Locator, Page } from "@playwright/test";
import { expect, test, waitForAnimations } from "./fixtures.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Crear nueva carta" });
const question = (page: Page) => page.getByRole("alertdialog", { name: "¿Descartar lo que escribiste?" });
const cards = (page: Page) => page.getByRole("list", { name: "Cartas" }).getByRole("article");

const CARDS = 8;

test("cards by keyboard take two keys each beside their text", { tag: "@smoke" }, async ({ page, api }) => {
  const { folder } = await api.registerWith("Biología");
  await page.goto(`/folders/${folder.id}`);
  await button(page, "Añadir carta").click();
  await expect(dialog(page).getByLabel("Pregunta")).toBeFocused();
  await expect(button(page, "Guardar y añadir otra").getByText("Ctrl ↵")).toBeVisible();
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  for (let number = 1; number <= CARDS; number++) {
    await page.keyboard.type(`Pregunta ${number}`);
    await press("Tab");
    await page.keyboard.type(`Respuesta ${number}`);
    await press("Control+Enter");
  }
  expect(keys).toBe(2 * CARDS);
  await expect(dialog(page).getByText(`${CARDS} cartas añadidas`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(cards(page).first()).toContainText(`Pregunta ${CARDS}`);
  const log = await api.log(folder.id);
  expect(Object.keys(log).sort()).toEqual(Array.from({ length: CARDS }, (_, index) => `Pregunta ${index + 1}`).sort());
});

test("the tools follow the focused side of a card with format, and nothing else moves", async ({ page, api }) => {
  const { folder } = await api.registerWith("Biología");
  await page.goto(`/folders/${folder.id}`);
  await button(page, "Añadir carta").click();
  await waitForAnimations(page);
  const tools = dialog(page).getByRole("toolbar", { name: "Formato" });
  await expect(tools).toHaveCount(0);
  await dialog(page).getByRole("switch", { name: "Con formato" }).click();
  const [front, back] = [dialog(page).getByLabel("Pregunta"), dialog(page).getByLabel("Respuesta")];
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
  await expect(front).toBeFocused();
  const before = [await top(front), await top(back)];
  expect(await top(tools)).toBeLessThan(before[0] ?? 0);
  await page.keyboard.type("La mide la ");
  await button(page, "Hueco").click();
  await page.keyboard.type("mitocondria");
  const preview = dialog(page).getByRole("region", { name: "Vista previa" });
  await expect(preview.locator("mark.gap")).toHaveText("[...]");
  await front.fill("uno");
  await page.keyboard.press("Tab");
  await expect(back).toBeFocused();
  await expect.poll(() => top(tools)).toBeGreaterThan(before[0] ?? 0);
  expect(await top(tools)).toBeLessThan(before[1] ?? 0);
  expect([await top(front), await top(back)]).toEqual(before);
  await page.keyboard.type("dos");
  await expect(preview.getByRole("region", { name: "Reverso" })).toHaveText("dos");
  await page.keyboard.press("Control+Enter");
  await expect(front).toBeFocused();
  await expect(preview.getByRole("region", { name: "Anverso" })).toHaveText("La pregunta");
});

test("Back, a reload, Escape and a press outside ask before a half-written card is discarded", async ({
  page,
  api,
}) => {
  const { folder } = await api.registerWith("Biología");
  await page.goto("/folders");
  await page.getByRole("link", { name: "Ver cartas" }).click();
  await button(page, "Añadir carta").click();
  const front = dialog(page).getByLabel("Pregunta");
  const back = dialog(page).getByLabel("Respuesta");
  await front.pressSequentially("¿Qué es una");

  const ways: Record<string, () => Promise<unknown>> = {
    Back: () => page.goBack(),
    Escape: () => page.keyboard.press("Escape"),
    "a press beside it": () => page.mouse.click(20, 20),
    Cancelar: () => button(page, "Cancelar").click(),
    "the cross": () => button(page, "Cerrar").click(),
  };
  for (const [name, leave] of Object.entries(ways)) {
    await test.step(name, async () => {
      await leave();
      await expect(question(page)).toBeVisible();
      await button(page, "Seguir editando").click();
      await expect(question(page)).toBeHidden();
      await expect(front).toHaveValue("¿Qué es una");
      await expect(page).toHaveURL(`/folders/${folder.id}`);
    });
  }

  await test.step("the browser asks before a reload, which loses nothing", async () => {
    const dialogShown = page.waitForEvent("dialog");
    const reloading = page.reload();
    const leaving = await dialogShown;
    expect(leaving.type()).toBe("beforeunload");
    await leaving.accept();
    await reloading;
    await expect(front).toHaveValue("¿Qué es una");
    await expect(dialog(page).getByText("Aquí sigue lo que estabas escribiendo.")).toBeVisible();
  });

  await test.step("Back cancels the question", async () => {
    await front.press("End");
    await front.pressSequentially(" célula?");
    await back.fill("La unidad de la vida");
    await page.goBack();
    await expect(question(page)).toBeVisible();
    await page.goBack();
    await expect(question(page)).toBeHidden();
    await expect(front).toHaveValue("¿Qué es una célula?");
  });

  await test.step("discarded text does not come back", async () => {
    await page.goBack();
    await button(page, "Descartar").click();
    await expect(dialog(page)).toBeHidden();
    // The sheet removes its history entry afterwards; a reload meanwhile would be aborted.
    await expect.poll(() => page.evaluate(() => window.history.state?.sheets ?? 0)).toBe(0);
    await page.reload();
    await button(page, "Añadir carta").click();
    await expect(front).toHaveValue("");
  });

  await test.step("Back closes an empty sheet, and then leaves the page", async () => {
    await page.goBack();
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL(`/folders/${folder.id}`);
    await page.goBack();
    await expect(page).toHaveURL("/folders");
  });
});
