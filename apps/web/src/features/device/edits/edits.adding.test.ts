import "#testing/indexed-db.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import { expect, it } from "vitest";
import { Copy } from "#features/device/copy/copy.opened.ts";
import { addEntry, describeEntry } from "#features/device/edits/edits.adding.ts";
import type { AddedEdit, AddedEntry, EditEntry } from "#features/device/outbox/outbox.entry.ts";
import { newUuid } from "#lib/uuid.ts";
import { consoleOutput } from "#testing/console-output.ts";
import { sampleCard, sampleFolder } from "#testing/sample-data.ts";

const USER = 4950;

async function openCopy() {
  const copy = new Copy(USER);
  await copy.use((database) => database.put("folders", sampleFolder({ id: 1 })));
  await copy.use((database) => database.put("cards", sampleCard({ id: 1, folderId: 1, front: "Antes" })));
  const fronts = async () => (await copy.use((database) => database.getAll("cards"))).map(({ front }) => front);
  return { copy, fronts };
}

/** An outbox whose page is killed before it has stored anything. */
const killedOutbox = { add: () => new Promise<void>(() => {}), listWaitingEdits: async () => [] };

it("leaves the copy as it is until the outbox has the change, which a killed page would otherwise never send", async () => {
  const { copy, fronts } = await openCopy();
  const calls = [
    [cardEndpoints.create, { params: { id: 1 }, body: { front: "Nueva", back: "x" } }],
    [cardEndpoints.update, { params: { id: 1 }, body: { front: "Editada", back: "x" } }],
    [cardEndpoints.remove, { params: { id: 1 } }],
    [folderEndpoints.remove, { params: { id: 1 } }],
  ] as const;
  for (const [endpoint, input] of calls) {
    const described = await describeEntry(copy, endpoint, input, 5);
    expect(described?.entry).toMatchObject({ kind: "change", input, at: 5 });
    void addEntry(copy, killedOutbox, described?.entry as EditEntry);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await fronts()).toEqual(["Antes"]);
  }
});

it("is described while something else reads the copy", async () => {
  const { copy } = await openCopy();
  const input = { params: { id: 1 }, body: { front: "Editada", back: "x" } };
  await copy.use(async (database) => {
    const { store, done } = database.transaction("cards");
    let isDescribed = false;
    const described = describeEntry(copy, cardEndpoints.update, input, 5).finally(() => {
      isDescribed = true;
    });
    for (let reads = 0; reads < 500 && !isDescribed; reads++) await store.count();
    expect(isDescribed).toBe(true);
    await Promise.all([described, done]);
  });
});

it("shows the change once the outbox has it, and tells nobody to make it again if the copy cannot", async () => {
  const { copy, fronts } = await openCopy();
  const input = { params: { id: 1 }, body: { front: "Editada", back: "x" } };
  const described = await describeEntry(copy, cardEndpoints.update, input, 5);
  const waiting: EditEntry[] = [];
  const add = async (entry: AddedEntry) => void waiting.push({ userId: USER, ...entry } as EditEntry);
  await addEntry(copy, { add, listWaitingEdits: async () => waiting }, described?.entry as EditEntry);
  expect(await fronts()).toEqual(["Editada"]);
  const listWaitingEdits = () => Promise.reject(new Error("late"));
  await addEntry(copy, { add, listWaitingEdits }, described?.entry as EditEntry);
  expect(consoleOutput("warn")).toEqual(["The copy of this device does not show an edit"]);
});

it("names the siblings of edited cards of gaps, but not those of a card with a reverse", async () => {
  const { copy } = await openCopy();
  const [group, other, reversed] = [newUuid(), newUuid(), newUuid()];
  const cards = [
    ...[2, 3, 4].map((id) => sampleCard({ id, groupId: group, variant: `c${id}` })),
    sampleCard({ id: 5, groupId: other, variant: "c1" }),
    sampleCard({ id: 6, groupId: reversed }),
    sampleCard({ id: 7, groupId: reversed, variant: "reverse" }),
  ];
  for (const card of cards) await copy.use((database) => database.put("cards", card));
  const body = { front: "El {{c2::agua}} moja", back: "x" };
  const edit = await describeEntry(copy, cardEndpoints.update, { params: { id: 3 }, body }, 5);
  expect(edit?.entry).toMatchObject({ edited: [{ id: 3, siblings: [2, 4] }] });
  const tag = { cardIds: [1, 4, 7], action: "tag" as const, tags: ["sal"] };
  const batch = await describeEntry(copy, cardEndpoints.batch, { body: tag }, 5);
  const { edited = [] } = (batch as { entry: AddedEdit }).entry;
  expect(edited.map(({ id, siblings }) => [id, siblings])).toEqual([
    [1, undefined],
    [4, [2, 3]],
    [7, undefined],
  ]);
});

it("returns null for a card that the copy lacks", async () => {
  const { copy } = await openCopy();
  expect(await describeEntry(copy, cardEndpoints.remove, { params: { id: 9 } }, 5)).toBeNull();
});
