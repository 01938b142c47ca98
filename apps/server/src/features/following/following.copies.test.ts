// Cards that follow an author's, and files: what an import does to them, and what an export says of them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { checkUpstreams } from "#features/cards/followed/followed.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { createFolder } from "#testing/card-calls.ts";
import { assign, createClass, joinClass } from "#testing/class-calls.ts";
import { download } from "#testing/export-files.ts";
import { sendMaterial } from "#testing/import-form.ts";
import { ana, author, link, shareBeforeEach, shared } from "#testing/shared-folder.ts";
import { addCard, editCard, follow, listCards, pull, shareFolder } from "#testing/sharing-world.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "repasa-test-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z", environment: { DATA_DIR: dataDir } });

let source: Card;
let folder: Folder;

shareBeforeEach(app, { name: "Arte" });
beforeEach(async () => {
  source = await addCard(author, shared.id, { front: "cuadro", back: "óleo", tags: ["barroco"] });
  folder = await follow(ana, link);
});

async function importFile(client: TestClient, data: string | Uint8Array, fileName: string, options: object) {
  const { id } = await sendMaterial(app, client, { data, fileName });
  await client.post(`/api/imports/${id}/start`, { options });
  await app.runJobs("imports.write");
  expect((await client.get(`/api/imports/${id}`)).body).toMatchObject({ status: "done" });
  return id;
}

async function undoImport(client: TestClient, id: string) {
  await client.post(`/api/imports/${id}/undo`);
  await app.runJobs("imports.undo");
  expect((await client.get(`/api/imports/${id}`)).body).toMatchObject({ status: "undone" });
}

/** Imports her own export, in which another program has changed the back of the card. */
async function rewrite(from: string, to: string) {
  const { body } = await download(app, ana, "account/export?format=json");
  const changed = body.toString().replaceAll(JSON.stringify(from), JSON.stringify(to));
  return importFile(ana, changed, "repasa.json", { duplicates: "update" });
}

/** Returns the only card, after checking that what is stored of it agrees. */
async function readCard() {
  for await (const { what } of checkUpstreams(app.database.orm, ana.userId as OwnerId)) throw new Error(what);
  const cards = await listCards(ana, folder.id);
  expect(cards).toHaveLength(1);
  return cards[0] as Card;
}

describe("An import", () => {
  it("that rewrites a followed card is an edit of hers, and its undo is one, too", async () => {
    const id = await rewrite("óleo", "acuarela");
    expect(await readCard()).toMatchObject({ back: "acuarela", upstream: { state: "same" } });
    await editCard(author, source, { front: "lienzo" });
    expect(await pull(ana, folder.id)).toMatchObject({ changed: 1, kept: 0 });
    expect(await readCard()).toMatchObject({ front: "lienzo", back: "acuarela" });
    const other = await rewrite("acuarela", "fresco");
    await editCard(author, { ...source, front: "lienzo" }, { back: "temple" });
    expect(await pull(ana, folder.id)).toMatchObject({ kept: 1 });
    expect(await readCard()).toMatchObject({ back: "fresco", upstream: { state: "changed", back: "temple" } });
    await undoImport(ana, other);
    expect(await readCard()).toMatchObject({ back: "acuarela", upstream: { state: "changed", back: "temple" } });
    // The card has been changed by a pull since.
    await undoImport(ana, id);
    expect(await readCard()).toMatchObject({ front: "lienzo", back: "acuarela" });
  });

  it("that is undone leaves a card of which the next pull fills every field again", async () => {
    const id = await rewrite("óleo", "acuarela");
    expect(await readCard()).toMatchObject({ back: "acuarela" });
    await undoImport(ana, id);
    expect(await readCard()).toMatchObject({ back: "óleo", upstream: { state: "same" } });
    await editCard(author, source, { back: "temple" });
    expect(await pull(ana, folder.id)).toMatchObject({ changed: 1, kept: 0 });
    expect(await readCard()).toMatchObject({ back: "temple", upstream: { state: "same" } });
  });

  it("that gives her the author's text settles a kept field", async () => {
    const card = await readCard();
    await editCard(ana, card, { back: "mía" });
    await editCard(author, source, { back: "temple" });
    await pull(ana, folder.id);
    expect(await readCard()).toMatchObject({ upstream: { state: "changed" } });
    const id = await rewrite("mía", "temple");
    expect(await readCard()).toMatchObject({ back: "temple", upstream: { state: "same" } });
    await undoImport(ana, id);
    expect(await readCard()).toMatchObject({ back: "mía" });
  });

  it.each(["json", "apkg"])(
    "of an account's %s restores followed cards as ordinary ones, with nothing shared",
    async (format) => {
      const text = { front: "{{c1::a}} {{c2::b}}", back: "", format: "markdown" as const };
      await addCard(author, shared.id, text);
      const taught = await createClass(author, "Historia");
      await joinClass(ana, taught, { name: "Ana B." });
      const assigned = await createFolder(author, { name: "Roma" });
      await addCard(author, assigned.id);
      await assign(author, taught, { folderIds: [assigned.id] });
      await app.runJobs();
      await editCard(ana, await readCard(), { back: "mía" });
      await editCard(author, source, { back: "temple" });
      await pull(ana, folder.id);
      const exported = await download(app, ana, `account/export?format=${format}`);
      expect(exported.status).toBe(200);
      const eva = await app.register();
      await importFile(eva, exported.body, `repasa.${format}`, {});
      const describeAll = async (client: TestClient) => {
        const all = [];
        for (const { id, name, cardCount } of (await client.get<Folder[]>("/api/folders")).body) {
          const cards = await listCards(client, id);
          const texts = cards.map(({ front, back, tags, variant, suspended }) => [
            front,
            back,
            tags,
            variant,
            suspended,
          ]);
          all.push([name, cardCount, texts]);
        }
        return all.sort();
      };
      expect(await describeAll(eva)).toEqual(await describeAll(ana));
      for (const { id, follows } of (await eva.get<Folder[]>("/api/folders")).body) {
        expect(follows).toBeNull();
        for (const { upstream } of await listCards(eva, id)) expect(upstream).toBeNull();
      }
      expect([(await eva.get("/api/classes")).body, (await eva.get("/api/user/shares")).body]).toEqual([[], []]);
    },
  );
});

describe("The page of a link", () => {
  it("says which folder is the caller's own: the shared one, or the one that follows it", async () => {
    const mine = async (client: TestClient) => (await client.get(`/api/shares/${link.token}`)).body;
    expect(await mine(author)).toMatchObject({ mine: shared.id });
    expect(await mine(ana)).toMatchObject({ mine: folder.id });
    expect(await mine(await app.register())).toMatchObject({ mine: null });
    expect(await mine(app.visitor())).toMatchObject({ mine: null });
    const other = await shareFolder(author, shared.id);
    expect((await ana.get(`/api/shares/${other.token}`)).body).toMatchObject({ mine: folder.id });
    await author.delete(`/api/shares/${link.id}`);
    await app.runJobs();
    expect((await ana.get(`/api/shares/${other.token}`)).body).toMatchObject({ mine: folder.id });
    await ana.delete(`/api/folders/${folder.id}/follow`);
    expect((await ana.get(`/api/shares/${other.token}`)).body).toMatchObject({ mine: null });
  });
});
