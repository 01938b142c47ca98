// The question for stars after the first session: a star that is tapped while the next screen is loading is kept.
import type { Route } from "@playwright/test";
import { feedbackEndpoints } from "@repasa/contract/feedback.ts";
import { answer, expect, test } from "./fixtures.ts";
import { numberedCards } from "./seed.ts";

/** Runs in the page: notes each toast that lies over a dialog, in any frame in which neither moves. */
function watchToasts(): void {
  const covering = new Set<string>();
  Object.assign(window, { covering });
  const isAtRest = (element: Element) => element.getAnimations().length === 0;
  const look = () => {
    requestAnimationFrame(look);
    for (const toast of [...document.querySelectorAll(".toast[data-state=open]:not(.invisible)")].filter(isAtRest)) {
      const { top, bottom, left, right } = toast.getBoundingClientRect();
      for (const dialog of [...document.querySelectorAll("[role=dialog]")].filter(isAtRest)) {
        const sheet = dialog.getBoundingClientRect();
        const isOver = top < sheet.bottom && bottom > sheet.top && left < sheet.right && right > sheet.left;
        if (isOver) covering.add(toast.textContent ?? "");
      }
    }
  };
  requestAnimationFrame(look);
}

test("a star that is tapped while the next screen loads is kept and sent, and no toast lies over it", async ({
  page,
  api,
}) => {
  await page.addInitScript(watchToasts);
  const { folder } = await api.registerWith("Química", numberedCards(1));
  await page.goto(`/study/${folder.id}`);
  await page.getByRole("button", { name: /^Mostrar Respuesta/ }).tap();
  await expect(answer(page)).toBeVisible();
  await page.getByRole("button", { name: /^Medio/ }).tap();
  await expect(page.getByRole("button", { name: "Listo" })).toBeVisible();
  // The question's code is loaded by the summary; all that is asked for from here on is held back.
  await page.waitForLoadState("networkidle");
  const held: Route[] = [];
  let isHeld = true;
  await page.route(/\/(assets|api)\//, (route) => (isHeld ? void held.push(route) : route.fallback()));

  await page.getByRole("button", { name: "Listo" }).tap();
  const dialog = page.getByRole("dialog", { name: "¿Qué te parece Repasa?" });
  await expect(dialog).toBeVisible();
  const star = dialog.getByRole("radio", { name: "4 Bueno" });
  await star.tap();
  await expect(star).toBeChecked();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  isHeld = false;
  for (const route of held) await route.continue();
  // The screen below: hidden from readers by the dialog.
  await expect(page.locator("main").getByText("Química").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(star).toBeChecked();
  const sent = page.waitForRequest((request) => request.url().endsWith(feedbackEndpoints.send.path));
  await dialog.getByRole("button", { name: "Enviar valoración" }).tap();
  expect((await sent).postDataJSON()).toMatchObject({ rating: 4 });
  await expect(dialog).toBeHidden();
  const covering = () => page.evaluate(() => [...(window as unknown as { covering: Set<string> }).covering]);
  expect(await covering()).toEqual([]);
});
