// Signing out on a phone without a network: what the phone still has of the account, at once and afterwards.
import { expect, toasts } from "./fixtures.ts";
import { button } from "./gated.ts";
import { END, expectNothingLeft, recordCalls, SECRET, signOutWithoutNetwork, test } from "./left-account.ts";
import { readStores } from "./stores.ts";

test.use({ serviceWorkers: "allow" });

test("signing out without a network clears the phone at once, and ends the session first thing afterwards", async ({
  page,
  context,
  account,
  gate,
}) => {
  const other = await context.newPage();
  await other.goto(`${gate.origin}/folders`);
  await expect(other.getByRole("article", { name: "Carpeta secreta" })).toBeVisible();
  await signOutWithoutNetwork(page, gate);
  await expect(toasts(page)).toContainText("Has cerrado sesión sin conexión");
  await expect(other.getByText(SECRET)).toHaveCount(0);
  await expect.poll(() => readStores(context, gate.origin)).not.toMatch(SECRET);
  await other.close();

  await test.step("a start without a network shows a visitor's app, although the cookie is still there", async () => {
    await page.goto(`${gate.origin}/folders`);
    await expect(page).toHaveURL(/\/login$/);
    await expect(button(page, "Iniciar Sesión")).toBeVisible();
    await page.goto(`${gate.origin}/dashboard`);
    await expect(page.getByRole("heading", { name: "Tarjetas de memoria inteligentes" })).toBeVisible();
    await page.goto(`${gate.origin}/`);
    await expect(page.getByRole("heading", { name: "Sin conexión" })).toBeVisible();
    expect((await context.cookies()).map(({ name }) => name)).toContain("repasa");
  });
  await test.step("the end of the session is the first call", async () => {
    await page.close();
    await gate.open();
    const calls = recordCalls(context);
    const next = await context.newPage();
    await next.goto(`${gate.origin}/folders`);
    await expect(next).toHaveURL(/\/login$/);
    expect(calls[0]).toBe(END);
    expect(calls.filter((call) => call === END)).toHaveLength(1);
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain("repasa");
    await expectNothingLeft(context, gate, account);
    expect(await readStores(context, gate.origin)).not.toContain("/notes/left");
  });
});
