import type { CDPSession, Locator, Page } from "@playwright/test";
import { boxOf, expect, test, waitForAnimations } from "./fixtures.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Crear nueva carta" });
const question = (page: Page) => page.getByRole("alertdialog", { name: "¿Descartar lo que escribiste?" });

async function openDialog(page: Page, folderId: number) {
  await page.goto(`/folders/${folderId}`);
  await button(page, "Añadir carta").tap();
  await expect(dialog(page)).toBeVisible();
  await waitForAnimations(page);
}

const CARDS = 8;

test("cards by touch take two taps each beside their text", async ({ page, api }) => {
  const { folder } = await api.registerWith("Anatomía");
  await openDialog(page, folder.id);
  const back = dialog(page).getByLabel("Respuesta");
  let taps = 0;
  const tap = async (locator: Locator) => {
    taps++;
    await locator.tap();
  };
  for (let number = 1; number <= CARDS; number++) {
    await expect(dialog(page).getByLabel("Pregunta")).toBeFocused();
    await page.keyboard.type(`Hueso ${number}`);
    await tap(back);
    await page.keyboard.type(`Lugar ${number}`);
    await tap(button(page, "Guardar y añadir otra"));
  }
  expect(taps).toBe(2 * CARDS);
  await expect(dialog(page).getByText(`${CARDS} cartas añadidas`)).toBeVisible();
  expect(Object.keys(await api.log(folder.id))).toHaveLength(CARDS);
});

test("with the keyboard open, both sides show three lines, and the buttons fit in one row", async ({ page, api }) => {
  const { folder } = await api.registerWith("Anatomía");
  for (const { width, height } of [
    { width: 360, height: 300 },
    { width: 390, height: 480 },
    { width: 360, height: 640 },
    { width: 390, height: 844 },
    { width: 844, height: 220 },
  ]) {
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await openDialog(page, folder.id);
      const lines = Array.from({ length: 9 }, (_, index) => `Línea ${index + 1}`).join("\n");
      for (const name of ["Pregunta", "Respuesta"]) {
        const side = dialog(page).getByLabel(name);
        await expect(side).toBeInViewport({ ratio: 1 });
        // Long texts leave three lines for each side, too.
        await side.fill(lines);
        expect(await visibleLines(side)).toBeGreaterThanOrEqual(3);
      }
      if (height < 560) {
        for (const name of ["Pregunta", "Respuesta"]) {
          await expect(dialog(page).getByLabel(name)).toBeInViewport({ ratio: 1 });
          await expect(dialog(page).getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
        }
      }
      const buttons = await dialog(page).locator("form").getByRole("button").all();
      const boxes = [];
      for (const each of buttons) if (await each.isVisible()) boxes.push(await boxOf(each));
      expect(boxes.length).toBeGreaterThanOrEqual(2);
      expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(1);
      expect(Math.max(...boxes.map((box) => box.height))).toBeLessThan(60);
      for (const box of boxes) {
        expect(box.height).toBeGreaterThanOrEqual(44);
        expect(box.width).toBeGreaterThanOrEqual(44);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
        expect(box.y + box.height).toBeLessThanOrEqual(height);
      }
      for (const name of ["Pregunta", "Respuesta"]) await dialog(page).getByLabel(name).fill("");
    });
  }
});

test("the tools stand above the keyboard, at the side that is being written", async ({ page, api }) => {
  const { folder } = await api.registerWith("Anatomía");
  await openDialog(page, folder.id);
  await dialog(page).getByRole("switch", { name: "Con formato" }).tap();
  const tools = dialog(page).getByRole("toolbar", { name: "Formato" });
  await expect(tools.getByText("Hueco")).toBeVisible();
  for (const size of [
    { width: 390, height: 844 },
    { width: 390, height: 480 },
    { width: 844, height: 300 },
  ]) {
    await test.step(`${size.width} x ${size.height}`, async () => {
      await page.setViewportSize(size);
      for (const name of ["Pregunta", "Respuesta"]) {
        const side = dialog(page).getByLabel(name);
        await side.tap();
        await side.fill("uno");
        await expect(side).toBeInViewport({ ratio: 1 });
        await expect(dialog(page).getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
        await button(page, "Hueco").tap();
        await expect(side).toBeFocused();
        await expect(side).toHaveValue("uno{{c1::}}");
        await side.fill("");
        const { y, height } = await boxOf(tools);
        expect(y).toBeGreaterThan((await boxOf(side)).y + (await boxOf(side)).height - 1);
        expect(y + height).toBeLessThanOrEqual(size.height);
        for (const tool of await tools.getByRole("button").all()) {
          const box = await boxOf(tool);
          expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
          if (size.width === 390) expect(box.x + box.width).toBeLessThanOrEqual(size.width);
        }
      }
    });
  }
});

/** Returns how many lines of text a field shows. */
function visibleLines(side: Locator): Promise<number> {
  return side.evaluate((element) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
    return (
      (element.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)) /
      Number.parseFloat(lineHeight)
    );
  });
}

/** Drags the sheet's handle down with a finger: `distance` in pixels, `duration` in milliseconds. */
async function dragHandle(page: Page, touch: CDPSession, distance: number, duration: number, lift = true) {
  const { x, y, width } = await boxOf(page.getByRole("dialog").last());
  const start = Date.now() / 1000;
  const steps = 6;
  const send = (type: "touchStart" | "touchMove" | "touchEnd", share: number) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + width / 2, y: y + 8 + distance * share }],
      timestamp: start + (duration * share) / 1000,
    });
  await send("touchStart", 0);
  for (let step = 1; step <= steps; step++) await send("touchMove", step / steps);
  if (lift) await send("touchEnd", 1);
  return y;
}

test("the sheet's handle drags it away, or back where it was", async ({ page, context, api }) => {
  const { folder } = await api.registerWith("Anatomía");
  const touch = await context.newCDPSession(page);
  await openDialog(page, folder.id);
  const top = async () => (await boxOf(dialog(page))).y;

  await test.step("it follows the finger", async () => {
    const before = await dragHandle(page, touch, 60, 600, false);
    await expect.poll(async () => Math.abs((await top()) - before - 60)).toBeLessThan(8);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect.poll(top).toBe(before);
  });

  await test.step("discarding a half-written card asks first, and the sheet returns", async () => {
    await dialog(page).getByLabel("Pregunta").fill("Fémur");
    const before = await dragHandle(page, touch, 320, 900);
    await expect(question(page)).toBeVisible();
    await button(page, "Seguir editando").tap();
    await expect.poll(top).toBe(before);
    await expect(dialog(page).getByLabel("Pregunta")).toHaveValue("Fémur");
    await dialog(page).getByLabel("Pregunta").fill("");
  });

  await test.step("far enough closes it", async () => {
    await dragHandle(page, touch, 320, 900);
    await expect(dialog(page)).toBeHidden();
  });

  await test.step("so does a flick", async () => {
    await button(page, "Añadir carta").tap();
    await expect(dialog(page)).toBeVisible();
    await waitForAnimations(page);
    await dragHandle(page, touch, 90, 60);
    await expect(dialog(page)).toBeHidden();
  });
});

test("Back closes the sheet first, and asks before discarding text", async ({ page, api }) => {
  const { folder } = await api.registerWith("Anatomía");
  await page.goto("/folders");
  await page.getByRole("link", { name: "Ver cartas" }).tap();
  await button(page, "Añadir carta").tap();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(`/folders/${folder.id}`);
  await button(page, "Añadir carta").tap();
  await dialog(page).getByLabel("Pregunta").fill("Fémur");
  await page.goBack();
  await expect(question(page)).toBeVisible();
  await button(page, "Descartar").tap();
  await expect(dialog(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/folders");
});
