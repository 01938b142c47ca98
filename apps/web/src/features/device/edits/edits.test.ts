import type { CardWithSiblings } from "@repasa/contract/cards.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as changeEndpoints from "@repasa/contract/client/changes.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { makeFolderFace } from "@repasa/contract/folder-faces.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { expect, it, vi } from "vitest";
import { connectCopy } from "#features/device/copy/copy.database.ts";
import { readIds } from "#features/device/copy/copy.ids.ts";
import { discardRefused, formatTyped, listRefused, retryRefused } from "#features/device/edits/edits.refused.ts";
import { callApi } from "#lib/api.ts";
import { noteReached } from "#lib/connection.ts";
import { copiedPage } from "#testing/copied-page.ts";
import { ratingEntry } from "#testing/outbox.ts";
import { sampleCard, sampleFolder, sampleUser } from "#testing/sample-data.ts";

const page = copiedPage();
const { sent, restoreNetwork } = page;
const edit = (id: number, body: object) =>
  callApi(cardEndpoints.update, {
    params: { id },
    body: { front: `Carta ${id}`, back: "La unidad de la vida", ...body },
  });
const listCards = async (id: number) =>
  ((await callApi(cardEndpoints.listInFolder, { params: { id }, query: {} })) as { front: string }[]).map(
    ({ front }) => front,
  );
const gone = (message: string) => ({ status: 404, body: { message, code: "not_found" } });

it("gives new folders colours that are free among those with their icons, as the server will", async () => {
  const create = (name: string) =>
    callApi(folderEndpoints.create, { body: { name, clientId: crypto.randomUUID() } }) as Promise<Folder>;
  const folders: Folder[] = [];
  for (const number of [1, 2, 3, 4]) folders.push(await create(`Farmacología ${number}`));
  expect(new Set(folders.map(({ color }) => color)).size).toBe(4);
  const [first, second] = folders as [Folder, Folder];
  const rename = (name: string) => callApi(folderEndpoints.update, { params: { id: second.id }, body: { name } });
  expect(await rename("Farmacia")).toMatchObject({ color: second.color, icon: first.icon, colorChosen: false });
  expect(await rename("Historia")).toMatchObject(makeFolderFace("Historia"));
});

it("keeps apart what a folder says of how its cards are answered, and what it leaves to the settings", async () => {
  const { id, ...created } = await callApi(folderEndpoints.create, {
    body: { name: "Latín", clientId: crypto.randomUUID() },
  });
  expect(created).toMatchObject({ answerMode: "flip", answerModeChosen: false });
  const change = (answerMode: "flip" | "mix" | null) =>
    callApi(folderEndpoints.update, { params: { id }, body: { name: "Latín", answerMode } });
  expect(await change("mix")).toMatchObject({ answerMode: "mix", answerModeChosen: true });
  expect(await change("flip")).toMatchObject({ answerMode: "flip", answerModeChosen: true });
  expect(await callApi(folderEndpoints.update, { params: { id }, body: { name: "Griego" } })).toMatchObject({
    answerModeChosen: true,
  });
  expect(await change(null)).toMatchObject({ answerMode: "flip", answerModeChosen: false });
});

it("shows each change at once, and sends them once and in order when there is a network", async () => {
  const folder = await callApi(folderEndpoints.create, { body: { name: "Química", clientId: crypto.randomUUID() } });
  const body = { front: "H2O", back: "Agua", clientId: crypto.randomUUID() };
  await callApi(cardEndpoints.create, { params: { id: folder.id }, body });
  await edit(1, { front: "Editada" });
  await callApi(cardEndpoints.batch, { body: { cardIds: [2], action: "move", folderId: folder.id } });
  await callApi(cardEndpoints.remove, { params: { id: 3 } });
  await callApi(folderEndpoints.update, { params: { id: 2 }, body: { name: "Otro nombre" } });
  expect(await listCards(folder.id)).toEqual(["H2O", "Carta 2"]);
  expect(await listCards(1)).toEqual(["Editada"]);
  expect((await callApi(folderEndpoints.list)).map(({ name }) => name)).toEqual(["Otro nombre", "Química", "Tema 1"]);
  expect(page.outbox().status().waiting).toBe(6);

  const api = restoreNetwork();
  const order: string[] = [];
  const note = <Answer>(name: string, answer: Answer): Answer => {
    order.push(name);
    return answer;
  };
  api.on(folderEndpoints.create, () =>
    note("folder", { status: 201, body: sampleFolder({ id: 50, name: "Química" }) }),
  );
  api.on(cardEndpoints.create, ({ url }) => {
    return note(url.pathname, { status: 201, body: sampleCard({ id: 60, folderId: 50, front: "H2O" }) });
  });
  api.on(cardEndpoints.update, ({ body }) =>
    note("edit", { status: 200, body: { ...sampleCard(), ...(body as object) } }),
  );
  api.on(cardEndpoints.batch, ({ body }) => {
    return note(JSON.stringify(body), { status: 200, body: { batchId: crypto.randomUUID(), changed: 1 } });
  });
  api.on(cardEndpoints.remove, () => note("remove", { status: 204 }));
  api.on(folderEndpoints.update, () => note("rename", { status: 200, body: sampleFolder({ id: 2 }) }));
  await sent();
  const moved = '{"cardIds":[2],"action":"move","folderId":50}';
  expect(order).toEqual(["folder", "/api/folders/50/cards", "edit", moved, "remove", "rename"]);
  expect(await listRefused(page.userId())).toEqual([]);
});

it("finds a thing by the id that it had on this device after the server has given it another", async () => {
  const folder = await callApi(folderEndpoints.create, { body: { name: "Química", clientId: crypto.randomUUID() } });
  const api = restoreNetwork();
  api.answer(folderEndpoints.create, sampleFolder({ id: 50, name: "Química" }));
  await sent();
  api.answer(folderEndpoints.read, sampleFolder({ id: 50 }));
  await vi.waitFor(async () => {
    await callApi(folderEndpoints.read, { params: { id: folder.id } });
    expect(api.callsTo(folderEndpoints.read)).not.toEqual([]);
  });
  expect(api.callsTo(folderEndpoints.read).at(-1)?.url.pathname).toBe("/api/folders/50");
});

it("makes one copy, with all its edits, of a card that was edited here and deleted elsewhere", async () => {
  await edit(1, { front: "Primera edición" });
  await edit(1, { front: "Primera edición", back: "Segunda edición", base: { front: "Primera edición" } });
  const api = restoreNetwork();
  api.on(cardEndpoints.update, ({ url, body }) =>
    url.pathname === "/api/cards/1"
      ? gone("La carta no existe")
      : { status: 200, body: { ...sampleCard({ id: 70 }), ...(body as object) } },
  );
  api.answer(cardEndpoints.create, sampleCard({ id: 70 }));
  await sent();
  const copies = api.callsTo(cardEndpoints.create);
  expect(copies.map(({ url, body }) => [url.pathname, (body as CardWithSiblings).front])).toEqual([
    ["/api/folders/1/cards", "Primera edición"],
  ]);
  const edits = api
    .callsTo(cardEndpoints.update)
    .map(({ url, body }) => [url.pathname, (body as CardWithSiblings).back]);
  expect(edits.at(-1)).toEqual(["/api/cards/70", "Segunda edición"]);
  // The folder whose id is that of the deleted card is still found.
  api.answer(folderEndpoints.read, sampleFolder({ id: 1 }));
  await vi.waitFor(async () => {
    await callApi(folderEndpoints.read, { params: { id: 1 } });
    expect(api.callsTo(folderEndpoints.read).map(({ url }) => url.pathname)).toContain("/api/folders/1");
  });
});

it("puts copies into one folder of their own if theirs is gone, and makes none of cards that were only moved", async () => {
  await edit(1, { front: "Sin carpeta" });
  await edit(2, { front: "Tampoco" });
  await callApi(cardEndpoints.batch, { body: { cardIds: [3], action: "suspend" } });
  const api = restoreNetwork();
  const folders: Folder[] = [];
  api.on(cardEndpoints.update, () => gone("La carta no existe"));
  api.on(cardEndpoints.batch, () => gone("Las cartas no existen"));
  api.on(studyEndpoints.history, () => gone("La carta no existe"));
  api.on(folderEndpoints.list, () => ({ status: 200, body: folders }));
  api.on(folderEndpoints.create, ({ body }) => {
    folders.push(sampleFolder({ id: 80, ...(body as object) }));
    return { status: 201, body: folders[0] };
  });
  api.on(cardEndpoints.create, ({ url }) =>
    url.pathname === "/api/folders/80/cards"
      ? { status: 201, body: sampleCard({ id: 90 }) }
      : gone("La carpeta no existe"),
  );
  await sent();
  expect(folders.map(({ name }) => name)).toEqual(["Recuperadas"]);
  expect(api.callsTo(cardEndpoints.create).filter(({ url }) => url.pathname === "/api/folders/80/cards")).toHaveLength(
    2,
  );
  expect(await listRefused(page.userId())).toEqual([]);
});

/** The server was restored to a backup from before all that it has been sent; it has the cards 1 and 2 in folder 1. */
async function restoreServer(api: ReturnType<typeof restoreNetwork>) {
  const rows = [
    { kind: "folder", id: 1, gone: false, row: sampleFolder({ id: 1 }) },
    ...[1, 2].map((id) => ({ kind: "card", id, gone: false, row: sampleCard({ id }) })),
  ];
  const pages = [
    { changes: rows.slice(0, 1), next: "restored-1", more: true, reset: true },
    { changes: rows.slice(1), next: "restored-2", more: false, reset: false },
  ];
  api.on(changeEndpoints.list, ({ url }) => ({
    status: 200,
    body: pages[url.searchParams.get("after") === "restored-1" ? 1 : 0],
  }));
  window.dispatchEvent(new Event("online"));
  const ids = () => connectCopy(page.userId()).use(readIds);
  // The copy asks two seconds later, so that several events make one call.
  await vi.waitFor(async () => expect((await ids()).size).toBe(0));
}

it("refuses what waits for a card that a restored server has lost, and sends it to no other", async () => {
  const body = { front: "Perdida", back: "x", clientId: crypto.randomUUID() };
  const { id } = await callApi(cardEndpoints.create, { params: { id: 1 }, body });
  await edit(id, { front: "Editada" });
  const api = restoreNetwork();
  api.answer(cardEndpoints.create, sampleCard({ id: 60 }));
  api.fail(cardEndpoints.update, 503, { message: "Un momento", code: "unavailable" });
  await vi.waitFor(() => expect(api.callsTo(cardEndpoints.update)).toHaveLength(1));
  await restoreServer(api);
  const attempts = api.callsTo(cardEndpoints.update).length;
  api.answer(cardEndpoints.update, sampleCard({ id: 60, front: "De otra" }));
  api.on(studyEndpoints.history, () => gone("La carta no existe"));
  page.outbox().retryNow();
  await sent();
  expect(api.callsTo(cardEndpoints.update)).toHaveLength(attempts);
  const refused = await listRefused(page.userId());
  expect(refused.map((one) => [one.reason, formatTyped(one)])).toEqual([
    ["Ya no existe la carpeta o la carta a la que pertenece.", "Editada\n\nLa unidad de la vida"],
  ]);
});

it("sends an edit to a card that a restored server has again, not to the copy that had replaced it", async () => {
  await edit(1, { front: "Con copia" });
  const api = restoreNetwork();
  api.on(cardEndpoints.update, () => gone("La carta no existe"));
  api.answer(cardEndpoints.create, sampleCard({ id: 70 }));
  await sent();
  await restoreServer(api);
  api.answer(cardEndpoints.update, sampleCard());
  await vi.waitFor(async () => {
    await edit(1, { front: "Otra vez" });
    expect(api.callsTo(cardEndpoints.update).at(-1)?.url.pathname).toBe("/api/cards/1");
  });
});

it("lists what the server refuses for good, with its reason, and sends what follows", async () => {
  await callApi(folderEndpoints.create, { body: { name: "Una de más", clientId: crypto.randomUUID() } });
  await edit(1, { front: "Llega" });
  const api = restoreNetwork();
  const limit = { message: "Has llegado al límite de carpetas", code: "limit_reached" };
  api.fail(folderEndpoints.create, 402, limit);
  api.answer(cardEndpoints.update, sampleCard({ front: "Llega" }));
  await sent();
  const [refused] = await listRefused(page.userId());
  if (!refused) throw new Error("nothing was refused");
  expect(refused).toMatchObject({ reason: limit.message, entry: { subject: "Una de más" } });
  expect(localStorage.getItem("repasa:refused")).toBe(`${page.userId()} 1`);
  expect(formatTyped(refused)).toBe("Una de más");

  api.answer(folderEndpoints.create, sampleFolder({ id: 51 }));
  await retryRefused(page.outbox(), [refused]);
  await sent();
  expect(await listRefused(page.userId())).toEqual([]);
  expect(localStorage.getItem("repasa:refused")).toBeNull();
  const ids = api.callsTo(folderEndpoints.create).map(({ body }) => (body as { clientId: string }).clientId);
  expect(new Set(ids).size).toBe(1);
});

it("refuses a card whose folder, made here, was refused, and can drop it", async () => {
  const folder = await callApi(folderEndpoints.create, { body: { name: "No cabe", clientId: crypto.randomUUID() } });
  const body = { front: "Tampoco", back: "cabe", clientId: crypto.randomUUID() };
  await callApi(cardEndpoints.create, { params: { id: folder.id }, body });
  const api = restoreNetwork();
  api.fail(folderEndpoints.create, 402, { message: "Límite", code: "limit_reached" });
  await sent();
  const refused = await listRefused(page.userId());
  // Both within a millisecond or two, and in either order.
  expect(refused.map(formatTyped).sort()).toEqual(["No cabe", "Tampoco\n\ncabe"]);
  for (const one of refused) await discardRefused(page.userId(), one);
  expect(await listRefused(page.userId())).toEqual([]);
});

it("waits while a proxy answers, and while the server is not itself", async () => {
  await edit(1, { front: "Espera" });
  const api = restoreNetwork();
  api.on(cardEndpoints.update, () => ({ status: 200, body: "<html>Acepta las condiciones</html>" }));
  await vi.waitFor(() => expect(api.callsTo(cardEndpoints.update)).toHaveLength(1));
  api.fail(cardEndpoints.update, 403, "<html>Prohibido</html>");
  page.outbox().retryNow();
  await vi.waitFor(() => expect(api.callsTo(cardEndpoints.update)).toHaveLength(2));
  api.fail(cardEndpoints.update, 503, { message: "Un momento", code: "unavailable" });
  page.outbox().retryNow();
  await vi.waitFor(() => expect(api.callsTo(cardEndpoints.update)).toHaveLength(3));
  expect(page.outbox().status().waiting).toBe(1);
  api.answer(cardEndpoints.update, sampleCard({ front: "Espera" }));
  page.outbox().retryNow();
  await sent();
});

it("asks for a sync in the background, and sends when the worker says so", async () => {
  await edit(1, { front: "En segundo plano" });
  expect(page.workers().synced).toContain("repasa-outbox");
  const api = page.answerReads();
  api.answer(cardEndpoints.update, sampleCard());
  page.workers().dispatchEvent(new MessageEvent("message", { data: { type: "send-outbox" } }));
  await sent();
});

it("asks for a sync in the background for a single rating, too, once that could not be sent", async () => {
  // An answer, so that the rating itself is what finds out that there is no network.
  noteReached();
  const { difficulty, answerResult, durationMs, reviewId } = ratingEntry();
  page.outbox().rate(1, { reviewId, difficulty, answerResult, durationMs, studySessionId: null });
  await vi.waitFor(() => expect(page.workers().synced).toContain("repasa-outbox"));
});

it("does not let a response of the server hide what has not been sent", async () => {
  await edit(1, { front: "Sin enviar" });
  const api = page.answerReads();
  api.fail(cardEndpoints.update, 503, { message: "Un momento", code: "unavailable" });
  api.answer(cardEndpoints.listInFolder, [sampleCard({ front: "Del servidor" })]);
  expect(await listCards(1)).toContain("Sin enviar");
});

it("never sends a change to another account", async () => {
  await edit(1, { front: "Mía" });
  const api = restoreNetwork();
  api.answer(authEndpoints.currentUser, sampleUser({ id: 3 }));
  api.answer(cardEndpoints.update, sampleCard());
  page.outbox().retryNow();
  await vi.waitFor(() => expect(api.callsTo(cardEndpoints.update).length).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const calls = api.callsTo(cardEndpoints.update);
  expect(calls.map(({ headers }) => headers.get("X-Account"))).toEqual([String(page.userId())]);
  // The server has refused it (`fakeApi`), and it waits for its account.
  expect(await page.outbox().countWaiting()).toBe(1);
});

it("stores switches of the preferences, and leaves to the server what only it can compute", async () => {
  await callApi(accountEndpoints.setPreferences, { body: { shortcuts: false } });
  expect(await callApi(accountEndpoints.preferences)).toMatchObject({ shortcuts: false, theme: "light" });
  const reset = callApi(cardEndpoints.batch, { body: { cardIds: [1], action: "reset" } });
  await expect(reset).rejects.toThrow();
  await expect(callApi(studyEndpoints.startSession, { body: {} })).rejects.toThrow();
});
