// Choosing and pairs without a network, on a phone: a gate between the browser and the server is shut.
import { expect, question } from "./fixtures.ts";
import { fillCopy, test } from "./gated.ts";

test.use({ serviceWorkers: "allow" });

const capitals = new Map([
  ["Capital de Perú", "Lima"],
  ["Capital de Colombia", "Bogotá"],
  ["Capital de Chile", "Santiago"],
  ["Capital de Cuba", "La Habana"],
  ["Capital de Ecuador", "Quito"],
  ["Capital de Uruguay", "Montevideo"],
]);

test("a folder is asked by choosing and by pairs without a network, and the choices are sent once there is one", async ({
  page,
  context,
  api,
  gate,
  watch,
}) => {
  watch.excuseLog("The study session was not recorded");
  await api.register();
  const cards = [...capitals].map(([front, back]) => ({ front, back }));
  const { folder } = await api.folder("Capitales", cards);
  await fillCopy(page, gate);
  await page.evaluate(() => localStorage.setItem("hasCompletedFirstSession", "true"));
  await page.close();
  await gate.shut();

  const phone = await context.newPage();
  const begin = async (way: string) => {
    await phone.goto(`${gate.origin}/folders/${folder.id}`);
    await phone.getByRole("link", { name: way }).tap();
  };
  await begin("Elegir");
  for (const [front, back] of capitals) {
    await expect(question(phone)).toContainText(front);
    await phone.getByRole("listitem").getByRole("button", { name: back }).tap();
    await expect(phone.getByRole("status").filter({ hasText: "Correcto" })).toBeVisible();
  }
  await expect(phone.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();

  await begin("Parejas");
  const tiles = (side: string) => phone.getByRole("region", { name: side }).getByRole("button");
  await expect(tiles("Preguntas")).toHaveCount(capitals.size);
  for (const [front, back] of capitals) {
    await tiles("Preguntas").filter({ hasText: front }).tap();
    await tiles("Respuestas").filter({ hasText: back }).tap();
  }
  await expect(phone.getByRole("heading", { name: /^6 parejas en 0:\d\d$/ })).toBeVisible();

  await gate.open();
  await expect.poll(() => api.ratings(), { timeout: 60_000 }).toBe(capitals.size);
});
