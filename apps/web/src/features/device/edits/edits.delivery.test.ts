import "#testing/indexed-db.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import { beforeEach, expect, it } from "vitest";
import { connectCopy } from "#features/device/copy/copy.database.ts";
import { editDelivery } from "#features/device/edits/edits.delivery.ts";
import { listRefused, retryRefused } from "#features/device/edits/edits.refused.ts";
import {
  type AddedEntry,
  type CardTexts,
  type EditEntry,
  LOCAL_IDS_FROM,
} from "#features/device/outbox/outbox.entry.ts";
import type { AnyInput } from "#lib/server-calls.ts";
import { newUuid } from "#lib/uuid.ts";
import { consoleOutput } from "#testing/console-output.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { ratingEntry } from "#testing/outbox.ts";
import { sampleCard, sampleFolder, sampleUser } from "#testing/sample-data.ts";

const { deliverEdit, refuseFailed } = editDelivery;
const gone = { status: 404, body: { message: "La carta no existe", code: "not_found" } };
const broken = { status: 500, body: { message: "Ha ocurrido un error inesperado", code: "internal" } };
const limit = { message: "Has llegado al límite", code: "limit_reached" };

let userId = 4970;
let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  userId += 1;
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser({ id: userId }));
});

const copy = () => connectCopy(userId);
const change = (
  { method, path, changes }: ClientEndpoint,
  input: AnyInput,
  rest: Partial<EditEntry> = {},
): EditEntry & { attempted: boolean } => ({
  kind: "change",
  userId,
  cardId: Number(input.params?.id ?? 0),
  reviewId: newUuid(),
  at: 5,
  subject: "Sal",
  call: { method, path, changes },
  input,
  attempted: true,
  ...rest,
});
const texts = (id: number): CardTexts => ({
  id,
  folderId: 1,
  front: `Carta ${id}`,
  back: "x",
  tags: ["sal"],
  format: "plain",
  copyId: newUuid(),
});
const edit = (id: number, front: string) =>
  change(cardEndpoints.update, { params: { id }, body: { front, back: "x" } }, { edited: [{ ...texts(id), front }] });

const historyOf = (id: number) => ({
  card: sampleCard({ id }),
  reviews: [],
  recall: null,
  stability: null,
  nextReviewAt: null,
});

/** Gives each `clientId` one card, from an id on, and lists what was created. */
function createCards(firstId: number) {
  const created = new Map<string, { id: number; front: string }>();
  api.on(cardEndpoints.create, ({ body }) => {
    const { clientId, front } = body as { clientId: string; front: string };
    const card = created.get(clientId) ?? { id: firstId + created.size, front };
    created.set(clientId, card);
    return { status: 201, body: sampleCard(card) };
  });
  return () => [...created.values()];
}

it("makes a copy of each card of a batch that was deleted elsewhere, and sends later edits to the right one", async () => {
  const created = createCards(70);
  answerBatches([]);
  const body = { cardIds: [1, 2], action: "tag", tags: ["sal"] };
  await deliverEdit(change(cardEndpoints.batch, { body }, { edited: [texts(1), texts(2)] }));
  expect(created()).toEqual([
    { id: 70, front: "Carta 1" },
    { id: 71, front: "Carta 2" },
  ]);
  api.answer(cardEndpoints.update, sampleCard({ id: 71 }));
  await deliverEdit(edit(2, "Segunda"));
  expect(api.callsTo(cardEndpoints.update).map(({ url }) => url.pathname)).toEqual(["/api/cards/71"]);
});

/** Answers a batch with 404 if it names a card that is not among those that the server has. */
function answerBatches(ids: readonly number[], answer = { status: 200, body: { batchId: "" } as object }) {
  api.on(cardEndpoints.batch, ({ body }) =>
    (body as { cardIds: number[] }).cardIds.every((id) => ids.includes(id)) ? answer : gone,
  );
  api.on(studyEndpoints.history, ({ url }) => {
    const id = Number(url.pathname.split("/")[3]);
    return ids.includes(id) ? { status: 200, body: historyOf(id) } : gone;
  });
}

it("sends a batch once more, and not card by card, without the cards that are gone", async () => {
  const cardIds = Array.from({ length: 100 }, (_, place) => place + 1);
  const present = cardIds.filter((id) => id !== 7);
  answerBatches(present);
  await deliverEdit(change(cardEndpoints.batch, { body: { cardIds, action: "suspend" } }));
  const sent = api.callsTo(cardEndpoints.batch).map(({ body }) => (body as { cardIds: number[] }).cardIds);
  expect(sent).toEqual([cardIds, present]);
});

it("lists a batch as refused that the server refuses without the cards that are gone, so that what follows is sent", async () => {
  answerBatches([2], { status: 402, body: limit });
  await deliverEdit(change(cardEndpoints.batch, { body: { cardIds: [1, 2], action: "tag", tags: ["sal"] } }));
  expect(await listRefused(userId)).toMatchObject([{ reason: limit.message }]);
});

it("makes one copy of a card that was created here, whichever of its ids an edit names", async () => {
  const created = createCards(60);
  const body = { front: "Nueva", back: "x", clientId: newUuid() };
  await deliverEdit(change(cardEndpoints.create, { params: { id: 1 }, body }, { localId: LOCAL_IDS_FROM }));
  api.on(cardEndpoints.update, ({ url }) =>
    url.pathname === "/api/cards/60" ? gone : { status: 200, body: sampleCard({ id: 61 }) },
  );
  await deliverEdit(edit(LOCAL_IDS_FROM, "Primera"));
  await deliverEdit(edit(60, "Segunda"));
  expect(created().map(({ front }) => front)).toEqual(["Nueva", "Primera"]);
  expect(api.callsTo(cardEndpoints.update).at(-1)?.url.pathname).toBe("/api/cards/61");
});

it("sends changes to the card itself that a restored server has again, before the copy knows of it", async () => {
  const created = createCards(60);
  const restored = "/api/cards/1";
  api.on(cardEndpoints.update, () => gone);
  await deliverEdit(edit(1, "Con copia"));
  expect(created()).toHaveLength(1);
  const answer = (path: string, body: unknown) => (path === restored ? { status: 200, body } : gone);
  api.on(cardEndpoints.update, ({ url }) => answer(url.pathname, sampleCard({ id: 1 })));
  api.on(cardEndpoints.remove, ({ url }) => (url.pathname === restored ? { status: 204 } : gone));
  api.on(studyEndpoints.history, ({ url }) => answer(url.pathname.replace("/history", ""), historyOf(1)));
  api.on(cardEndpoints.batch, ({ body }) =>
    answer(`/api/cards/${(body as { cardIds: number[] }).cardIds}`, { batchId: "" }),
  );
  await deliverEdit(edit(1, "Por su nombre"));
  await deliverEdit(edit(60, "Por el de su copia"));
  const body = { cardIds: [60], action: "tag", tags: ["sal"] };
  await deliverEdit(change(cardEndpoints.batch, { body }, { edited: [texts(60)] }));
  await deliverEdit(change(cardEndpoints.remove, { params: { id: 60 } }));
  expect(created()).toHaveLength(1);
  const edits = api.callsTo(cardEndpoints.update).filter(({ url }) => url.pathname === restored);
  expect(edits.map(({ body: sent }) => (sent as { front: string }).front)).toEqual([
    ...["Con copia", "Por su nombre", "Por el de su copia"],
  ]);
  expect(api.callsTo(cardEndpoints.batch).at(-1)?.body).toMatchObject({ cardIds: [1] });
  expect(api.callsTo(cardEndpoints.remove).at(-1)?.url.pathname).toBe(restored);
});

it("takes the sibling of a card whose gap an edit removes for the server's response, and makes no copy", async () => {
  const created = createCards(90);
  api.answer(cardEndpoints.update, sampleCard({ id: 6, groupId: null, variant: "c1" }));
  await deliverEdit(edit(5, "El {{c1::agua}} moja"));
  expect(api.callsTo(cardEndpoints.update)).toHaveLength(1);
  expect(created()).toEqual([]);
});

it("changes the sibling of a card whose gap is gone, as after a lost answer, and makes a copy if all are gone", async () => {
  const created = createCards(90);
  const present = (path: string, body: unknown) => (path.startsWith("/api/cards/6") ? { status: 200, body } : gone);
  api.on(studyEndpoints.history, ({ url }) => present(url.pathname, historyOf(6)));
  api.on(cardEndpoints.update, ({ url }) => present(url.pathname, sampleCard({ id: 6 })));
  api.on(cardEndpoints.batch, ({ body }) =>
    present(`/api/cards/${(body as { cardIds: number[] }).cardIds}`, { batchId: "" }),
  );
  const removesGap = edit(5, "El {{c1::agua}} moja");
  const edited = [{ ...texts(5), siblings: [4, 6] }];
  await deliverEdit({ ...removesGap, edited });
  const body = { cardIds: [5], action: "tag", tags: ["sal"] };
  await deliverEdit(change(cardEndpoints.batch, { body }, { edited }));
  const last = { update: api.callsTo(cardEndpoints.update).at(-1), batch: api.callsTo(cardEndpoints.batch).at(-1) };
  expect(last.update).toMatchObject({ url: { pathname: "/api/cards/6" }, body: removesGap.input.body });
  expect(last.batch?.body).toEqual({ ...body, cardIds: [6] });
  expect(created()).toEqual([]);
  api.on(studyEndpoints.history, () => gone);
  api.on(cardEndpoints.update, () => gone);
  await deliverEdit({ ...removesGap, edited });
  expect(created()).toHaveLength(1);
});

it("lists an edit as refused that the server refuses for the sibling", async () => {
  api.on(studyEndpoints.history, () => ({ status: 200, body: historyOf(6) }));
  api.on(cardEndpoints.update, ({ url }) => (url.pathname === "/api/cards/5" ? gone : { status: 402, body: limit }));
  await deliverEdit({ ...edit(5, "El {{c1::agua}} moja"), edited: [{ ...texts(5), siblings: [6] }] });
  expect(await listRefused(userId)).toMatchObject([{ reason: limit.message }]);
});

it("creates the folder of copies with the same id on all devices", async () => {
  const clientIds: unknown[] = [];
  api.on(cardEndpoints.update, () => gone);
  api.on(cardEndpoints.create, ({ url }) =>
    url.pathname.includes("/80/") ? { status: 201, body: sampleCard() } : gone,
  );
  api.answer(folderEndpoints.list, []);
  api.on(folderEndpoints.create, ({ body }) => {
    clientIds.push((body as { clientId?: string }).clientId);
    return { status: 201, body: sampleFolder({ id: 80 }) };
  });
  await deliverEdit(edit(1, "En un dispositivo"));
  await deliverEdit(edit(2, "En otro"));
  expect(clientIds).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), clientIds[0]]);
});

it("shows a folder with its cards again that the server did not delete", async () => {
  api.fail(folderEndpoints.remove, 402, limit);
  api.answer(folderEndpoints.read, sampleFolder({ id: 1 }));
  api.answer(cardEndpoints.listInFolder, [sampleCard({ id: 3, folderId: 1 })]);
  await deliverEdit(change(folderEndpoints.remove, { params: { id: 1 } }));
  expect(await copy().use((database) => database.getAllKeys("folders"))).toEqual([1]);
  expect(await copy().use((database) => database.getAllKeys("cards"))).toEqual([3]);
});

it("shows the server's name of a folder that was created here, and whose new name was refused", async () => {
  const body = { name: "Sal", clientId: newUuid() };
  api.answer(folderEndpoints.create, sampleFolder({ id: 50, name: "Sal" }));
  await deliverEdit(change(folderEndpoints.create, { body }, { localId: LOCAL_IDS_FROM }));
  await copy().use((database) => database.put("folders", sampleFolder({ id: 50, name: "Otra" })));
  api.fail(folderEndpoints.update, 402, limit);
  api.on(folderEndpoints.read, ({ url }) =>
    url.pathname === "/api/folders/50" ? { status: 200, body: sampleFolder({ id: 50, name: "Sal" }) } : gone,
  );
  await deliverEdit(change(folderEndpoints.update, { params: { id: LOCAL_IDS_FROM }, body: { name: "Otra" } }));
  const folders = await copy().use((database) => database.getAll("folders"));
  expect(folders.map(({ id, name }) => [id, name])).toEqual([[50, "Sal"]]);
});

it("reads the copy from the beginning if the server fails with the rows of what it refuses", async () => {
  await copy().use((database) => database.put("facts", "40", "cursor"));
  api.on(studyEndpoints.history, () => broken);
  await refuseFailed(edit(1, "Rota"));
  expect(await listRefused(userId)).toHaveLength(1);
  const cursor = await copy().use((database) => database.get("facts", "cursor"));
  // An empty one would leave what is gone.
  expect(cursor).not.toMatch(/^$|40/);
  expect(consoleOutput("warn")).toHaveLength(1);
});

it("lists nothing as refused that a page, killed before it had removed it from the outbox, has left there", async () => {
  const entry = edit(1, "Al fin");
  api.on(studyEndpoints.history, () => gone);
  await refuseFailed(entry);
  api.answer(cardEndpoints.update, sampleCard({ id: 1 }));
  await deliverEdit(entry);
  expect(await listRefused(userId)).toEqual([]);
});

it("tries a refused card again with each rating that has joined it meanwhile, and leaves none behind", async () => {
  const entry = change(cardEndpoints.create, { params: { id: 1 }, body: {} }, { localId: LOCAL_IDS_FROM });
  const rating = (reviewId: string) => ({
    ...ratingEntry({ userId, cardId: LOCAL_IDS_FROM, reviewId }),
    attempted: true,
  });
  await refuseFailed(entry);
  await editDelivery.resolveRating(rating("first"));
  const added: string[] = [];
  const add = async ({ kind, reviewId }: AddedEntry) => {
    added.push(kind === "change" ? kind : reviewId);
    if (reviewId === "first") await editDelivery.resolveRating(rating("second"));
  };
  await retryRefused({ userId, add }, await listRefused(userId));
  expect(added).toEqual(["change", "first", "second"]);
  expect(await listRefused(userId)).toEqual([]);
});

it.each<[string, ClientEndpoint, AnyInput, unknown]>([
  ["an edit, answered with nothing", cardEndpoints.update, { params: { id: 1 }, body: { front: "Sal" } }, ""],
  ["an edit, answered by a hotspot", cardEndpoints.update, { params: { id: 1 }, body: { front: "Sal" } }, { ok: true }],
  ["an edit, answered with another thing", cardEndpoints.update, { params: { id: 1 }, body: {} }, { id: 2 }],
  ["a folder, answered with another", folderEndpoints.update, { params: { id: 1 }, body: {} }, sampleFolder({ id: 2 })],
  ["a new card", cardEndpoints.create, { params: { id: 1 }, body: { front: "Sal" } }, { ok: true }],
  ["a batch", cardEndpoints.batch, { body: { cardIds: [1], action: "suspend" } }, {}],
  ["a deletion", cardEndpoints.remove, { params: { id: 1 } }, { ok: true }],
])("does not take a success for the server's that cannot be: %s", async (_what, endpoint, input, body) => {
  api.on(endpoint, () => ({ status: 200, body }));
  await expect(deliverEdit(change(endpoint, input))).rejects.toThrow("answered");
});
