// The few cards that take a quarter of the time: said at the end of a session, and improved one after another.
import { accountEndpoints } from "@repasa/contract/account.ts";
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { answer, expect, question, skipFirstSession, test } from "./fixtures.ts";

const texts = Array.from({ length: 24 }, (_, at) => ({ front: `Pregunta ${at}`, back: `Respuesta ${at}` }));
texts[0] = { front: "Colores primarios", back: "- rojo\n- azul\n- amarillo" };
const LINE = "2 cartas te han costado más de un cuarto del tiempo.";

test.beforeEach(({ page }) => skipFirstSession(page));

test("the costliest cards are named once a week, and improved one after another", async ({ page, api }) => {
  const { folder, cards } = await api.registerWith("Arte", texts);
  const rate = (cardId: number, seconds: number) => {
    const rating = { difficulty: "medium", answerResult: "correct", durationMs: seconds * 1000 } as const;
    return api.call(studyEndpoints.review, { params: { id: cardId }, body: rating });
  };
  const costly = cards.slice(0, 2);
  const others = cards.slice(2, -1);
  for (const { id } of [...costly, ...costly, ...costly]) await rate(id, 59);
  for (const { id } of [...others, ...others, ...others, ...others]) await rate(id, 9);

  await page.goto("/folders");
  await page.goto(`/study/${folder.id}`);
  await expect(question(page)).toContainText("Pregunta 23");
  await page.keyboard.press("Space");
  await expect(answer(page)).toBeVisible();
  // Asked for while the last card is studied.
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("a");
  await expect(page.getByText(LINE)).toBeVisible();
  await expect
    .poll(async () => (await api.call(accountEndpoints.preferences, {})).costlyNamedOn)
    .toMatch(/^\d{4}-\d\d-\d\d$/);

  await page.getByRole("link", { name: "Mejorarlas" }).click();
  await expect(page.getByText("1 de 2")).toBeVisible();
  await expect(page.getByText("Te ha costado 3 min en 3 repasos de las últimas 4 semanas.")).toBeVisible();
  await page.getByRole("button", { name: "Dividirla" }).click();
  const editor = page.getByRole("dialog", { name: "Editar carta" });
  await expect(editor.getByLabel("Pregunta")).toHaveValue(
    "Colores primarios\n\n- {{c1::rojo}}\n- {{c2::azul}}\n- {{c3::amarillo}}",
  );
  await editor.getByRole("button", { name: "Guardar" }).click();
  await expect(editor).toBeHidden();
  await page.getByRole("button", { name: "Siguiente carta" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pregunta 1" })).toBeVisible();
  await expect(page.getByText("2 de 2")).toBeVisible();
  await page.getByRole("button", { name: "Añadir una pista" }).click();
  await editor.getByLabel("Pregunta").fill("Pregunta 1 (empieza por R)");
  await editor.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByText("Guardada. Era la última.")).toBeVisible();
  await page.getByRole("button", { name: "Listo" }).click();
  await expect(page).toHaveURL("/folders");

  const { cards: found } = await api.call(cardEndpoints.search, { query: { q: "primarios" } });
  expect(found.map(({ variant }) => variant).sort()).toEqual(["c1", "c2", "c3"]);
  expect(found.find(({ id }) => id === costly[0]?.id)).toMatchObject({ variant: "c1", reviewCount: 3 });
  const { versions } = await api.call(cardEndpoints.versions, { params: { id: Number(costly[0]?.id) } });
  expect(versions).toMatchObject([{ front: "Colores primarios" }]);
  // What was improved is not named again.
  expect((await api.call(studyEndpoints.costly, {})).cards).toEqual([]);
});
