// A followed folder and a class on a phone without a network, with the author's and the follower's other devices.
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { classEndpoints } from "@repasa/contract/classes.ts";
import { followingEndpoints } from "@repasa/contract/following.ts";
import { sharingEndpoints } from "@repasa/contract/sharing.ts";
import { expect, signIn, toasts } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
import type { Gate } from "./gate.ts";
import { button, fillCopy, rate, test } from "./gated.ts";
import { confirmAddress } from "./mailbox.ts";
import { openDevice } from "./other-device.ts";
import { type Api, numberedCards } from "./seed.ts";
import { readStores } from "./stores.ts";

test.use({ serviceWorkers: "allow" });

/** Opens the browser of an author whose address is confirmed. */
async function openAuthor(browser: Browser, baseURL: string | undefined) {
  const author = await openDevice(browser, { baseURL });
  await confirmAddress(author.page, await author.api.register());
  return author;
}

/** Shares a new folder of the author with a follower; returns both folders, and edits of a card's back by its number on either side. */
async function shareWith(author: Api, follower: Api, name: string) {
  const { folder, cards } = await author.folder(name, numberedCards(3));
  const { token } = await author.call(sharingEndpoints.create, { params: { id: folder.id }, body: {} });
  const followed = await follower.call(followingEndpoints.follow, { params: { token } });
  const id = Number(followed.id);
  const own = await follower.cardsOf(id);
  const edit = (api: Api, cardId: number | undefined, n: number, back: string) =>
    api.call(cardEndpoints.update, { params: { id: cardId ?? 0 }, body: { front: `Pregunta ${n}`, back } });
  const cardOf = (n: number) => own.find(({ front }) => front === `Pregunta ${n}`);
  return {
    id,
    cardId: (n: number) => cardOf(n)?.id ?? 0,
    editAuthors: (n: number, back: string) => edit(author, cards[n - 1]?.id, n, back),
    editOwn: (n: number, back: string) => edit(follower, cardOf(n)?.id, n, back),
    pull: () => follower.call(followingEndpoints.pull, { params: { id }, body: {} }),
  };
}

async function editBack(page: Page, gate: Gate, cardId: number, back: string): Promise<void> {
  await page.goto(`${gate.origin}/cards/${cardId}`);
  await button(page, "Editar").tap();
  const dialog = page.getByRole("dialog", { name: "Editar carta" });
  await dialog.getByLabel("Respuesta").fill(back);
  await dialog.getByRole("button", { name: "Guardar", exact: true }).tap();
  await expect(dialog).toBeHidden();
}

async function reconnect(page: Page, gate: Gate): Promise<void> {
  await gate.open();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
}

/** Returns the changes of links, following and classes that the browser sends from now on, apart from pulls by themselves. */
function recordSharing(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === "GET" || /automatic/.test(request.postData() ?? "")) return;
    if (/\/(?:shares|follow|pull|upstream|classes|undo)(?:\/|$)/.test(path)) sent.push(`${request.method()} ${path}`);
  });
  return sent;
}

test("a followed folder works without a network, and what needs one says so and waits nowhere", async ({
  page,
  context,
  api,
  gate,
  browser,
  baseURL,
}) => {
  const author = await openAuthor(browser, baseURL);
  await api.register();
  const biology = await shareWith(author.api, api, "Biología");
  await biology.editAuthors(2, "La del autor");
  await biology.editOwn(2, "La mía");
  await biology.pull();
  const history = await shareWith(author.api, api, "Historia");
  await history.editAuthors(1, "Otra");
  const { batchId } = await history.pull();
  await api.call(cardEndpoints.undoBatch, { params: { batchId: batchId ?? "" } });
  const { code } = await author.api.call(classEndpoints.create, { body: { name: "2.º B" } });
  await fillCopy(page, gate);
  await gate.shut();
  const sent = recordSharing(context);
  const says = (text: string) => expect(toasts(page).getByText(text)).toBeVisible();

  await test.step("it opens, is edited and studied; a card's notice shows both texts", async () => {
    await page.goto(`${gate.origin}/folders/${biology.id}`);
    await expect(page.getByText("Compartida contigo")).toBeVisible();
    await page.getByRole("link", { name: "Pregunta 2" }).tap();
    const notice = page.getByRole("region", { name: "El autor la ha cambiado" });
    await expect(notice.getByText("La mía")).toBeVisible();
    await expect(notice.getByText("La del autor")).toBeVisible();
    await expect(notice.getByText("Para elegir hace falta conexión.")).toBeVisible();
    await expect(notice.getByRole("button", { name: "Usar el del autor" })).toBeDisabled();
    await editBack(page, gate, biology.cardId(1), "Escrita en el metro");
    await page.goto(`${gate.origin}/study/${biology.id}`);
    await rate(page, /^Medio/);
  });

  await test.step("sharing, unfollowing and pulling say that they need a network", async () => {
    await page.goto(`${gate.origin}/folders/${biology.id}`);
    await chooseInFolderMenu(page, "Compartir");
    await expect(page.getByRole("dialog").getByText("Para compartir hace falta conexión.")).toBeVisible();
    await page.keyboard.press("Escape");
    await chooseInFolderMenu(page, "Dejar de seguir");
    await page.getByRole("alertdialog").getByRole("button", { name: "Dejar de seguir" }).tap();
    await says("Para dejar de seguirla hace falta conexión.");
    await page.goto(`${gate.origin}/folders/${history.id}`);
    await button(page, "Actualizar").tap();
    await says("Para actualizar hace falta conexión.");
  });

  await test.step("classes that were never opened are one line, and joining says that it needs a network", async () => {
    await page.goto(`${gate.origin}/classes`);
    await expect(page.getByText("Tus clases se verán cuando haya conexión.")).toBeVisible();
    await page.goto(`${gate.origin}/classes?codigo=${code}`);
    const joining = page.getByRole("dialog", { name: "Unirme a una clase" });
    await joining.getByLabel("Tu nombre en la clase").fill("Leo");
    await joining.getByRole("button", { name: "Unirme" }).tap();
    await says("Para cambiar tus clases hace falta conexión.");
  });

  await test.step("with a network the edit and the rating arrive, and nothing else", async () => {
    await page.goto(`${gate.origin}/dashboard`);
    await expect(page.getByText("2 cambios por enviar")).toBeVisible();
    sent.length = 0;
    await reconnect(page, gate);
    await expect.poll(() => api.ratings()).toBe(1);
    const backs = async () => (await api.cardsOf(biology.id)).map(({ back }) => back);
    await expect.poll(backs).toContain("Escrita en el metro");
    expect(await backs()).toContain("La mía");
    await expect(page.getByText(/por enviar/)).toHaveCount(0);
    expect(sent).toEqual([]);
    expect(await api.call(classEndpoints.list, {})).toEqual([]);
  });
  await author.context.close();
});

test("a late edit of one device and a pull of another leave both texts to choose from, on both", async ({
  page,
  api,
  gate,
  browser,
  baseURL,
}) => {
  const author = await openAuthor(browser, baseURL);
  const person = await api.register();
  const { id, cardId, editAuthors } = await shareWith(author.api, api, "Biología");
  await fillCopy(page, gate);
  await gate.shut();
  await editBack(page, gate, cardId(1), "La del metro");

  const laptop = await openDevice(browser, { baseURL });
  await laptop.api.call(authEndpoints.login, { body: person });
  await editAuthors(1, "La del autor");
  await laptop.page.goto(`/folders/${id}`);
  await expect(laptop.page.getByText("La del autor")).toBeVisible();

  await reconnect(page, gate);
  const noticeOn = (device: Page) => device.getByRole("region", { name: "El autor la ha cambiado" });
  for (const device of [page, laptop.page]) {
    await expect(async () => {
      await device.reload();
      await expect(noticeOn(device)).toBeVisible({ timeout: 3000 });
    }).toPass();
    await expect(noticeOn(device).getByText("La del metro")).toBeVisible();
    await expect(noticeOn(device).getByText("La del autor")).toBeVisible();
    if (device === page) await laptop.page.goto(`/cards/${cardId(1)}`);
  }
  await noticeOn(laptop.page).getByRole("button", { name: "Usar el del autor" }).click();
  await expect(noticeOn(laptop.page)).toBeHidden();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("La del autor")).toBeVisible({ timeout: 3000 });
    await expect(noticeOn(page)).toBeHidden({ timeout: 1000 });
  }).toPass();
  await Promise.all([author.context.close(), laptop.context.close()]);
});

test("of two accounts on a phone, each sees its own classes and followed folders without a network", async ({
  page,
  context,
  api,
  gate,
  browser,
  baseURL,
  watch,
}) => {
  watch.excuse(/\/api\//, 401);
  const author = await openAuthor(browser, baseURL);
  const ana = await api.register();
  await shareWith(author.api, api, "Carpeta de la clase");
  const { code } = await author.api.call(classEndpoints.create, { body: { name: "2.º B" } });
  await api.call(classEndpoints.join, { body: { code: code ?? "", name: "Ana", sharesProgress: false } });
  await fillCopy(page, gate);
  await page.goto(`${gate.origin}/classes`);
  await expect(page.getByText("2.º B")).toBeVisible();

  await test.step("the last answer shows, with a line that changes need a network", async () => {
    await gate.shut();
    await page.goto(`${gate.origin}/classes`);
    await expect(page.getByText("2.º B")).toBeVisible();
    await expect(page.getByText("Para cambiar tus clases hace falta conexión.")).toBeVisible();
    await gate.open();
  });

  await test.step("nothing of it is left for whoever signs in next", async () => {
    await page.goto(`${gate.origin}/settings`);
    await button(page, "Cerrar sesión").tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cerrar sesión" }).tap();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => readStores(context, gate.origin)).not.toMatch(/2\.º B|Carpeta de la clase/);
    const other = await openDevice(browser, { baseURL });
    await signIn(page, await other.api.register());
    await other.context.close();
    await expect(page).toHaveURL(`${gate.origin}/`);
    await fillCopy(page, gate);
    await gate.shut();
    await page.goto(`${gate.origin}/classes`);
    await expect(page.getByText("Tus clases se verán cuando haya conexión.")).toBeVisible();
    await page.goto(`${gate.origin}/folders`);
    await expect(page.getByRole("heading", { name: "Carpetas", level: 1 })).toBeVisible();
    await expect(page.getByText("Compartido contigo")).toHaveCount(0);
    await gate.open();
  });

  await test.step("and its owner finds both again", async () => {
    await page.goto(`${gate.origin}/settings`);
    await button(page, "Cerrar sesión").tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cerrar sesión" }).tap();
    await signIn(page, ana);
    await expect(page).toHaveURL(`${gate.origin}/`);
    await page.goto(`${gate.origin}/folders`);
    await expect(page.getByRole("region", { name: "Compartido contigo" })).toContainText("Carpeta de la clase");
    await expect(page.getByRole("region", { name: "Clases" })).toContainText("2.º B");
  });
  await author.context.close();
});
