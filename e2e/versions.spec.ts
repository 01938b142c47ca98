import { cardEndpoints } from "@repasa/contract/cards.ts";
import { expectSound } from "./axe.ts";
import { announcer, expect, test, toasts } from "./fixtures.ts";
import { createApi } from "./seed.ts";

test("a replaced edit of another device is read, restored and undone", { tag: "@smoke" }, async ({
  page,
  api,
  browser,
  baseURL,
  timezoneId,
}) => {
  const { person, cards } = await api.registerWith("Biología", [{ front: "¿Qué es el ADN?", back: "Un ácido" }]);
  const [card] = cards;
  if (!card) throw new Error("The folder has no card");
  const phone = await browser.newContext({ ...(baseURL && { baseURL }) });
  await phone.request.post("/api/auth/login", { data: person });
  const elsewhere = createApi(phone.request, timezoneId ?? "UTC");
  const title = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });

  await page.goto(`/cards/${card.id}`);
  await expect(title("¿Qué es el ADN?")).toBeVisible();
  await expect(page.getByText("Versiones anteriores")).toBeHidden();

  await test.step("both devices edit the answer", async () => {
    await page.getByRole("button", { name: "Editar" }).click();
    const dialog = page.getByRole("dialog", { name: "Editar carta" });
    await dialog.getByLabel("Respuesta").fill("Lo que llevan los genes");
    const body = { front: card.front, back: "Ácido desoxirribonucleico" };
    await elsewhere.call(cardEndpoints.update, { params: { id: card.id }, body });
    await dialog.getByLabel("Respuesta").press("Control+Enter");
    await expect(toasts(page).getByText("Carta actualizada exitosamente")).toBeVisible();
  });

  const list = page.getByRole("list", { name: "Versiones anteriores" });
  await test.step("the replaced answer is read by keyboard", async () => {
    await page.locator("summary").filter({ hasText: "Versiones anteriores" }).press("Enter");
    await expect(list.getByRole("listitem")).toHaveCount(2);
    await expect(list.getByRole("listitem").first()).toContainText("Respuesta · con cambiosÁcido desoxirribonucleico");
    await expect(list.getByRole("listitem").last()).toContainText("Respuesta · con cambiosUn ácido");
    await expectSound(page, "earlier versions of a card");
  });

  await test.step("it is restored, and the folder shows it", async () => {
    await list.getByRole("listitem").first().getByRole("button").press("Enter");
    await expect(toasts(page).getByText("Versión recuperada")).toBeVisible();
    await expect(page.getByRole("main").getByText("Ácido desoxirribonucleico").first()).toBeVisible();
    await expect(list.getByRole("listitem").nth(1)).toContainText("Igual que ahora");
    await expect(list.getByRole("listitem").nth(1)).toBeFocused();
    expect((await elsewhere.cardsOf(card.folderId))[0]?.back).toBe("Ácido desoxirribonucleico");
  });

  await test.step("the restored text is undone", async () => {
    await toasts(page).getByRole("button", { name: "Deshacer" }).click();
    await expect(announcer(page)).toHaveText("Cambio deshecho");
    expect((await elsewhere.cardsOf(card.folderId))[0]?.back).toBe("Lo que llevan los genes");
  });
  await phone.close();
});
