// The copy on a phone follows what other tabs and other devices do, and says how old its figures are.
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { answer, expect, question } from "./fixtures.ts";
import { button, fillCopy, rate, test } from "./gated.ts";
import { numberedCards } from "./seed.ts";
import { workerReady } from "./worker.ts";
import { writeCard } from "./writing-cards.ts";

test.use({ serviceWorkers: "allow" });

test("what one tab writes and rates without a network shows in the others", async ({
  page,
  context,
  carryFolder,
  gate,
}) => {
  const { folder } = await carryFolder(numberedCards(3));
  const [list, search, writing] = await Promise.all([1, 2, 3].map(() => context.newPage()));
  if (!list || !search || !writing) throw new Error("no pages");
  await gate.shut();
  await page.goto(`${gate.origin}/dashboard`);
  await expect(page.getByText("3 cartas pendientes")).toBeVisible();
  await list.goto(`${gate.origin}/folders`);
  await expect(list.getByRole("article", { name: "Química" })).toContainText("3 pendientes");
  await search.goto(`${gate.origin}/search?q=pregunta`);
  await expect(search.getByText("Pregunta 3")).toBeVisible();

  await writing.goto(`${gate.origin}/folders/${folder.id}`);
  await writeCard(writing, "Pregunta del metro", "Sin red");
  await expect(list.getByRole("article", { name: "Química" })).toContainText("4 pendientes");
  await expect(search.getByText("Pregunta del metro")).toBeVisible();
  await expect(page.getByText("4 cartas pendientes")).toBeVisible();
  await writing.goto(`${gate.origin}/study/${folder.id}`);
  await rate(writing, /^Medio/);
  await expect(page.getByText("3 cartas pendientes")).toBeVisible();
  await button(writing, /Deshacer/).tap();
  await expect(page.getByText("4 cartas pendientes")).toBeVisible();
});

test("a session follows what another device does to its cards, also over a reload", async ({ page, api, gate }) => {
  const { folder, cards } = await api.registerWith("Química", numberedCards(6));
  const { folder: other } = await api.folder("Física");
  await fillCopy(page, gate);
  await page.goto(`${gate.origin}/study/${folder.id}`);
  await expect(question(page)).toContainText("Pregunta 1");
  await expect(page.getByText("Carta 1 de 6")).toBeVisible();

  const [first, second, third, fourth, fifth] = cards.map(({ id }) => id) as [number, number, number, number, number];
  for (const id of [first, second]) await api.call(cardEndpoints.remove, { params: { id } });
  await api.call(cardEndpoints.batch, { body: { action: "suspend", cardIds: [third] } });
  await api.call(cardEndpoints.batch, { body: { action: "move", cardIds: [fourth], folderId: other.id } });
  const edit = { front: "Pregunta cambiada", back: "Respuesta cambiada" };
  await api.call(cardEndpoints.update, { params: { id: fifth }, body: edit });
  // As when the student comes back to the app.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("Carta 1 de 3")).toBeVisible();
  await expect(question(page)).toContainText("Pregunta 1");

  await page.reload();
  await expect(question(page)).toContainText("Pregunta cambiada");
  await expect(page.getByText("Carta 1 de 2")).toBeVisible();
  await button(page, "Mostrar Respuesta").tap();
  await expect(answer(page)).toContainText("Respuesta cambiada");
  await button(page, /^Medio/).tap();
  await expect(question(page)).toContainText("Pregunta 6");
});

test("Progreso and exams show their last figures without a network, and of what time they are", async ({
  page,
  context,
  api,
  gate,
}) => {
  const { folder, cards } = await api.registerWith("Química", numberedCards(3));
  for (const card of cards.slice(0, 2)) await api.rate(card, "medium");
  const body = { name: "Final", date: api.dateIn(20), folderIds: [folder.id] };
  const exam = await api.call(examEndpoints.create, { body });
  const forecast = await api.call(examEndpoints.forecast, { params: { id: exam.id } });
  const copied = page.waitForResponse((response) => response.url().includes("/api/user/retention"), {
    timeout: 60_000,
  });
  await fillCopy(page, gate);
  await copied;
  await page.close();
  await gate.shut();

  const phone = await context.newPage();
  await phone.goto(`${gate.origin}/progress`);
  await expect(phone.getByText(/^Cifras de las \d\d:\d\d$/)).toBeVisible();
  await expect(phone.getByRole("region", { name: "Lo que viene" })).toBeVisible();
  await expect(phone.getByText(/Se verán? cuando haya conexión/)).toHaveCount(0);
  await phone.goto(`${gate.origin}/progress/details`);
  await expect(phone.getByText(/^Cifras de las \d\d:\d\d$/)).toBeVisible();
  await expect(phone.getByText("Se verá cuando haya conexión.")).toHaveCount(0);
  await phone.goto(`${gate.origin}/exams/${exam.id}`);
  await expect(phone.getByText(/^Cifras de las \d\d:\d\d$/)).toBeVisible();
  const expected = phone.getByRole("region", { name: "Lo que recordarás ese día" });
  await expect(expected).toContainText(`${Math.round(forecast.expected.mean * 100)}`);
  // A week later, the calendar asks for the days from another date on, and the figures have a date.
  await phone.clock.setFixedTime(Date.now() + 7 * 86_400_000);
  await phone.goto(`${gate.origin}/progress`);
  await expect(phone.getByText(/^Cifras del \d+ de [a-z]+ a las \d\d:\d\d$/)).toBeVisible();
});

test("what needs a network says so: the security of the account, and a payment", async ({ page, api, gate }) => {
  await api.register();
  await fillCopy(page, gate);
  await workerReady(page);
  await gate.shut();
  await page.goto(`${gate.origin}/settings/security`);
  await expect(page.getByText(/^Para cambiar tu contraseña, .* hace falta conexión\.$/)).toBeVisible();
  await page.goto(`${gate.origin}/premium/success?session_id=cs_test_1`);
  await expect(page.getByRole("heading", { name: "Hace falta conexión para confirmar tu pago" })).toBeVisible();
  await gate.open();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.getByRole("heading", { name: "Hace falta conexión para confirmar tu pago" })).toHaveCount(0);
});
