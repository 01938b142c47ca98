// An author and a follower who call the server, beside a model of what the follower should see after each call.
import { isDeepStrictEqual } from "node:util";
import type { BatchResult, Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Pull } from "@repasa/contract/following.rows.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import type { AuthorText } from "@repasa/following/followed-text.ts";
import { chooseFields } from "@repasa/following/testing/author.ts";
import { isDatable } from "@repasa/following/testing/late-edit.ts";
import { type Action, Model } from "@repasa/following/testing/model.ts";
import { type Text, turnSides } from "@repasa/following/text.ts";
import { expect } from "vitest";
import { countDifferences } from "#features/checks/checks.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { createFolder } from "#testing/card-calls.ts";
import { expectBody } from "#testing/expect-body.ts";
import { type Copy, follow as copyAccount, type Follower as Device, readCopy } from "#testing/follower.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { withRivalTransaction } from "#testing/rival-transaction.ts";
import { addCard, follow, listCards, readFolder, shareFolder } from "#testing/sharing-world.ts";
import type { TestApp, TestClient, TestResponse } from "#testing/test-app.ts";

const NOTHING: Pull = { batchId: null, added: 0, changed: 0, kept: 0, suspended: 0 };
const HOUR_MS = 3_600_000;

/** A card of the follower. `key` is its name in the model, `text` has the sides of the text that its siblings share. */
type Named = { key: string; card: Card; text: Text; sourceVariant: string | null };
type Puller = "student" | "app" | "devices" | "job";
/** The author's texts, and which of her cards were a reverse, before she did something. */
type Former = { authors: AuthorText[]; reverses: number[] };
type Places = { shared: number; private: number; followed: number; elsewhere: number };
type Seen = Pick<Card, "front" | "back" | "format" | "variant" | "tags" | "suspended" | "upstream">;

function see({ front, back, format, variant, tags, suspended, upstream }: Card): Seen {
  return { front, back, format, variant, tags, suspended, upstream };
}

function pick<One>(list: readonly One[], which: number): One | undefined {
  return list[which % list.length];
}

export class SharedHistory {
  readonly #app: TestApp;
  readonly #author: TestClient;
  readonly #ana: TestClient;
  readonly #device: Device;
  #model = new Model();
  readonly #places: Places;
  #link: Share;
  /** The author's batches and the follower's that were not undone, each with what its undo does in the model. */
  readonly #authorBatches: string[] = [];
  #batches: { id: string; undo: () => void }[] = [];
  #state: { ended: boolean; paused: boolean; lastPull: (Pull & { at: string }) | null };
  /** What the calls that read the account answered last, and whether nothing has changed since. */
  #account: Copy = new Map();
  #isRead = false;
  #named: Named[] = [];
  /** The author's cards that were a reverse when the follower last saw them. */
  #reverses = new Set<number>();
  /** The follower's own cards, which no pull may change. */
  readonly #own = new Map<number, Seen>();
  /** `before` and `after`: what the author did while a pull ran, by whether the pull has seen it. */
  readonly done = { pulls: 0, kept: 0, undone: 0, late: 0, before: 0, after: 0 };

  private constructor(
    app: TestApp,
    { author, ana }: { author: TestClient; ana: TestClient },
    places: Places,
    link: Share,
  ) {
    this.#app = app;
    this.#author = author;
    this.#ana = ana;
    this.#device = copyAccount(ana);
    this.#places = places;
    this.#link = link;
    this.#state = { ended: false, paused: false, lastPull: null };
  }

  /** Begins with two texts of the author, and a follower who has them. */
  static async begin(app: TestApp): Promise<SharedHistory> {
    const author = await app.registerConfirmed();
    const ana = await app.register();
    const shared = (await createFolder(author)).id;
    await addCard(author, shared, { front: "{{c1::a}} one", back: "x", format: "markdown" });
    await addCard(author, shared, { front: "one", back: "x", reverse: true });
    const others = { private: (await createFolder(author)).id, elsewhere: (await createFolder(ana)).id };
    const link = await shareFolder(author, shared);
    const history = new SharedHistory(app, { author, ana }, { shared, ...others, followed: 0 }, link);
    await history.#follow();
    await history.check();
    return history;
  }

  // ---- What the author does ----

  async addText(value: number): Promise<void> {
    const text: Text = { front: "one", back: "x", format: "markdown", ...chooseFields(value) };
    await this.#author.post(`/api/folders/${this.#places.shared}/cards`, { ...text, reverse: value % 3 === 0 });
  }

  async editSource(which: number, value: number): Promise<void> {
    const card = pick(await this.#listSources(), which);
    if (card) await this.#editSource(card, chooseFields(value));
  }

  async changeSources(action: object, which: number): Promise<void> {
    const card = pick(await this.#listSources(), which);
    if (!card) return;
    const folderId = card.folderId === this.#places.shared ? this.#places.private : this.#places.shared;
    const body = { folderId, ...action, cardIds: [card.id] };
    const { body: batch } = await this.#author.post<BatchResult>("/api/cards/batch", body);
    if (batch.batchId) this.#authorBatches.push(batch.batchId);
  }

  async undoSources(): Promise<void> {
    const id = this.#authorBatches.pop();
    if (id) expect([200, 404, 409]).toContain((await this.#author.post(`/api/batches/${id}/undo`)).status);
  }

  async #listSources(): Promise<Card[]> {
    const { shared, private: own } = this.#places;
    return [...(await listCards(this.#author, shared)), ...(await listCards(this.#author, own))];
  }

  async #editSource({ id, front, back, variant }: Card, fields: Partial<Text>): Promise<void> {
    // Gaps on the back of a reverse that has lost its sibling are texts that the model does not know.
    if (variant === null && this.#reverses.has(id)) return;
    const response = await this.#author.put(`/api/cards/${id}`, { front, back, ...turnFields(fields, variant) });
    expect([200, 400]).toContain(response.status);
  }

  async #readAuthor(): Promise<AuthorText[]> {
    const cards = await listCards(this.#author, this.#places.shared);
    return [...Map.groupBy(cards, ({ id, groupId }) => groupId ?? `${id}`).values()].map((group) => {
      const cards = group.map(({ id, variant, tags }) => ({ id, variant: this.#noteReverse(id, variant), tags }));
      const [{ front, back, format }] = group as [Card];
      return { text: turnSides({ front, back, format }, cards[0]?.variant ?? null), cards };
    });
  }

  /** A reverse that has lost its sibling has no variant any more, and remains the reverse of what was followed. */
  #noteReverse(id: number, variant: string | null): string | null {
    if (variant === "reverse") this.#reverses.add(id);
    else if (variant !== null) this.#reverses.delete(id);
    return this.#reverses.has(id) ? "reverse" : variant;
  }

  // ---- Following and pulling ----

  async #follow(): Promise<void> {
    const { id } = await follow(this.#ana, this.#link);
    this.#places.followed = id;
    this.#model = new Model();
    this.#reverses.clear();
    this.#model.pull(await this.#readAuthor());
    for (const text of this.#model.texts) text.lastPull = null;
  }

  async endLink(): Promise<void> {
    if (this.#state.ended) return;
    await this.#author.delete(`/api/shares/${this.#link.id}`);
    await this.#app.runJobs("followers.tell");
    this.#state.ended = true;
  }

  /** The folder is taken up again as it is; the next pull brings what is new. */
  async followAgain(): Promise<void> {
    if (this.#state.ended) this.#link = await shareFolder(this.#author, this.#places.shared);
    const { id } = await follow(this.#ana, this.#link);
    expect(id).toBe(this.#places.followed);
    this.#state.ended = false;
  }

  async unfollow(): Promise<void> {
    const { followed } = this.#places;
    expect((await this.#ana.delete(`/api/folders/${followed}/follow`)).status).toBe(204);
    expect((await readFolder(this.#ana, followed)).follows).toBe(null);
    for (const { card } of this.#named) this.#own.set(card.id, { ...see(card), upstream: null });
    if (this.#state.ended) this.#link = await shareFolder(this.#author, this.#places.shared);
    this.#state = { ended: false, paused: false, lastPull: null };
    this.#batches = [];
    await this.#follow();
    expect(this.#places.followed).not.toBe(followed);
  }

  /** @param by Two devices, or the job. */
  async pull(by: Puller = "student"): Promise<void> {
    await this.#pull(by, () => this.#callPull(by, this.#places.followed));
  }

  /**
   * Pulls while the author does something: once the pull knows which cards have changed and has not read them yet, or once it has read
   * them. It is as if she had done it before the pull, or after it.
   */
  async pullAround(moment: "its reading" | "its end", act: () => Promise<void>): Promise<void> {
    if (this.#state.ended) return this.pull();
    const { followed } = this.#places;
    const [rows, values] =
      moment === "its end"
        ? ["folder_shares where user_id = $1 and id = $2", [this.#author.userId, this.#link.id]]
        : ["follows where user_id = $1 and folder_id = $2", [this.#ana.userId, followed]];
    const seen = [...this.#reverses];
    const former = { authors: await this.#readAuthor(), reverses: [...this.#reverses] };
    // The follower has not seen them yet: one whose sibling is deleted first is no reverse to her.
    this.#reverses = new Set(seen);
    const call = async () => {
      const pulls: TestResponse<Pull>[] = [];
      await withRivalTransaction(this.#app.connectionString, async (rival) => {
        await rival.query(`select 1 from ${rows} for update`, values);
        const pulling = this.#callPull("student", followed);
        await waitForBlockedSessions(this.#app.database.pool, { unlessEnded: pulling });
        await act();
        await rival.query("rollback");
        pulls.push(...(await pulling));
      });
      return pulls;
    };
    await this.#pull("student", call, former);
  }

  /** @param former The author's texts before a pull during which they changed. */
  async #pull(by: Puller, call: () => Promise<TestResponse<Pull>[]>, former?: Former): Promise<void> {
    const { followed } = this.#places;
    const { paused, ended } = this.#state;
    const isByItself = by === "app" || by === "job";
    const kept = await this.#readKept();
    const pulls = await call();
    expect(await this.#readKept(kept.cards)).toEqual(kept);
    if (ended) return expect(pulls.map(({ status }) => status)).toEqual(pulls.map(() => 409));
    const brought = pulls.map((one) => expectBody(one, 200)).filter(({ batchId }) => batchId !== null);
    if (isByItself && paused) return expect(brought).toEqual([]);
    const before = this.#named;
    const { batchId, ...counts } = await this.#pullModel(before, former);
    this.#state.paused = false;
    if (by !== "job") expect(brought).toEqual(batchId === null ? [] : [{ ...counts, batchId: expect.any(String) }]);
    this.done.pulls += 1;
    this.done.kept += counts.kept;
    if (batchId === null) return;
    const lastPull = (this.#account.get(`folder ${followed}`) as Folder).follows?.lastPull ?? null;
    expect(lastPull).toEqual({ ...counts, batchId: expect.any(String), at: this.#app.clock.now().toISOString() });
    this.#state.lastPull = lastPull;
  }

  async #callPull(by: Puller, id: number): Promise<TestResponse<Pull>[]> {
    const call = (body: object) => this.#ana.post<Pull>(`/api/folders/${id}/pull`, body);
    if (by === "devices") return Promise.all([call({}), call({})]);
    if (by !== "job") return [await call(by === "app" ? { automatic: true } : {})];
    await this.#app.runHandler("following", "pull", { userId: this.#ana.userId });
    return [];
  }

  /** Pulls in the model, and returns what the pull should count, with any id unless it brought nothing. */
  async #pullModel(before: readonly Named[], author?: Former): Promise<Pull> {
    const former = new Map(this.#model.texts.map((text) => [text, text.lastPull]));
    const rated = this.#model.texts.flatMap(({ cards }) => cards.filter((card) => card.rated));
    await this.#nameCards();
    this.#model.pull(await this.#readSeen(author));
    const { texts } = this.#model;
    const kept = texts.reduce((sum, text) => sum + text.countKept(), 0);
    const counts = { ...compareCards(before, this.#named), kept };
    const isNothing = Object.values(counts).every((count) => count === 0);
    for (const text of texts) {
      if (isNothing) text.lastPull = former.get(text) ?? null;
      else if (!text.wasPulled) text.lastPull = null;
    }
    // They were rated since the last pull that can be undone.
    if (isNothing) for (const card of rated) card.rated = true;
    // A batch cannot be undone after a pull, or its undo is what the model does not tell.
    if (!isNothing) this.#batches = this.#batches.filter(({ undo }) => undo.name === "restore");
    return isNothing ? NOTHING : { batchId: "any", ...counts };
  }

  /** Reads the author's texts as a pull has seen them. */
  async #readSeen(former?: Former): Promise<readonly AuthorText[]> {
    const present = await this.#readAuthor();
    if (!former || isDeepStrictEqual(former.authors, present)) return present;
    const has = (list: readonly AuthorText[], text: AuthorText) => list.some((one) => isDeepStrictEqual(one, text));
    const changed = [
      ...former.authors.filter((text) => !has(present, text)),
      ...present.filter((text) => !has(former.authors, text)),
    ];
    const isSeen = await this.#isSeen(present, new Set(changed.flatMap(({ cards }) => cards.map(({ id }) => id))));
    this.done[isSeen ? "before" : "after"] += 1;
    if (isSeen) return present;
    this.#reverses = new Set(former.reverses);
    return former.authors;
  }

  /** Whether the account is as after a pull of these texts, and remembers them of some of the author's cards. */
  async #isSeen(authors: readonly AuthorText[], sources: ReadonlySet<number>): Promise<boolean> {
    const model = new Model();
    model.texts = this.#model.texts.map((text) => text.copy());
    model.pull(authors);
    if (!isDeepStrictEqual(new Map(this.#named.map(({ key, card }) => [key, see(card)])), this.#expected(model)))
      return false;
    const { rows } = await this.#app.database.pool.query<{ source: number; pulled: Text; tags: string[] }>(
      `select source, pulled, source_tags as tags from followed_cards
      join followed_texts on followed_texts.user_id = followed_cards.user_id and followed_texts.id = text_id
      where followed_cards.user_id = $1 and followed_cards.folder_id = $2 and source is not null`,
      [this.#ana.userId, this.#places.followed],
    );
    const stored = new Map(rows.map(({ source, ...row }) => [source, row]));
    return model.texts.every(({ cards, pulled }) =>
      cards.every(({ source, removed, status, authorTags: tags }) => {
        const isFollowing = source !== null && removed === null && (status === "here" || status === "waiting");
        return !isFollowing || !sources.has(source) || isDeepStrictEqual(stored.get(source), { pulled, tags });
      }),
    );
  }

  async undoPull(): Promise<void> {
    const { lastPull } = this.#state;
    if (!lastPull?.batchId) return;
    const isLate = this.#app.clock.now().getTime() - new Date(lastPull.at).getTime() >= 24 * HOUR_MS;
    const kept = await this.#readKept();
    const response = await this.#ana.post<BatchResult>(`/api/batches/${lastPull.batchId}/undo`);
    if (isLate) return expect(response.status).toBe(404);
    // Cards that were put elsewhere stay.
    for (const { key, card } of this.#named) {
      if (card.folderId !== this.#places.followed) this.#model.act(key, { do: "rate", key });
    }
    const before = this.#named;
    this.#model.undo();
    this.#state = { ...this.#state, paused: true, lastPull: null };
    this.#batches = [];
    await this.#nameCards();
    const remaining = new Set(this.#named.map(({ card }) => card.id));
    const disappeared = before.filter(({ card }) => !remaining.has(card.id));
    expect(expectBody(response, 200).changed).toBe(countRestored(before, this.#named));
    expect(
      await this.#readKept(kept.cards.filter(({ id }) => !disappeared.some(({ card }) => card.id === id))),
    ).toEqual({
      ...kept,
      cards: kept.cards.filter(({ id }) => !disappeared.some(({ card }) => card.id === id)),
    });
    this.done.undone += 1;
  }

  /** Reads what no pull changes: of the given cards or all, their schedules, and the reviews and the order of the folders. */
  async #readKept(of?: readonly { id: number }[]) {
    const { pool } = this.#app.database;
    const owner = this.#ana.userId;
    const { rows: cards } = await pool.query<{ id: number }>(
      `select id, next_review_date, next_review_at, stability, memory_difficulty, ease_factor, "interval", review_count,
        last_reviewed_at, difficulty from cards where user_id = $1 and ($2::bigint[] is null or id = any ($2)) order by id`,
      [owner, of?.map(({ id }) => id) ?? null],
    );
    const { rows: reviews } = await pool.query("select * from reviews where user_id = $1 order by id", [owner]);
    const folders = expectBody(await this.#ana.get<Folder[]>("/api/folders"), 200);
    return { cards, reviews, folders: folders.map(({ id }) => id) };
  }

  // ---- What the follower does ----

  choose(which: number): Named | undefined {
    return pick(
      this.#named.filter(({ key }) => !key.startsWith("alone")),
      which,
    );
  }

  /** Edits a card on the base that the follower sees, or on none. */
  async edit({ key, card, text }: Named, value: number, hasBase: boolean): Promise<void> {
    const edit = chooseFields(value);
    const response = await this.#edit(card, edit, hasBase ? text : null);
    expect([200, 400, 409]).toContain(response.status);
    // What the text has as its back is the question of a reverse, which no gap on the other side replaces.
    if (edit.back === "" && this.#variantOf(card.id, card.variant) === "reverse") return;
    this.#model.act(key, { do: "edit", key, edit });
  }

  #edit({ id, front, back, variant }: Card, edit: Partial<Text>, base: Text | null) {
    const found = base ? turnSides(base, this.#variantOf(id, variant)) : null;
    const sides = turnFields(edit, this.#variantOf(id, variant));
    return this.#ana.put(`/api/cards/${id}`, { front, back, ...found, ...sides, ...(found && { base: found }) });
  }

  #variantOf(id: number, variant: string | null): string | null {
    const { key = "" } = this.#named.find(({ card }) => card.id === id) ?? {};
    return this.#model.list().find((shown) => shown.key === key)?.variant ?? variant;
  }

  async take({ key, card }: Named, take: "mine" | "author"): Promise<void> {
    const { status } = await this.#ana.post(`/api/cards/${card.id}/upstream`, { take });
    const isOwn = card.upstream === null;
    expect(isOwn ? [200, 404] : [200, 409]).toContain(status);
    if (status === 200) this.#model.act(key, { do: "choose", take });
  }

  async rate({ key, card }: Named): Promise<void> {
    const { status } = await this.#ana.post(`/api/cards/${card.id}/review`, { difficulty: "easy" });
    if (status === 200) this.#model.act(key, { do: "rate", key });
  }

  async remove({ key, card }: Named): Promise<void> {
    const id = await this.#changeCard(card, { action: "delete" });
    this.#model.act(key, { do: "remove", key });
    // A card that only her text has is an ordinary one if it comes back.
    const restore = () => this.#model.act(key, { do: "restore", key });
    if (card.upstream !== null) this.#batches.push({ id, undo: restore });
  }

  async move({ card }: Named): Promise<void> {
    const { followed, elsewhere } = this.#places;
    const folderId = card.folderId === followed ? elsewhere : followed;
    this.#batches.push({ id: await this.#changeCard(card, { action: "move", folderId }), undo: () => {} });
  }

  async suspend({ key, card }: Named): Promise<void> {
    const id = await this.#changeCard(card, { action: "suspend" });
    this.#model.act(key, { do: "suspend", key });
    const undo = () => this.#model.act(key, { do: "resume", key });
    if (!card.suspended) this.#batches.push({ id, undo });
  }

  async resume({ key, card }: Named): Promise<void> {
    await this.#changeCard(card, { action: "resume" });
    this.#model.act(key, { do: "resume", key });
  }

  async tag({ key, card }: Named, action: "tag" | "untag", tag: string): Promise<void> {
    const id = await this.#changeCard(card, { action, tags: [tag] });
    const others = card.tags.filter((one) => one !== tag);
    const tags = action === "untag" ? others : card.tags.includes(tag) ? card.tags : [...card.tags, tag];
    this.#model.act(key, { do: "tag", key, tags });
    const undo = () => this.#model.act(key, { do: "tag", key, tags: card.tags });
    this.#batches.push({ id, undo });
  }

  /** Replaces words in a card and its siblings. */
  async replace({ key, card, text }: Named, find: string, replacement: string): Promise<void> {
    const body = { cardIds: [card.id], action: "replace", find, replacement };
    const { status, body: batch } = await this.#ana.post<BatchResult>("/api/cards/batch", body);
    expect([200, 400]).toContain(status);
    if (status !== 200 || batch.changed === 0) return;
    const found = this.#model.find(key);
    const former = found?.copy();
    const front = text.front.replaceAll(find, replacement);
    this.#model.act(key, { do: "edit", key, edit: { front, back: text.back.replaceAll(find, replacement) } });
    const undo = () => Object.assign(found ?? {}, { text: former?.text, kept: former?.kept, cards: former?.cards });
    this.#batches.push({ id: batch.batchId, undo });
  }

  /** Undoes the follower's last batch, if none of its cards was changed since. */
  async undoBatch(): Promise<void> {
    const batch = this.#batches.pop();
    if (!batch) return;
    const { status } = await this.#ana.post(`/api/batches/${batch.id}/undo`);
    expect([200, 404, 409]).toContain(status);
    if (status === 200) batch.undo();
  }

  async addOwn(value: number): Promise<void> {
    const card = await addCard(this.#ana, this.#places.followed, { front: `mía ${value}` });
    this.#own.set(card.id, see(card));
  }

  async wait(): Promise<void> {
    this.#app.clock.advance(25 * HOUR_MS);
  }

  async #changeCard({ id }: Card, action: object): Promise<string> {
    const response = await this.#ana.post<BatchResult>("/api/cards/batch", { cardIds: [id], ...action });
    return expectBody(response, 200).batchId;
  }

  /** Ends the history with an edit that was made without a network, and arrives after the author's edits and pulls of these. */
  async editLate(which: number, value: number): Promise<void> {
    const named = this.choose(which);
    const text = named && this.#model.find(named.key);
    if (!named || !text || this.#variantOf(named.card.id, null) === "reverse" || this.#state.ended) return;
    const { key, text: base } = named;
    const late = { key, edit: chooseFields(value), base, text, position: text.log.length };
    for (let at = 0; at <= which % 3; at += 1) {
      const sources = new Set(text.cards.map(({ source }) => source));
      const card = pick(
        (await this.#listSources()).filter(({ id }) => sources.has(id)),
        value,
      );
      if (card) await this.#editSource(card, chooseFields(value * 7 + at * 11 + which));
      await this.pull();
    }
    if (!isDatable(late, text.log.slice(late.position))) return;
    const changes = Object.entries(late.edit).filter(([field, written]) => written !== base[field as keyof Text]);
    if (changes.length === 0) return;
    await this.#edit(named.card, Object.fromEntries(changes), base);
    text.actLate(late.position, { do: "edit", key, edit: late.edit } satisfies Action);
    const expected = this.#expected().get(key);
    await this.#nameCards();
    if (expected?.upstream?.state === "deleted") return;
    const seen = this.#named.find((one) => one.key === key);
    expect(seen && see(seen.card)).toEqual(expected);
    this.done.late += 1;
  }

  // ---- Comparing ----

  /** Compares the account with the model, and the copy of a device with the account. */
  async check(): Promise<void> {
    if (!this.#isRead) await this.#nameCards();
    this.#isRead = false;
    const seen = new Map(this.#named.map(({ key, card }) => [key, see(card)]));
    const expected = this.#expected();
    if (!isDeepStrictEqual(seen, expected)) expect(sort(seen)).toEqual(sort(expected));
    const { follows } = this.#account.get(`folder ${this.#places.followed}`) as Folder;
    expect(follows).toEqual({ from: null, ...this.#state });
    await this.#device.catchUp();
    if (!isDeepStrictEqual(this.#device.copy, this.#account)) expect(this.#device.copy).toEqual(this.#account);
  }

  /** Nothing that the author does changes the follower's account. */
  async expectQuiet(): Promise<void> {
    const before = this.#device.received.length;
    await this.#device.catchUp();
    expect(this.#device.received.slice(before)).toEqual([]);
  }

  /** Compares what is stored of the follower's account with what it is derived from. */
  async checkDerived(): Promise<void> {
    const differences: string[] = [];
    await countDifferences(this.#app.ctx.db, this.#ana.userId as OwnerId, (what) => differences.push(what));
    expect(differences).toEqual([]);
  }

  #expected(model = this.#model): Map<string, Seen> {
    const members = new Map(model.texts.map((text) => [text, text.list()]));
    return new Map(
      [...members].flatMap(([text, cards]) =>
        cards.map(({ key, variant, text: sides, tags, suspended, upstream }) => {
          const card = text.cards.find((one) => text.keyOf(one) === key && (one.source !== null || upstream === "own"));
          const source = card?.sourceVariant ?? null;
          const isAlone = card?.away !== null || text.cards.filter((one) => isMember(one)).length < 2;
          const shown: Seen = {
            ...turnSides(sides, variant),
            variant: variant === "reverse" && isAlone ? null : variant,
            tags: [...tags],
            suspended,
            upstream: describe(upstream, source),
          };
          return [key, shown] as const;
        }),
      ),
    );
  }

  /** Reads the follower's cards, and names those that follow the author's as the model does. */
  async #nameCards(): Promise<void> {
    this.#account = await readCopy(this.#ana);
    this.#isRead = true;
    const cards = new Map(
      [...this.#account].flatMap(([key, row]) => (key.startsWith("card ") ? [[(row as Card).id, row as Card]] : [])),
    );
    const { rows } = await this.#app.database.pool.query<FollowedRow>(
      `select text_id as text, source, card_id as id, source_variant as "sourceVariant", former_text is not null as "isAway"
      from followed_cards where user_id = $1 and folder_id = $2 order by source, card_id`,
      [this.#ana.userId, this.#places.followed],
    );
    const texts = Map.groupBy(rows, ({ text }) => text);
    this.#named = rows.flatMap(({ text, source, id, sourceVariant, isAway }) => {
      const card = cards.get(id ?? 0);
      if (!card) return [];
      cards.delete(card.id);
      const first = Math.min(...(texts.get(text) ?? []).flatMap((one) => one.source ?? []));
      const key = source === null ? `${isAway ? "alone" : "own"} ${card.variant} beside ${first}` : `${source}`;
      const turned = card.variant ?? (card.groupId === null && sourceVariant === "reverse" ? "reverse" : null);
      const { front, back, format } = card;
      return [{ key, card, text: turnSides({ front, back, format }, turned), sourceVariant }];
    });
    const others = new Map([...cards.values()].map((card) => [card.id, see(card)]));
    if (!isDeepStrictEqual(others, this.#own)) expect(others).toEqual(this.#own);
  }
}

type FollowedRow = {
  text: string;
  source: number | null;
  id: number | null;
  sourceVariant: string | null;
  isAway: boolean;
};

type ModelCard = Model["texts"][number]["cards"][number];

function isMember({ status, removed, away }: ModelCard): boolean {
  return status !== "waiting" && removed === null && away === null;
}

/** Turns the sides that are there. */
function turnFields(fields: Partial<Text>, variant: string | null): Partial<Text> {
  return Object.fromEntries(Object.entries(turnSides(fields, variant)).filter(([, value]) => value !== undefined));
}

function describe(upstream: "own" | "same" | "deleted" | Text, variant: string | null): Card["upstream"] {
  if (upstream === "own") return null;
  if (typeof upstream === "string") return { state: upstream };
  return { state: "changed", ...turnSides(upstream, variant), variant };
}

/** Counts what a pull has added, changed and suspended, from the cards before and after it. */
function compareCards(before: readonly Named[], after: readonly Named[]) {
  const former = new Map(before.map(({ card }) => [card.id, card]));
  const counts = { added: 0, changed: 0, suspended: 0 };
  for (const { card } of after) {
    const was = former.get(card.id);
    if (!was) counts.added += 1;
    else {
      if (!isDeepStrictEqual(listTexts(card), listTexts(was)) || (was.suspended && !card.suspended))
        counts.changed += 1;
      if (card.suspended && !was.suspended) counts.suspended += 1;
    }
  }
  return counts;
}

/** Counts the cards that an undo has changed or removed. One that gets its text back and is suspended again counts once. */
function countRestored(before: readonly Named[], after: readonly Named[]): number {
  const restored = new Map(after.map(({ card }) => [card.id, card]));
  return before.filter(({ card: was }) => {
    const card = restored.get(was.id);
    return !card || card.suspended !== was.suspended || !isDeepStrictEqual(listTexts(card), listTexts(was));
  }).length;
}

const listTexts = ({ front, back, format, tags }: Card) => [front, back, format, tags];

function sort<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
