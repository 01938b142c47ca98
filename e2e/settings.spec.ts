import type { Locator, Page } from "@playwright/test";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { expect, test, toasts } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
import { type Api, numberedCards } from "./seed.ts";

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Opens the settings that few students look for. */
async function openAdvanced(page: Page) {
  await page.goto("/settings/study");
  await page.getByText("Avanzado").click();
}

test("preferences are saved when they are changed, and shown again", { tag: "@smoke" }, async ({ page, api }) => {
  await api.register();
  await page.goto("/settings");
  await page.getByRole("link", { name: "Apariencia" }).click();
  await page.getByText("Oscuro").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByText("Guardado").first()).toHaveCSS("opacity", "1");

  await page.getByRole("link", { name: "Volver" }).click();
  await page.getByRole("link", { name: "Estudio" }).click();
  await page.getByLabel("Cartas nuevas por día").selectOption({ label: "10 al día" });
  await expect(page.getByLabel("Repasos por día")).toBeHidden();
  await page.getByText("Avanzado").click();
  await page.getByRole("switch", { name: "Atajos de una tecla" }).click();
  const retention = page.getByRole("slider", { name: "Cuánto quieres recordar" });
  await expect(retention).toHaveValue("0.9");
  await expect(page.getByText(/^Cuando estudies tus primeras cartas/)).toBeVisible();
  await retention.focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  await expect(retention).toHaveAttribute("aria-valuetext", /^93/);
  await page.getByLabel("sábado").selectOption({ label: "Menos" });
  await page.getByLabel("domingo").selectOption({ label: "Libre" });
  await page.getByRole("switch", { name: "Ajustar el calendario a tu memoria" }).click();

  await page.getByRole("link", { name: "Volver" }).click();
  await page.getByRole("link", { name: "Recordatorios" }).click();
  await expect(page.getByText(/Europe\/Madrid, GMT|America\/Bogota, GMT/)).toBeVisible();
  await expect(page.getByLabel("Hora del recordatorio")).toBeHidden();
  await page.getByRole("switch", { name: "Recordatorio diario por correo" }).click();
  await page.getByLabel("Hora del recordatorio").selectOption("7");

  const wanted = {
    theme: "dark",
    shortcuts: false,
    desiredRetention: 0.93,
    dayStartHour: 4,
    newCardsPerDay: 10,
    reviewsPerDay: null,
    quietDays: [1, 1, 1, 1, 1, 0.5, 0],
    newCardsOffered: false,
    forgottenExplained: false,
    costlyNamedOn: null,
    refit: false,
    sessionSize: 20,
    answerMode: "flip",
    reminder: true,
    reminderHour: 7,
    reminderMinute: 0,
    reminderChannels: ["mail"],
    reminderStop: null,
    asksAboutForgotten: false,
    retentionQuestionFrom: null,
  };
  await expect.poll(() => api.call(accountEndpoints.preferences, {})).toEqual(wanted);
  await page.goto("/settings");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const index = page.getByRole("navigation", { name: "Ajustes" });
  for (const value of ["10 cartas nuevas al día · Pausas", "Cada día a las 07:00", "Oscuro"])
    await expect(index.getByText(value)).toBeVisible();
  await openAdvanced(page);
  await expect(retention).toHaveValue("0.93");
  await expect(page.getByLabel("Cartas nuevas por día")).toHaveValue("10");
  await expect(page.getByText("Menos: sábado. Libre: domingo.")).toBeVisible();
  await expect(page.getByRole("switch", { name: "Atajos de una tecla" })).not.toBeChecked();
});

test("links lead straight to a setting, and former links too", async ({ page, api }) => {
  await api.register();
  for (const path of ["/settings/study", "/settings"]) {
    for (const [fragment, control] of [
      ["#cartas-nuevas", page.getByLabel("Cartas nuevas por día")],
      ["#tu-memoria", page.getByRole("switch", { name: "Ajustar el calendario a tu memoria" })],
    ] as const) {
      await page.goto("/support");
      await page.goto(path + fragment);
      await expect(page).toHaveURL(`/settings/study${fragment}`);
      await expect(control).toBeFocused();
      await expect(control).toBeInViewport();
    }
  }
});

/** Shows the rows of the settings, the last of which are below the fold, and returns one of these. */
async function showLowRow(page: Page, api: Api): Promise<Locator> {
  await api.register();
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto("/settings");
  return page.getByRole("link", { name: "Datos" });
}

test("Back returns from a page of the settings to the index, at the row that was opened", async ({ page, api }) => {
  const row = await showLowRow(page, api);
  await row.click();
  await expect(page.getByRole("heading", { name: "Datos", level: 1 })).toBeFocused();
  await expect(page).toHaveTitle("Datos · Repasa");
  await page.goBack();
  await expect(page).toHaveURL("/settings");
  await expect(page).toHaveTitle("Ajustes · Repasa");
  await expect(row).toBeInViewport();
  await row.click();
  await page.getByRole("link", { name: "Volver" }).click();
  await expect(page).toHaveURL("/settings");
  await expect(row).toBeInViewport();
});

test("Back returns to the row that was opened before the page had drawn its new position", async ({ page, api }) => {
  const row = await showLowRow(page, api);
  await row.evaluate((link: HTMLAnchorElement) => {
    link.scrollIntoView();
    link.click();
  });
  await expect(page).toHaveTitle("Datos · Repasa");
  await page.goBack();
  await expect(page).toHaveTitle("Ajustes · Repasa");
  await expect(row).toBeInViewport();
});

test("new cards per day limit the pending ones, and the rest waits", async ({ page, api }) => {
  await api.registerWith("Biología", numberedCards(5));
  await page.goto("/settings/study");
  const saved = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  await page.getByLabel("Cartas nuevas por día").selectOption({ label: "5 al día" });
  await saved;
  await api.call(accountEndpoints.setPreferences, { body: { newCardsPerDay: 2 } });
  await page.goto("/study");
  await expect(page.getByText("Carta 1 de 2")).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("article", { name: "Biología" })).toContainText("2 cartas");
  await expect(page.getByText("3 nuevas esperan su día")).toBeVisible();
});

test("the day ends at 4 a.m., or at the chosen hour", async ({ page, api, timezoneId }) => {
  await api.registerWith("Biología", numberedCards(1));
  const start = Temporal.PlainDateTime.from("2027-01-12T23:58:00").toZonedDateTime(timezoneId ?? "UTC");
  await page.clock.install({ time: start.epochMilliseconds });
  await page.goto("/");
  const today = page.getByRole("tab", { name: /, hoy/ });
  await expect(today).toHaveAccessibleName(/^MAR 12 de enero/);
  // At three in the morning, and after four.
  await page.clock.fastForward("00:05:00");
  await expect(today).toHaveAccessibleName(/^MAR 12 de enero/);
  await page.clock.fastForward("04:00:00");
  await expect(today).toHaveAccessibleName(/^MIE 13 de enero/);

  await openAdvanced(page);
  const saved = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  await page.getByLabel("Tu día empieza a las").selectOption({ label: "00:00" });
  await saved;
  await page.clock.fastForward("19:55:00");
  await page.goto("/");
  await expect(today).toHaveAccessibleName(/^MIE 13 de enero/);
  await page.clock.fastForward("00:05:00");
  await expect(today).toHaveAccessibleName(/^JUE 14 de enero/);
});

test("a download requires a confirmation, and then saves the file", async ({ page, api, watch }) => {
  const {
    person: { password },
    folder,
  } = await api.registerWith("Biología", numberedCards(2));
  // Makes the session appear to have begun more than ten minutes ago.
  const refusal = { message: "Confirma que eres tú para continuar", code: "confirmation_required" };
  watch.excuse(/\/export\?/, 403);
  for (const [screen, name] of [
    ["/settings/data", /Copia completa/],
    [`/folders/${folder.id}`, /Anki/],
  ] as const) {
    await page.route(/\/export\?/, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
    await page.goto(screen);
    if (screen !== "/settings/data") await chooseInFolderMenu(page, "Exportar");
    await page.getByRole("button", { name }).click();
    const dialog = page.getByRole("dialog", { name: "Confirma que eres tú" });
    await dialog.getByLabel("Contraseña", { exact: true }).fill(password);
    const download = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    expect((await download).suggestedFilename()).toMatch(/\.(json|apkg)$/);
    await expect(dialog).toBeHidden();
  }
});

test("the account is deleted permanently, after a confirmation", async ({ page, api, watch }) => {
  const { email, password } = await api.register();
  await page.goto("/settings");
  await page.evaluate(() => localStorage.setItem("hasCompletedFirstSession", "true"));
  await expect(region(page, "Cuenta")).toContainText(email);
  const open = page.getByRole("button", { name: "Excluir cuenta" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "¿Excluir cuenta?" });
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  watch.excuse(/\/api\/auth\/delete-account$/, 500);
  await page.route("**/api/auth/delete-account", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await open.click();
  await dialog.getByLabel("Contraseña", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Excluir cuenta" }).click();
  await expect(toasts(page).getByText("No se pudo eliminar la cuenta. Inténtalo de nuevo.")).toBeVisible();
  await dialog.getByRole("button", { name: "Excluir cuenta" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Comenzar", exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("hasCompletedFirstSession"))).toBeNull();
  const again = await page.request.post("/api/auth/login", { data: { email, password } });
  expect(again.status()).toBe(401);
});
