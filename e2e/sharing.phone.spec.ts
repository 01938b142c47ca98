// A folder that an author shares with a follower, each on a phone of their own.
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { followingEndpoints } from "@repasa/contract/following.ts";
import { sharingEndpoints } from "@repasa/contract/sharing.ts";
import { expect, test } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
import { confirmAddress } from "./mailbox.ts";
import { openDevice } from "./other-device.ts";
import { numberedCards } from "./seed.ts";

test("an author shares a folder, and what changes reaches a follower who decides", { tag: "@smoke" }, async ({
  page,
  api,
  browser,
  contextOptions,
  viewport,
  baseURL,
  watch,
}) => {
  const { person, folder, cards } = await api.registerWith("Biología", numberedCards(3));
  const editBack = (n: number, back: string) =>
    api.call(cardEndpoints.update, {
      params: { id: cards[n - 1]?.id ?? 0 },
      body: { front: `Pregunta ${n}`, back },
    });

  const token = await test.step("without a confirmed address the sheet leads to it; then it makes a link", async () => {
    watch.excuse(/\/api\/folders\/\d+\/shares$/, 403);
    await page.goto(`/folders/${folder.id}`);
    await chooseInFolderMenu(page, "Compartir");
    const sheet = page.getByRole("dialog", { name: "Compartir «Biología»" });
    await sheet.getByRole("button", { name: "Crear enlace" }).click();
    await expect(sheet.getByRole("link", { name: "Confirmar mi correo" })).toBeVisible();
    await confirmAddress(page, person);
    await page.goto(`/folders/${folder.id}`);
    await chooseInFolderMenu(page, "Compartir");
    await sheet.getByRole("button", { name: "Crear enlace" }).click();
    await expect(sheet.getByRole("img", { name: "Código QR del enlace" })).toBeVisible();
    await expect(sheet.getByText("Aún no la sigue nadie")).toBeVisible();
    const url = await sheet.getByRole("textbox", { name: "Enlace" }).inputValue();
    return new URL(url).pathname.replace("/c/", "");
  });

  const follower = await openDevice(browser, { ...contextOptions, viewport, baseURL });
  const phone = follower.page;
  await follower.api.register();
  const followed = await follower.api.call(followingEndpoints.follow, { params: { token } });
  const own = { id: Number(followed.id) };
  const open = () => phone.goto(`/folders/${own.id}`);

  await test.step("the follower finds the folder in a section of its own", async () => {
    await phone.goto("/folders");
    // The first visit pulls, too: if it were still under way, it would bring some of what the author changes next.
    const pulled = phone.waitForResponse(/\/api\/folders\/\d+\/pull$/);
    await phone.getByRole("region", { name: "Compartido contigo" }).getByRole("link", { name: "Ver cartas" }).click();
    await expect(phone.getByText("Compartida contigo")).toBeVisible();
    await pulled;
    await expect(phone.getByText("Pregunta 3")).toBeVisible();
  });

  await test.step("what came stands in one line, is undone, and comes again when it is asked for", async () => {
    await editBack(1, "Otra respuesta");
    await api.call(cardEndpoints.create, { params: { id: folder.id }, body: { front: "Pregunta 4", back: "Nueva" } });
    await open();
    await expect(phone.getByText(/^Llegó hace un momento: 1 carta nueva y 1 con cambios\.$/)).toBeVisible();
    await expect(phone.getByText("Otra respuesta")).toBeVisible();
    await phone.getByRole("button", { name: "Deshacer" }).click();
    await expect(phone.getByText("No se actualiza sola, porque deshiciste sus cambios.")).toBeVisible();
    await expect(phone.getByText("Respuesta 1", { exact: true })).toBeVisible();
    await expect(phone.getByText("Pregunta 4")).toBeHidden();
    await phone.getByRole("button", { name: "Actualizar" }).click();
    await expect(phone.getByText("Pregunta 4")).toBeVisible();
  });

  await test.step("a text that both have changed is chosen by one tap", async () => {
    const ofFollower = await follower.api.cardsOf(own.id);
    const mine = ofFollower.find(({ front }) => front === "Pregunta 2");
    await follower.api.call(cardEndpoints.update, {
      params: { id: mine?.id ?? 0 },
      body: { front: "Pregunta 2", back: "La mía" },
    });
    await editBack(2, "La del autor");
    await open();
    await expect(phone.getByText("El autor la ha cambiado")).toBeVisible();
    await phone.getByRole("link", { name: "Pregunta 2" }).click();
    const notice = phone.getByRole("region", { name: "El autor la ha cambiado" });
    await expect(notice.getByText("La mía")).toBeVisible();
    await notice.getByRole("button", { name: "Usar el del autor" }).click();
    await expect(notice).toBeHidden();
    await expect(phone.getByText("La del autor")).toBeVisible();
  });

  await test.step("a card that the author deletes is suspended, and can be kept", async () => {
    await api.call(cardEndpoints.remove, { params: { id: cards[2]?.id ?? 0 } });
    await open();
    await phone.getByRole("link", { name: "Pregunta 3" }).click();
    const notice = phone.getByRole("region", { name: "El autor la ha eliminado" });
    await notice.getByRole("button", { name: "Reanudar" }).click();
    await expect(notice).toBeHidden();
  });

  await test.step("the author ends the link, and the follower keeps the cards", async () => {
    await page.goto(`/folders/${folder.id}`);
    await chooseInFolderMenu(page, "Compartir");
    await expect(page.getByText("La sigue 1 persona")).toBeVisible();
    await page.getByRole("button", { name: "Terminar el enlace" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Terminar el enlace" }).click();
    await expect(page.getByRole("button", { name: "Crear enlace" })).toBeFocused();
    expect(await api.call(sharingEndpoints.list, {})).toEqual([]);
    await expect(async () => {
      await open();
      await expect(phone.getByText("Compartida contigo · Ya no se comparte; tus cartas se quedan")).toBeVisible({
        timeout: 3000,
      });
    }).toPass({ timeout: 70_000 });
    await expect(phone.getByText("Pregunta 4")).toBeVisible();
    await chooseInFolderMenu(phone, "Dejar de seguir");
    await phone.getByRole("alertdialog").getByRole("button", { name: "Dejar de seguir" }).click();
    await expect(phone.getByText(/^Compartida contigo/)).toBeHidden();
  });
  await follower.context.close();
});
