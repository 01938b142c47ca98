import { GAP_NUMBERS } from "@repasa/contract/cards.checks.ts";
import { CARD_SIDES_REQUIRED } from "@repasa/contract/cards.limits.ts";
import type { Card, CardWithSiblings } from "@repasa/contract/cards.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { rationNewCards } from "@repasa/scheduler/new-cards.ts";
import { describe, expect, it } from "vitest";
import { ana, folderId, registerBeforeEach } from "#testing/student-with-folder.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const NOW = "2026-03-10T12:00:00.000Z";
const MEDIA = "ab".repeat(32);

const app = await sharedTestApp({ now: NOW });
registerBeforeEach(app, NOW);

const create = (body: object) => ana.post<CardWithSiblings>(`/api/folders/${folderId}/cards`, body);
const createGapCards = (front: string, more: object = {}) => create({ front, format: "markdown", ...more });
const changeCard = (id: number, body: object) => ana.put<CardWithSiblings>(`/api/cards/${id}`, body);
const rate = (id: number) => ana.post(`/api/cards/${id}/review`, { difficulty: "medium", answerResult: "correct" });
const readQueue = async () => (await ana.get<QueuedCard[]>("/api/cards/review")).body.map(({ id }) => id);
const listVariants = ({ siblings = [], ...card }: CardWithSiblings) =>
  [card, ...siblings].map(({ variant }) => variant);
const listIds = ({ siblings = [], id }: CardWithSiblings) => [id, ...siblings.map((one) => one.id)];
const listCards = async () => (await ana.get<Card[]>(`/api/folders/${folderId}/cards`)).body;
const advanceToTomorrow = () => app.clock.set(new Date("2026-03-11T12:00:00Z"));

const TWO_GAPS = "{{c1::Madrid}} es la capital de {{c2::España::país}}";

describe("POST /api/folders/{id}/cards", () => {
  it("creates a card and its reverse", async () => {
    const { status, body } = await create({ front: "dog", back: "perro", reverse: true, tags: ["Animales"] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ front: "dog", back: "perro", variant: null, groupId: expect.any(String) });
    expect(body.siblings).toMatchObject([
      { front: "perro", back: "dog", variant: "reverse", groupId: body.groupId, tags: ["Animales"] },
    ]);
    expect((await ana.get(`/api/folders/${folderId}`)).body).toMatchObject({ cardCount: 2, dueCount: 1 });
  });

  it("creates a card for each gap number, in order, all with the same text", async () => {
    const front = "{{c10::a}} {{c2::b}} {{c2::c}} {{c1::d {{c3::e}}}}";
    const { body } = await createGapCards(front, { suspended: true });
    expect(listVariants(body)).toEqual(["c1", "c2", "c3", "c10"]);
    const ids = listIds(body);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(await listCards()).toHaveLength(4);
    for (const card of await listCards()) {
      expect(card).toMatchObject({ front, back: "", format: "markdown", groupId: body.groupId, suspended: true });
    }
  });

  it("gives a card with a single gap its variant, but no group", async () => {
    const { body } = await createGapCards("La capital es {{c1::Madrid}}");
    expect(body).toMatchObject({ variant: "c1", groupId: null, siblings: [] });
    expect((await create({ front: "a", back: "b" })).body).not.toHaveProperty("siblings");
    // In a plain text, braces have no meaning.
    expect((await create({ front: "{{c1::a}}", back: "b" })).body).toMatchObject({ variant: null, groupId: null });
  });

  it("accepts 500 gaps, and rejects invalid gaps with a message", async () => {
    const all = Array.from({ length: 500 }, (_, n) => `{{c${n + 1}::x}}`).join(" ");
    expect((await createGapCards(all)).body.siblings).toHaveLength(499);
    for (const front of ["{{c0::a}}", "{{c501::a}}", "{{c1::a}} {{c999999999::b}}"]) {
      expect(await createGapCards(front)).toMatchObject({
        status: 400,
        body: { message: GAP_NUMBERS, issues: [{ path: "front", message: GAP_NUMBERS }] },
      });
    }
    expect(await createGapCards("sin huecos")).toMatchObject({ status: 400, body: { message: CARD_SIDES_REQUIRED } });
    expect(await createGapCards(TWO_GAPS, { reverse: true, back: "x" })).toMatchObject({
      status: 400,
      body: { message: "Una carta con reverso no puede tener huecos" },
    });
    expect(await listCards()).toHaveLength(500);
  });

  it("returns the same cards for a repeated client id, even to concurrent requests", async () => {
    const clientId = crypto.randomUUID();
    const responses = await Promise.all(Array.from({ length: 5 }, () => createGapCards(TWO_GAPS, { clientId })));
    const again = await createGapCards(TWO_GAPS, { clientId });
    for (const { status, body } of responses) expect([status, listIds(body)]).toEqual([201, listIds(again.body)]);
    expect(listVariants(again.body)).toEqual(["c1", "c2"]);
    expect(await listCards()).toHaveLength(2);
  });

  it("stores references to the media that Markdown texts name, and none for plain texts", async () => {
    const media = async () =>
      (
        await app.database.pool.query("select card_id as id, media_id as media from card_media where user_id = $1", [
          ana.userId,
        ])
      ).rows;
    const texts = { front: `![](media:${MEDIA})`, back: "b" };
    const { id } = (await create({ ...texts, format: "markdown" })).body;
    await create(texts);
    expect(await media()).toEqual([{ id, media: MEDIA }]);
    await changeCard(id, { front: "a", back: `![](media:${"cd".repeat(32)})` });
    expect(await media()).toEqual([{ id, media: "cd".repeat(32) }]);
    await changeCard(id, { front: "a", back: "b" });
    expect(await media()).toEqual([]);
  });
});

describe("PUT /api/cards/{id}", () => {
  it("swaps the sides for the reverse, whichever of the two is changed", async () => {
    const { body } = await create({ front: "dog", back: "perro", reverse: true });
    const [first, second] = listIds(body) as [number, number];
    await changeCard(first, { front: "cat", back: "gato", tags: ["Felinos"] });
    const { body: changed } = await changeCard(second, { front: "gata", back: "cat", format: "markdown" });
    expect(changed).toMatchObject({ id: second, front: "gata", back: "cat", variant: "reverse" });
    expect(changed.siblings).toMatchObject([
      { id: first, front: "cat", back: "gata", variant: null, tags: ["Felinos"], format: "markdown" },
    ]);
    expect((await changeCard(first, { front: "{{c1::x}}", back: "y" })).body).toMatchObject({
      message: "Una carta con reverso no puede tener huecos",
    });
  });

  it("adds the card of a new gap, deletes the card of a removed one, and does not change other schedules", async () => {
    const { body } = await createGapCards(TWO_GAPS);
    const [c1, c2] = listIds(body) as [number, number];
    await rate(c1);
    const { body: changed } = await changeCard(c1, { front: "{{c1::Madrid}} y {{c3::Lisboa}}" });
    expect(changed).toMatchObject({ id: c1, reviewCount: 1, format: "markdown", groupId: body.groupId });
    expect(listVariants(changed)).toEqual(["c1", "c3"]);
    expect((await ana.get(`/api/cards/${c2}/history`)).status).toBe(404);
    expect((await ana.get("/api/cards/search?q=lisboa")).body).toMatchObject({ cards: [{}, {}] });
  });

  it("leaves one card when all gaps are removed, and adds siblings when gaps are added again", async () => {
    const { body } = await createGapCards(TWO_GAPS, { back: "Europa" });
    const [c1, c2] = listIds(body) as [number, number];
    await rate(c2);
    expect((await changeCard(c2, { front: "Madrid" })).body).toMatchObject({ message: CARD_SIDES_REQUIRED });
    const lone = (await changeCard(c2, { front: "Madrid", back: "Europa" })).body;
    expect(lone).toMatchObject({ id: c2, variant: null, groupId: null, reviewCount: 1 });
    expect(lone).not.toHaveProperty("siblings");
    expect((await ana.get(`/api/cards/${c1}/history`)).status).toBe(404);

    const again = (await changeCard(c2, { front: TWO_GAPS })).body;
    expect(again).toMatchObject({ id: c2, variant: "c1", reviewCount: 1 });
    expect(listVariants(again)).toEqual(["c1", "c2"]);
    // If no gap remains, the changed card becomes the first of the new gaps.
    const moved = (await changeCard(c2, { front: "{{c4::Madrid}}" })).body;
    expect(moved).toMatchObject({ id: c2, variant: "c4", groupId: null, reviewCount: 1, siblings: [] });
    expect(await listCards()).toHaveLength(1);
  });

  it("returns a sibling if the gap of the changed card was removed", async () => {
    const [c1, c2] = listIds((await createGapCards(TWO_GAPS)).body) as [number, number];
    expect((await changeCard(c1, { front: "Solo {{c2::España}}" })).body).toMatchObject({ id: c2, groupId: null });
  });

  it("does not recreate a sibling that was deleted on its own", async () => {
    const [c1, c2] = listIds((await createGapCards(TWO_GAPS)).body) as [number, number];
    expect((await ana.delete(`/api/cards/${c1}`)).status).toBe(204);
    const { body } = await changeCard(c2, { front: `${TWO_GAPS}.` });
    expect(body).toMatchObject({ id: c2, variant: "c2", siblings: [] });
    expect(await readQueue()).toEqual([c2]);
  });

  it("suspends only the given card, and does not change absent fields", async () => {
    const { body } = await createGapCards(TWO_GAPS, { tags: ["Ñandú"] });
    const [c1, c2] = listIds(body) as [number, number];
    const texts = { front: TWO_GAPS };
    expect((await changeCard(c1, { ...texts, suspended: true })).body).toMatchObject({
      suspended: true,
      tags: ["Ñandú"],
      siblings: [{ id: c2, suspended: false, tags: ["Ñandú"] }],
    });
    expect((await changeCard(c1, texts)).body).toMatchObject({ suspended: true });
    expect(await readQueue()).toEqual([c2]);
    expect((await ana.get(`/api/cards/${c1}/history`)).status).toBe(200);
    expect((await ana.get<QueuedCard[]>(`/api/cards/review?cardIds=${c1}`)).body).toHaveLength(1);
    expect((await rate(c1)).status).toBe(200);
    // The remaining card waits for another day, because its sibling was rated today.
    expect(await readQueue()).toEqual([]);
  });

  it("validates the texts by the stored format", async () => {
    const plain = (await create({ front: "a", back: "b" })).body;
    expect(await changeCard(plain.id, { front: "{{c1::a}}" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "back", message: CARD_SIDES_REQUIRED }] },
    });
    expect((await changeCard(plain.id, { front: "{{c900::a}}", back: "b" })).status).toBe(200);
    const gap = (await createGapCards("{{c1::a}}")).body;
    expect(await changeCard(gap.id, { front: "{{c900::a}}" })).toMatchObject({
      status: 400,
      body: { message: GAP_NUMBERS },
    });
  });

  it("applies simultaneous changes of siblings one after another", async () => {
    const { body } = await createGapCards(TWO_GAPS);
    const [c1, c2] = listIds(body) as [number, number];
    const texts = Array.from({ length: 6 }, (_, n) => `${TWO_GAPS} {{c${n + 3}::más}}`);
    const responses = await Promise.all(texts.map((front, n) => changeCard(n % 2 === 0 ? c1 : c2, { front })));
    for (const { status } of responses) expect(status).toBe(200);
    const cards = await listCards();
    expect(new Set(cards.map(({ front }) => front)).size).toBe(1);
    expect(cards).toHaveLength(3);
  });
});

describe("studying siblings", () => {
  it("makes one sibling pending per day, and the others on the next days", async () => {
    const { body } = await createGapCards("{{c1::a}} {{c2::b}} {{c3::c}}");
    const [c1, c2] = listIds(body) as [number, number, number];
    expect(await readQueue()).toEqual([c1]);
    await rate(c1);
    expect(await readQueue()).toEqual([]);
    expect((await ana.get("/api/user/stats")).body).toMatchObject({ cardsDueToday: 0, newWaiting: 2 });
    advanceToTomorrow();
    expect(await readQueue()).toEqual([c2]);
    await ana.post("/api/cards/batch", { cardIds: [c2], action: "delete" });
    expect((await ana.get(`/api/folders/${folderId}`)).body).toMatchObject({ dueCount: 1 });
  });

  it("rations all cards that an exam needs, including siblings that wait for another day", async () => {
    for (let n = 0; n < 12; n++) await createGapCards(`${n}: ${TWO_GAPS}`);
    await ana.post("/api/exams", { name: "Final", date: "2026-03-20", folderIds: [folderId] });
    const days = [toDayNumber("2026-03-10"), toDayNumber("2026-03-20")] as const;
    const { today } = rationNewCards({ unseen: 24, startedToday: 0, limit: null }, ...days);
    expect(today).toBeLessThan(12);
    expect(await readQueue()).toHaveLength(today);
    expect((await ana.get("/api/user/stats")).body).toMatchObject({ cardsDueToday: today, newWaiting: 24 - today });
  });

  it("counts a day as completed if one card of a group was studied, and as missed if none was", async () => {
    const gaps: number = listIds((await createGapCards(TWO_GAPS)).body)[0] as number;
    await rate(gaps);
    const days = async (what: string, date: string) =>
      (await ana.get<{ id: number }[]>(`/api/folders/${what}/${date}`)).body.map(({ id }) => id);
    expect(await days("completed", "2026-03-10")).toEqual([folderId]);
    app.clock.set(new Date("2026-03-12T12:00:00Z"));
    expect(await days("completed", "2026-03-10")).toEqual([folderId]);
    expect(await days("scheduled", "2026-03-11")).toEqual([folderId]);
    expect(await days("completed", "2026-03-11")).toEqual([]);
    expect((await ana.get("/api/user/stats")).body).toMatchObject({ cardsDueToday: 1, currentStreak: 0 });
  });
});
