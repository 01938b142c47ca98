// The error catalogue, row by row. Some rows are tested elsewhere:
// - mobile status check, checkout answered 401, other checkout errors: paywall.spec.ts
// - account delete: settings.spec.ts
// - unexpected rendering error: error-screen.spec.ts
// - access tracking from the landing page: landing.spec.ts
// - a page opened without a session, a session ended elsewhere: access.spec.ts
import type { Locator, Page } from "@playwright/test";
import { answer, expect, question, sellPremium, test, toasts, type Watch } from "./fixtures.ts";
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
  await api.register();
  const { folder } = await api.folder("Biología", numberedCards(1));
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
        await dialog.getByLabel("Anverso").fill("Célula");
        await dialog.getByLabel("Reverso").fill("Unidad de la vida");
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
        await dialog.getByLabel("Anverso").fill("Núcleo");
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

test("failed feedback shows an error, as a rating and as a suggestion, and is thanked for once sent", async ({
  page,
  watch,
  api,
}) => {
  await api.register();
  await page.goto("/settings");
  const dialog = page.getByRole("dialog");
  const call = { method: "POST", url: /\/api\/feedback$/ };
  const rate = async (label: string) => {
    await button(page, "Valorar la aplicación").click();
    await dialog.getByRole("radio", { name: label }).check();
    return button(dialog, "Enviar valoración");
  };
  const rows: Row[] = [
    {
      ...call,
      name: "rating",
      fallback: "No se pudo enviar la valoración. Inténtalo de nuevo.",
      prepare: () => rate("4 Bueno"),
    },
    {
      ...call,
      name: "suggestion",
      fallback: "No se pudo enviar el feedback. Inténtalo de nuevo.",
      prepare: async () => {
        await (await rate("3 Regular")).click();
        await dialog.getByLabel("Tu sugerencia").fill("Más colores");
        return button(dialog, "Enviar sugerencia");
      },
    },
  ];
  for (const row of rows) {
    await test.step(row.name, async () => {
      const send = await expectRow(page, watch, row);
      await send.click();
      await expect(toast(page)).toHaveText("Gracias por tu opinión");
      await expect(dialog).toBeHidden();
    });
  }
});

/** Returns the milliseconds between the message about the lost session and the login, by the page's clock. */
function measureTimeToLogin(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((settle) => {
        let notifiedAt: number | undefined;
        const check = () => {
          if (document.body.textContent?.includes("No autorizado")) notifiedAt ??= performance.now();
          if (notifiedAt === undefined || location.pathname !== "/login") return;
          observer.disconnect();
          settle(performance.now() - notifiedAt);
        };
        const observer = new MutationObserver(check);
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );
}

test("a folder or card call answered 401 leads to the login after 500 ms", async ({ page, watch, api }) => {
  await api.register();
  const { folder } = await api.folder("Biología", numberedCards(1));
  const unauthorized = { status: 401, json: { code: "unauthorized", message: "Unauthorized" } };
  const navigate = (name: string) => page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name });
  const calls: (Call & { from: string; make: () => Promise<void> })[] = [
    { from: "/settings", method: "GET", url: /\/api\/folders$/, make: () => navigate("Carpetas").click() },
    {
      from: "/folders",
      method: "POST",
      url: /\/api\/folders$/,
      make: async () => {
        await button(page, "Nueva carpeta").click();
        await page.getByLabel("Nombre").fill("Historia");
        await page.keyboard.press("Enter");
      },
    },
    {
      from: `/folders/${folder.id}`,
      method: "DELETE",
      url: /\/api\/cards\/\d+$/,
      make: async () => {
        await button(page, "Eliminar carta").click();
        await button(page.getByRole("alertdialog"), "Eliminar carta").click();
      },
    },
  ];
  for (const { from, make, ...call } of calls) {
    await test.step(`${call.method} ${call.url}`, async () => {
      await page.goto(from);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      watch.excuse(call.url, 401);
      await answerOnce(page, call, unauthorized);
      const waited = measureTimeToLogin(page);
      await make();
      await expect(toast(page)).toHaveText("No autorizadoHas cerrado sesión. Iniciando sesión de nuevo...");
      await expect(page).toHaveURL("/login");
      // Half a second by the page's clock, within the accuracy with which a busy machine paints.
      expect(await waited).toBeGreaterThan(300);
    });
  }
});

/** Records the toasts of the pages loaded from now on; the returned function reads their texts. */
async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shown = new Set<string>();
    Object.assign(globalThis, { shown });
    new MutationObserver(() => {
      for (const item of document.querySelectorAll(".toast")) shown.add(item.textContent ?? "");
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { shown: Set<string> }).shown]);
}

/** Records the page's console messages; the returned function counts those with a given beginning. */
function recordLog(page: Page) {
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  return (beginning: string) => messages.filter((text) => text.startsWith(beginning)).length;
}

test("failures of the study record and of ratings are only logged", async ({ page, watch, api }) => {
  await api.register();
  const { folder } = await api.folder("Biología", numberedCards(2));
  const [record, refused] = ["The study session was not recorded", "The server will never take this review"];
  watch.excuseLog(record);
  watch.excuseLog(refused);
  watch.excuse(/\/api\/study-sessions/, 500);
  // Both ratings may be sent by one call.
  const ratings = /\/api\/(cards\/\d+\/review|reviews)$/;
  watch.excuse(ratings, 400);
  const logged = recordLog(page);
  const shown = await recordToasts(page);
  const session = /\/api\/study-sessions$/;
  await page.route(session, (route) => route.fulfill({ status: 500, body: "" }));
  await page.route(/\/api\/study-sessions\/\d+$/, (route) => route.fulfill({ status: 500, body: "" }));
  await page.route(ratings, (route) =>
    route.fulfill({ status: 400, json: { message: "No", code: "validation_failed" } }),
  );

  const study = async () => {
    for (let card = 0; card < 2; card++) {
      await expect(question(page)).toBeVisible();
      await page.keyboard.press("Space");
      await expect(answer(page)).toBeVisible();
      await page.keyboard.press("3");
    }
    await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
  };
  await page.goto(`/study/${folder.id}`);
  await study();
  await expect.poll(() => logged(refused)).toBe(2);
  expect(logged(record), "the session that could not begin").toBe(1);

  // The second session begins; the calls with its counts and its end fail.
  await page.unroute(session);
  await button(page, "Estudiar de nuevo (orden aleatorio)").click();
  await study();
  await expect.poll(() => logged(record)).toBe(3);
  await expect.poll(() => logged(refused)).toBe(4);
  await button(page, "Listo").click();
  await button(page.getByRole("dialog"), "Ahora no").click();
  await expect(toast(page)).toHaveText("¡Sesión de estudio completada!Estudiaste 2 cartas.");
  // The button that closes a toast has no text.
  expect(await shown()).toEqual(["¡Sesión de estudio completada!Estudiaste 2 cartas."]);
});

test("a failed access-tracking call is logged, and repeated once at the next opportunity", async ({
  page,
  watch,
  api,
}) => {
  const { email } = await api.register();
  watch.excuse(/\/api\/track-access$/, 500);
  watch.excuseLog("Access tracking failed");
  const logged = recordLog(page);
  const shown = await recordToasts(page);
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/track-access")) sent.push(request.postDataJSON());
  });
  await page.route("**/api/track-access", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await sellPremium(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Empecemos por tu primera materia" })).toBeVisible();
  await expect.poll(() => logged("Access tracking failed")).toBe(1);
  expect(sent).toEqual([{ email, mobile: false }]);

  // The paywall reads the session again. The second time there is nothing new to report.
  for (const ending of ["tracks", "does not track again"]) {
    await test.step(ending, async () => {
      watch.excuse(/\/api\/stripe\/price$/, 503);
      const userReloaded = page.waitForResponse("**/api/auth/user");
      await button(page, "Hazte Premium").click();
      await userReloaded;
      await expect.poll(() => sent.length).toBe(2);
      await button(page.getByRole("dialog"), "Cerrar").click();
      await expect(page.getByRole("dialog")).toBeHidden();
    });
  }
  expect(sent).toEqual([
    { email, mobile: false },
    { email, mobile: false },
  ]);
  expect(await shown()).toEqual([]);
});
