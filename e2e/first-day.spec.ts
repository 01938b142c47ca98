import type { Page } from "@playwright/test";
import { answer, expect, question, selectDay, signIn, test, toasts } from "./fixtures.ts";
import { newPerson, numberedCards, type Person, type Texts } from "./seed.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const biology: Texts[] = [
  { front: "¿Qué es una célula?", back: "La unidad de la vida" },
  { front: "¿Qué hace la mitocondria?", back: "Produce energía" },
  { front: "¿Qué es el ADN?", back: "La molécula de la herencia" },
  { front: "¿Qué es la fotosíntesis?", back: "Luz en azúcar" },
];
const history: Texts[] = [
  { front: "¿Cuándo cayó Constantinopla?", back: "En 1453" },
  { front: "¿Quién fue Hipatia?", back: "Una matemática de Alejandría" },
];

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const ring = (page: Page, percent: number) =>
  page.getByRole("img", { name: `Carpetas sin nada pendiente: ${percent} %` });
const navigation = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name });

async function fillRegistration(page: Page, email: string, password: string, confirmation: string) {
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  await page.getByLabel("Repite la contraseña").fill(confirmation);
  await button(page, "Crear cuenta").click();
}

async function register(page: Page, { email, password }: Person) {
  await page.goto("/");
  await button(page, "Comenzar").click();
  await expect(page).toHaveURL("/register");

  await fillRegistration(page, "no es un correo", "corta", "");
  await expect(page.getByText("Invalid email address")).toBeVisible();
  await expect(page.getByText("Password must be at least 8 characters")).toBeVisible();
  await expect(page.getByText("Password confirmation is required")).toBeVisible();
  await fillRegistration(page, email, password, `${password}!`);
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await expect(page).toHaveURL("/register");

  await fillRegistration(page, email, password, password);
  await expect(toasts(page).getByText("Cuenta creada correctamente")).toBeVisible();
  await expect(page).toHaveURL("/");
}

/** Enters the cards one after another in the open dialog, which the last one closes. */
async function addCards(page: Page, cards: readonly Texts[]) {
  const dialog = page.getByRole("dialog", { name: "Crear nueva carta" });
  for (const [index, { front, back }] of cards.entries()) {
    await expect(dialog.getByLabel("Pregunta")).toHaveValue("");
    await dialog.getByLabel("Pregunta").fill(front);
    await dialog.getByLabel("Respuesta").fill(back);
    const last = index === cards.length - 1;
    await dialog.getByRole("button", { name: last ? "Guardar" : "Guardar y añadir otra", exact: true }).click();
  }
  await expect(toasts(page).getByText("Carta creada exitosamente")).toBeVisible();
  await expect(dialog).toBeHidden();
}

test("a first day: account, folders, cards, study by keyboard, statistics, and signing in again", {
  tag: "@smoke",
}, async ({ page, watch }) => {
  const person = newPerson();
  await test.step("registers", () => register(page, person));

  await test.step("creates two folders", async () => {
    await navigation(page, "Carpetas").click();
    await button(page, "Crear carpeta personalizada").click();
    const dialog = page.getByRole("dialog", { name: "Crear nueva carpeta" });
    await dialog.getByRole("button", { name: "Crear carpeta" }).click();
    await expect(dialog.getByText("Se requiere el nombre de la carpeta")).toBeVisible();
    await dialog.getByLabel("Nombre").fill("  Biología ");
    await dialog.getByText("Más opciones").click();
    await dialog.getByLabel("Descripción").fill("Primer curso");
    await dialog.getByRole("button", { name: "Crear carpeta" }).click();
    await expect(toasts(page).getByText("Carpeta creada con éxito")).toBeVisible();

    await button(page, "Nueva carpeta").click();
    await dialog.getByLabel("Nombre").fill("Historia");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article")).toHaveCount(2);
    await page.getByLabel("Buscar carpetas...").fill("biologia");
    await expect(page.getByRole("article")).toHaveCount(1);
    await page.getByLabel("Buscar carpetas...").fill("");
  });

  await test.step("writes cards", async () => {
    await page.getByRole("article", { name: "Biología" }).getByRole("link", { name: "Ver cartas" }).click();
    await expect(button(page, "Comenzar revisión")).toBeDisabled();
    await button(page, "Añadir carta").click();
    const dialog = page.getByRole("dialog", { name: "Crear nueva carta" });
    await dialog.getByRole("button", { name: "Guardar", exact: true }).click();
    await expect(dialog.getByText("Se requieren tanto el anverso como el reverso")).toBeVisible();
    await addCards(page, biology);
    await expect(page.getByRole("list", { name: "Cartas" }).getByRole("article")).toHaveCount(4);

    await page.getByRole("link", { name: "Volver" }).click();
    // The folder with pending cards comes first; until it does, the list may move under the pointer.
    await expect(page.getByRole("article").first()).toContainText("4 pendientes");
    await page.getByRole("article", { name: "Historia" }).getByRole("link", { name: "Ver cartas" }).click();
    await button(page, "Añadir carta").click();
    await addCards(page, history);
  });

  await test.step("sees the pending cards", async () => {
    await navigation(page, "Inicio").click();
    await expect(page.getByText("2 carpetas con revisiones pendientes")).toBeVisible();
    await expect(ring(page, 0)).toBeVisible();
    await expect(page.getByRole("article", { name: "Biología" })).toContainText("4nuevo");
    await expect(page.getByRole("article", { name: "Historia" })).toContainText("2nuevo");
  });

  await test.step("studies by keyboard alone", async () => {
    await page.getByRole("article", { name: "Biología" }).getByRole("link", { name: "Comenzar revisión" }).click();
    await studyByKeyboard(page);
  });

  await test.step("sees the end of the session, with nothing over it", async () => {
    await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
    const result = page.getByRole("region", { name: "Resultado" });
    await expect(result).toContainText("4 cartas estudiadas");
    await expect(result).toContainText("1 min de estudio");
    await expect(result).toContainText("Fácil1Medio1Difícil2");
    await expect(result.getByRole("heading", { name: "1 día de racha" })).toBeVisible();
    await expect(result).toContainText("Hoy ya cuenta.");
    await expect(result).toContainText("Mañana te esperan 2 cartas.");
    const terms = page.getByRole("list", { name: "Términos revisados" });
    await expect(terms.getByRole("listitem")).toHaveCount(4);
    await expect(terms.getByRole("listitem").filter({ hasText: "(parte 1)" })).toHaveCount(1);
    await expect(button(page, "Estudiar de nuevo (orden aleatorio)")).toBeVisible();
    await expect(button(page, "Repetir las difíciles (2)")).toBeVisible();

    await page.keyboard.press("u");
    await expect(answer(page)).toBeVisible();
    await page.keyboard.press("d");
    await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(toasts(page).getByRole("listitem")).toHaveCount(0);
    await button(page, "Listo").click();
    await expect(toasts(page).getByText("¡Sesión de estudio completada!")).toBeVisible();
    await expect(toasts(page).getByText("Estudiaste 4 cartas.")).toBeVisible();
  });

  await test.step("rates the app, once", async () => {
    const dialog = page.getByRole("dialog", { name: "¿Qué te parece Repasa?" });
    await expect(dialog.getByRole("button", { name: "Enviar valoración" })).toBeDisabled();
    await dialog.getByRole("radio", { name: "5 ¡Excelente!" }).check();
    const sent = page.waitForRequest("/api/feedback");
    await dialog.getByRole("button", { name: "Enviar valoración" }).click();
    expect((await sent).postDataJSON()).toEqual({
      rating: 5,
      feedback: "",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      userAgent: expect.stringContaining("Chrome"),
      userId: expect.any(Number),
      email: person.email,
    });
    await expect(toasts(page).getByText("Gracias por tu opinión")).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  const dashboard = async () => {
    await expect(page.getByText("1 carpeta con revisiones pendientes")).toBeVisible();
    await expect(ring(page, 50)).toBeVisible();
    await expect(page.getByRole("heading", { name: "1 día de racha" })).toBeVisible();
    await expect(page.getByText("Hoy llevas 5 repasos.")).toBeVisible();
    const days = page.getByRole("tab");
    await expect(days).toHaveCount(11);
    await expect(days.nth(5)).toHaveAccessibleName(/, hoy(,|$)/);
    await expect(days.nth(6)).toHaveAccessibleName(/, próximo, 2 cartas$/);
    await expect(days.nth(8)).toHaveAccessibleName(/, próximo, 1 carta$/);
    await expect(days.nth(4)).toHaveAccessibleName(/, antes de tu cuenta$/);
  };
  await test.step("sees the day's figures on Home", dashboard);

  await test.step("looks through the pending reviews", async () => {
    await page.goto("/pending-reviews");
    await expect(page.getByRole("heading", { name: "Elegir materia" })).toBeVisible();
    await expect(page.getByText("2 cartas pendientes de revisión en 1 materia")).toBeVisible();
    await page.getByRole("article", { name: "Historia" }).getByRole("link", { name: "Ver Cartas" }).click();
    const cards = page.getByRole("list", { name: "Cartas pendientes" });
    await expect(cards.getByRole("article")).toHaveCount(2);
    for (const { front } of history) await expect(cards.getByText(front)).toBeVisible();
    await expect(page.getByRole("link", { name: "Comenzar sesión de revisión" })).toBeVisible();
  });

  await test.step("signs out, mistypes the password, and finds everything again", async () => {
    await navigation(page, "Ajustes").click();
    await button(page, "Cerrar sesión").click();
    const confirmation = page.getByRole("alertdialog", { name: "¿Cerrar sesión?" });
    await confirmation.getByRole("button", { name: "Cerrar sesión" }).click();
    await expect(page).toHaveURL("/login");

    watch.excuse(/\/api\/auth\/login$/, 401);
    await signIn(page, { ...person, password: "otra clave larga" });
    await expect(toasts(page).getByText("Correo electrónico o contraseña incorrectos")).toBeVisible();
    await expect(page).toHaveURL("/login");
    await signIn(page, person);
    await expect(toasts(page).getByText("Inicio de sesión correcto")).toBeVisible();
    await expect(page).toHaveURL("/");
    await dashboard();
  });
});

/** Rates four cards: easy, medium after two undos, difficult after an edit, not recalled and then difficult. */
async function studyByKeyboard(page: Page) {
  await expect(page.getByRole("heading", { name: "Sesión de estudio" })).toBeVisible();
  await expect(page.getByText("Carta 1 de 4")).toBeVisible();
  const first = await question(page).innerText();
  const findBack = (front: string) => biology.find((card) => card.front === front)?.back ?? "no such card";
  await expect(answer(page)).toBeHidden();
  await page.keyboard.press("Space");
  await expect(answer(page)).toContainText(findBack(first));
  await expect(page.getByRole("button", { name: "Difícil" })).toContainText("1 día");
  await expect(page.getByRole("button", { name: "Medio" })).toContainText("3 días");
  await expect(page.getByRole("button", { name: "Fácil" })).toContainText("7 días");

  await page.keyboard.press("3");
  await expect(page.getByText("Carta 2 de 4")).toBeVisible();
  const second = await question(page).innerText();
  expect(second).not.toBe(first);
  // A rating's key has no effect before the answer is shown.
  await page.keyboard.press("1");
  await expect(page.getByText("Carta 2 de 4")).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("1");
  await expect(page.getByText("Carta 3 de 4")).toBeVisible();
  await page.keyboard.press("u");
  await expect(answer(page)).toContainText(findBack(second));
  await expect(page.getByText("Carta 2 de 4")).toBeVisible();
  await page.keyboard.press("3");
  await expect(page.getByText("Carta 3 de 4")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(answer(page)).toContainText(findBack(second));
  await page.keyboard.press("2");

  await expect(page.getByText("Carta 3 de 4")).toBeVisible();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Editar carta" });
  const third = await dialog.getByLabel("Pregunta").inputValue();
  // In a text field the key of a rating types a character.
  await dialog.getByLabel("Pregunta").press("End");
  await dialog.getByLabel("Pregunta").pressSequentially(" (parte 1)");
  await dialog.getByLabel("Respuesta").fill("Respuesta nueva 3");
  await page.keyboard.press("Control+Enter");
  await expect(toasts(page).getByText("Carta actualizada exitosamente")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(question(page)).toHaveText(`${third} (parte 1)`);
  await page.keyboard.press("Space");
  await expect(answer(page)).toContainText("Respuesta nueva 3");
  await page.keyboard.press("1");

  await expect(page.getByText("Carta 4 de 4")).toBeVisible();
  await expect(page.getByText("75%")).toBeVisible();
  await page.keyboard.press("Space");
  await page.keyboard.press("0");
  // The card comes back until it is recalled.
  await expect(page.getByText("Repaso 1 de 1")).toBeVisible();
  await expect(page.getByText("80%")).toBeVisible();
  await page.keyboard.press("Space");
  await page.keyboard.press("1");
  await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
}

test("the days around today: completed, missed and future", async ({ page, api }) => {
  await api.register();
  const done = await api.folder("Álgebra", numberedCards(2));
  for (const card of done.cards) await api.rate(card, "hard");
  const panel = page.getByRole("tabpanel");

  await page.goto("/");
  await expect(page.getByText("1 carpeta completada")).toBeVisible();
  await expect(ring(page, 100)).toBeVisible();
  await selectDay(page, 6);
  await expect(panel).toContainText("Las carpetas aparecerán aquí");
  await expect(panel.getByRole("link", { name: "Álgebra" })).toBeVisible();
  await selectDay(page, 8);
  await expect(panel).toContainText("Las carpetas aparecerán aquí");
  await expect(panel.getByRole("link")).toHaveCount(0);
  await selectDay(page, 3);
  await expect(panel).toContainText("Ese día aún no usabas Repasa.");

  // The server's clock is not changed; this browser's is three days ahead.
  const today = await page.evaluate(() => Date.now());
  await page.clock.setFixedTime(today + 3 * 86_400_000);
  await page.reload();
  const days = page.getByRole("tab");
  await expect(days.nth(2)).toHaveAccessibleName(/, completado$/);
  await expect(days.nth(3)).toHaveAccessibleName(/, sin completar$/);
  await selectDay(page, 2);
  await expect(panel).toContainText("Materias Completadas➗Álgebra");
  await selectDay(page, 3);
  await expect(panel).toContainText("Ninguna materia fue completada");
  await expect(panel).toContainText("Materias no Completadas (1)➗Álgebra");
  await selectDay(page, 4);
  await expect(panel).toContainText("Sin materias programadas");
});
