import type { Locator, Page, Route } from "@playwright/test";
import { expect, sellPremium, test, toasts } from "./fixtures.ts";

const PRICE = { formatted_annual: "29,99 €", formatted_monthly: "2,50 €", publishableKey: "" };
const KNOWN = "Por solo 29,99 € al año (menos de 2,50 € al mes)";
const CHECKOUT = "**/api/stripe/create-checkout-session";
const PAY = "https://pago.example/c/cs_1";

const sheet = (page: Page) => page.getByRole("dialog", { name: "Impulsa tu memoria" });
const startButton = (page: Page) => sheet(page).getByRole("button", { name: "Empezar ahora" });

/** Answers the payment calls, because this server has no payment provider. */
async function answerPaymentCalls(page: Page, price: object = PRICE) {
  await sellPremium(page);
  await page.route("**/api/stripe/price", (route) => route.fulfill({ json: price }));
  await page.route(CHECKOUT, (route) => route.fulfill({ json: { sessionId: "cs_1", url: PAY } }));
  await page.context().route("https://pago.example/**", (route) => {
    return route.fulfill({ contentType: "text/html", body: "<title>Pago</title><h1>Pago</h1>" });
  });
}

/** Changes the server's response about the user. */
async function changeUser(page: Page, changes: object) {
  await page.route("**/api/auth/user", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...changes } });
  });
}

/** Opens the paywall by the crown, which reads the user again; returns how often it dispatched `openPaywall`. */
async function openByCrown(page: Page): Promise<number> {
  await page.goto("/");
  const crown = page.getByRole("button", { name: "Hazte Premium" });
  await crown.waitFor();
  await page.evaluate(() => {
    const counter = globalThis as unknown as { openings: number };
    counter.openings = 0;
    globalThis.addEventListener("openPaywall", () => counter.openings++);
  });
  const userReloaded = page.waitForResponse("**/api/auth/user");
  await crown.click();
  await expect(sheet(page)).toBeVisible();
  await userReloaded;
  return page.evaluate(() => (globalThis as unknown as { openings: number }).openings);
}

test.beforeEach(({ api }) => api.register());

test("the crown opens the paywall, which reads the user, dispatches its event and returns the focus", async ({
  page,
}) => {
  await answerPaymentCalls(page);
  expect(await openByCrown(page)).toBe(1);
  const renewal = "La suscripción se renueva cada año hasta que la canceles.";
  for (const text of ["Materiales ilimitados", "Estudia sin anuncios", "Un solo pago al año", "4,8", KNOWN, renewal]) {
    await expect(sheet(page).getByText(text, { exact: true })).toBeVisible();
  }
  await expect(sheet(page).getByRole("button", { name: "Restaurar la compra" })).toBeHidden();
  // The sheet covers the whole screen once it has slid in.
  const height = page.viewportSize()?.height;
  await expect.poll(() => sheet(page).boundingBox()).toMatchObject({ x: 0, y: 0, height });
  // The gutter of the scroll bar beside it shows the page's background.
  const colours = await sheet(page).evaluate((element) =>
    [element, document.documentElement].map((one) => getComputedStyle(one).backgroundColor),
  );
  expect(colours[1]).toBe(colours[0]);
  await sheet(page).getByRole("button", { name: "Cerrar" }).click();
  await expect(sheet(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Hazte Premium" })).toBeFocused();
});

test("where nothing is sold, nothing is offered, and a limit only explains itself", async ({ page, api, watch }) => {
  const paymentCalls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/stripe/")) paymentCalls.push(request.url());
  });
  for (let folder = 1; folder <= 10; folder++) await api.folder(`Materia ${folder}`);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Carpetas del día" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("button", { name: /Premium/ })).toHaveCount(0);
  await expect(page.getByRole("complementary")).toHaveCount(0);
  await page.goto("/store");
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.getByText(/Premium/)).toHaveCount(0);
  await page.goto("/settings");
  await expect(page.getByText("10 de 10 carpetas")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Tu espacio" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Suscríbete ahora" })).toHaveCount(0);

  watch.excuse(/\/api\/folders$/, 402);
  await page.goto("/folders");
  await page.getByRole("button", { name: "Nueva carpeta" }).click();
  const dialog = page.getByRole("dialog", { name: "Crear nueva carpeta" });
  await dialog.getByLabel("Nombre").fill("Historia");
  await dialog.getByRole("button", { name: "Crear carpeta" }).click();
  await expect(toasts(page).getByText("Tu plan gratuito tiene sitio para 10 carpetas.", { exact: true })).toBeVisible();
  await expect(dialog.getByLabel("Nombre")).toHaveValue("Historia");
  await expect(sheet(page)).toBeHidden();
  expect(paymentCalls).toEqual([]);
});

/** Returns those of the sheet's title and buttons that a toast covers. */
async function listCovered(page: Page, toast: Locator): Promise<string[]> {
  const names = [
    sheet(page).getByRole("heading", { name: "Impulsa tu memoria" }),
    sheet(page).getByRole("button", { name: "Cerrar" }),
    startButton(page),
  ];
  const box = await toast.boundingBox();
  const covered: string[] = [];
  for (const one of names) {
    const other = await one.boundingBox();
    if (box && other && other.y < box.y + box.height && box.y < other.y + other.height) {
      covered.push((await one.innerText()) || "Cerrar");
    }
  }
  return covered;
}

test("without a payment provider there is no price, and the checkout says so, on the smallest phone", async ({
  page,
  watch,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await sellPremium(page);
  watch.excuse(/\/api\/stripe\//, 503);
  let answerPrice = () => {};
  const seen = new Promise<void>((settle) => {
    answerPrice = settle;
  });
  await page.route("**/api/stripe/price", async (route) => {
    await seen;
    await route.fallback();
  });
  await openByCrown(page);
  await expect(sheet(page).getByText("Cargando precio...")).toBeVisible();
  answerPrice();
  await expect(sheet(page).getByText("Precio no disponible")).toBeVisible();
  await expect(startButton(page)).toBeInViewport({ ratio: 1 });
  await startButton(page).click();
  await expect(toasts(page).getByText("Error en el checkout")).toBeVisible();
  await expect(toasts(page).getByText("Los pagos no están disponibles en este momento")).toBeVisible();
  await expect(startButton(page)).toBeEnabled();
  const covered = () => listCovered(page, toasts(page).locator("li"));
  await expect.poll(covered).toEqual([]);
});

test("a price that cannot be loaded is requested twice, and again when the user asks", async ({ page, watch }) => {
  await answerPaymentCalls(page);
  watch.excuse(/\/api\/stripe\/price/, 500);
  let calls = 0;
  await page.route("**/api/stripe/price", (route) => {
    calls++;
    return calls <= 2 ? route.fulfill({ status: 500, body: "" }) : route.fallback();
  });
  await openByCrown(page);
  await expect(sheet(page).getByText("Error al cargar precio")).toBeVisible();
  expect(calls).toBe(2);
  await sheet(page).getByRole("button", { name: "Reintentar" }).click();
  await expect(sheet(page).getByText(KNOWN)).toBeVisible();
});

test("pays: verifies, prepares, leaves for the payment page, and can come back", async ({ page }) => {
  await answerPaymentCalls(page);
  await openByCrown(page);
  const held: Route[] = [];
  const hold = (route: Route) => void held.push(route);
  await page.route("**/api/auth/user", hold);
  await page.route(CHECKOUT, hold);
  await startButton(page).click();
  await expect(sheet(page).getByRole("button", { name: "Verificando..." })).toBeVisible();
  await held.pop()?.fallback();
  await expect(sheet(page).getByRole("button", { name: "Preparando checkout..." })).toBeVisible();
  expect(held[0]?.request().postData()).toBe("{}");
  await held.pop()?.fallback();
  await expect(page).toHaveURL(PAY);
  await page.unroute("**/api/auth/user", hold);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Empecemos por tu primera materia" })).toBeVisible();
});

test("a mobile status that cannot be verified stops the checkout with a toast", async ({ page, watch }) => {
  await answerPaymentCalls(page);
  await openByCrown(page);
  watch.excuse(/\/api\/auth\/user$/, 500);
  await page.route("**/api/auth/user", (route) => route.fulfill({ status: 500, body: "" }));
  await startButton(page).click();
  await expect(toasts(page).getByText("Error", { exact: true })).toBeVisible();
  await expect(toasts(page).getByText("No se pudo verificar el estado mobile. Inténtalo de nuevo.")).toBeVisible();
  await expect(page).toHaveURL("/");
});

for (const mobile of [true, undefined]) {
  test(`a mobile flag that is ${mobile} prevents the checkout silently`, async ({ page }) => {
    await answerPaymentCalls(page);
    await changeUser(page, { mobile });
    let sessions = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("create-checkout-session")) sessions++;
    });
    await openByCrown(page);
    const verified = page.waitForResponse("**/api/auth/user");
    await startButton(page).click();
    await verified;
    await expect(startButton(page)).not.toHaveAttribute("aria-disabled", "true");
    expect(sessions).toBe(0);
    await expect(toasts(page).getByRole("listitem")).toHaveCount(0);
    const restore = sheet(page).getByRole("button", { name: "Restaurar la compra" });
    if (mobile) await expect(restore).toBeVisible();
    else await expect(restore).toBeHidden();
  });
}

test("a purchase is restored by a call of its own", async ({ page, watch }) => {
  await answerPaymentCalls(page);
  await changeUser(page, { mobile: true });
  watch.excuse(/\/api\/stripe\/restore$/, 503);
  await openByCrown(page);
  await sheet(page).getByRole("button", { name: "Restaurar la compra" }).click();
  await expect(toasts(page).getByText("Los pagos no están disponibles en este momento")).toBeVisible();

  await page.route("**/api/stripe/restore", (route) => route.fulfill({ json: { premium: true } }));
  await page.unroute("**/api/auth/user");
  await changeUser(page, { mobile: true, statusMobile: "active", premium: true });
  await sheet(page).getByRole("button", { name: "Restaurar la compra" }).click();
  await expect(toasts(page).getByText("Compra restaurada")).toBeVisible();
  const active = page.getByRole("dialog", { name: "Suscripción Premium Activa" });
  await active.getByRole("button", { name: "Seguir estudiando" }).click();
  await expect(active).toBeHidden();
  await expect(page.getByText("Premium", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Hazte Premium" })).toBeHidden();
});

test("a checkout without a session has a toast of its own, then the login after 1.5 s", async ({ page, watch }) => {
  await answerPaymentCalls(page);
  await openByCrown(page);
  watch.excuse(/\/api\/stripe\/create-checkout-session$/, 401);
  await page.route(CHECKOUT, (route) => route.fulfill({ status: 401, json: { message: "Unauthorized" } }));
  await startButton(page).click();
  await expect(toasts(page).getByText("Error de autenticación")).toBeVisible();
  const notifiedAt = Date.now();
  await expect(toasts(page).getByText("Inicia sesión para continuar con el pago")).toBeVisible();
  await expect(page).toHaveURL("/login");
  expect(Date.now() - notifiedAt).toBeGreaterThan(1000);
  await expect(toasts(page).getByText("No autorizado")).toBeHidden();
  await expect(sheet(page)).toBeHidden();
});

for (const [name, answer, text] of [
  [
    "says why",
    { status: 400, json: { message: "No hay ningún plan", code: "validation_failed" } },
    "No hay ningún plan",
  ],
  ["is silent", { status: 500, body: "" }, "Hubo un problema al procesar el pago. Inténtalo de nuevo."],
] as const) {
  test(`a checkout that fails and ${name} leaves the paywall open for another attempt`, async ({ page, watch }) => {
    await answerPaymentCalls(page);
    await openByCrown(page);
    watch.excuse(/\/api\/stripe\/create-checkout-session$/, answer.status);
    await page.route(CHECKOUT, (route) => route.fulfill(answer), { times: 1 });
    await startButton(page).click();
    await expect(toasts(page).getByText("Error en el checkout")).toBeVisible();
    await expect(toasts(page).getByText(text)).toBeVisible();
    await startButton(page).click();
    await expect(page).toHaveURL(PAY);
  });
}

test("inside a frame the payment opens in a new tab", async ({ page }) => {
  await answerPaymentCalls(page);
  // The server forbids framing; a host that allows it would send the page without these headers.
  await page.route("/", async (route) => {
    const answer = await route.fetch();
    const { "content-security-policy": _policy, "x-frame-options": _options, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
  await page.route("**/marco", (route) => {
    return route.fulfill({ contentType: "text/html", body: '<iframe src="/" width="800" height="700"></iframe>' });
  });
  await page.goto("/marco");
  const frame = page.frameLocator("iframe");
  await frame.getByRole("button", { name: "Hazte Premium" }).click();
  const tab = page.waitForEvent("popup");
  await frame.getByRole("button", { name: "Empezar ahora" }).click();
  await expect(await tab).toHaveURL(PAY);
  await expect(frame.getByRole("button", { name: "Empezar ahora" })).toBeVisible();
  await expect(page).toHaveURL("/marco");
});

test("text typed at a limit survives the visit to the payment page", async ({ page, api, watch }) => {
  await answerPaymentCalls(page);
  watch.excuse(/\/api\/folders$/, 402);
  for (let folder = 1; folder <= 10; folder++) await api.folder(`Materia ${folder}`);
  await page.goto("/folders");
  await page.getByRole("button", { name: "Nueva carpeta" }).click();
  const dialog = page.getByRole("dialog", { name: "Crear nueva carpeta" });
  await dialog.getByLabel("Nombre").fill("Historia");
  await dialog.getByLabel("Descripción (opcional)").fill("De España");
  await dialog.getByRole("button", { name: "Crear carpeta" }).click();
  await expect(sheet(page).getByText(/^Tu plan gratuito tiene sitio para 10 carpetas/)).toBeVisible();
  await sheet(page).getByRole("button", { name: "Cerrar" }).click();
  await expect(dialog.getByRole("button", { name: "Crear carpeta" })).toBeFocused();
  await dialog.getByRole("button", { name: "Crear carpeta" }).click();
  await startButton(page).click();
  await expect(page).toHaveURL(PAY);

  const expectTyped = async () => {
    await page.getByRole("link", { name: "Volver a donde estabas" }).click();
    await expect(dialog.getByLabel("Nombre")).toHaveValue("Historia");
    await expect(dialog.getByLabel("Descripción (opcional)")).toHaveValue("De España");
  };
  await page.goto("/premium/cancel");
  await expect(page.getByRole("heading", { name: "No se ha hecho ningún cargo" })).toBeVisible();
  await expectTyped();

  // The second call finds the payment.
  let looks = 0;
  await page.route("**/api/stripe/restore", (route) => route.fulfill({ json: { premium: ++looks > 1 } }));
  await changeUser(page, { subscription: "free" });
  await page.goto("/premium/success?session_id=cs_1");
  await expect(page.getByRole("heading", { name: "Estamos confirmando tu pago" })).toBeVisible();
  await page.unroute("**/api/auth/user");
  await changeUser(page, { subscription: "active", premium: true });
  await expect(page.getByRole("heading", { name: "Ya tienes Premium" })).toBeVisible();
  expect(looks).toBe(2);
  await expectTyped();
  await page.route("**/api/folders", (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const face = {
      color: "violet",
      icon: "H",
      colorChosen: false,
      iconChosen: false,
      answerMode: "flip",
      strictAccents: false,
    };
    const counts = { hasStudiedCards: false, cardCount: 0, dueCount: 0 };
    const folder = { id: 99, difficultyLevel: "Medio", ...face, ...counts };
    const now = new Date().toISOString();
    return route.fulfill({
      status: 201,
      json: { ...route.request().postDataJSON(), ...folder, createdAt: now, updatedAt: now },
    });
  });
  await dialog.getByRole("button", { name: "Crear carpeta" }).click();
  await expect(toasts(page).getByText("Carpeta creada con éxito")).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: "Nueva carpeta" })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test.describe("with a public key", () => {
  // The content security policy allows the provider's script only on a server that sells something.
  test.use({ bypassCSP: true });

  test("the provider's script is loaded when the paywall opens", async ({ page }) => {
    await answerPaymentCalls(page, { ...PRICE, publishableKey: "pk_test_1" });
    await page.route("https://js.stripe.com/**", (route) => {
      return route.fulfill({ contentType: "text/javascript", body: "globalThis.providerIsHere = true;" });
    });
    await page.goto("/");
    await page.getByRole("button", { name: "Hazte Premium" }).waitFor();
    expect(await page.locator('script[src^="https://js.stripe.com"]').count()).toBe(0);
    await openByCrown(page);
    await expect.poll(() => page.evaluate(() => "providerIsHere" in globalThis)).toBe(true);
  });
});
