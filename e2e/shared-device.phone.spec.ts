// A phone that two people use: what one of them has not sent when the session ends is there for nobody else, and is not lost.
import type { BrowserContext, Page } from "@playwright/test";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { expectAccessible } from "./axe.ts";
import { answer, expect, question, signIn } from "./fixtures.ts";
import type { Gate } from "./gate.ts";
import { button, fillCopy, test } from "./gated.ts";
import { createApi, newPerson } from "./seed.ts";
import { readStores } from "./stores.ts";

test.use({ serviceWorkers: "allow" });

/** Returns which of the texts of either of them the browser has stored. */
async function listReadable(context: BrowserContext, gate: Gate): Promise<string[]> {
  const stored = await readStores(context, gate.origin);
  return ["secret", "corregida", "Historia", "1492"].filter((text) => stored.includes(text));
}

async function fillCard(page: Page, dialogName: string, front: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: dialogName });
  await dialog.getByLabel("Pregunta").fill(front);
  if (dialogName === "Crear nueva carta") await dialog.getByLabel("Respuesta").fill("Respuesta secreto");
  await dialog.getByRole("button", { name: "Guardar", exact: true }).tap();
  await expect(dialog).toBeHidden();
}

async function rateFirst(page: Page): Promise<void> {
  await expect(question(page)).toBeVisible();
  await button(page, "Mostrar Respuesta").tap();
  await expect(answer(page)).toBeVisible();
  await button(page, /^Medio/).tap();
  await expect(answer(page)).toBeHidden();
}

/** Returns how many records a store of the study database has. */
const readStudy = (page: Page, store: string) =>
  page.evaluate(async (name) => {
    const request = indexedDB.open("repasa-study");
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const count = database.transaction(name).objectStore(name).count();
    await new Promise((resolve) => {
      count.onsuccess = resolve;
    });
    database.close();
    return count.result;
  }, store);

test("what was not sent when a session ended is readable for nobody, survives another account, and is sent once", async ({
  page,
  context,
  api,
  gate,
  watch,
  playwright,
  baseURL,
  timezoneId,
}) => {
  watch.excuse(/\/api\//, 401);
  const {
    person: ana,
    folder,
    cards,
  } = await api.registerWith("Carpeta secreta", [
    { front: "Frase secreta", back: "Otra" },
    { front: "Segundo secreto", back: "Otra" },
  ]);
  await fillCopy(page, gate);
  await expect.poll(() => readStudy(page, "keys")).toBe(1);

  await test.step("Ana writes, edits and rates without a network", async () => {
    await gate.shut();
    await page.goto(`${gate.origin}/folders/${folder.id}`);
    await button(page, "Añadir carta").tap();
    await fillCard(page, "Crear nueva carta", "Carta secreta");
    await page.goto(`${gate.origin}/cards/${cards[0]?.id}`);
    await button(page, "Editar").tap();
    await fillCard(page, "Editar carta", "Frase secreta, corregida");
    await page.goto(`${gate.origin}/study/${folder.id}`);
    await rateFirst(page);
    await page.goto(`${gate.origin}/dashboard`);
    await expect(page.getByText("3 cambios por enviar")).toBeVisible();
    await page.goto(`${gate.origin}/folders/${folder.id}`);
    await button(page, "Añadir carta").tap();
    await page.getByRole("dialog").getByLabel("Pregunta").fill("Un secreto a medias");
    await page.goto(`${gate.origin}/dashboard`);
    expect(await listReadable(context, gate)).toContain("secret");
  });

  await test.step("her session ends elsewhere: nothing readable is left", async () => {
    const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    const elsewhere = createApi(request, "UTC");
    await elsewhere.call(authEndpoints.login, { body: ana });
    const next = { password: "otra clave larga", confirmPassword: "otra clave larga" };
    await elsewhere.call(authEndpoints.changePassword, { body: { currentPassword: ana.password, ...next } });
    ana.password = next.password;
    await request.dispose();
    await gate.open();
    await page.goto(`${gate.origin}/folders`);
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => listReadable(context, gate)).toEqual([]);
    expect(await readStudy(page, "sealed")).toBe(1);
  });

  await test.step("Leo signs in, studies and signs out, and sees nothing of it", async () => {
    const leo = newPerson();
    const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    // By the browser's days: in the small hours its day has begun before that of UTC.
    const leosApi = createApi(request, timezoneId ?? "UTC");
    await leosApi.register(leo);
    const { folder: leos } = await leosApi.folder("Historia", [{ front: "1492", back: "América" }]);
    await signIn(page, leo);
    await expect(page).toHaveURL(`${gate.origin}/`);
    await page.goto(`${gate.origin}/study/${leos.id}`);
    await rateFirst(page);
    await expect.poll(() => leosApi.ratings()).toBe(1);
    await page.goto(`${gate.origin}/settings`);
    await expect(page.getByText(/por enviar/)).toHaveCount(0);
    await button(page, "Cerrar sesión").tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cerrar sesión" }).tap();
    await expect(page).toHaveURL(/\/login/);
    await request.dispose();
    await expect.poll(() => listReadable(context, gate)).toEqual([]);
    expect(await readStudy(page, "sealed")).toBe(1);
  });

  await test.step("Ana signs in again, and everything reaches the server once", async () => {
    await signIn(page, ana);
    await expect.poll(() => readStudy(page, "sealed")).toBe(0);
    await expect.poll(() => readStudy(page, "outbox")).toBe(0);
    const fronts = (await api.cardsOf(folder.id)).map(({ front }) => front).sort();
    expect(fronts).toEqual(["Carta secreta", "Frase secreta, corregida", "Segundo secreto"]);
    expect(await api.ratings()).toBe(1);
    await page.goto(`${gate.origin}/dashboard`);
    await expect(page.getByText(/por enviar|no se pudo guardar/)).toHaveCount(0);
    await page.goto(`${gate.origin}/folders/${folder.id}`);
    await expect(page.getByRole("dialog").getByLabel("Pregunta")).toHaveValue("Un secreto a medias");
  });
});

test("what cannot be kept is named to its owner", async ({ page, context, api, carryFolder, gate, watch }) => {
  watch.excuse(/\/api\//, 401);
  // The phone never gets the key.
  watch.excuse(/\/api\/user\/device-key/, "cut");
  await context.route("**/api/user/device-key", (route) => route.abort());
  const { person: ana, folder } = await carryFolder([{ front: "Frase secreta", back: "Otra" }], "Carpeta secreta");
  await gate.shut();
  await page.goto(`${gate.origin}/folders/${folder.id}`);
  await button(page, "Añadir carta").tap();
  await fillCard(page, "Crear nueva carta", "Carta secreta");
  await page.goto(`${gate.origin}/study/${folder.id}`);
  await rateFirst(page);
  await expect(page.getByText("1 guardada en este dispositivo")).toBeVisible();
  await context.clearCookies();
  await gate.open();
  await page.goto(`${gate.origin}/folders`);
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => listReadable(context, gate)).toEqual([]);

  await signIn(page, ana);
  await expect(page).not.toHaveURL(/login/);
  await page.goto(`${gate.origin}/dashboard`);
  const line = page.getByText(/no se pudo guardar: 1 carta nueva\.$/);
  await expect(line).toBeVisible();
  await expectAccessible(page);
  // The rating contains no text.
  await expect.poll(() => api.ratings()).toBe(1);
  await button(page, "Entendido").tap();
  await expect(line).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("link", { name: "Carpetas" }).first()).toBeVisible();
  await expect(line).toHaveCount(0);
});
