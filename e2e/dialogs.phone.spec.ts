// The fields of dialogs on a phone: none is behind the buttons at the bottom, neither at rest nor above the keyboard.
import type { Locator, Page } from "@playwright/test";
import { expect, test, waitForAnimations } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
import { confirmAddress } from "./mailbox.ts";
import { confirmPassword } from "./passkeys.ts";
import { numberedCards } from "./seed.ts";

const PHONE = { width: 390, height: 844 };
/** What Android leaves of it above a keyboard. */
const TYPING = { width: 390, height: 500 };

const FIELDS = "input:not([type=hidden], [type=file], [hidden], [type=radio], [type=checkbox]), textarea, select";

/** Returns the names of the points of a field at which something else lies over it, or at which it is not visible. */
function findHiddenPoints(field: Locator): Promise<string[]> {
  return field.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const points = { top: top + 3, middle: top + height / 2, bottom: top + height - 3 };
    return Object.entries(points)
      .filter(([, y]) => {
        const hit = document.elementFromPoint(left + width / 2, y);
        return !hit || !(element.contains(hit) || hit.contains(element)) || hit.contains(element.closest("form"));
      })
      .map(([name]) => name);
  });
}

async function expectFieldsVisible(page: Page, dialog: Locator, name: string) {
  // Later than usual for a dialog that follows a password, which is slow to check.
  await expect(dialog).toBeVisible({ timeout: 30_000 });
  for (const size of [PHONE, TYPING]) {
    await page.setViewportSize(size);
    await waitForAnimations(page);
    for (const field of await dialog.locator(FIELDS).all()) {
      // The editor of cards hides its options while the keyboard leaves little room.
      if (size === TYPING && !(await field.isVisible())) continue;
      const label = (await field.getAttribute("id")) ?? "";
      if (size === PHONE) expect.soft(await findHiddenPoints(field), `${name}, ${label}, at rest`).toEqual([]);
      // Browsers on phones scroll to the focused field when the keyboard appears; here it takes the focus again.
      await field.blur();
      await field.focus();
      expect.soft(await findHiddenPoints(field), `${name}, ${label}, ${size.height} px, focused`).toEqual([]);
    }
  }
  await page.setViewportSize(PHONE);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}

const opened = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

test("no field of the settings' dialogs is behind their buttons", async ({ page, api, watch }) => {
  const person = await api.register();
  await confirmAddress(page, person);
  watch.excuse(/\/api\/user\/factors\//, 403);
  for (const [path, button, title] of [
    ["/settings/account", "Cambiar correo", "Cambiar correo"],
    ["/settings/security", "Cambiar contraseña", "Cambiar contraseña"],
    ["/settings", "Excluir cuenta", "¿Excluir cuenta?"],
    ["/settings/study", "Me voy unos días", "Me voy unos días"],
    ["/settings/security", "Usar una aplicación de códigos", "Aplicación de códigos"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("button", { name: button, exact: true }).tap();
    if (button.startsWith("Usar")) await confirmPassword(page, person.password);
    await expectFieldsVisible(page, opened(page, title), title);
  }
});

test("no field of the dialogs of folders, cards and exams is behind their buttons", async ({ page, api }) => {
  const { folder, cards } = await api.registerWith("Biología celular", numberedCards(3));
  await api.folder("Historia");
  const open = (button: string) => page.getByRole("button", { name: button, exact: true }).first().tap();
  await page.goto("/folders");
  await open("Nueva carpeta");
  await opened(page, "Crear nueva carpeta").getByText("Más opciones").tap();
  await expectFieldsVisible(page, opened(page, "Crear nueva carpeta"), "new folder");
  await page.goto("/exams");
  await open("Crear examen");
  await expectFieldsVisible(page, opened(page, "Nuevo examen"), "new exam");
  await page.goto(`/folders/${folder.id}`);
  await open("Añadir carta");
  await expectFieldsVisible(page, opened(page, "Crear nueva carta"), "new card");
  await chooseInFolderMenu(page, "Editar carpeta");
  await expectFieldsVisible(page, opened(page, "Editar carpeta"), "folder");
  await page.goto(`/cards/${cards[0]?.id}`);
  await open("Editar");
  await expectFieldsVisible(page, opened(page, "Editar carta"), "card");
});
