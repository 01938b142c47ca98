import { expect, question, test } from "./fixtures.ts";
import { expectReadable } from "./large-text.ts";
import { numberedCards } from "./seed.ts";

const SIZES = [320, 360, 390].flatMap((width) => [100, 200].map((percent) => ({ width, height: 844, percent })));

test("the end of a session is readable at any size of text, with its days in one line", async ({ page, api }) => {
  const { folder } = await api.registerWith("Química", numberedCards(1));
  await page.goto(`/study/${folder.id}`);
  await expect(question(page)).toBeVisible();
  await page.getByRole("button", { name: "Mostrar Respuesta" }).click();
  await page.getByRole("button", { name: "Fácil" }).click();
  const days = page.getByRole("list", { name: "Tus días" }).getByRole("listitem");
  await expect(days.last()).toBeVisible();
  for (const size of SIZES) {
    await expectReadable(page, "end of a session", size);
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, size.percent);
    const tops = await days.evaluateAll((items) =>
      items.filter((item) => item.checkVisibility()).map((item) => Math.round(item.getBoundingClientRect().top)),
    );
    expect(new Set(tops).size, `lines of days, ${size.width} px, ${size.percent} %`).toBe(1);
    expect(tops.length, `days, ${size.width} px, ${size.percent} %`).toBeGreaterThanOrEqual(
      size.percent === 100 ? 7 : 3,
    );
  }
});
