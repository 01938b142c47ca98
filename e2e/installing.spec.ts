import { expect, signIn, test } from "./fixtures.ts";
import { newPerson } from "./seed.ts";

test("the manifest's addresses work: a text shared before signing in waits, and a new card asks for its folder", async ({
  page,
  context,
  api,
}) => {
  const person = newPerson();
  await api.register(person);
  await api.folder("Química", []);
  const { folder } = await api.folder("Historia", []);
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  expect(manifest).toMatchObject({ name: "Repasa", start_url: "/dashboard", display: "standalone", lang: "es" });
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    expect((await page.request.get(src)).status(), src).toBe(200);
  }

  await test.step("a new card", async () => {
    const shortcut = manifest.shortcuts.find(({ name }: { name: string }) => name === "Nueva carta");
    await page.goto(shortcut.url);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Historia/ })
      .click();
    await expect(page.getByRole("dialog").getByRole("textbox", { name: "Pregunta" })).toBeVisible();
    await expect(page).toHaveURL(`/folders/${folder.id}`);
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(`/folders/${folder.id}`);
  });

  await test.step("a shared text", async () => {
    // A later call of the folder's page would have no session.
    await page.goto("about:blank");
    await context.clearCookies();
    const { action, params } = manifest.share_target;
    const shared = { [params.title]: "Reyes", [params.text]: "Felipe VI\trey desde 2014" };
    await page.goto(`${action}?${new URLSearchParams(shared)}`);
    await expect(page.getByRole("heading", { name: "Iniciar Sesión" })).toBeVisible();
    await signIn(page, person);
    await expect(page.getByLabel("Pega tus cartas")).toHaveValue("Reyes\nFelipe VI\trey desde 2014");
  });
});
