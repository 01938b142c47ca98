import type { Page } from "@playwright/test";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { paceEndpoints } from "@repasa/contract/pace.ts";
import { createAnkiStudent } from "../apps/server/src/testing/anki-student.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

/** A time limit for imports, which the server reads and writes in processes of their own, on a busy machine. */
const READ = { timeout: 40_000 };

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `palabra ${index + 1}\tsignificado; de la ${index + 1}`).join("\n");

/** Taps controls and counts the taps. */
function createTapCounter() {
  let count = 0;
  return {
    count: () => count,
    async tap(page: Page, name: string, role: "button" | "menuitem" = "button") {
      count += 1;
      await page.getByRole(role, { name, exact: true }).tap();
    },
  };
}

test("fifty copied lines are imported into a folder in four taps, and the import is undone", async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { folder } = await api.registerWith("Vocabulario", [{ front: "uno", back: "one" }]);
  await page.goto(`/folders/${folder.id}`);
  await expect(page.getByText("uno", { exact: true })).toBeVisible();
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines(50));

  const actions = createTapCounter();
  await actions.tap(page, "Más opciones de la carpeta");
  await actions.tap(page, "Importar cartas", "menuitem");
  await expect(page.getByText("En «Vocabulario»")).toBeVisible();
  await actions.tap(page, "Pegar lo copiado");
  await expect(page.getByRole("heading", { name: "Qué es cada columna" })).toBeVisible(READ);
  await expect(page.getByRole("button", { name: "Importar 50 cartas" })).toBeFocused();
  await actions.tap(page, "Importar 50 cartas");
  await expect(page.getByRole("heading", { name: "Tus cartas ya están aquí" })).toBeVisible(READ);
  expect(actions.count()).toBe(4);
  const cards = () => api.cardsOf(folder.id);
  expect(await cards()).toHaveLength(51);
  expect(await cards()).toContainEqual(expect.objectContaining({ front: "palabra 7", back: "significado; de la 7" }));
  await expectAccessible(page);

  await test.step("a reload finds it, and it is undone", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Deshacer la importación" }).tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Deshacer la importación" }).tap();
    await expect(page.getByRole("heading", { name: "Importación deshecha" })).toBeVisible(READ);
    expect(await cards()).toHaveLength(1);
  });
});

test("a student who arrives from Anki keeps their recall, and meets a part of what waited there", async ({
  page,
  api,
}) => {
  await api.register();
  const habits = { now: new Date(), cards: 400, retention: 0.85, days: 200, daysAway: 12 };
  const { data, due } = await createAnkiStudent(habits);
  await page.goto("/import");
  const file = { name: "Inglés.apkg", mimeType: "application/zip", buffer: data };
  await page.getByLabel("Archivo con tus cartas").setInputFiles(file);
  const recall = page.getByRole("group", { name: /^Hasta ahora recordabas el 8\d\s%$/ });
  await expect(recall).toBeVisible(READ);
  await expect(page.getByText(/^Unas \d+ cartas al día las próximas dos semanas/)).toBeVisible();
  const spread = page.getByText(/^Las \d+ que te esperan se reparten en/);
  const [, waiting] = /^Las (\d+)/.exec((await spread.textContent()) ?? "") ?? [];
  await expect(recall.getByRole("radio").first()).toBeChecked();
  await recall.scrollIntoViewIfNeeded();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Importar 400 cartas" }).tap();
  await expect(page.getByRole("heading", { name: "Tus cartas ya están aquí" })).toBeVisible(READ);
  const { pending, catchUp } = await api.call(paceEndpoints.backlog, {});
  expect(pending).toBe(Number(waiting));
  // The day of the browser may begin earlier or later than that of the simulated student.
  expect(Math.abs(pending - due)).toBeLessThan(10);
  await page.goto("/dashboard");
  await expect(page.getByText(`${catchUp?.perDay} cartas pendientes`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Dejar el plan" })).toBeVisible();
  const { desiredRetention } = await api.call(accountEndpoints.preferences, {});
  expect(desiredRetention).toBeLessThan(0.9);

  await test.step("a month later they are asked once whether to raise it", async () => {
    await page.clock.setFixedTime(Date.now() + 31 * 86_400_000);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Dejarlo así" }).tap();
    await expect(page.getByRole("button", { name: "Dejarlo así" })).toBeHidden();
    await expect
      .poll(() => api.call(accountEndpoints.preferences, {}))
      .toMatchObject({ desiredRetention, retentionQuestionFrom: null });
  });
});
