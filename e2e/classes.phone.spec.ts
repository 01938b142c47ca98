// A class on phones: its teacher and a student, each on a device of their own.
import { classEndpoints } from "@repasa/contract/classes.ts";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { expect, test } from "./fixtures.ts";
import { confirmAddress } from "./mailbox.ts";
import { openDevice } from "./other-device.ts";
import { numberedCards } from "./seed.ts";

test("a teacher hands out a code and a task, and a student joins, studies it and leaves", async ({
  page,
  api,
  browser,
  contextOptions,
  viewport,
  baseURL,
}) => {
  const { person } = await api.registerWith("La célula", numberedCards(3));
  await confirmAddress(page, person);
  await page.goto("/settings");
  await page.getByRole("link", { name: /^Clases/ }).click();
  await page.getByRole("button", { name: "Crear clase" }).click();
  const creating = page.getByRole("dialog", { name: "Crear clase" });
  await creating.getByLabel("Nombre").fill("2.º B");
  await creating.getByRole("button", { name: "Crear clase" }).click();
  await expect(page.getByRole("heading", { name: "2.º B", level: 1 })).toBeVisible();
  const code = (await page.getByRole("region", { name: "Código de la clase" }).locator("code").innerText()).replace(
    " ",
    "",
  );
  await page.getByRole("button", { name: "Nueva tarea" }).click();
  const assigning = page.getByRole("dialog", { name: "Nueva tarea" });
  await assigning.getByLabel("Nombre").fill("Tema 1");
  await assigning.getByLabel(/^Fecha/).fill(api.dateIn(20));
  await assigning.getByRole("checkbox", { name: /^La célula/ }).check();
  await assigning.getByRole("button", { name: "Crear tarea" }).click();
  await expect(page.getByRole("heading", { name: "Tema 1", level: 1 })).toBeVisible();

  const student = await openDevice(browser, { ...contextOptions, viewport, baseURL });
  await student.api.register();
  await student.page.goto(`/classes?codigo=${code.toLowerCase()}`);
  const joining = student.page.getByRole("dialog", { name: "Unirme a una clase" });
  await expect(joining.getByLabel("Tu nombre en la clase")).toHaveValue("");
  await expect(joining.getByRole("switch", { name: "Compartir mi progreso" })).not.toBeChecked();
  await joining.getByLabel("Tu nombre en la clase").fill("Leo");
  await joining.getByRole("switch", { name: "Compartir mi progreso" }).click();
  await joining.getByRole("button", { name: "Unirme" }).click();
  await expect(student.page.getByRole("region", { name: "Tú en esta clase" }).getByText("Leo")).toBeVisible();
  await expect(student.page.getByText(/^1 carpeta · Examen el/)).toBeVisible({ timeout: 60_000 });
  await student.page.getByRole("link", { name: "Ver la tarea" }).click();
  await expect(student.page.locator("main:focus, main h1:focus")).toBeVisible();
  await student.page.getByRole("link", { name: "Ver la carpeta" }).click();
  await expect(student.page.getByText("De 2.º B")).toBeVisible();
  await expect(student.page.getByText("Pregunta 3")).toBeVisible();
  const exams = await student.api.call(examEndpoints.list, {});
  expect(exams.map(({ name }) => name)).toEqual(["Tema 1"]);
  await student.page.goto("/folders");
  await expect(student.page.getByRole("region", { name: "Compartido contigo" }).getByText("La célula")).toBeVisible();
  await expect(student.page.getByRole("region", { name: "Clases" }).getByText("2.º B")).toBeVisible();

  await student.page.goto("/classes");
  await page.goto("/classes");
  await page.getByRole("link", { name: "Ver la clase" }).click();
  await expect(page.getByRole("region", { name: "Miembros" }).getByText("Leo")).toBeVisible();
  const [taught] = await api.call(classEndpoints.list, {});
  expect(taught?.members).toBe(2);

  await student.page.getByRole("link", { name: "Ver la clase" }).click();
  await student.page.getByRole("button", { name: "Más opciones de la clase" }).click();
  await student.page.getByRole("menuitem", { name: "Salir de la clase" }).click();
  await student.page.getByRole("alertdialog").getByRole("button", { name: "Salir de la clase" }).click();
  await expect(student.page.getByRole("heading", { name: "Estudia con tu clase" })).toBeVisible();
  await student.page.goto("/folders");
  await expect(student.page.getByText("La célula")).toBeVisible();
  await student.context.close();
});
