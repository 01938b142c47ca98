// What goes on while the browser stores nothing, closes what it has stored, or the server is in trouble.
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { expect, question } from "./fixtures.ts";
import { rate, test } from "./gated.ts";
import { numberedCards } from "./seed.ts";
import { writeCard } from "./writing-cards.ts";

test.use({ serviceWorkers: "allow" });

for (const [what, forbid] of [
  ["has no IndexedDB", () => Object.defineProperty(window, "indexedDB", { value: undefined })],
  [
    "throws when its database is used",
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
    },
  ],
] as const) {
  test(`a browser that ${what} costs the copy: study, ratings and writing go on`, async ({
    page,
    api,
    gate,
    watch,
  }) => {
    watch.excuseLog("Ratings are stored in this tab only");
    watch.excuseLog("The session would not survive a reload");
    watch.excuseLog("The copy of this device");
    // Without a copy, likely parts are loaded when they are needed, which is also while the network is cut.
    watch.excuseLog("A part of the app could not be loaded");
    watch.excuseLog("The data of this browser could not be removed");
    await page.addInitScript(forbid);
    const { folder } = await api.registerWith("Química", numberedCards(3));
    await page.goto(`${gate.origin}/study/${folder.id}`);
    await expect(question(page)).toBeVisible();
    await rate(page, /^Medio/);
    await expect.poll(() => api.ratings()).toBe(1);

    await gate.shut();
    await rate(page, /^Medio/);
    await expect(page.getByText("1 respuesta sin enviar: no cierres la app")).toBeVisible();
    await gate.open();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect.poll(() => api.ratings()).toBe(2);

    await page.goto(`${gate.origin}/folders/${folder.id}`);
    await writeCard(page, "Sin almacén", "Con red");
    await expect.poll(async () => (await api.cardsOf(folder.id)).map(({ front }) => front)).toContain("Sin almacén");
  });
}

test("the browser closes its databases while the app is open: what is rated is stored, and sent once", async ({
  page,
  context,
  api,
  carryFolder,
  gate,
}) => {
  // As iOS does with pages in the background.
  await page.addInitScript(() => {
    const opened: IDBDatabase[] = [];
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...given) {
      const request = open.apply(this, given);
      request.addEventListener("success", () => opened.push(request.result));
      return request;
    };
    const closeDatabases = () => {
      for (const database of opened.splice(0)) database.close();
    };
    Object.assign(window, { closeDatabases });
  });
  const closeDatabases = () => page.evaluate(() => (window as unknown as { closeDatabases(): void }).closeDatabases());
  const { folder } = await carryFolder(numberedCards(4));
  await page.goto(`${gate.origin}/study/${folder.id}`);
  await expect(question(page)).toBeVisible();
  await gate.shut();
  await rate(page, /^Medio/);
  await closeDatabases();
  await rate(page, /^Medio/);
  await expect(page.getByText("2 guardadas en este dispositivo")).toBeVisible();
  await page.close();

  await gate.open();
  const later = await context.newPage();
  await later.goto(`${gate.origin}/dashboard`);
  await expect.poll(() => api.ratings()).toBe(2);
});

test("while the server fails with every call, screens show the copy and writing works", async ({
  page,
  api,
  carryFolder,
  gate,
  watch,
}) => {
  watch.excuse(/\/api\//, 500);
  for (const log of ["Access tracking failed", "The study session was not recorded"]) watch.excuseLog(log);
  const { folder } = await carryFolder(numberedCards(2));
  gate.mode = "trouble";
  await page.goto(`${gate.origin}/folders`);
  await expect(page.getByText("Química").first()).toBeVisible();
  await expect(page.getByText(/^Sin conexión/)).toBeVisible();
  await page.goto(`${gate.origin}/folders/${folder.id}`);
  await writeCard(page, "Con el servidor caído", "Espera");
  await expect(page.getByText("Con el servidor caído").first()).toBeVisible();
  await page.goto(`${gate.origin}/study/${folder.id}`);
  await rate(page, /^Medio/);
  await page.goto(`${gate.origin}/dashboard`);
  await expect(page.getByText("2 cambios por enviar")).toBeVisible();

  gate.mode = "open";
  await page.goto(`${gate.origin}/folders`);
  await expect.poll(() => api.ratings()).toBe(1);
  await expect
    .poll(async () => (await api.cardsOf(folder.id)).map(({ front }) => front))
    .toContain("Con el servidor caído");
  await expect(page.getByText(/^Sin conexión/)).toHaveCount(0);
  const { name } = await api.call(folderEndpoints.read, { params: { id: folder.id } });
  expect(name).toBe("Química");
});
