// The app without a network, on a phone: a gate between the browser and the server is shut.
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { expectAccessible } from "./axe.ts";
import { expect, question } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
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

/** Runs in the page. Returns the files of a session, and those of them that were asked for before the app ran. */
function readSessionFiles(): [string[] | undefined, (string | null)[]] {
  const files = document.querySelector<HTMLElement>("script[data-session]")?.dataset.session?.split(" ");
  // The app's own links have the attribute.
  const links = [...document.querySelectorAll("link[rel=modulepreload]:not([crossorigin])")];
  return [files, links.map((link) => link.getAttribute("href"))];
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
    expect((await phone.evaluate(readSessionFiles))[1]).toEqual([]);
  });
  await test.step("a session can be studied to its end", async () => {
    await phone.addInitScript(watchFormats);
    await open(`/study/${other.id}`);
    await expect(question(phone)).toContainText("Fuerza");
    // The first format of a page takes a modest phone 60 ms.
    expect(await phone.evaluate("window.formatsBeforeQuestion")).toEqual([]);
    const [files, asked] = await phone.evaluate(readSessionFiles);
    expect(files).toHaveLength(3);
    expect(asked).toEqual(files);
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
