// Visits the screens of the app one after another, so that rules that apply to all of them are checked in one place.
// The faces of the landing page's card, the legal texts, the days and the statistics are checked by landing.spec.ts,
// legal.spec.ts, dashboard.spec.ts and progress.spec.ts, whose pages are resized.
import type { Page, Route } from "@playwright/test";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { classEndpoints } from "@repasa/contract/classes.ts";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { paceEndpoints } from "@repasa/contract/pace.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { answer, expect, followLink, question, sellPremium, type Watch } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
import { confirmAddress } from "./mailbox.ts";
import { type Api, numberedCards } from "./seed.ts";

type Visit = { page: Page; api: Api; watch: Watch };

/** Shows one screen after another, and yields the name of each once it is complete. */
type Tour = (visit: Visit) => AsyncGenerator<string>;

const heading = (page: Page, name: string) => expect(page.getByRole("heading", { name, exact: true })).toBeVisible();

async function* publicScreens({ page }: Visit): AsyncGenerator<string> {
  await page.goto("/");
  await heading(page, "Tarjetas de memoria inteligentes con repetición espaciada");
  yield "landing page";
  await page.goto("/reset-password");
  await heading(page, "Restablecer contraseña");
  yield "reset request";
  await followLink(page, "/new-password");
  await heading(page, "Enlace no válido");
  yield "new password without a token";
  await page.goto("/new-password#token=0123456789");
  await heading(page, "Nueva contraseña");
  yield "new password";
  await followLink(page, "/unsubscribe#token=0123456789");
  await heading(page, "¿Dejar de recibir los recordatorios diarios?");
  yield "end of reminders";
  await followLink(page, "/undo-email#token=0123456789");
  await heading(page, "¿Deshacer el cambio de correo?");
  yield "way back to an address";
  await followLink(page, "/verify-email");
  await heading(page, "Enlace no válido");
  yield "confirmation without a token";
  await followLink(page, "/login");
  await heading(page, "Iniciar Sesión");
  yield "login";
  await followLink(page, "/register");
  await heading(page, "Crear cuenta");
  await page.getByRole("button", { name: "Crear cuenta", exact: true }).click();
  await expect(page.getByText("Invalid email address")).toBeVisible();
  yield "registration with errors";
}

async function* emptyAccount({ page, api, watch }: Visit): AsyncGenerator<string> {
  await api.register();
  await page.goto("/");
  await heading(page, "Empecemos por tu primera materia");
  yield "empty dashboard";
  await followLink(page, "/folders");
  await heading(page, "Tu primera carpeta");
  yield "empty folder list";
  await page.getByRole("button", { name: "Crear carpeta personalizada" }).click();
  const dialog = page.getByRole("dialog", { name: "Crear nueva carpeta" });
  await dialog.getByRole("button", { name: "Crear carpeta" }).click();
  await expect(dialog.getByText("Se requiere el nombre de la carpeta")).toBeVisible();
  yield "folder dialog with an error";
  await page.goto("/pending-reviews");
  await heading(page, "No tienes cartas pendientes de revisión");
  yield "no pending reviews";
  await followLink(page, "/study");
  await heading(page, "No hay cartas para revisar");
  yield "nothing to study";
  watch.excuse(/\/api\/folders\/1(\/cards\?limit=100)?$/, 404);
  await followLink(page, "/folders/1");
  await heading(page, "Esta carpeta no existe");
  yield "a folder that does not exist";
}

/** Starts on the page of the settings about studying. */
async function* breaks({ page, api }: Pick<Visit, "page" | "api">): AsyncGenerator<string> {
  await page.getByRole("button", { name: "Me voy unos días" }).click();
  const dialog = page.getByRole("dialog", { name: "Me voy unos días" });
  await dialog.getByRole("button", { name: "Guardar pausa" }).click();
  await expect(dialog.getByText("Elige el último día")).toBeVisible();
  yield "dialog of a break with an error";
  const { date } = await api.call(statsEndpoints.dailyReview, {});
  await api.call(paceEndpoints.addBreak, { body: { from: date, to: date } });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /^En pausa hasta el/ })).toBeVisible();
  await expect(page.getByRole("tab", { name: /, hoy, en pausa$/ })).toBeVisible();
  yield "dashboard in a break";
  await followLink(page, "/settings/study");
  await expect(page.getByRole("button", { name: /^Terminar hoy/ })).toBeVisible();
  yield "settings in a break";
  await api.call(paceEndpoints.endBreaks, { query: {}, body: {} });
}

async function* fullAccount({ page, api }: Visit): AsyncGenerator<string> {
  const { folder, cards } = await api.registerWith("Biología celular", numberedCards(8));
  const [first, second, third] = cards;
  if (first && second && third) {
    await api.rate(first, "easy");
    await api.rate(second, "medium");
    await api.rate(third, "hard");
  }
  await api.folder("Historia del arte de los siglos XIX y XX en Europa", numberedCards(2));
  await api.folder("Inglés");

  await sellPremium(page);
  await page.goto("/");
  await heading(page, "Biología celular");
  await expect(page.getByRole("tab", { name: /próximo, 1 carta/ })).toHaveCount(2);
  await expect(page.getByRole("complementary", { name: "Promoción" })).toBeVisible();
  yield "dashboard";
  await followLink(page, "/pending-reviews");
  await heading(page, "Biología celular");
  yield "pending reviews";
  await followLink(page, `/pending-reviews/${folder.id}`);
  await expect(page.getByText("Pregunta 8")).toBeVisible();
  yield "pending reviews of a folder";
  await followLink(page, "/folders");
  await heading(page, "Inglés");
  yield "folder list";
  await followLink(page, `/folders/${folder.id}`);
  await expect(page.getByText("Pregunta 8")).toBeVisible();
  yield "folder";
  await page.getByRole("button", { name: "Añadir carta" }).click();
  await expect(page.getByRole("dialog", { name: "Crear nueva carta" })).toBeVisible();
  yield "card dialog";
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Pregunta 8" }).click();
  await page.getByRole("button", { name: "Más opciones de la carta" }).click();
  await page.getByRole("menuitem", { name: "Eliminar" }).click();
  await expect(page.getByRole("alertdialog", { name: "Confirmar eliminación" })).toBeVisible();
  yield "confirmation dialog";
  yield* settings({ page, api });
}

async function* settings({ page, api }: Pick<Visit, "page" | "api">): AsyncGenerator<string> {
  await api.call(accountEndpoints.setPreferences, { body: { reminder: true } });
  await page.goto("/settings");
  await expect(page.getByRole("list", { name: "Espacio usado" })).toBeVisible();
  await expect(page.getByText("Cada día a las 18:00")).toBeVisible();
  await expect(page.getByText("Cartas nuevas sin límite · Pausas")).toBeVisible();
  yield "settings";
  for (const [path, control] of [
    ["reminders", "Hora del recordatorio"],
    ["appearance", "Sistema"],
    ["data", /^Copia completa/],
    ["security", /^Dónde has iniciado/],
  ] as const) {
    await followLink(page, `/settings/${path}`);
    await expect(page.getByLabel(control).or(page.getByText(control)).first()).toBeVisible();
    yield `settings, ${path}`;
  }
  await followLink(page, "/settings/study#tu-memoria");
  await expect(page.getByLabel("Cuánto quieres recordar")).toBeVisible();
  yield "settings, study";
  yield* breaks({ page, api });
  await followLink(page, "/settings/account");
  await expect(page.getByText("Contraseña y seguridad")).toBeVisible();
  yield "settings, account";
  await page.getByRole("button", { name: "Cambiar correo" }).click();
  await page.getByRole("dialog", { name: "Cambiar correo" }).getByRole("button", { name: "Enviar enlace" }).click();
  await expect(page.getByText("Escribe tu contraseña actual")).toBeVisible();
  yield "change of address with errors";
  await page.goto("/settings");
  await page.getByRole("button", { name: "Excluir cuenta" }).click();
  await page.getByRole("dialog", { name: "¿Excluir cuenta?" }).getByRole("button", { name: "Excluir cuenta" }).click();
  await expect(page.getByText("Escribe tu contraseña para eliminar la cuenta")).toBeVisible();
  yield "account deletion with an error";
}

async function* reading({ page, api }: Visit): AsyncGenerator<string> {
  const { folder, cards } = await api.registerWith("Biología celular", numberedCards(8));
  if (cards[1]) await api.rate(cards[1], "medium");
  await page.goto(`/folders/${folder.id}`);
  await chooseInFolderMenu(page, "Leer");
  await page.getByRole("button", { name: "Ocultar las respuestas" }).click();
  yield "folder with covered answers";
  await page.getByRole("button", { name: "Listo" }).click();
  await page.getByRole("link", { name: "Pregunta 2" }).click();
  await expect(page.getByRole("img", { name: /^Curva del olvido/ })).toBeVisible();
  yield "card";
  await followLink(page, "/search?q=respuesta");
  await expect(page.getByRole("list", { name: "Cartas encontradas" })).toBeVisible();
  yield "search";
  await followLink(page, "/search?q=nada");
  await heading(page, "Ninguna carta coincide");
  yield "search without a hit";
}

async function* exams({ page, api }: Visit): AsyncGenerator<string> {
  await api.register();
  await page.goto("/exams");
  await heading(page, "Llega a tu examen con todo fresco");
  yield "no exams";
  const { folder, cards } = await api.folder("Biología celular y molecular de los vertebrados", numberedCards(12));
  for (const card of cards.slice(0, 7)) await api.rate(card, "medium");
  for (let number = 1; number <= 9; number++) await api.folder(`Materia ${number}`);
  const body = { name: "Parcial de anatomía comparada y embriología", date: api.dateIn(12), folderIds: [folder.id] };
  const exam = await api.call(examEndpoints.create, { body });
  await api.call(examEndpoints.create, { body: { ...body, name: "Final", date: api.dateIn(200) } });
  await page.goto("/exams");
  await heading(page, "Final");
  yield "exams";
  await page.getByRole("button", { name: "Nuevo examen" }).click();
  const dialog = page.getByRole("dialog", { name: "Nuevo examen" });
  await dialog.getByRole("button", { name: "Crear examen" }).click();
  await expect(dialog.getByText("Elige al menos una carpeta")).toBeVisible();
  yield "exam dialog with errors";
  await page.goto(`/exams/${exam.id}`);
  await heading(page, "Lo que está en riesgo");
  yield "exam";
  await followLink(page, `/folders/${folder.id}`);
  await expect(page.getByRole("list", { name: "Exámenes de esta carpeta" })).toBeVisible();
  yield "folder with exams";
  await followLink(page, "/");
  await expect(page.getByRole("region", { name: "¿Llego al examen?" })).toBeVisible();
  yield "dashboard with an exam";
  await page.route("**/api/exams", (route) => route.fulfill({ json: [{ ...exam, daysLeft: -3 }] }));
  await page.route("**/api/exams/*/outcome", (route) => {
    const foretold = { mean: 0.94, low: 0.9, high: 0.97, on: api.dateIn(-4) };
    const figures = { reviews: 48, recalled: 45, predicted: 0.91, studied: 40, due: 3 };
    return route.fulfill({ json: { foretold, ...figures } });
  });
  await page.goto(`/exams/${exam.id}`);
  await heading(page, "Lo que recordaste");
  await expect(page.getByText("Más o menos lo que se esperaba.")).toBeVisible();
  yield "exam that is over";
}

/** Replaces these fields in the server's further responses to a call. */
async function replaceFields(page: Page, url: string, fields: object) {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...fields } });
  });
}

async function* sharing({ page, api }: Visit): AsyncGenerator<string> {
  const { person, folder, cards } = await api.registerWith("Biología celular", numberedCards(3));
  await confirmAddress(page, person);
  await page.goto(`/folders/${folder.id}`);
  await chooseInFolderMenu(page, "Compartir");
  const sheet = page.getByRole("dialog", { name: "Compartir «Biología celular»" });
  await expect(sheet.getByRole("switch", { name: "Mostrar mi nombre" })).toBeVisible();
  yield "sheet to share a folder";
  await sheet.getByRole("button", { name: "Crear enlace" }).click();
  await expect(sheet.getByRole("img", { name: "Código QR del enlace" })).toBeVisible();
  yield "sheet with a link";
  await sheet.getByRole("button", { name: "Terminar el enlace" }).click();
  await heading(page, "¿Terminar el enlace?");
  yield "question before a link ends";
  await page.goto("/settings/data");
  await heading(page, "Enlaces que compartes");
  yield "settings with links";

  const nothing = { batchId: null, added: 0, changed: 0, kept: 0, suspended: 0 };
  const lastPull = { ...nothing, batchId: crypto.randomUUID(), added: 2, at: new Date().toISOString() };
  const follows = { from: "Begoña", ended: false, paused: false, lastPull };
  await page.route("**/api/folders/*/pull", (route) => route.fulfill({ json: nothing }));
  await replaceFields(page, `**/api/folders/${folder.id}`, { follows });
  await page.goto(`/folders/${folder.id}`);
  await expect(page.getByText(/^Llegó hace un momento: 2 cartas nuevas/)).toBeVisible();
  yield "followed folder with news";
  await chooseInFolderMenu(page, "Dejar de seguir");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  yield "question before a folder is no longer followed";
  const { front, format, variant } = cards[0] ?? {};
  const upstream = { state: "changed", front, back: "La respuesta del autor", format, variant };
  await page.route("**/api/cards/*/history", async (route) => {
    const response = await route.fetch();
    const history = await response.json();
    await route.fulfill({ response, json: { ...history, card: { ...history.card, upstream } } });
  });
  await page.goto(`/cards/${cards[0]?.id}`);
  await heading(page, "El autor la ha cambiado");
  yield "card that its author has changed";
}

async function* classes({ page, api }: Visit): AsyncGenerator<string> {
  const { person, folder, cards } = await api.registerWith("Biología celular", numberedCards(3));
  await confirmAddress(page, person);
  await page.goto("/classes");
  await heading(page, "Estudia con tu clase");
  yield "no classes";
  await page.getByRole("button", { name: "Unirme a una clase" }).click();
  const joining = page.getByRole("dialog", { name: "Unirme a una clase" });
  await joining.getByRole("button", { name: "Unirme" }).click();
  await expect(joining.getByText("Escribe tu nombre")).toBeVisible();
  yield "form to join a class with errors";
  await joining.getByRole("button", { name: "Cancelar" }).click();
  const taught = await api.call(classEndpoints.create, { body: { name: "Biología de 2.º B" } });
  const params = { id: taught.id };
  const body = { name: "Tema 3: la célula", folderIds: [folder.id], date: api.dateIn(20) };
  const assignment = await api.call(classEndpoints.createAssignment, { params, body });
  await page.goto("/classes");
  await heading(page, "Biología de 2.º B");
  yield "classes";
  await page.goto(`/classes/${taught.id}`);
  await heading(page, "Código de la clase");
  yield "class of a teacher";
  await page.getByRole("button", { name: "Más opciones de la clase" }).click();
  await page.getByRole("menuitem", { name: "Terminar la clase" }).click();
  const ending = page.getByRole("alertdialog");
  await expect(ending).toBeVisible();
  yield "question before a class ends";
  await ending.getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("button", { name: "Nueva tarea" }).click();
  const assigning = page.getByRole("dialog", { name: "Nueva tarea" });
  await assigning.getByRole("button", { name: "Crear tarea" }).click();
  await expect(assigning.getByText("Elige de 1 a 20 carpetas")).toBeVisible();
  yield "form of an assignment with errors";
  const weakest = cards.map(({ front, back, format, variant }) => ({ front, back, format, variant, recall: 0.41 }));
  const expected = { mean: 0.84, low: 0.78, high: 0.9 };
  const row = { memberId: taught.memberId, name: "Leo Martínez", seen: 12, expected: 0.84 };
  const figures = { asOf: new Date().toISOString(), class: { began: 6, seen: 0.62, expected, weakest } };
  const ofAssignment = `**/api/classes/${taught.id}/assignments/${assignment.id}`;
  await replaceFields(page, ofAssignment, { ...figures, students: [row] });
  await page.goto(`/classes/${taught.id}?tarea=${assignment.id}`);
  await heading(page, "Lo que peor se recuerda");
  yield "assignment with figures";
  await replaceFields(page, ofAssignment, { ...figures, class: null, students: [], me: row });
  await replaceFields(page, `**/api/classes/${taught.id}`, { role: "student", code: null });
  await page.goto(`/classes/${taught.id}?tarea=${assignment.id}`);
  await heading(page, "Tu progreso");
  yield "assignment for a student";
  await page.goto(`/classes/${taught.id}`);
  await expect(page.getByRole("switch", { name: "Compartir mi progreso" })).toBeVisible();
  yield "class of a student";
}

async function* shop({ page, api, watch }: Visit): AsyncGenerator<string> {
  await api.register();
  await sellPremium(page);
  await page.goto("/store");
  await expect(page.getByRole("article").first()).toBeVisible();
  yield "store";
  await page.getByRole("button", { name: "Vista previa" }).first().click();
  await expect(page.getByRole("dialog").getByRole("term").first()).toBeVisible();
  yield "preview of a folder";
  await page.goto("/");
  watch.excuse(/\/api\/stripe\/price$/, 503);
  await page.getByRole("button", { name: "Hazte Premium" }).click();
  const paywall = page.getByRole("dialog", { name: "Impulsa tu memoria" });
  await expect(paywall.getByText("Precio no disponible")).toBeVisible();
  yield "paywall without a price";
  await page.route("**/api/stripe/price", (route) => {
    return route.fulfill({ json: { formatted_annual: "29,99 €", formatted_monthly: "2,50 €", publishableKey: "" } });
  });
  await page.goto("/");
  await page.getByRole("button", { name: "Hazte Premium" }).click();
  await expect(paywall.getByText(/^Por solo 29,99 €/)).toBeVisible();
  yield "paywall";
  await page.goto("/premium/cancel");
  await heading(page, "No se ha hecho ningún cargo");
  yield "left without paying";
  const held: Route[] = [];
  await page.route("**/api/stripe/restore", (route) => void held.push(route));
  await page.goto("/premium/success");
  await heading(page, "Estamos confirmando tu pago");
  yield "waiting for the payment";
  const premium = { subscription: "active", premium: true };
  await replaceFields(page, "**/api/auth/user", premium);
  await expect.poll(() => held.length).toBe(1);
  await held.pop()?.fulfill({ json: { premium: true } });
  await heading(page, "Ya tienes Premium");
  yield "the payment has arrived";
  const graceUntil = new Date(Date.now() + 6 * 86_400_000).toISOString();
  const none = { renewsAt: null, renewalPrice: null, endsAt: null };
  const subscription = { status: "past_due", ...none, graceUntil, manageable: true, over: false };
  await replaceFields(page, "**/api/user/plan", { premium: true, subscription });
  await page.goto("/settings");
  await expect(page.getByText(/^No pudimos cobrar tu suscripción/)).toBeVisible();
  yield "settings of a subscription that could not be charged";
  await page.unroute("**/api/auth/user");
  await replaceFields(page, "**/api/auth/user", { ...premium, graceUntil });
  await page.goto("/");
  await expect(page.getByText(/^No pudimos cobrar tu suscripción/)).toBeVisible();
  yield "home of a subscription that could not be charged";
}

async function* study({ page, api }: Visit): AsyncGenerator<string> {
  await api.registerWith("Biología celular", numberedCards(2));
  await page.goto("/study");
  await expect(question(page)).toBeVisible();
  yield "study, question";
  const reveal = page.getByRole("button", { name: "Mostrar Respuesta" });
  await reveal.click();
  await expect(answer(page)).toBeVisible();
  yield "study, answer";
  await page.getByRole("button", { name: "Difícil" }).click();
  await reveal.click();
  await page.getByRole("button", { name: "Fácil" }).click();
  await heading(page, "¡Sesión completada!");
  await expect(page.getByRole("list", { name: "Tus días" })).toBeVisible();
  yield "end of a session";
  await page.getByRole("button", { name: "Listo" }).click();
  const dialog = page.getByRole("dialog", { name: "¿Qué te parece Repasa?" });
  await expect(dialog).toBeVisible();
  yield "star dialog";
  await dialog.getByRole("radio", { name: "2 Malo" }).check();
  await dialog.getByRole("button", { name: "Enviar valoración" }).click();
  await expect(page.getByRole("dialog", { name: "¿Qué podemos mejorar?" })).toBeVisible();
  yield "suggestion dialog";
}

/** Tours, named after the state that their screens show. */
export const tours: Record<string, Tour> = {
  "without an account": publicScreens,
  "with an empty account": emptyAccount,
  "with folders and cards": fullAccount,
  "of cards that are read": reading,
  "of exams": exams,
  "of shared folders": sharing,
  "of classes": classes,
  "while studying": study,
  "of the store and the offer": shop,
};
