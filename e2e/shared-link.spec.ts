import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { sharingEndpoints } from "@repasa/contract/sharing.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { hostileMarkdown } from "./hostile-texts.ts";
import { confirmAddress, linkIn, mailTo } from "./mailbox.ts";
import { openDevice } from "./other-device.ts";
import { type createApi, newPerson, numberedCards, type Texts } from "./seed.ts";

declare global {
  interface Window {
    __ran: (number: number) => void;
  }
}

type Api = ReturnType<typeof createApi>;
type NewCard = Texts & { format?: "plain" | "markdown" };

/** Signs up, confirms the address, and shares a new folder. */
async function shareFolder(page: Page, api: Api, body: { name: string; description?: string }, cards: NewCard[]) {
  const author = await api.register();
  await confirmAddress(page, author);
  const folder = await api.call(folderEndpoints.create, { body });
  for (const card of cards) await api.call(cardEndpoints.create, { params: { id: folder.id }, body: card });
  const share = await api.call(sharingEndpoints.create, { params: { id: folder.id }, body: {} });
  return { author, folder, share, path: new URL(share.url).pathname };
}

async function uploadImage(page: Page): Promise<string> {
  const data = readFileSync("apps/web/public/icon-192.png");
  const response = await page.request.post("/api/media", { data, headers: { "Content-Type": "image/png" } });
  return (await response.json()).id;
}

test("a link's page is complete without scripts", async ({ page, api, browser }) => {
  const author = await api.register();
  await confirmAddress(page, author);
  const image = await uploadImage(page);
  const folder = await api.call(folderEndpoints.create, {
    body: { name: "Física & química", description: "Para el examen de junio.\nTema 3" },
  });
  const add = (body: NewCard) => api.call(cardEndpoints.create, { params: { id: folder.id }, body });
  await add({ front: "Uno\ndos", back: "<b>tres</b>" });
  await add({
    front: "La {{c1::célula}} de $\\frac{a}{b}$",
    back: "Véase [aquí](https://elsewhere.example)",
    format: "markdown",
  });
  await add({ front: `![Un icono](media:${image})`, back: "**Repasa**", format: "markdown" });
  for (let n = 4; n <= 23; n++) await add({ front: `Pregunta ${n}`, back: `Respuesta ${n}` });
  const share = await api.call(sharingEndpoints.create, { params: { id: folder.id }, body: {} });

  const visitor = await browser.newContext({ javaScriptEnabled: false });
  const visit = await visitor.newPage();
  const response = await visit.goto(share.url);
  await test.step("its headers tell nobody of it", async () => {
    const headers = (await response?.allHeaders()) ?? {};
    expect(headers).toMatchObject({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(headers["content-security-policy"]).toBe((await page.request.get("/")).headers()["content-security-policy"]);
    expect(await visitor.cookies()).toEqual([]);
  });
  await test.step("it shows the folder and the first cards as they are", async () => {
    await expect(visit.getByRole("heading", { level: 1 })).toHaveText("Física & química");
    await expect(visit.getByText("23 cartas")).toBeVisible();
    await expect(visit.getByText("Para el examen de junio.")).toBeVisible();
    const cards = visit.locator("article ol > li");
    await expect(cards).toHaveCount(20);
    await expect(cards.nth(0)).toContainText("<b>tres</b>");
    await expect(cards.nth(1).locator("mark.gap").first()).toHaveText("[...]");
    await expect(cards.nth(1).locator("math mfrac").first()).toBeVisible();
    await expect(visit.getByRole("img", { name: "Un icono" })).toHaveJSProperty("naturalWidth", 192);
    await expect(visit.getByText("Y 3 cartas más.")).toBeVisible();
    await expect(visit.getByText("Respuesta 20", { exact: true })).toBeVisible();
    await expect(visit.getByText("Respuesta 21", { exact: true })).toHaveCount(0);
  });
  await test.step("nothing on it leads to another site, and nothing names its author", async () => {
    const links = await visit
      .locator("a[href]")
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    expect(links.filter((href) => !href.startsWith(new URL(share.url).origin))).toEqual([]);
    const html = await visit.content();
    expect(html).not.toContain(author.email);
    const head = html.slice(0, html.indexOf("<body"));
    expect(head).toContain('<meta property="og:title" content="Física &amp; química"');
    expect(head).toContain('<meta property="og:description" content="23 cartas para estudiar en Repasa"');
    expect(head).toMatch(/<meta property="og:image" content="http:\/\/localhost:\d+\/og\.png"/);
    expect(head).toContain('<meta name="robots" content="noindex"');
    expect(head).not.toMatch(/Uno|tres|célula/);
  });
  await visitor.close();
});

test("nothing moves on a link's page when its font comes late", async ({ page, api, browser }) => {
  const { share } = await shareFolder(page, api, { name: "Verbos" }, numberedCards(3));
  const visitor = await browser.newContext();
  const visit = await visitor.newPage();
  const late = Promise.withResolvers<void>();
  await visit.route("**/*.woff2", async (route) => {
    await late.promise;
    await route.continue();
  });
  const font = visit.waitForResponse("**/*.woff2");
  await visit.goto(share.url, { waitUntil: "domcontentloaded" });
  await expect(visit.getByText("Respuesta 3")).toBeVisible();
  const width = () => visit.getByRole("button", { name: "Denunciar" }).evaluate((one) => one.clientWidth);
  const before = await width();
  late.resolve();
  await (await font).finished();
  await visit.evaluate(() => document.fonts.ready);
  await visit.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await width()).toBe(before);
  await visitor.close();
});

test("nothing that somebody shares runs a script or loads anything", async ({ page, api, browser }) => {
  const texts = hostileMarkdown;
  const cards: NewCard[] = [];
  const size = Math.ceil(texts.length / 18);
  for (let at = 0; at < texts.length; at += size) {
    const front = texts.slice(at, at + size).join("\n\n---\n\n");
    cards.push({ front: `Trampa ${at}\n\n${front}`, back: front, format: at % 2 ? "plain" : "markdown" });
  }
  const name = `<script>window.__ran(1)</script>"'><img src=x onerror=window.__ran(2)>%CARDS%%TOKEN%`;
  const description = `</title><script>window.__ran(3)</script>${texts.slice(0, 10).join("\n")}`;
  const { path } = await shareFolder(page, api, { name, description }, cards);
  const visitor = await browser.newContext();
  const visit = await visitor.newPage();
  const ran: number[] = [];
  const problems: string[] = [];
  await visit.exposeFunction("__ran", (number: number) => ran.push(number));
  const origin = new URL(page.url()).origin;
  visit.on("request", (request) => {
    if (!request.url().startsWith(origin)) problems.push(request.url());
  });
  visit.on("dialog", (dialog) => ran.push(-1) && dialog.dismiss());
  visit.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text());
  });
  await visit.goto(origin + path);
  await expect(visit.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(visit).toHaveTitle(name);
  await expect(visit.locator("article ol > li")).toHaveCount(cards.length);
  await visit.getByRole("button", { name: "Denunciar" }).click();
  const foreign = await visit
    .locator("article ol")
    .evaluate((list) =>
      [
        ...list.querySelectorAll(
          "script, iframe, object, embed, form, style, link, meta, base, a, svg, input, button, [id], [name], [style], [href]",
        ),
      ].map(({ outerHTML }) => outerHTML),
    );
  expect(foreign).toEqual([]);
  expect(await visit.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect({ ran, problems }).toEqual({ ran: [], problems: [] });
  await visitor.close();
});

test("a visitor passes a link on and reports it, until it ends", async ({ page, api, browser }) => {
  const wide = `| ${"Una columna ancha | ".repeat(9)}\n|${"-|".repeat(9)}`;
  const { path, share } = await shareFolder(page, api, { name: "Historia" }, [
    { front: "1492", back: wide, format: "markdown" },
  ]);
  const permissions = ["clipboard-read", "clipboard-write"];
  const visitor = await browser.newContext({ viewport: { width: 390, height: 844 }, permissions });
  const visit = await visitor.newPage();
  const origin = new URL(page.url()).origin;
  await visit.goto(origin + path);
  await expectAccessible(visit);
  await expect(visit.getByRole("group", { name: "Tabla" })).toHaveAttribute("tabindex", "0");
  await visit.getByRole("button", { name: "Compartir" }).click();
  await expect(visit.getByRole("status")).toHaveText("Enlace copiado");
  expect(await visit.evaluate(() => navigator.clipboard.readText())).toBe(share.url);

  await visit.evaluate(() => {
    navigator.share = async (data) => void Object.assign(window, { shared: data });
  });
  await visit.getByRole("button", { name: "Compartir" }).click();
  await expect
    .poll(() => visit.evaluate(() => (window as unknown as { shared: unknown }).shared))
    .toEqual({ title: "Historia", url: share.url });

  await visit.getByRole("button", { name: "Denunciar" }).click();
  await expectAccessible(visit);
  await visit.getByLabel("Es ofensivo o acosa a alguien").check();
  await visit.getByLabel("Más detalles (opcional)").fill("La segunda carta");
  await visit.getByRole("button", { name: "Enviar la denuncia" }).click();
  await expect(visit.getByRole("status")).toHaveText("Gracias por avisarnos. Lo revisaremos.");
  await expect(visit.getByLabel("Más detalles (opcional)")).toBeHidden();

  await api.call(sharingEndpoints.end, { params: { id: share.id } });
  for (const ended of [path, "/c/nadie", "/c/%"]) {
    const response = await visit.goto(origin + ended);
    expect(response?.status()).toBe(404);
    expect(await response?.headerValue("content-type")).toBe("text/html; charset=utf-8");
    await expect(visit.getByRole("heading", { level: 1 })).toHaveText("Este enlace no está disponible");
  }
  await visitor.close();
});

test("a visitor who adds the folder signs up, or in, and then has it", async ({ page, api, browser }) => {
  const { path } = await shareFolder(page, api, { name: "Verbos" }, [{ front: "ir", back: "go" }]);
  const origin = new URL(page.url()).origin;
  const add = (visit: Page) => visit.getByRole("button", { name: "Añadir a mis carpetas" }).click();
  /** Adds it as a visitor. The link's page has a link to the login of its own, so what follows waits for the next page. */
  const addUnknown = async (visit: Page) => {
    await add(visit);
    await expect(visit.getByRole("heading", { name: "Crear cuenta" })).toBeVisible();
  };
  const person = newPerson();

  await test.step("by signing up", async () => {
    const visitor = await browser.newContext();
    const visit = await visitor.newPage();
    await visit.goto(origin + path);
    await addUnknown(visit);
    await visit.getByLabel("Correo").fill(person.email);
    await visit.getByLabel("Contraseña", { exact: true }).fill(person.password);
    await visit.getByLabel(/Confirmar|Repite/).fill(person.password);
    await visit.getByRole("button", { name: "Crear cuenta" }).click();
    await expect(visit.getByRole("heading", { level: 1, name: "Verbos" })).toBeVisible();
    await expect(visit).toHaveURL(/\/folders\/\d+$/);
    await test.step("and who has it already gets there at once", async () => {
      const folder = visit.url();
      await visit.goto(origin + path);
      await add(visit);
      await expect(visit).toHaveURL(folder);
    });
    await visitor.close();
  });

  await test.step("by signing in, and reads how many files did not fit", async () => {
    const visitor = await browser.newContext();
    const visit = await visitor.newPage();
    // Filling the room of an account takes a gigabyte.
    await visit.route("**/follow", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), missingMedia: ["a", "b"] } });
    });
    const missing = visit.getByText("2 imágenes y audios no caben en tu espacio.");
    await visit.goto(origin + path);
    await addUnknown(visit);
    await visit.getByRole("link", { name: "Iniciar Sesión" }).click();
    await visit.getByLabel("Correo").fill(person.email);
    await visit.getByLabel("Contraseña", { exact: true }).fill(person.password);
    await visit.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(missing).toBeVisible();
    await visit.goto(origin + path);
    await add(visit);
    await expect(missing).toBeVisible();
    await visitor.close();
  });

  await test.step("by a new password, in the tab that the letter opens", async () => {
    const other = await openDevice(browser, { baseURL: origin });
    const { email } = await other.api.register();
    await other.context.clearCookies();
    const asking = other.page;
    await asking.goto(origin + path);
    await addUnknown(asking);
    await asking.getByRole("link", { name: "Iniciar Sesión" }).click();
    await asking.getByRole("link", { name: "Forgot your password?" }).click();
    await asking.getByLabel("Correo").fill(email);
    await asking.getByRole("button", { name: "Enviar enlace" }).click();
    await expect(asking.getByRole("heading", { name: "Revisa tu correo" })).toBeVisible();
    const letter = await mailTo(email, "Restablece tu contraseña de Repasa");
    expect(`${letter.text}${letter.html}`).not.toContain(path.replace("/c/", ""));
    const visit = await other.context.newPage();
    await visit.goto(linkIn(letter, "/new-password"));
    await visit.getByLabel("Nueva contraseña").fill(person.password);
    await visit.getByLabel("Repite la contraseña").fill(person.password);
    await visit.keyboard.press("Enter");
    await visit.getByRole("link", { name: "Iniciar Sesión" }).click();
    await visit.getByLabel("Correo").fill(email);
    await visit.getByLabel("Contraseña", { exact: true }).fill(person.password);
    await visit.getByRole("button", { name: "Iniciar Sesión" }).click();
    await expect(visit.getByRole("heading", { level: 1, name: "Verbos" })).toBeVisible();
    await other.context.close();
  });
});
