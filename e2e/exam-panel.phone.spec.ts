// "¿Llego al examen?" on Home without a network: what Home and the exam's page said last, and a session of its folders.
import { examEndpoints } from "@repasa/contract/exams.ts";
import { expect, question } from "./fixtures.ts";
import { fillCopy, test } from "./gated.ts";
import { numberedCards } from "./seed.ts";

test.use({ serviceWorkers: "allow" });

test("the exam's panel stays without a network, and its button opens its folders", async ({
  page,
  context,
  api,
  gate,
}) => {
  const { folder } = await api.registerWith("Química", numberedCards(2));
  const { folder: second } = await api.folder("Física", [{ front: "Fuerza", back: "Masa" }]);
  await api.folder("Fuera", [{ front: "Ajena", back: "No entra" }]);
  const exam = { name: "Parcial", date: api.dateIn(4), folderIds: [folder.id, second.id] };
  const { id } = await api.call(examEndpoints.create, { body: exam });
  await fillCopy(page, gate);
  const panel = page.getByRole("region", { name: "¿Llego al examen?" });
  const share = await panel.getByRole("img").getAttribute("aria-label");
  const goal = /Hoy .+%/.exec((await panel.innerText()).replaceAll("\n", " "))?.[0];
  expect(goal).toBeTruthy();
  await page.close();
  await gate.shut();

  const phone = await context.newPage();
  await phone.goto(`${gate.origin}/dashboard`);
  const offline = phone.getByRole("region", { name: "¿Llego al examen?" });
  await expect(offline.getByRole("img")).toHaveAttribute("aria-label", share ?? "");
  await expect(offline).toContainText(goal ?? "");
  await offline.getByRole("link", { name: "Repasar hoy" }).tap();
  await expect(phone).toHaveURL(`${gate.origin}/study?para=${id}`);
  await expect(question(phone)).toBeVisible();
  await expect(phone.getByText(/^Carta 1 de [123]$/)).toBeVisible();
  await expect(question(phone)).not.toContainText("Ajena");
});
