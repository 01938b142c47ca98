// What waits on a phone: sent without a page, and refused by the server.
import type { BrowserContext, Page } from "@playwright/test";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { expectAccessible } from "./axe.ts";
import { expect } from "./fixtures.ts";
import type { Gate } from "./gate.ts";
import { button, test } from "./gated.ts";
import { numberedCards } from "./seed.ts";
import { readStores } from "./stores.ts";
import { writeCard } from "./writing-cards.ts";

test.use({ serviceWorkers: "allow" });

/** Dispatches the `sync` event for which a page has registered, as the browser does once there is a network. */
async function dispatchSync(context: BrowserContext, page: Page, gate: Gate) {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${gate.origin}/`);
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const event = { origin: gate.origin, registrationId: await registered, tag: "repasa-outbox", lastChance: false };
  await session.send("ServiceWorker.dispatchSyncEvent", event);
}

test("where the browser has Background Sync, everything is sent although no page is open", async ({
  page,
  context,
  api,
  carryFolder,
  gate,
}) => {
  const { folder } = await carryFolder(numberedCards(1));
  await gate.shut();
  await page.goto(`${gate.origin}/study/${folder.id}`);
  await button(page, "Mostrar Respuesta").tap();
  await button(page, /^Medio/).tap();
  await expect(page.getByRole("heading", { name: /sesión|Hecho|completa/i }).first()).toBeVisible();
  await page.goto(`${gate.origin}/folders/${folder.id}`);
  await writeCard(page, "Escrita en el metro", "Sin red");
  await expect(page.getByText("Escrita en el metro").first()).toBeVisible();
  const blank = await context.newPage();
  await page.close();

  await gate.open();
  await dispatchSync(context, blank, gate);
  const readCards = async () =>
    (await api.cardsOf(folder.id)).map(({ front, reviewCount }) => `${front}: ${reviewCount}`).sort();
  await expect.poll(readCards).toEqual(["Escrita en el metro: 0", "Pregunta 1: 1"]);
  expect(context.pages()).toEqual([blank]);

  await blank.goto(`${gate.origin}/folders/${folder.id}`);
  await expect(blank.getByText("Escrita en el metro").first()).toBeVisible();
  await blank.goto(`${gate.origin}/settings`);
  await expect(blank.getByRole("heading", { name: "Ajustes" })).toBeVisible();
  await expect(blank.getByText(/por enviar|No se pudieron guardar/)).toHaveCount(0);
});

test("what the server refuses stays in the settings, and signing out leaves nothing on the device", async ({
  page,
  context,
  api,
  carryFolder,
  gate,
  watch,
}) => {
  watch.excuse(/\/api\//, 404);
  watch.excuse(/\/api\//, 401);
  const { folder } = await carryFolder([{ front: "Frase secreta", back: "Otra" }], "Secretos");
  await gate.shut();
  await page.goto(`${gate.origin}/folders/${folder.id}`);
  await writeCard(page, "Sin carpeta", "Ya no está");
  await expect(page.getByText("Sin carpeta").first()).toBeVisible();
  await api.call(folderEndpoints.remove, { params: { id: folder.id } });
  await gate.open();
  await page.goto(`${gate.origin}/dashboard`);
  const line = page.getByRole("link", { name: "1 cambio no se pudo guardar" });
  await expect(line).toBeVisible();
  await line.tap();
  const refused = page.getByRole("region", { name: "Cambios de este dispositivo" });
  await expect(refused.getByRole("heading", { name: "No se pudieron guardar" })).toBeVisible();
  for (const text of ["Carta nueva", /Sin carpeta/]) await expect(refused.getByText(text)).toBeVisible();
  for (const name of ["Copiar", "Intentar de nuevo", "Descartar"]) {
    await expect(refused.getByRole("button", { name })).toBeVisible();
  }
  await expectAccessible(page);
  await refused.getByRole("button", { name: "Descartar" }).tap();
  await expect(refused).toHaveCount(0);

  const { folder: last } = await api.folder("Más secretos", [{ front: "Frase final", back: "Otra" }]);
  await page.goto(`${gate.origin}/folders/${last.id}`);
  await expect(page.getByText("Frase final").first()).toBeVisible();
  await expect.poll(() => readStores(context, gate.origin), { timeout: 20_000 }).toContain("Frase final");
  await page.goto(`${gate.origin}/settings`);
  await button(page, "Cerrar sesión").tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cerrar sesión" }).tap();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => readStores(context, gate.origin)).not.toContain("Frase");
  await gate.shut();
  await page.goto(`${gate.origin}/dashboard`);
  await expect(page.getByText("Frase")).toHaveCount(0);
});
