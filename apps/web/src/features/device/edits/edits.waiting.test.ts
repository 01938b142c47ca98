// @vitest-environment node
import "#testing/indexed-db.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import { expect, it } from "vitest";
import { Copy } from "#features/device/copy/copy.opened.ts";
import { applyWaiting } from "#features/device/edits/edits.waiting.ts";
import { type EditEntry, LOCAL_IDS_FROM, type StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import { sampleFolder } from "#testing/sample-data.ts";

const creation: EditEntry & StoredEntry = {
  kind: "change",
  userId: 4900,
  cardId: 1,
  reviewId: "a",
  at: 1,
  attempted: true,
  call: cardEndpoints.create,
  localId: LOCAL_IDS_FROM,
  subject: "Nueva",
  input: { params: { id: 1 }, body: { front: "Nueva", back: "Carta", clientId: "b" } },
};

/** Applies what waits; `later` is what still waits afterwards. */
async function apply(later: readonly EditEntry[]) {
  const copy = new Copy(4900);
  await copy.use((database) => database.put("folders", sampleFolder({ id: 1 })));
  const lists = [[creation], [...later]];
  const { waiting } = await applyWaiting(copy, { listWaitingEdits: async () => lists.shift() ?? [] });
  const cards = await copy.use((database) => database.getAll("cards"));
  return { waiting, fronts: cards.map(({ front }) => front) };
}

it("shows what waits, but not what has been delivered or refused while it was applied", async () => {
  expect(await apply([creation])).toEqual({ waiting: [creation], fronts: ["Nueva"] });
  expect(await apply([])).toEqual({ waiting: [], fronts: [] });
});

it("leaves no row of a creation that another tab has delivered, but not yet taken from the outbox", async () => {
  const copy = new Copy(4901);
  await copy.use((database) => database.put("folders", sampleFolder({ id: 1 })));
  const lists = [[creation], [creation]];
  const listWaitingEdits = async () => {
    // Between the two lists, another tab stores the id that the server has given.
    if (lists.length === 1) await copy.use((database) => database.put("ids", 7, LOCAL_IDS_FROM));
    return lists.shift() ?? [];
  };
  await applyWaiting(copy, { listWaitingEdits });
  expect(await copy.use((database) => database.getAll("cards"))).toEqual([]);
});
