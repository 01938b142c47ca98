// What a screen reader says in short journeys. After a change: npx playwright test heard --update-snapshots
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { expect, test } from "./fixtures.ts";
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

test.beforeEach(({ page }) =>
  // A user who has studied before is not asked to rate the app.
  page.addInitScript(() => localStorage.setItem("hasCompletedFirstSession", "true")),
);

test("a fact that is said twice is found", () => {
  const twice = ["region, Respuesta, La Habana", "polite: La Habana"];
  expect(findRepeated({ action: "Space", said: twice })).toEqual(["Space: La Habana"]);
  expect(findRepeated({ action: "Space", said: ["polite: Carta 2 de 3", "polite: Capital de Cuba"] })).toEqual([]);
});

test("three cards are heard", async ({ page, api }) => {
  await api.register();
  const { folder } = await api.folder("Capitales", CAPITALS);
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
  await api.register();
  const { folder } = await api.folder("Francés", FRENCH);
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
