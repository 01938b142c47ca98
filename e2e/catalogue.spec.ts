// The error catalogue: forms, folders and cards, row by row. Other rows are tested elsewhere:
// - a rating of the app, the store, preferences, the checkout: the tests of their pages and dialogs
// - a call answered 401, the tracking of visits: router.test.tsx and landing.behaviour.test.tsx
// - a study session and ratings that the server refuses: session.record.test.ts and outbox.delivery.test.ts
// - account delete: settings.spec.ts
// - unexpected rendering error: error-screen.spec.ts
import type { Locator, Page } from "@playwright/test";
import { expect, test, toasts, type Watch } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
import { newPerson, numberedCards } from "./seed.ts";

type Call = { method: string; url: RegExp };

/** An action that sends a call, and the message shown if the call fails. */
type Row = Call & {
  name: string;
  fallback: string;
  /** Opens the screen, fills in the form, and returns the button that sends it. */
  prepare: (page: Page) => Promise<Locator>;
};

const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });
const toast = (page: Page) => toasts(page).getByRole("listitem", { includeHidden: true });

/** Answers a call once with the given response. */
async function answerOnce(page: Page, { method, url }: Call, fulfilment: object | "cut") {
  let answered = false;
  await page.route(url, (route) => {
    if (answered || route.request().method() !== method) return route.fallback();
    answered = true;
    return fulfilment === "cut" ? route.abort("connectionfailed") : route.fulfill(fulfilment);
  });
}

/** A way in which a call fails, and its message if that differs from the row's own text. */
const failures = [
  { status: 500, body: "" },
  { status: 422, json: { message: "Lo dice el servidor" }, says: "Lo dice el servidor" },
] as const;
const rarerFailures = [
  { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" },
  { status: 507, contentType: "text/plain", body: "Vuelve más tarde", says: "Vuelve más tarde" },
  { status: "cut" },
] as const;
type Failure = (typeof failures)[number] | (typeof rarerFailures)[number];

/**
 * Lets a call fail in one way after the other. Each failure shows a toast with nothing but the message, and preserves
 * what was typed for another attempt.
 */
async function expectRow(page: Page, watch: Watch, row: Row, ways: readonly Failure[] = failures): Promise<Locator> {
  const send = await row.prepare(page);
  for (const failure of ways) {
    const text = "says" in failure ? failure.says : row.fallback;
    watch.excuse(row.url, failure.status);
    await answerOnce(page, row, failure.status === "cut" ? "cut" : failure);
    await send.click();
    await expect(toast(page), `${row.name}: ${failure.status}`).toHaveText(text);
  }
  return send;
}

test("a visitor's forms fail with the reason, and succeed with 'Éxito'", async ({ page, watch }) => {
  const { email, password } = newPerson();
  const rows: (Row & { success?: string; after: string })[] = [
    {
      name: "reset request",
      method: "POST",
      url: /\/api\/auth\/reset-password$/,
      fallback: "Restablecimiento fallido",
      after: "Revisa tu correo",
      prepare: async () => {
        await page.goto("/reset-password");
        await page.getByLabel("Correo electrónico").fill(email);
        return button(page, "Enviar enlace");
      },
    },
    {
      name: "new password",
      method: "POST",
      url: /\/api\/auth\/new-password$/,
      fallback: "No se pudo actualizar la contraseña. Es posible que el enlace haya caducado o sea inválido.",
      success: "Tu contraseña se ha actualizado correctamente",
      after: "Contraseña actualizada",
      prepare: async () => {
        await page.goto("/new-password#token=0123456789");
        await page.getByLabel("Nueva contraseña").fill(password);
        await page.getByLabel("Repite la contraseña").fill(password);
        return button(page, "Guardar contraseña");
      },
    },
    {
      name: "registration",
      method: "POST",
      url: /\/api\/auth\/register$/,
      fallback: "Error en el registro",
      success: "Cuenta creada correctamente",
      after: "Empecemos por tu primera materia",
      prepare: async () => {
        await page.goto("/register");
        await page.getByLabel("Correo electrónico").fill(email);
        await page.getByLabel("Contraseña", { exact: true }).fill(password);
        await page.getByLabel("Repite la contraseña").fill(password);
        return button(page, "Crear cuenta");
      },
    },
    {
      name: "login",
      method: "POST",
      url: /\/api\/auth\/login$/,
      fallback: "Inicio de sesión fallido",
      success: "Inicio de sesión correcto",
      after: "Empecemos por tu primera materia",
      prepare: async () => {
        await page.goto("/login");
        await page.getByLabel("Correo electrónico").fill(email);
        await page.getByLabel("Contraseña", { exact: true }).fill(password);
        return button(page, "Iniciar Sesión");
      },
    },
  ];
  for (const row of rows) {
    await test.step(row.name, async () => {
      // All rows share the code that reads errors, so the rarer failures are tested once.
      const ways = row.name === "login" ? [...failures, ...rarerFailures] : failures;
      const send = await expectRow(page, watch, row, ways);
      // A valid link exists only in an e-mail.
      if (row.name === "new password") await answerOnce(page, row, { json: { message: "Hecho" } });
      await send.click();
      if (row.success) await expect(toast(page)).toHaveText(`Éxito${row.success}`);
      await expect(page.getByRole("heading", { name: row.after })).toBeVisible();
    });
  }
});

test("folders and cards: each failed change shows the reason, and then succeeds", async ({ page, watch, api }) => {
  const { folder } = await api.registerWith("Biología", numberedCards(1));
  const dialog = page.getByRole("dialog");
  const confirmation = page.getByRole("alertdialog");
  const rows: (Row & { success: string })[] = [
    {
      name: "card create",
      method: "POST",
      url: /\/api\/folders\/\d+\/cards$/,
      fallback: "Error al crear la carta",
      success: "Carta creada exitosamente",
      prepare: async () => {
        await page.goto(`/folders/${folder.id}`);
        await button(page, "Añadir carta").click();
        await dialog.getByLabel("Pregunta").fill("Célula");
        await dialog.getByLabel("Respuesta").fill("Unidad de la vida");
        return button(dialog, "Guardar");
      },
    },
    {
      name: "card update",
      method: "PUT",
      url: /\/api\/cards\/\d+$/,
      fallback: "Error al actualizar la carta",
      success: "Carta actualizada exitosamente",
      prepare: async () => {
        await page.getByRole("article").filter({ hasText: "Célula" }).getByLabel("Editar carta").click();
        await dialog.getByLabel("Pregunta").fill("Núcleo");
        return button(dialog, "Guardar");
      },
    },
    {
      name: "card delete",
      method: "DELETE",
      url: /\/api\/cards\/\d+$/,
      fallback: "Error al eliminar la carta",
      success: "Carta eliminada exitosamente",
      prepare: async () => {
        await page.getByRole("article").filter({ hasText: "Núcleo" }).getByLabel("Eliminar carta").click();
        return button(confirmation, "Eliminar carta");
      },
    },
    {
      name: "folder update",
      method: "PUT",
      url: /\/api\/folders\/\d+$/,
      fallback: "Error al actualizar la carpeta",
      success: "Carpeta actualizada con éxito",
      prepare: async () => {
        await chooseInFolderMenu(page, "Editar carpeta");
        await dialog.getByLabel("Nombre").fill("Zoología");
        return button(dialog, "Guardar cambios");
      },
    },
    {
      name: "folder create",
      method: "POST",
      url: /\/api\/folders$/,
      fallback: "Error al crear la carpeta",
      success: "Carpeta creada con éxito",
      prepare: async () => {
        await page.getByRole("link", { name: "Volver" }).click();
        await button(page, "Nueva carpeta").click();
        await dialog.getByLabel("Nombre").fill("Historia");
        return button(dialog, "Crear carpeta");
      },
    },
    {
      name: "folder delete",
      method: "DELETE",
      url: /\/api\/folders\/\d+$/,
      fallback: "Error al eliminar la carpeta",
      success: "Carpeta eliminada correctamente",
      prepare: async () => {
        await button(page, "Eliminar carpeta Historia").click();
        await expect(confirmation).toContainText("se eliminan también todas sus cartas");
        return button(confirmation, "Eliminar carpeta");
      },
    },
  ];
  for (const row of rows) {
    await test.step(row.name, async () => {
      const send = await expectRow(page, watch, row);
      await send.click();
      await expect(toast(page)).toHaveText(row.success);
      await expect(send).toBeHidden();
    });
  }
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("article", { name: "Zoología" })).toBeVisible();
});
