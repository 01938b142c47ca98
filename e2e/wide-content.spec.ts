// Fills an account with words, names and cards that are wider than a phone, and checks that every screen of the app fits
// every width: the page does not scroll sideways, no text is cut off without an ellipsis, and a keyboard can scroll what scrolls.
import type { Page } from "@playwright/test";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { expect, question, test, waitForAnimations } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
import { findCutContent } from "./large-text.ts";
import { type Api, numberedCards } from "./seed.ts";
import { ONLY_ALL_SIZES, pickSizes } from "./sizes.ts";

/**
 * The narrowest phone. `npm run test:screens` adds the narrowest and a usual width of the layout for desktops, and other
 * phones.
 */
const SIZES = pickSizes([
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
]);

const WORD = "Esternocleidomastoideo".repeat(4);
const TAG = "electroencefalografistas-hipopotomonstrosesquipeda";
const CODE = `const ${"resultado".repeat(6)} = valores.filter((valor) => valor > 0).map((valor) => valor * 2).join();`;
const TERMS = Array.from({ length: 24 }, (_, index) => `\\frac{x_{${index}}}{y_{${index}}}`).join(" + ");
const cells = (text: string) => `|${` ${text} |`.repeat(9)}`;
const TABLE = [cells("Encabezado"), cells("---"), cells("Mitocondrias")].join("\n");

type Texts = { front: string; back: string; format: "plain" | "markdown" };

function wideCards(imageId: string): Texts[] {
  const rich = (name: string, text: string): Texts => ({
    front: `${name}\n\n${text}`,
    back: `Respuesta\n\n${text}`,
    format: "markdown",
  });
  return [
    { front: WORD, back: `${WORD} ${WORD}`, format: "plain" },
    { front: `Mira:\n\`\`\`\n${CODE}\n\`\`\``, back: `\`${CODE}\``, format: "plain" },
    rich("Código", `\`\`\`js\n${CODE}\n\`\`\`\n\n\`${CODE}\``),
    rich("Fórmula", `$$${TERMS}$$\n\ny también $${TERMS}$`),
    rich("Tabla", TABLE),
    rich("Imagen", `![${WORD}](media:${imageId})`),
    { front: `La {{c1::${WORD}}} es {{c2::ATP}}: $${TERMS}$`, back: "", format: "markdown" },
  ];
}

/** Stores an image of 3000 by 200 pixels, and returns its id. */
async function addWideImage(page: Page): Promise<string> {
  await page.goto("/support");
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 3000, height: 200 });
    canvas.getContext("2d")?.fillRect(0, 0, 3000, 200);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
  });
  const data = Buffer.from(bytes);
  const response = await page.request.post("/api/media", { data, headers: { "Content-Type": "image/png" } });
  return ((await response.json()) as { id: string }).id;
}

async function createWideFolder(page: Page, api: Api) {
  const image = await addWideImage(page);
  const name = `${WORD} y otras estructuras del cuello`;
  const { folder } = await api.folder(name);
  await api.call(folderEndpoints.update, { params: { id: folder.id }, body: { name, description: `${WORD} ${WORD}` } });
  for (const texts of wideCards(image)) {
    const body = { ...texts, tags: [TAG, `${TAG.slice(0, 48)}2`] };
    await api.call(cardEndpoints.create, { params: { id: folder.id }, body });
  }
  const cards = await api.cardsOf(folder.id);
  return { folder, cards };
}

/** Sets an exam on a folder, whose new cards are then spread over the days before it. */
function createWideExam(api: Api, folderId: number) {
  const body = { name: `Parcial de ${WORD}`.slice(0, 100), date: api.dateIn(12), folderIds: [folderId] };
  return api.call(examEndpoints.create, { body });
}

/** Returns the boxes that scroll sideways and that a keyboard cannot scroll, because nothing in them takes the focus. */
function findUnreachableScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main *, [role=dialog] *")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1 && clientWidth > 1)
      .filter((box) => /auto|scroll/.test(getComputedStyle(box).overflowX) && box.checkVisibility())
      .filter((box) => ![box, ...box.querySelectorAll<HTMLElement>("*")].some(({ tabIndex }) => tabIndex >= 0))
      .map((box) => `${box.outerHTML.slice(0, 120)} scrolls without the focus`),
  );
}

type FitOptions = {
  /** Makes the page so tall that lists draw all of their rows. */
  tall?: boolean;
  /** Faults that the screen may show. */
  allowed?: RegExp;
};

/** Checks the screen that is shown at every width. */
async function expectToFit(page: Page, screen: string, { tall = false, allowed }: FitOptions = {}) {
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height: tall ? 6000 : height });
    const find = async () => (await findFaults(page)).filter((fault) => !allowed?.test(fault));
    let found = await find();
    // Lists measure their rows again shortly after the width has changed.
    for (let attempt = 0; attempt < 2 && found.length > 0; attempt++) {
      await page.waitForTimeout(300);
      found = await find();
    }
    expect.soft(found, `${screen}, ${width} px`).toEqual([]);
  }
}

async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return [...(await findCutContent(page)), ...(await findUnreachableScrollers(page))];
}

/** Drawing so many wide formulas at once takes seconds on a busy machine. */
const expectFormula = (page: Page) => expect(page.locator(".katex").first()).toBeVisible({ timeout: 40_000 });

test("wide words, code, formulas, tables and images fit on the screens of cards", async ({ page, api }) => {
  await api.register();
  const { folder, cards } = await createWideFolder(page, api);
  for (const card of cards.slice(-6)) {
    await page.goto(`/cards/${card.id}`);
    await expect(page.getByText("Respuesta", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Tu memoria" })).toBeVisible();
    await expectToFit(page, `card ${card.front.slice(0, 5)}`);
  }
  await page.goto(`/folders/${folder.id}`);
  await expect(page.getByRole("article")).toHaveCount(8);
  await expectToFit(page, "folder", { tall: true });
  await page.goto(`/folders/${folder.id}?vista=leer`);
  await expectFormula(page);
  await expectToFit(page, "folder for reading", { tall: true });
  await page.goto(`/folders/${folder.id}?vista=imprimir`);
  await expectFormula(page);
  // Paper does not scroll, so that a table of nine columns breaks its words.
  await expectToFit(page, "print view", { allowed: /is too narrow$/ });
  await page.goto(`/search?q=${WORD.slice(0, 12)}`);
  await expect(page.getByRole("list", { name: "Cartas encontradas" })).toBeVisible();
  await expectToFit(page, "search", { tall: true });
});

test("wide words, code, formulas, tables and images fit while studying", async ({ page, api }) => {
  await api.register();
  const { folder, cards } = await createWideFolder(page, api);
  await page.goto(`/study/${folder.id}`);
  // The cards of one text with gaps are not asked on the same day.
  for (const number of cards.slice(1).keys()) {
    await expect(page.getByText(`Carta ${number + 1} de`)).toBeVisible();
    await expect(question(page)).toBeVisible();
    await expectToFit(page, `question ${number + 1}`);
    await page.getByRole("button", { name: "Mostrar Respuesta" }).click();
    await waitForAnimations(page);
    await expectToFit(page, `answer ${number + 1}`);
    await page.getByRole("button", { name: "Fácil" }).click();
  }
});

test("wide names fit on every other screen, and in the dialogs", ONLY_ALL_SIZES, async ({ page, api }) => {
  await api.register({
    email: `${"larga".repeat(5)}.${crypto.randomUUID()}@${"larga".repeat(10)}.es`,
    password: "una clave larga",
  });
  await api.call(accountEndpoints.setPreferences, { body: { reminder: true } });
  const { folder } = await createWideFolder(page, api);
  const exam = await createWideExam(api, folder.id);
  await api.folder("Biología", numberedCards(2));
  for (const [path, heading] of [
    ["/", /^Esterno/],
    ["/folders", /^Esterno/],
    ["/pending-reviews", /^Esterno/],
    [`/pending-reviews/${folder.id}`, /^Esterno/],
    ["/exams", /^Parcial/],
    [`/exams/${exam.id}`, /^Parcial/],
    ["/progress", "Progreso"],
    ["/progress/details", "Tu progreso en detalle"],
    ["/settings", "Ajustes"],
    ["/settings/account", "Cuenta"],
    ["/settings/study#tu-memoria", "Estudio"],
    ["/settings/reminders", "Recordatorios"],
    ["/settings/appearance", "Apariencia"],
    ["/settings/security", "Seguridad"],
    ["/settings/data", "Datos"],
    ["/store", "Tienda"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
    await expectToFit(page, path);
  }
  await dialogsOfFolder(page, folder.id);
  await importPreview(page);
});

async function dialogsOfFolder(page: Page, id: number) {
  await page.goto(`/folders/${id}`);
  const press = (button: string) => page.getByRole("button", { name: button, exact: true }).first().click();
  for (const [open, title] of [
    [() => chooseInFolderMenu(page, "Editar carpeta"), "Editar carpeta"],
    [() => press("Editar carta"), "Editar carta"],
    [() => press("Eliminar carta"), "Confirmar eliminación"],
  ] as const) {
    await open();
    const dialog = page.getByRole(title.startsWith("Confirmar") ? "alertdialog" : "dialog", { name: title });
    await expect(dialog).toBeVisible();
    await expectToFit(page, title);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
}

async function importPreview(page: Page) {
  await page.goto("/import");
  const lines = [`${WORD}\t${CODE}`, `${CODE}\t${WORD}`].join("\n");
  const file = { name: `${WORD}.txt`, mimeType: "text/plain", buffer: Buffer.from(lines) };
  await page.getByLabel("Archivo con tus cartas").setInputFiles(file);
  await expect(page.getByRole("region", { name: "Así quedarán" })).toBeVisible({ timeout: 40_000 });
  await expectToFit(page, "preview of an import");
}
