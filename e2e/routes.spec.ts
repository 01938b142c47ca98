// Each route of the app. Some are tested elsewhere:
// - the screens behind a session, visited without one, and ids that are none: router.test.tsx
// - support and the legal texts, an address that does not exist: legal.spec.ts
// - the landing page: landing.spec.ts
import type { Page } from "@playwright/test";
import { classEndpoints } from "@repasa/contract/classes.ts";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { quizEndpoints } from "@repasa/contract/quizzes.ts";
import { screens } from "@repasa/contract/screens.ts";
import { boxOf, expect, followLink, test, toasts } from "./fixtures.ts";
import { confirmAddress } from "./mailbox.ts";
import { numberedCards } from "./seed.ts";

type Stop = { path: string; heading: string; title: string };

/** The screens that need no session. */
const entrance: Stop[] = [
  { path: "/login", heading: "Iniciar Sesión", title: "Iniciar Sesión" },
  { path: "/register", heading: "Crear cuenta", title: "Crear cuenta" },
  { path: "/reset-password", heading: "Restablecer contraseña", title: "Restablecer contraseña" },
  { path: "/new-password#token=0123456789", heading: "Nueva contraseña", title: "Nueva contraseña" },
  { path: "/verify-email", heading: "Enlace no válido", title: "Confirmar correo" },
  {
    path: "/undo-email#token=0123456789",
    heading: "¿Deshacer el cambio de correo?",
    title: "Recuperar cuenta",
  },
  {
    path: "/unsubscribe#token=0123456789",
    heading: "¿Dejar de recibir los recordatorios diarios?",
    title: "Recordatorios",
  },
  { path: "/new-password", heading: "Enlace no válido", title: "Nueva contraseña" },
];

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const navigation = (page: Page) => page.getByRole("navigation", { name: "Principal" });

async function expectScreen(page: Page, stop: Stop) {
  expect((await page.goto(stop.path))?.status(), stop.path).toBe(200);
  await expectShown(page, stop);
}

/** Follows a link to the screen, which takes half the time of loading the app there; the server has a page for its address, too. */
async function expectReached(page: Page, stop: Stop) {
  expect((await page.request.get(stop.path)).status(), stop.path).toBe(200);
  await followLink(page, stop.path);
  await expectShown(page, stop);
}

async function expectShown(page: Page, { path, heading: name, title }: Stop) {
  await expect(heading(page, name), path).toBeVisible();
  await expect(page).toHaveTitle(`${title} · Repasa`);
  // The secret of a mailed link is removed from the address.
  await expect(page).toHaveURL(path.replace(/#.*/, ""));
}

test("the public screens are open without a session, and their links work", async ({ page }) => {
  for (const stop of entrance) await expectScreen(page, stop);
  await expect(
    page.getByRole("main").getByText(/^El enlace para restablecer la contraseña no es válido/),
  ).toBeVisible();
  await link(page, "Solicitar un enlace nuevo").click();
  await expect(page).toHaveURL("/reset-password");
  await link(page, "Volver a iniciar sesión").click();
  await expect(page).toHaveURL("/login");
  await link(page, "Forgot your password?").click();
  await expect(page).toHaveURL("/reset-password");
  await page.goto("/login");
  await link(page, "Crear cuenta").click();
  await expect(page).toHaveURL("/register");
  await page.getByRole("main").getByRole("link", { name: "Iniciar Sesión", exact: true }).click();
  await expect(page).toHaveURL("/login");
});

test("every route shows its screen to a signed-in user", async ({ page, api, watch }) => {
  // This server sells nothing.
  watch.excuse(/\/api\/stripe\/restore$/, 503);
  const { person, folder, cards } = await api.registerWith("Biología", numberedCards(1));
  await confirmAddress(page, person);
  const taught = await api.call(classEndpoints.create, { body: { name: "2.º B" } });
  const inTwoMonths = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  const exam = await api.call(examEndpoints.create, {
    body: { name: "Parcial", date: inTwoMonths, folderIds: [folder.id] },
  });
  const quiz = await api.call(quizEndpoints.create, { body: { folderIds: [folder.id], kinds: ["flip"] } });
  const app: Stop[] = [
    { path: "/", heading: "Inicio", title: "Inicio" },
    { path: "/dashboard", heading: "Inicio", title: "Inicio" },
    { path: "/pending-reviews", heading: "Elegir materia", title: "Elegir materia" },
    { path: `/pending-reviews/${folder.id}`, heading: "Biología", title: "Biología" },
    { path: "/folders", heading: "Carpetas", title: "Carpetas" },
    { path: `/folders/${folder.id}`, heading: "Biología", title: "Biología" },
    { path: `/cards/${cards[0]?.id}`, heading: "Pregunta 1", title: "Pregunta 1" },
    { path: "/search", heading: "Buscar", title: "Buscar" },
    { path: "/import", heading: "Importar cartas", title: "Importar cartas" },
    { path: "/study", heading: "Sesión de estudio", title: "Sesión de estudio" },
    { path: `/study/${folder.id}`, heading: "Sesión de estudio", title: "Sesión de estudio" },
    { path: "/classes", heading: "Clases", title: "Clases" },
    { path: `/classes/${taught.id}`, heading: "2.º B", title: "2.º B" },
    { path: "/exams", heading: "Exámenes", title: "Exámenes" },
    { path: `/exams/${exam.id}`, heading: "Parcial", title: "Parcial" },
    { path: `/tests/${quiz.id}`, heading: "Biología", title: "Biología" },
    { path: "/progress", heading: "Progreso", title: "Progreso" },
    { path: "/progress/details", heading: "Tu progreso en detalle", title: "Tu progreso en detalle" },
    { path: "/store", heading: "Tienda", title: "Tienda" },
    { path: "/settings", heading: "Ajustes", title: "Ajustes" },
    { path: "/settings/account", heading: "Cuenta", title: "Cuenta" },
    { path: "/settings/study", heading: "Estudio", title: "Estudio" },
    { path: "/settings/reminders", heading: "Recordatorios", title: "Recordatorios" },
    { path: "/settings/appearance", heading: "Apariencia", title: "Apariencia" },
    { path: "/settings/security", heading: "Seguridad", title: "Seguridad" },
    { path: "/settings/data", heading: "Datos", title: "Datos" },
    { path: "/premium/success", heading: "Estamos confirmando tu pago", title: "Estamos confirmando tu pago" },
    { path: "/premium/cancel", heading: "No se ha hecho ningún cargo", title: "No se ha hecho ningún cargo" },
    { path: "/support", heading: "Soporte", title: "Soporte" },
    { path: "/privacy-policy", heading: "Política de privacidad", title: "Política de privacidad" },
    { path: "/terms-of-service", heading: "Términos de servicio", title: "Términos de servicio" },
  ];
  const idOf = (path: string) =>
    ({ cards: ":cardId", classes: ":classId", exams: ":examId", tests: ":quizId" })[path.split("/")[1] ?? ""] ??
    ":folderId";
  const visited = new Set([...app, ...entrance].map(({ path }) => path.replace(/#.*/, "").replace(/\d+$/, idOf(path))));
  // A screen that is added to the table has to be added here too.
  const missing = Object.values(screens)
    .flatMap(({ pattern }) =>
      pattern.endsWith("?") ? [pattern.slice(0, -1), pattern.replace(/\/:\w+\?$/, "")] : pattern,
    )
    .filter((pattern) => !visited.has(pattern));
  expect(missing).toEqual([]);
  for (const [index, stop] of app.entries()) {
    await test.step(stop.path, () => (index === 0 ? expectScreen(page, stop) : expectReached(page, stop)));
  }
  await expect(toasts(page).getByRole("listitem")).toHaveCount(0);
});

for (const { bar, width } of [
  { bar: "the sidebar", width: 768 },
  { bar: "the bottom bar", width: 767 },
]) {
  test(`${bar} links to four screens and replaces history entries`, async ({ page, api }) => {
    await api.register();
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/support");
    await page.goto("/");
    const items = [
      ["Carpetas", "/folders"],
      ["Tienda", "/store"],
      ["Ajustes", "/settings"],
      ["Inicio", "/"],
    ] as const;
    const links = navigation(page).getByRole("link");
    await expect(links).toHaveText(["Inicio", "Carpetas", "Tienda", "Ajustes"]);
    const box = await boxOf(navigation(page));
    expect(box.y + box.height > 700, "at the bottom").toBe(width < 768);
    const entries = await page.evaluate(() => history.length);
    for (const [name, path] of items) {
      await links.filter({ hasText: name }).click();
      await expect(page).toHaveURL(path);
      await expect(heading(page, name)).toBeVisible();
      await expect(links.filter({ hasText: name })).toHaveAttribute("aria-current", "page");
    }
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await page.goBack();
    await expect(page).toHaveURL("/support");
  });
}

test("browsers are asked to compile the app's first script whole", async ({ request }) => {
  const html = await (await request.get("/login")).text();
  const [, script = ""] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? [];
  expect(await (await request.get(script)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});
