import type { Page } from "@playwright/test";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { announcer, expect, skipFirstSession, test } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
import { numberedCards } from "./seed.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function chooseFromMenu(page: Page, item: string) {
  await button(page, "Más opciones del examen").click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("an exam is created from a folder, counted down to on Home, moved and deleted", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  const { folder, cards } = await api.registerWith("Anatomía", numberedCards(6));
  if (cards[0]) await api.rate(cards[0], "medium");
  await api.folder("Inglés", numberedCards(1));
  await page.goto(`/folders/${folder.id}`);

  await test.step("from the folder, which is preselected", async () => {
    await chooseInFolderMenu(page, "Examen");
    const dialog = page.getByRole("dialog", { name: "Nuevo examen" });
    await expect(dialog.getByRole("checkbox", { name: "Anatomía" })).toBeChecked();
    await expect(dialog.getByRole("checkbox", { name: "Inglés" })).not.toBeChecked();
    await dialog.getByRole("button", { name: "Crear examen" }).click();
    await expect(dialog.getByText("Escribe el nombre del examen")).toBeVisible();
    await expect(dialog.getByText("La fecha debe estar entre mañana y dentro de un año")).toBeVisible();
    await dialog.getByLabel("Nombre").fill("Parcial de anatomía");
    await dialog.getByLabel("Fecha").fill(api.dateIn(12));
    await dialog.getByRole("button", { name: "Crear examen" }).click();
    await expect(page.getByRole("heading", { name: "Parcial de anatomía", level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/exams\/\d+$/);
    await expect(announcer(page)).toHaveText("Examen creado");
    await expect(page.getByText("En 12 días,")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Lo que recordarás ese día" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Pregunta 1" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("link", { name: "Parcial de anatomía" })).toBeVisible();
    // The dialog's history entry is skipped a moment later, which must not happen during the next step.
    await expect.poll(() => page.evaluate(() => window.history.state?.sheets ?? 0)).toBe(0);
  });

  await test.step("on Home", async () => {
    await page.goto("/");
    const panel = page.getByRole("region", { name: "¿Llego al examen?" });
    await expect(panel).toContainText("Parcial de anatomía, en 12 días");
    const [share, minutes] = [await panel.getByRole("img").getAttribute("aria-label"), await panel.innerText()];
    expect(minutes).toMatch(/Hoy (.+ para llegar al|no toca nada: vas camino del) \d+\s%/);
    await page.getByRole("link", { name: "Parcial de anatomía" }).click();
    // The exam's page says the same.
    const percent = /\d+\s%$/.exec(share ?? "")?.[0].replace(/\s/, "\\s") ?? "none";
    await expect(page.getByRole("region", { name: "Lo que recordarás ese día" })).toContainText(new RegExp(percent));
  });

  await test.step("to another date", async () => {
    await chooseFromMenu(page, "Editar examen");
    const dialog = page.getByRole("dialog", { name: "Editar examen" });
    await dialog.getByRole("checkbox", { name: "Inglés" }).check();
    await dialog.getByLabel("Fecha").fill(api.dateIn(1));
    await dialog.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page.getByText("Mañana,")).toBeVisible();
    await page.getByText("2 carpetas").click();
    await expect(page.getByRole("list", { name: "Carpetas del examen" }).getByRole("article")).toHaveCount(2);
    await page.goto("/folders");
    await page.getByRole("main").getByRole("link", { name: "Exámenes" }).click();
    await expect(page.getByRole("article", { name: "Parcial de anatomía" })).toContainText("Mañana");
    await page.getByRole("article", { name: "Parcial de anatomía" }).getByRole("link").click();
  });

  await test.step("and away", async () => {
    await chooseFromMenu(page, "Eliminar examen");
    await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar examen" }).click();
    await expect(page.getByRole("heading", { name: "Llega a tu examen con todo fresco" })).toBeVisible();
    await expect(page).toHaveURL("/exams");
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Anatomía" })).toBeVisible();
    await expect(page.getByText("Parcial de anatomía")).toBeHidden();
  });
});

test("new cards are rationed until an exam, and its weakest cards are studied", async ({ page, api }) => {
  await skipFirstSession(page);
  const { folder, cards } = await api.registerWith("Anatomía", numberedCards(26));
  for (const card of cards.slice(0, 4)) await api.rate(card, "easy");
  await api.call(accountEndpoints.setPreferences, { body: { newCardsPerDay: 1 } });
  const body = { name: "Parcial", date: api.dateIn(5), folderIds: [folder.id] };
  const { id } = await api.call(examEndpoints.create, { body });

  await test.step("shows what the daily number misses, and sets a sufficient one with one tap", async () => {
    await page.goto(`/exams/${id}`);
    // Four new cards were rated today, and the days after it have room for one each.
    await expect(page.getByText("Con 1 carta nueva al día no verás 18 antes del examen.")).toBeVisible();
    await expect(page.getByText("Hoy no toca nada.")).toBeVisible();
    await button(page, "Ver 6 al día").click();
    await expect(page.getByText("Con 6 cartas nuevas al día las verás todas antes del examen.")).toBeVisible();
    await expect(page.getByText(/^Hoy: 2 cartas/)).toBeVisible();
    await page.goto("/");
    await expect(page.getByText("2 cartas pendientes")).toBeVisible();
    await expect(page.getByText(/20 nuevas esperan su día/)).toBeVisible();
  });

  await test.step("without a daily number, Home says that they are spread", async () => {
    await api.call(accountEndpoints.setPreferences, { body: { newCardsPerDay: null } });
    await page.reload();
    await page.getByRole("link", { name: "Se reparten hasta tu examen" }).click();
    await page.getByRole("article", { name: "Parcial" }).getByRole("link").click();
  });

  await test.step("the weakest cards by keyboard, through a reload, and back to the exam", async () => {
    const weakest = page.getByRole("link", { name: "Repasar las 4 más débiles" });
    await weakest.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/study?examen=${id}`);
    await expect(page.getByRole("heading", { name: "Las 4 más débiles" })).toBeVisible();
    await page.keyboard.press("Space");
    await page.keyboard.press("q");
    await expect(page.getByRole("region", { name: "¿Por qué hoy?" })).toContainText(
      /No le toca hasta .+: la practicas/,
    );
    await page.keyboard.press("s");
    await expect(page.getByText("Carta 2 de 4")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Carta 2 de 4")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Las 4 más débiles" })).toBeVisible();
    for (let card = 2; card <= 4; card++) {
      await page.keyboard.press("Space");
      await page.keyboard.press("a");
    }
    await page.getByRole("button", { name: "Listo" }).click();
    await expect(page.getByRole("heading", { name: "Parcial", level: 1 })).toBeVisible();
  });

  await test.step("a card's page names the exam", async () => {
    await page.goto(`/cards/${cards[0]?.id}`);
    await expect(page.getByText(/porque tu examen «Parcial» es en 5 días\./).first()).toBeVisible();
  });
});
