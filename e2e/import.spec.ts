import { folderEndpoints } from "@repasa/contract/folders.ts";
import { expectAccessible } from "./axe.ts";
import { expect, holdCalls, test, toasts } from "./fixtures.ts";

/** A time limit for imports, which the server reads in a process of its own, on a busy machine. */
const READ = { timeout: 40_000 };

const TABLE = [
  "Término;Definición;Tema",
  "sol;estrella;astro",
  'luna;"satélite; natural";astro',
  "mar;agua salada;",
].join("\n");

test("a table is read with the chosen columns, imported while another screen is shown, and reported there", {
  tag: "@smoke",
}, async ({ page, api }) => {
  await api.register();
  await page.goto("/folders");
  await page.getByRole("link", { name: "Importar cartas" }).click();
  await expect(page.getByLabel("Pega tus cartas")).toBeFocused();
  await expectAccessible(page);
  const file = { name: "ciencias.csv", mimeType: "text/csv", buffer: Buffer.from(TABLE) };
  await page.getByLabel("Archivo con tus cartas").setInputFiles(file);

  await expect(page.getByRole("heading", { name: "ciencias.csv" })).toBeVisible(READ);
  await page.getByLabel("Columna 1").selectOption("Respuesta");
  await expect(page.getByText("La columna «Tema» no se importa.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Como etiquetas" }).click();
  await expect(page.getByLabel("Columna 3")).toBeFocused();
  const samples = page.getByRole("region", { name: "Así quedarán" });
  await expect(samples.getByRole("listitem").first()).toContainText("estrella");
  await expect(samples.getByRole("listitem").first()).toContainText("sol");
  await expectAccessible(page);

  // The upload does not end before the page is left.
  const leave = await holdCalls(page, /\/api\/imports\/[\w-]+$/);
  await page.getByRole("button", { name: /^Importar/ }).click();
  await expect(page.getByRole("heading", { name: "Importando" })).toBeVisible(READ);
  await page.getByRole("link", { name: "Carpetas" }).click();
  await expect(page.getByRole("heading", { name: "Carpetas" })).toBeVisible();
  leave();
  await expect(toasts(page).getByText("Importación terminada: 3 cartas")).toBeVisible(READ);
  const folders = await api.call(folderEndpoints.list, {});
  expect(folders.map(({ name, cardCount }) => [name, cardCount])).toEqual([["ciencias", 3]]);
  await toasts(page).getByRole("button", { name: "Ver" }).click();
  await expect(page.getByText("3 cartas nuevas", { exact: true })).toBeVisible();
});

test("a pasted link of Quizlet explains how to copy the text, and copied cards are imported", async ({ page, api }) => {
  await api.register();
  await page.goto("/import");
  await page.getByLabel("Pega tus cartas").fill("https://quizlet.com/es/123456789/capitales-flash-cards/");
  await page.getByRole("button", { name: "Ver las cartas" }).click();
  await expect(page.getByText(/Quizlet.*···.*Exportar/)).toBeVisible(READ);
  await page.getByRole("button", { name: "Probar con otro archivo" }).click();
  await page.getByLabel("Pega tus cartas").fill("¿Capital de Francia?::París\nperro:::dog");
  await page.getByRole("button", { name: "Ver las cartas" }).click();
  await expect(page.getByRole("button", { name: "Importar 3 cartas" })).toBeVisible(READ);
  await expectAccessible(page);
});

test("an answer of a chat assistant and a saved table are read, and what is no card is named", async ({
  page,
  api,
}) => {
  await api.register();
  await page.goto("/import");
  const answer =
    "¡Claro! Aquí tienes:\n\n### Tarjeta 1\n**Anverso:** ¿Qué da **energía**?\n**Reverso:** La mitocondria\n\n---\n\n" +
    "### Tarjeta 2\n**Anverso:** ¿Qué guarda el ADN?\n**Reverso:**\n- el núcleo";
  await page.getByLabel("Pega tus cartas").fill(answer);
  await page.getByRole("button", { name: "Ver las cartas" }).click();
  await expect(page.getByRole("button", { name: "Importar 2 cartas" })).toBeVisible(READ);
  await expect(page.getByText("energía", { exact: true })).toHaveCSS("font-weight", /[67]00/);
  await page.getByText("1 cosa no se puede traer").click();
  await expect(page.getByText("Por ejemplo: ¡Claro! Aquí tienes:")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Cancelar" }).click();
  const table = "<table><tr><th>#<th>Español<th>Inglés<tr><td>1<td>perro<td>dog<tr><td>2<td>gato<td>cat</table>";
  const file = { name: "tabla.html", mimeType: "text/html", buffer: Buffer.from(table) };
  await page.getByLabel("Archivo con tus cartas").setInputFiles(file);
  await expect(page.getByRole("button", { name: "Importar 2 cartas" })).toBeVisible(READ);
  await expect(page.getByLabel("Columna 2")).toHaveValue("front");
  await expect(page.getByText(/no se importa/)).toBeHidden();
});
