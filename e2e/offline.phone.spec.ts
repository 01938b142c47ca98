// The app without a network, on a phone: a gate between the browser and the server is shut.
import type { BrowserContext, Page } from "@playwright/test";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { expectAccessible } from "./axe.ts";
import { expect, question } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
import type { Gate } from "./gate.ts";
import { button, fillCopy, test } from "./gated.ts";
import { numberedCards } from "./seed.ts";
import { readStores } from "./stores.ts";
import { writeCard } from "./writing-cards.ts";

test.use({ serviceWorkers: "allow" });

/** Runs in the page. Notes which formats of a language it uses until there is a question. */
function watchFormats(): void {
  const used: string[] = [];
  const watch = <Use extends object>(name: string, use: Use): Use =>
    new Proxy(use, {
      apply: (target, receiver, values) => {
        used.push(name);
        return Reflect.apply(target as unknown as () => unknown, receiver, values);
      },
      construct: (target, values) => {
        used.push(name);
        return Reflect.construct(target as unknown as new () => object, values);
      },
    });
  for (const name of ["Collator", "DateTimeFormat", "ListFormat", "NumberFormat", "RelativeTimeFormat"] as const) {
    Object.assign(Intl, { [name]: watch(name, Intl[name]) });
  }
  for (const { prototype } of [String, Number, Date]) {
    for (const name of Object.getOwnPropertyNames(prototype).filter((one) => /^(localeCompare|toLocale)/.test(one))) {
      const uses = prototype as unknown as Record<string, object>;
      uses[name] = watch(name, uses[name] as object);
    }
  }
  new MutationObserver((_changes, observer) => {
    if (!document.body?.textContent?.includes("Mostrar Respuesta")) return;
    observer.disconnect();
    Object.assign(window, { formatsBeforeQuestion: [...used] });
  }).observe(document, { childList: true, subtree: true });
}

test("a student reads, studies and writes without a network, and everything is sent once there is one", {
  tag: "@smoke",
}, async ({ page, context, api, gate }) => {
  const { folder, cards } = await api.registerWith("Química", numberedCards(4));
  const { folder: other } = await api.folder("Física", [{ front: "Fuerza", back: "Masa por aceleración" }]);
  await fillCopy(page, gate);
  await page.close();
  await gate.shut();

  const phone = await context.newPage();
  const open = (path: string) => phone.goto(gate.origin + path);
  await test.step("screens show what was current, and since when", async () => {
    await phone.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", () => {
        Object.assign(window, { picture: document.getElementById("picture")?.innerText });
      });
    });
    await open("/dashboard");
    await expect(phone.getByText(/^Sin conexión · datos de las \d+:\d\d$/)).toBeVisible();
    await expect(phone.getByText("5 cartas pendientes")).toBeVisible();
    // Home could be read before the app had loaded.
    expect(await phone.evaluate("window.picture")).toContain("5 cartas pendientes");
    await expect(phone.locator("#picture")).toHaveCount(0);
    await open("/folders");
    await expect(phone.getByRole("article", { name: "Química" })).toContainText("4 pendientes");
    await open("/search?q=aceleracion");
    await expect(phone.getByText("Fuerza")).toBeVisible();
  });
  await test.step("a session can be studied to its end", async () => {
    await phone.addInitScript(watchFormats);
    await open(`/study/${other.id}`);
    await expect(question(phone)).toContainText("Fuerza");
    // The first format of a page takes a modest phone 60 ms.
    expect(await phone.evaluate("window.formatsBeforeQuestion")).toEqual([]);
    await button(phone, "Mostrar Respuesta").tap();
    await button(phone, /^Medio/).tap();
    await expect(phone.getByRole("heading", { name: "1 día de racha" })).toBeVisible();
    await expect(phone.getByRole("list", { name: "Tus días" })).toContainText("a medias");
    await button(phone, "Listo").tap();
    await phone.waitForURL(({ pathname }) => !pathname.startsWith("/study"));
    await open("/dashboard");
    await expect(phone.getByText("4 cartas pendientes")).toBeVisible();
  });
  await test.step("a card comes back on its day, by the page's clock", async () => {
    const later = await context.newPage();
    await later.clock.setFixedTime(Date.now() + 3 * 86_400_000);
    await later.goto(`${gate.origin}/study/${other.id}`);
    await expect(question(later)).toContainText("Fuerza");
    await button(later, "Mostrar Respuesta").tap();
    await expect(button(later, /^Fácil/)).toContainText(/\d+ días/);
    await later.close();
  });
  await test.step("cards and folders are written, and survive a closed tab", async () => {
    await open(`/folders/${folder.id}`);
    await writeCard(phone, "Escrita en el metro", "Sin red");
    await expect(phone.getByText("Escrita en el metro").first()).toBeVisible();
    await chooseInFolderMenu(phone, "Editar carpeta");
    await phone.getByRole("dialog").getByLabel("Nombre").fill("Química orgánica");
    await button(phone, "Guardar cambios").tap();
    await expect(phone.getByRole("heading", { name: "Química orgánica" })).toBeVisible();
    await open(`/cards/${cards[0]?.id}`);
    await button(phone, "Más opciones de la carta").tap();
    await phone.getByRole("menuitem", { name: "Suspender" }).tap();
    await expect(phone.getByText("Suspendida").first()).toBeVisible();
    await open("/dashboard");
    await phone.getByText(/^\d cambios por enviar$/).tap();
    for (const text of ["Carta nueva · Escrita en el metro", "Carpeta editada · Química orgánica"]) {
      await expect(phone.getByText(text)).toBeVisible();
    }
    await expectAccessible(phone);
  });
  await test.step("a card is studied right after it was created", async () => {
    // The clock of the context.
    await phone.clock.setFixedTime(Date.now());
    await open(`/folders/${other.id}`);
    await writeCard(phone, "Inercia", "Primera ley");
    await open(`/study/${other.id}`);
    await expect(question(phone)).toContainText("Inercia");
    await button(phone, "Mostrar Respuesta").tap();
    await button(phone, /^No la recordé/).tap();
    await button(phone, "Mostrar Respuesta").tap();
    await expect(button(phone, /^Medio/)).toContainText(/\d+ día/);
    await button(phone, /^Medio/).tap();
    await expect(phone.getByRole("heading", { name: /sesión|Hecho|completa/i }).first()).toBeVisible();
    // The summary does not wait for the store, and neither does the closed tab. Each of three ratings is stored twice: to be sent,
    // and for the screens.
    const countStored = async () => (await readStores(context, gate.origin)).match(/"kind":"review"/g)?.length;
    await expect.poll(countStored).toBe(6);
  });
  await phone.close();

  await gate.open();
  const back = await context.newPage();
  await back.goto(`${gate.origin}/folders/${folder.id}`);
  await expect(back.getByRole("heading", { name: "Química orgánica" })).toBeVisible();
  await expect
    .poll(async () => (await api.cardsOf(folder.id)).map(({ front }) => front))
    .toContain("Escrita en el metro");
  await expect.poll(async () => (await api.cardsOf(folder.id)).filter(({ suspended }) => suspended).length).toBe(1);
  expect((await api.cardsOf(folder.id)).filter(({ front }) => front === "Escrita en el metro")).toHaveLength(1);
  const { name } = await api.call(folderEndpoints.read, { params: { id: folder.id } });
  expect(name).toBe("Química orgánica");
  const countReviews = async () =>
    Object.fromEntries((await api.cardsOf(other.id)).map((card) => [card.front, card.reviewCount]));
  await expect.poll(countReviews).toEqual({ Fuerza: 1, Inercia: 2 });
  await expect(back.getByText(/^Sin conexión/)).toHaveCount(0);
});

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
