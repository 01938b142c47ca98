import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { describe, expect, it } from "vitest";
import { createFolder } from "#testing/card-calls.ts";
import { ana, author, link, shareBeforeEach, shared } from "#testing/shared-folder.ts";
import { addCard, editCard, follow, listCards, pull, readFolder, shareFolder } from "#testing/sharing-world.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });
const NOTHING = { batchId: null, added: 0, changed: 0, kept: 0, suspended: 0 };

shareBeforeEach(app, { name: "Historia", description: "Tema 1", language: "es-ES" });

/** Follows the folder, with one card of the author. */
async function followCard(body: Parameters<typeof addCard>[2] = {}) {
  const source = await addCard(author, shared.id, body);
  const folder = await follow(ana, link);
  const [card] = (await listCards(ana, folder.id)) as [Card];
  return { source, folder, card };
}

const setFirstName = () =>
  app.database.pool.query("update users set first_name = 'Marta' where id = $1", [author.userId]);

const readCard = async (folderId: number, id: number) => (await listCards(ana, folderId)).find((one) => one.id === id);

describe("Following", () => {
  it("brings the cards with tags and groups, and the folder's fields, without any study", async () => {
    const studied = await addCard(author, shared.id, { front: "a", tags: ["Uno"] });
    await author.post(`/api/cards/${studied.id}/review`, { difficulty: "easy" });
    await addCard(author, shared.id, { front: "{{c1::x}} {{c2::y}}", back: "", format: "markdown" });
    await addCard(author, shared.id, { front: "dog", back: "perro", reverse: true, suspended: true });
    const { status, body } = await ana.post<Folder>(`/api/shares/${link.token}/follow`);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "Historia",
      description: "Tema 1",
      language: "es-ES",
      cardCount: 5,
      hasStudiedCards: false,
      follows: { from: null, ended: false, paused: false, lastPull: null },
    });
    const cards = await listCards(ana, body.id);
    expect(cards).toMatchObject([
      { front: "a", tags: ["Uno"], variant: null, groupId: null, difficulty: "new", reviewCount: 0 },
      { variant: "c1", groupId: cards[2]?.groupId },
      { variant: "c2", groupId: expect.any(String) },
      { front: "dog", variant: null, groupId: cards[4]?.groupId },
      { front: "perro", variant: "reverse", groupId: expect.any(String) },
    ]);
    for (const card of cards) expect(card).toMatchObject({ suspended: false, upstream: { state: "same" } });
    expect((await ana.get("/api/cards/search?q=perro")).body).toMatchObject({ cards: [{}, {}] });
  });

  it("again, or by another link, answers the same folder, and one's own link the own folder", async () => {
    const folder = await follow(ana, link);
    const again = await ana.post<Folder>(`/api/shares/${link.token}/follow`);
    expect(again).toMatchObject({ status: 200, body: { id: folder.id } });
    const other = await shareFolder(author, shared.id);
    expect((await follow(ana, other)).id).toBe(folder.id);
    expect(await author.post(`/api/shares/${link.token}/follow`)).toMatchObject({
      status: 200,
      body: { id: shared.id },
    });
    expect((await ana.get(`/api/shares/${link.token}`)).body).toMatchObject({ mine: folder.id });
    expect((await author.get<Share[]>("/api/user/shares")).body.map(({ followers }) => followers)).toEqual([1, 1]);
  });

  it("twice at once makes one folder", async () => {
    await addCard(author, shared.id);
    const responses = await Promise.all([1, 2, 3].map(() => ana.post<Folder>(`/api/shares/${link.token}/follow`)));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect((await ana.get<Folder[]>("/api/folders")).body).toHaveLength(1);
  });

  it("shows the author's first name only with showName", async () => {
    await setFirstName();
    const named = await shareFolder(author, shared.id, { showName: true });
    const folder = await follow(ana, named);
    const name = async () => (await readFolder(ana, folder.id)).follows?.from;
    expect(await name()).toBe("Marta");
    await author.put(`/api/shares/${named.id}`, { showName: false });
    await app.runJobs();
    expect(await name()).toBe(null);
  });

  it("ends with the link, is taken up by another one, and ends for good by Dejar de seguir", async () => {
    const { folder, card } = await followCard();
    await author.delete(`/api/shares/${link.id}`);
    await app.runJobs();
    expect((await readFolder(ana, folder.id)).follows).toMatchObject({ ended: true });
    expect(await ana.post(`/api/folders/${folder.id}/pull`)).toMatchObject({ status: 409 });
    expect(await ana.post(`/api/shares/${link.token}/follow`)).toMatchObject({ status: 404 });
    const other = await shareFolder(author, shared.id);
    expect(await follow(ana, other)).toMatchObject({ id: folder.id, follows: { ended: false } });
    expect(await pull(ana, folder.id)).toEqual(NOTHING);
    expect(await ana.delete(`/api/folders/${folder.id}/follow`)).toMatchObject({ status: 204 });
    expect(await readFolder(ana, folder.id)).toMatchObject({ follows: null, cardCount: 1 });
    expect(await readCard(folder.id, card.id)).toMatchObject({ upstream: null });
    expect(await ana.delete(`/api/folders/${folder.id}/follow`)).toMatchObject({ status: 404 });
    expect(await ana.post(`/api/folders/${folder.id}/pull`)).toMatchObject({ status: 404 });
  });
});

describe("A pull", () => {
  it("brings what is new, and nothing the second time", async () => {
    const { folder, source, card } = await followCard();
    await editCard(author, source, { back: "otra" });
    await addCard(author, shared.id, { front: "nueva", suspended: true });
    expect(await readCard(folder.id, card.id)).toMatchObject({ back: "back" });
    const first = await pull(ana, folder.id);
    expect(first).toEqual({ ...NOTHING, batchId: expect.any(String), added: 1, changed: 1 });
    expect(await pull(ana, folder.id)).toEqual(NOTHING);
    expect(await listCards(ana, folder.id)).toMatchObject([
      { id: card.id, back: "otra", upstream: { state: "same" } },
      { front: "nueva", suspended: false },
    ]);
    expect((await readFolder(ana, folder.id)).follows?.lastPull).toEqual({
      ...first,
      at: app.clock.now().toISOString(),
    });
    const { versions } = (await ana.get<{ versions: object[] }>(`/api/cards/${card.id}/versions`)).body;
    expect(versions).toMatchObject([{ back: "back" }]);
  });

  it("keeps her own edits, and shows both texts until she chooses", async () => {
    const { folder, source, card } = await followCard();
    await editCard(ana, card, { front: "mía" });
    await editCard(author, source, { front: "suya", back: "nueva" });
    expect(await pull(ana, folder.id)).toMatchObject({ changed: 1, kept: 1 });
    expect(await readCard(folder.id, card.id)).toMatchObject({
      front: "mía",
      back: "nueva",
      upstream: { state: "changed", front: "suya", back: "nueva", format: "plain", variant: null },
    });
    const chosen = await ana.post(`/api/cards/${card.id}/upstream`, { take: "author" });
    expect(chosen).toMatchObject({ status: 200, body: { front: "suya", back: "nueva", upstream: { state: "same" } } });
    expect(await pull(ana, folder.id)).toEqual(NOTHING);
    expect(await author.post(`/api/cards/${source.id}/upstream`, { take: "mine" })).toMatchObject({ status: 404 });
  });

  it("leaves the same card if an edit with an old base arrives after it", async () => {
    const { folder, source, card } = await followCard();
    await editCard(author, source, { front: "suya" });
    await pull(ana, folder.id);
    await editCard(ana, card, { front: "mía", base: { front: "front", back: "back" } });
    expect(await readCard(folder.id, card.id)).toMatchObject({
      front: "mía",
      back: "back",
      upstream: { state: "changed", front: "suya" },
    });
  });

  it("suspends what the author deleted, once, and resumes it if she brings it back first", async () => {
    const { folder, source, card } = await followCard();
    const { batchId } = (
      await author.post<{ batchId: string }>("/api/cards/batch", { cardIds: [source.id], action: "delete" })
    ).body;
    expect(await pull(ana, folder.id)).toMatchObject({ suspended: 1 });
    expect(await readCard(folder.id, card.id)).toMatchObject({ suspended: true, upstream: { state: "deleted" } });
    expect(await author.post(`/api/batches/${batchId}/undo`)).toMatchObject({ status: 200 });
    expect(await pull(ana, folder.id)).toMatchObject({ changed: 1 });
    expect(await readCard(folder.id, card.id)).toMatchObject({ suspended: false, upstream: { state: "same" } });
    await author.delete(`/api/cards/${source.id}`);
    await pull(ana, folder.id);
    await ana.post("/api/cards/batch", { cardIds: [card.id], action: "resume" });
    expect(await readCard(folder.id, card.id)).toMatchObject({ suspended: false, upstream: null });
    expect(await pull(ana, folder.id)).toEqual(NOTHING);
  });

  it("counts a card that was moved out of the folder as deleted, and follows hers wherever she moves it", async () => {
    const { folder, source, card } = await followCard();
    const elsewhere = await createFolder(ana, { name: "Otra" });
    await ana.post("/api/cards/batch", { cardIds: [card.id], action: "move", folderId: elsewhere.id });
    await editCard(author, source, { back: "nueva" });
    expect(await pull(ana, folder.id)).toMatchObject({ changed: 1 });
    expect(await readCard(elsewhere.id, card.id)).toMatchObject({ back: "nueva" });
    const other = await createFolder(author, { name: "Privada" });
    await author.post("/api/cards/batch", { cardIds: [source.id], action: "move", folderId: other.id });
    expect(await pull(ana, folder.id)).toMatchObject({ suspended: 1 });
  });

  it("does not bring back what she deleted, unless she undoes that", async () => {
    const { folder, source, card } = await followCard();
    const { batchId } = (
      await ana.post<{ batchId: string }>("/api/cards/batch", { cardIds: [card.id], action: "delete" })
    ).body;
    await editCard(author, source, { back: "nueva" });
    expect(await pull(ana, folder.id)).toEqual(NOTHING);
    expect(await listCards(ana, folder.id)).toEqual([]);
    expect(await ana.post(`/api/batches/${batchId}/undo`)).toMatchObject({ status: 200 });
    expect(await pull(ana, folder.id)).toMatchObject({ changed: 1 });
    expect(await readCard(folder.id, card.id)).toMatchObject({ back: "nueva" });
  });

  it("follows on with what she deleted and brought back, although its sibling was stored meanwhile", async () => {
    const { source, card } = await followCard({ front: "dog", back: "perro", reverse: true });
    const [, reverse] = (await ana.get<Card[]>(`/api/folders/${card.folderId}/cards`)).body.toReversed() as [
      Card,
      Card,
    ];
    const deletion = { cardIds: [reverse.id], action: "delete" };
    const { batchId } = (await ana.post<{ batchId: string }>("/api/cards/batch", deletion)).body;
    expect(await ana.post(`/api/cards/${card.id}/upstream`, { take: "mine" })).toMatchObject({ status: 200 });
    expect(await ana.post(`/api/batches/${batchId}/undo`)).toMatchObject({ status: 200 });
    expect(await readCard(card.folderId, reverse.id)).toMatchObject({ upstream: { state: "same" } });
    await editCard(author, source, { front: "hound" });
    await pull(ana, card.folderId);
    expect(await readCard(card.folderId, reverse.id)).toMatchObject({ back: "hound" });
  });

  it("merges siblings as one, with the author's new gaps and those that she removed", async () => {
    const text = { back: "", format: "markdown" as const };
    const { folder, source } = await followCard({ ...text, front: "{{c1::a}} {{c2::b}}" });
    await editCard(author, source, { ...text, front: "{{c1::a}} {{c3::c}}" });
    expect(await pull(ana, folder.id)).toMatchObject({ added: 1, changed: 1, suspended: 1 });
    const cards = await listCards(ana, folder.id);
    expect(cards).toMatchObject([
      { variant: "c1", front: "{{c1::a}} {{c3::c}}", suspended: false },
      { variant: "c2", front: "{{c1::a}} {{c2::b}}", suspended: true, groupId: null, upstream: { state: "deleted" } },
      { variant: "c3", front: "{{c1::a}} {{c3::c}}", suspended: false, upstream: { state: "same" } },
    ]);
    expect(cards[2]?.groupId).toBe(cards[0]?.groupId);
  });

  it("merges a reverse, also one that has lost its sibling", async () => {
    const { folder, source } = await followCard({ front: "dog", back: "perro", reverse: true });
    const [front, reverse] = (await listCards(ana, folder.id)) as [Card, Card];
    await ana.delete(`/api/cards/${front.id}`);
    await editCard(author, source, { back: "can" });
    expect(await pull(ana, folder.id)).toMatchObject({ changed: 1, kept: 0, added: 0 });
    expect(await readCard(folder.id, reverse.id)).toMatchObject({
      front: "can",
      back: "dog",
      upstream: { state: "same" },
    });
  });

  it("still merges such a reverse after it had gaps, which it shows where she wrote them", async () => {
    const { folder, source } = await followCard({ front: "dog", back: "perro", reverse: true });
    const [front, reverse] = (await listCards(ana, folder.id)) as [Card, Card];
    await ana.delete(`/api/cards/${front.id}`);
    const gaps = { front: "{{c1::perro}} {{c2::grande}}", format: "markdown" as const };
    expect(await editCard(ana, reverse, gaps)).toMatchObject({ ...gaps, back: "dog", variant: "c1" });
    expect(await listCards(ana, folder.id)).toHaveLength(2);
    const { front: shown, back } = reverse;
    expect(await editCard(ana, reverse, { format: "plain" })).toMatchObject({ front: shown, back, variant: null });
    await editCard(author, source, { back: "can" });
    expect(await pull(ana, folder.id)).toMatchObject({ changed: 1, kept: 0, added: 0, suspended: 0 });
    expect(await listCards(ana, folder.id)).toMatchObject([{ front: "can", back: "dog", upstream: { state: "same" } }]);
  });

  it("adds the author's tags, and takes none away", async () => {
    const { folder, source, card } = await followCard({ tags: ["uno"] });
    await ana.post("/api/cards/batch", { cardIds: [card.id], action: "tag", tags: ["mía"] });
    await editCard(author, source, { tags: ["dos"] });
    expect(await pull(ana, folder.id)).toMatchObject({ changed: 1 });
    expect(await readCard(folder.id, card.id)).toMatchObject({ tags: ["uno", "mía", "dos"] });
  });

  it("changes no schedule, no review, no past day and not the order of her folders", async () => {
    const { folder, source, card } = await followCard({ front: "{{c1::a}} {{c2::b}}", back: "", format: "markdown" });
    await createFolder(ana, { name: "Reciente" });
    await ana.post(`/api/cards/${card.id}/review`, { difficulty: "easy" });
    app.clock.advance(3 * 86_400_000);
    await ana.get("/api/user/stats");
    const read = async () => {
      const tables = ["reviews", "user_scheduling", "user_days", "daily_figures", "streak_gaps", "shared_dates"];
      const all: Record<string, unknown> = {};
      for (const table of tables) {
        const { rows } = await app.database.pool.query(`select * from ${table} where user_id = $1`, [ana.userId]);
        all[table] = rows.map(({ version: _, due_counts: _counts, ...row }) => row);
      }
      const { rows } = await app.database.pool.query(
        `select id, next_review_date, next_review_at, stability, memory_difficulty, ease_factor, "interval", review_count,
          last_reviewed_at, difficulty, suspended from cards where user_id = $1 and id = $2`,
        [ana.userId, card.id],
      );
      return { ...all, card: rows };
    };
    const before = await read();
    const order = async () => (await ana.get<Folder[]>("/api/folders")).body.map(({ name }) => name);
    const names = await order();
    await editCard(author, source, { front: "{{c1::A}} {{c3::c}}", back: "", format: "markdown", tags: ["x"] });
    expect(await pull(ana, folder.id)).toMatchObject({ added: 1, changed: 1, suspended: 1 });
    expect(await read()).toEqual(before);
    expect(await order()).toEqual(names);
  });

  it("runs once if two devices pull at the same time", async () => {
    const { folder, source } = await followCard();
    await editCard(author, source, { back: "nueva" });
    await addCard(author, shared.id, { front: "otra" });
    const pulls = await Promise.all([1, 2, 3].map(() => pull(ana, folder.id)));
    expect(pulls.filter(({ batchId }) => batchId !== null)).toMatchObject([{ added: 1, changed: 1 }]);
    expect(await listCards(ana, folder.id)).toHaveLength(2);
  });
});

describe("A page that was reloaded while it pulled", () => {
  it("learns what came, although its second pull brings nothing", async () => {
    const { folder, source } = await followCard();
    const pullKnowing = (known: string | null) => pull(ana, folder.id, { automatic: true, known });
    expect(await pullKnowing(null)).toEqual(NOTHING);
    await editCard(author, source, { back: "nueva" });
    // Both loads of the page have read the folder before any of their pulls ended.
    const pulls = await Promise.all([pullKnowing(null), pullKnowing(null)]);
    expect(pulls[0]).toEqual({ ...NOTHING, changed: 1, batchId: expect.any(String) });
    expect(pulls[1]).toEqual(pulls[0]);
    expect(await pullKnowing(pulls[0]?.batchId ?? null)).toEqual(NOTHING);
    expect(await pullKnowing(null), "another device").toEqual(pulls[0]);
  });
});

describe("The daily job", () => {
  it("pulls each folder that is neither paused nor ended", async () => {
    const { folder, source } = await followCard();
    await editCard(author, source, { back: "nueva" });
    await app.runHandler("following", "plan");
    await app.runJobs();
    expect((await readFolder(ana, folder.id)).follows?.lastPull).toMatchObject({ changed: 1 });
    const { lastPull } = (await readFolder(ana, folder.id)).follows ?? {};
    await ana.post(`/api/batches/${lastPull?.batchId}/undo`);
    await app.runHandler("following", "plan");
    await app.runJobs();
    expect(await listCards(ana, folder.id)).toMatchObject([{ back: "back" }]);
  });
});

describe("Undoing a pull", () => {
  it("puts everything back, and pauses the folder until she pulls it herself", async () => {
    const { folder, source, card } = await followCard({ tags: ["uno"] });
    const gone = await addCard(author, shared.id, { front: "dos" });
    await pull(ana, folder.id);
    const before = await listCards(ana, folder.id);
    await editCard(author, source, { back: "disparate", tags: ["x"] });
    await author.delete(`/api/cards/${gone.id}`);
    await addCard(author, shared.id, { front: "nueva" });
    const { batchId } = await pull(ana, folder.id);
    const undone = await ana.post(`/api/batches/${batchId}/undo`);
    expect(undone).toMatchObject({ status: 200, body: { batchId, changed: 3 } });
    const strip = (cards: Card[]) => cards.map(({ updatedAt: _, ...one }) => one);
    expect(strip(await listCards(ana, folder.id))).toEqual(strip(before));
    expect((await readFolder(ana, folder.id)).follows).toMatchObject({ paused: true, lastPull: null });
    expect(await pull(ana, folder.id, { automatic: true })).toEqual(NOTHING);
    expect(await pull(ana, folder.id)).toMatchObject({ added: 1, changed: 1, suspended: 1 });
    expect(await readCard(folder.id, card.id)).toMatchObject({ back: "disparate" });
    expect((await readFolder(ana, folder.id)).follows).toMatchObject({ paused: false });
    expect(await ana.post(`/api/batches/${batchId}/undo`)).toMatchObject({ status: 409 });
  });

  it("leaves what was changed, rated or suspended since", async () => {
    const { folder, source, card } = await followCard();
    await editCard(author, source, { back: "nueva" });
    for (const front of ["a", "b", "c"]) await addCard(author, shared.id, { front });
    const { batchId } = await pull(ana, folder.id);
    const [, a, b] = (await listCards(ana, folder.id)) as Card[];
    await editCard(ana, { ...card, back: "nueva" }, { back: "mía" });
    await ana.post(`/api/cards/${a?.id}/review`, { difficulty: "easy" });
    await ana.post("/api/cards/batch", { cardIds: [b?.id], action: "suspend" });
    expect(await ana.post(`/api/batches/${batchId}/undo`)).toMatchObject({ status: 200, body: { changed: 1 } });
    expect(await listCards(ana, folder.id)).toMatchObject([{ back: "mía" }, { front: "a" }, { front: "b" }]);
  });
});
