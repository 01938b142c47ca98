// All steps of `Pista` without a network: the service worker has the code of the options, and the copy the cards they are made of.
import { studyEndpoints } from "@repasa/contract/study.ts";
import { expect } from "./fixtures.ts";
import { button, test } from "./gated.ts";

test.use({ serviceWorkers: "allow" });

const ANSWERS = ["Lima", "Quito", "Roma", "Oslo"];

test("options are the third hint without a network, and the rating says so once there is one", async ({
  page,
  context,
  api,
  gate,
  carryFolder,
}) => {
  const { folder, cards } = await carryFolder(ANSWERS.map((back, at) => ({ front: `País ${at + 1}`, back })));
  await page.close();
  await gate.shut();

  const phone = await context.newPage();
  await phone.goto(`${gate.origin}/study/${folder.id}?forma=escribir`);
  await expect(phone.getByRole("textbox", { name: "Tu respuesta" })).toBeVisible();
  for (const letters of ["L", "Li"]) {
    await button(phone, "Pista").tap();
    await expect(phone.getByText(`Empieza por «${letters}»`)).toBeVisible();
  }
  await button(phone, "Pista").tap();
  const options = phone.getByRole("group", { name: "Respuestas" }).getByRole("listitem").getByRole("button");
  await expect(options).toHaveCount(4);
  await options.filter({ hasText: "Lima" }).tap();
  await expect(phone.locator("[data-typed]").getByRole("status")).toContainText("orrect");
  // The option may have been in the same place, where a second tap within a quarter of a second counts as a double tap.
  await phone.waitForTimeout(300);
  await button(phone, "No la recordé").tap();
  await gate.open();
  await expect.poll(() => api.ratings(), { timeout: 60_000 }).toBe(1);
  const { reviews } = await api.call(studyEndpoints.history, { params: { id: cards[0]?.id ?? 0 } });
  expect(reviews).toMatchObject([{ mode: "type", hints: 3, answerResult: "incorrect" }]);
});
