import type { Locator, Page } from "@playwright/test";
import { expect, holdCalls, sellPremium, test, toasts } from "./fixtures.ts";

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
  const answerPrice = await holdCalls(page, "**/api/stripe/price");
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

test("inside a frame the payment opens in a new tab", async ({ page }) => {
  await answerPaymentCalls(page);
  // The server forbids framing; a host that allows it would send the page without these headers.
  await page.route("/", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _policy, "x-frame-options": _options, ...headers } = response.headers();
    await route.fulfill({ response, headers });
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
