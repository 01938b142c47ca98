// What a screen reader says in six journeys. After a change: npx playwright test heard --update-snapshots
import type { Page } from "@playwright/test";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { expect, skipFirstSession, test } from "./fixtures.ts";
import { listen } from "./screen-reader.ts";
import { findRepeated } from "./transcript.ts";

const CAPITALS = [
  { front: "Capital de Perú", back: "Lima" },
  { front: "Capital de Cuba", back: "La Habana" },
  { front: "Capital de Chile", back: "Santiago" },
];
const FRENCH = [
  { front: "la maison", back: "casa" },
  { front: "le chien", back: "perro" },
  { front: "la pomme", back: "manzana" },
];

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test.beforeEach(({ page }) => skipFirstSession(page));

test("a fact that is said twice is found", () => {
  const twice = ["region, Respuesta, La Habana", "polite: La Habana"];
  expect(findRepeated({ action: "Space", said: twice })).toEqual(["Space: La Habana"]);
  expect(findRepeated({ action: "Space", said: ["polite: Carta 2 de 3", "polite: Capital de Cuba"] })).toEqual([]);
});

test("signing in is heard", async ({ page, api, watch }) => {
  watch.excuse(/\/api\/auth\/login$/, 401);
  const { email, password } = await api.register();
  await page.context().clearCookies();
  await page.goto("/login");
  const field = page.getByLabel("Correo electrónico");
  await expect(field).toBeVisible();
  const reader = await listen(page);
  await reader.hear("Correo electrónico", () => field.focus(), "Correo electrónico");
  await reader.type(email);
  await reader.press("Tab", "Contraseña");
  await reader.type("otra clave larga");
  await reader.press("Enter", "Correo electrónico o contraseña incorrectos");
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  await reader.press("Enter", "heading");
  reader.expectTranscript("sign-in");
});

test("three cards are heard", async ({ page, api }) => {
  const { folder } = await api.registerWith("Capitales", CAPITALS);
  await page.goto(`/folders/${folder.id}`);
  const start = page.getByRole("link", { name: /^Comenzar revisión/ });
  await expect(start).toBeVisible();
  const reader = await listen(page);
  await reader.hear("Comenzar revisión", () => start.press("Enter"), "Capital de Perú");
  await reader.press("Space", "Lima");
  await reader.press("a", "Capital de Cuba");
  await reader.press("Space", "La Habana");
  await reader.press("f", "Capital de Chile");
  await reader.press("u", "Valoración deshecha");
  await reader.press("f", "Capital de Chile");
  await reader.press("Space", "Santiago");
  await reader.press("s", "Capital de Cuba");
  await reader.press("Space", "La Habana");
  await reader.press("d", "¡Sesión completada!");
  reader.expectTranscript("study");
});

test("three typed answers are heard", async ({ page, api }) => {
  const { folder } = await api.registerWith("Francés", FRENCH);
  await api.call(folderEndpoints.update, {
    params: { id: folder.id },
    body: { name: "Francés", language: "fr-FR", answerMode: "type" },
  });
  await page.goto(`/folders/${folder.id}`);
  const start = page.getByRole("link", { name: /^Comenzar revisión/ });
  await expect(start).toBeVisible();
  const reader = await listen(page);
  await reader.hear("Comenzar revisión", () => start.press("Enter"), "la maison");
  await reader.type("casa");
  await reader.press("Enter", "Correcto");
  await reader.press("Enter", "le chien");
  await reader.type("gato");
  await reader.press("Enter", "Incorrecto");
  await reader.press("Enter", "la pomme");
  await reader.press("Enter", "No la recordaste");

  reader.expectTranscript("typing");
});

test("writing a card is heard", async ({ page, api }) => {
  const { folder } = await api.registerWith("Capitales", CAPITALS.slice(0, 1));
  await page.goto(`/folders/${folder.id}`);
  const add = button(page, "Añadir carta");
  await expect(add).toBeVisible();
  const reader = await listen(page);
  await reader.hear("Añadir carta", () => add.press("Enter"), "Pregunta");
  await reader.type("Capital de Cuba");
  await reader.press("Tab", "Respuesta");
  await reader.type("La Habana");
  await reader.press("Control+Enter", "Carta creada exitosamente");
  await reader.press("Escape", "Añadir carta");
  reader.expectTranscript("card");
});

test("an exam is heard", async ({ page, api }) => {
  await api.registerWith("Capitales", CAPITALS);
  await page.goto("/exams");
  const create = button(page, "Crear examen");
  await expect(create).toBeVisible();
  // The heading has the focus if the exam has been loaded by then.
  const reader = await listen(page, /^heading, Geografía/);
  await reader.hear("Crear examen", () => create.press("Enter"), "Nombre");
  await reader.type("Geografía");
  await page.getByLabel("Fecha").fill(api.dateIn(12));
  await page.getByRole("checkbox", { name: "Capitales" }).check();
  await reader.press("Enter", "Examen creado");
  reader.expectTranscript("exam");
});

test("an import is heard", async ({ page, api }) => {
  await api.register();
  await page.goto("/import");
  const field = page.getByLabel("Pega tus cartas");
  await expect(field).toBeVisible();
  const reader = await listen(page, /Enviando|Recibido|Leyendo|Importando/);
  await field.fill("Capital de Perú\tLima\nCapital de Cuba\tLa Habana");
  const start = button(page, /^Importar 2 cartas/);
  const read = async () => {
    await button(page, "Ver las cartas").press("Enter");
    await expect(start).toBeVisible({ timeout: 40_000 });
  };
  await reader.hear("Ver las cartas", read, "heading");
  await reader.hear("Importar 2 cartas", () => start.press("Enter"), "Tus cartas ya están aquí");
  reader.expectTranscript("import");
});
