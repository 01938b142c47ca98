// A student of the drill: a device with a copy, which she edits and rates without a network too, and a twin who follows nobody.
import { randomUUID } from "node:crypto";
import type { BatchResult, Card } from "@repasa/contract/cards.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { Pull } from "@repasa/contract/following.rows.ts";
import type { ListedRating, ListedResult } from "@repasa/contract/study.ts";
import { expect } from "vitest";
import { createFolder } from "#testing/card-calls.ts";
import { expectBody } from "#testing/expect-body.ts";
import { follow as copyAccount, type Follower as Device, readCopy } from "#testing/follower.ts";
import { addCard, listCards, readFolder } from "#testing/sharing-world.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

type Side = "front" | "back";
type WaitingEdit = { card: Card; side: Side; text: string };
type WaitingRating = { cardId: number; difficulty: "easy" | "medium" | "hard"; at: number };

function scheduleOf(card: Card) {
  const { difficulty, reviewCount, lastReviewedAt, nextReviewAt, nextReviewDate, interval, easeFactor } = card;
  return { difficulty, reviewCount, lastReviewedAt, nextReviewAt, nextReviewDate, interval, easeFactor };
}

export class DrilledStudent {
  readonly name: string;
  readonly client: TestClient;
  readonly #app: TestApp;
  readonly #twin: TestClient;
  readonly #device: Device;
  readonly #twinFolder: number;
  /** Maps each of her cards that was rated to the twin's. */
  readonly #twinOf = new Map<number, number>();
  readonly #twinsSuspended = new Set<number>();
  /** What she wrote last into each side of a card, unless she has taken the author's text since. */
  readonly #written = new Map<number, Partial<Record<Side, string>>>();
  #edits: WaitingEdit[] = [];
  #ratings: WaitingRating[] = [];
  folderId = 0;
  isOffline = false;
  readonly done = { pulls: 0, kept: 0, edits: 0, lateEdits: 0, ratings: 0 };

  private constructor(app: TestApp, name: string, client: TestClient, twin: { client: TestClient; folder: number }) {
    this.#app = app;
    this.name = name;
    this.client = client;
    this.#twin = twin.client;
    this.#twinFolder = twin.folder;
    this.#device = copyAccount(client);
  }

  static async create(app: TestApp, name: string): Promise<DrilledStudent> {
    const client = await app.register();
    const twin = await app.register();
    const { id: folder } = await createFolder(twin);
    return new DrilledStudent(app, name, client, { client: twin, folder });
  }

  // ---- On her device ----

  get #copied(): Card[] {
    const rows = [...this.#device.copy].filter(([key]) => key.startsWith("card ")).map(([, row]) => row as Card);
    return rows.filter(({ folderId }) => folderId === this.folderId);
  }

  /** Edits a side of a card as her device has it. */
  edit(which: number, side: Side, text: string): void {
    const cards = this.#copied.filter(({ variant }) => side === "back" || variant === null || variant === "reverse");
    const card = cards[which % Math.max(1, cards.length)];
    if (!card) return;
    this.#edits.push({ card, side, text });
    this.#device.copy.set(`card ${card.id}`, { ...card, [side]: text });
    const siblings = card.groupId === null ? [card] : this.#copied.filter(({ groupId }) => groupId === card.groupId);
    for (const { id, variant } of siblings) {
      const isTurned = (variant === "reverse") !== (card.variant === "reverse");
      const shown = isTurned ? (side === "front" ? "back" : "front") : side;
      this.#written.set(id, { ...this.#written.get(id), [shown]: text });
    }
  }

  /** Rates some of the cards that are due on her device. */
  rate(count: number, today: string, choose: (below: number) => number): void {
    const isDue = ({ nextReviewDate, suspended }: Card) => !suspended && (nextReviewDate ?? today) <= today;
    for (const { id } of this.#copied.filter(isDue).slice(0, count)) {
      const difficulty = (["easy", "medium", "hard"] as const)[choose(3)] ?? "easy";
      this.#ratings.push({ cardId: id, difficulty, at: this.#app.clock.now().getTime() });
    }
  }

  /** Sends what waits, with the bases as they were, and reads what is new. */
  async sync(): Promise<void> {
    const { client } = this;
    const options = { headers: { "x-account": `${client.userId}` } };
    for (const { card, side, text } of this.#edits) {
      const { front, back } = card;
      const body = { front, back, [side]: text, base: { front, back } };
      const { status } = await client.put(`/api/cards/${card.id}`, body, options);
      expect(status, `${this.name} writes ${text}`).toBe(200);
    }
    this.done.edits += this.#edits.length;
    if (this.isOffline) this.done.lateEdits += this.#edits.length;
    this.#edits = [];
    await this.#device.catchUp();
    if (this.#ratings.length === 0) return;
    await this.#sendRatings();
    await this.#device.catchUp();
  }

  async #sendRatings(): Promise<void> {
    const now = this.#app.clock.now().getTime();
    const ratings = this.#ratings.map(
      ({ at, ...one }): ListedRating => ({ ...one, reviewId: randomUUID(), waitedMs: now - at }),
    );
    this.#ratings = [];
    for (const { cardId } of ratings) {
      if (this.#twinOf.has(cardId)) continue;
      this.#twinOf.set(cardId, (await addCard(this.#twin, this.#twinFolder)).id);
    }
    await this.#mirrorSuspensions();
    const twins = ratings.map((one) => ({ ...one, cardId: this.#twinOf.get(one.cardId) ?? 0, reviewId: randomUUID() }));
    const statuses = await Promise.all(
      [[this.client, ratings] as const, [this.#twin, twins] as const].map(async ([client, list]) => {
        const response = await client.post<{ results: ListedResult[] }>("/api/reviews", { ratings: list });
        return expectBody(response, 200).results.map(({ status }) => status);
      }),
    );
    expect(statuses[0]).toEqual(ratings.map(() => 200));
    expect(statuses[1]).toEqual(statuses[0]);
    this.done.ratings += ratings.length;
  }

  /** Suspends and resumes the twin's cards by hand, where a pull has done so with hers. */
  async #mirrorSuspensions(): Promise<void> {
    for (const { id, suspended } of this.#copied) {
      const twin = this.#twinOf.get(id);
      if (twin === undefined || this.#twinsSuspended.has(twin) === suspended) continue;
      const body = { cardIds: [twin], action: suspended ? "suspend" : "resume" };
      expectBody(await this.#twin.post("/api/cards/batch", body), 200);
      if (suspended) this.#twinsSuspended.add(twin);
      else this.#twinsSuspended.delete(twin);
    }
  }

  // ---- What she follows ----

  async pull(automatic = true): Promise<Pull> {
    const pull = expectBody(await this.client.post<Pull>(`/api/folders/${this.folderId}/pull`, { automatic }), 200);
    if (pull.batchId !== null) this.done.pulls += 1;
    this.done.kept += pull.kept;
    return pull;
  }

  /** The one tap that undoes what the last pull has brought. */
  async undoLastPull(): Promise<number> {
    const { follows } = await readFolder(this.client, this.folderId);
    const undone = await this.client.post<BatchResult>(`/api/batches/${follows?.lastPull?.batchId}/undo`);
    return expectBody(undone, 200).changed;
  }

  /** Takes the author's text of a card that both have changed. */
  async takeAuthors(): Promise<boolean> {
    const card = this.#copied.find(({ upstream }) => upstream?.state === "changed");
    if (!card || this.#edits.length > 0) return false;
    const response = await this.client.post(`/api/cards/${card.id}/upstream`, { take: "author" });
    if (response.status === 409) return false;
    expect(response.status).toBe(200);
    for (const { id, groupId } of this.#copied) {
      if (id === card.id || (groupId !== null && groupId === card.groupId)) this.#written.delete(id);
    }
    return true;
  }

  /** Gives the twin the exams that she has. */
  async copyExams(): Promise<void> {
    const exams = expectBody(await this.client.get<Exam[]>("/api/exams"), 200);
    const twins = expectBody(await this.#twin.get<Exam[]>("/api/exams"), 200);
    for (const { id } of twins.slice(exams.length)) await this.#twin.delete(`/api/exams/${id}`);
    for (const { name, date } of exams.slice(twins.length)) {
      expectBody(await this.#twin.post("/api/exams", { name, date, folderIds: [this.#twinFolder] }), 201);
    }
  }

  listCards(): Promise<Card[]> {
    return listCards(this.client, this.folderId);
  }

  // ---- Comparing ----

  /** Compares her texts with what she wrote, whatever pulls and undos have come since. */
  async expectWritten(): Promise<void> {
    if (this.#edits.length > 0) return;
    await this.#device.catchUp();
    const cards = new Map(this.#copied.map((card) => [card.id, card]));
    for (const [id, written] of this.#written) {
      expect(cards.get(id), `the card ${id} of ${this.name}`).toMatchObject(written);
    }
  }

  async expectCopied(): Promise<void> {
    await this.#device.catchUp();
    expect(this.#device.copy).toEqual(await readCopy(this.client));
  }

  /** Compares her schedules and what is derived from her reviews with those of the twin, and returns the number of cards. */
  async expectSchedules(): Promise<number> {
    const twins = new Map((await listCards(this.#twin, this.#twinFolder)).map((card) => [card.id, card]));
    for (const card of await this.listCards()) {
      const twin = twins.get(this.#twinOf.get(card.id) ?? 0);
      if (twin) expect(scheduleOf(card), `the card ${card.id} of ${this.name}`).toEqual(scheduleOf(twin));
      else expect(card.reviewCount).toBe(0);
    }
    for (const path of ["/api/user/calibration", "/api/user/activity"]) {
      expect(await readRounded(this.client, path)).toEqual(await readRounded(this.#twin, path));
    }
    return this.#twinOf.size;
  }
}

/** A mean of the same numbers depends on their order in its last digit. */
async function readRounded(client: TestClient, path: string): Promise<unknown> {
  const { body } = await client.get(path);
  return JSON.parse(JSON.stringify(body), (_, value) =>
    typeof value === "number" ? Number(value.toPrecision(12)) : value,
  );
}
