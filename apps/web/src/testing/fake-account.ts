import type { Batch, Card } from "@repasa/contract/cards.ts";
import type { Change } from "@repasa/contract/changes.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { changeByBatch } from "#features/cards/batch/batch.changes.ts";
import { sampleCard, sampleFolder, sampleUser } from "#testing/sample-data.ts";

type Body = Record<string, unknown>;
type FakeResponse = { status: number; body?: unknown };
type Row = { kind: "card"; row: Card } | { kind: "folder"; row: Folder };

const missing: FakeResponse = { status: 404, body: { message: "No existe", code: "not_found" } };
const broken: FakeResponse = { status: 500, body: { message: "Ha ocurrido un error inesperado", code: "internal" } };
const respond = (body: unknown, status = 200): FakeResponse => ({ status, body });

/** As in `restore-backup.ts`: the ids that a restored database leaves out at least; each restore leaves out others. */
const LOST_IDS = 1_000_000;

/** What a backup contains. `written` has every text that a card or a folder has had. */
type Saved = {
  feed: string;
  place: number;
  ids: Record<Row["kind"], number>;
  folders: Map<number, Folder>;
  cards: Map<number, Card>;
  /** By reviewId. `times` is how often it was logged. */
  reviews: Map<string, { cardId: number; undone: boolean; times: number }>;
  things: Map<string, { place: number; thing: Row | null; kind: Row["kind"]; id: number }>;
  byClient: Map<string, Row>;
  written: Set<string>;
};

/**
 * An account on a server in memory, as far as devices need it: folders, cards, reviews and the feed of changes. Ids of cards and of
 * folders overlap, as on the real server. It can be restored from a backup, and fail with some things.
 */
export class FakeAccount {
  #saved: Saved = {
    feed: "1",
    place: 0,
    ids: { card: 0, folder: 0 },
    folders: new Map(),
    cards: new Map(),
    reviews: new Map(),
    things: new Map(),
    byClient: new Map(),
    written: new Set(),
  };
  #feeds = 1;
  /** Calls about these cards and folders fail with 500, whatever they ask. */
  readonly broken = { card: new Set<number>(), folder: new Set<number>() };
  /** The client's id of each card that has ever been created, by its id. */
  readonly clientIds = new Map<number, string>();
  /** The cards that have ever had each text. */
  readonly cardsOf = new Map<string, Set<number>>();

  get folders(): ReadonlyMap<number, Folder> {
    return this.#saved.folders;
  }

  get cards(): ReadonlyMap<number, Card> {
    return this.#saved.cards;
  }

  get reviews(): Saved["reviews"] {
    return this.#saved.reviews;
  }

  get written(): ReadonlySet<string> {
    return this.#saved.written;
  }

  mend(): void {
    this.broken.card.clear();
    this.broken.folder.clear();
  }

  save(): Saved {
    return structuredClone(this.#saved);
  }

  /** Returns to a backup as `npm run restore` does: a gap in all ids, and another feed. */
  restore(saved: Saved): void {
    const { card, folder } = saved.ids;
    this.#feeds += 1;
    const gap = LOST_IDS * this.#feeds;
    const ids = { card: card + gap, folder: folder + gap };
    this.#saved = { ...structuredClone(saved), ids, feed: String(this.#feeds) };
  }

  handle(userId: number, method: string, url: URL, body: Body = {}): FakeResponse {
    const [, , first = "", second = "", third = "", fourth = ""] = url.pathname.split("/");
    if (first === "auth") return respond(sampleUser({ id: userId }));
    if (first === "changes") return respond(this.#listChanges(url.searchParams.get("after") ?? ""));
    const id = Number(second);
    if (first === "folders") return this.#handleFolder(`${method} ${third}`, id, body);
    if (first === "reviews") return this.#reviewMany(body.ratings as { cardId: number; reviewId: string }[]);
    if (second === "batch") return this.#batch(body as unknown as Batch);
    if (this.broken.card.has(id)) return broken;
    const card = this.cards.get(id);
    if (!card) return missing;
    if (third === "review") return this.#review(card, body);
    if (third === "reviews") return this.#undo(card, fourth);
    if (third === "history") return respond({ card, reviews: [], recall: null, stability: null, nextReviewAt: null });
    if (method === "DELETE") return this.#remove("card", id);
    return this.#update(card, body);
  }

  #handleFolder(call: string, id: number, body: Body): FakeResponse {
    if (call === "POST ") return this.#create("folder", body, (own) => sampleFolder({ id: own, ...pickName(body) }));
    if (call === "GET " && Number.isNaN(id)) return respond([...this.folders.values()]);
    if (this.broken.folder.has(id)) return broken;
    const folder = this.folders.get(id);
    if (!folder) return missing;
    const cards = [...this.cards.values()].filter(({ folderId }) => folderId === id);
    if (call === "GET ") return respond(folder);
    if (call === "GET cards") return respond(cards);
    if (call === "PUT ") return respond(this.#put({ kind: "folder", row: { ...folder, ...pickName(body) } }));
    if (call === "POST cards") return this.#create("card", body, (own) => createCard(own, id, body));
    for (const card of cards) this.#remove("card", card.id);
    return this.#remove("folder", id);
  }

  #create(kind: Row["kind"], { clientId }: Body, make: (id: number) => Card | Folder): FakeResponse {
    const { byClient, ids } = this.#saved;
    const known = byClient.get(`${kind} ${clientId}`);
    const rows: ReadonlyMap<number, unknown> = kind === "card" ? this.cards : this.folders;
    if (known && rows.has(known.row.id)) return respond(rows.get(known.row.id), 201);
    ids[kind] += 1;
    const made = { kind, row: make(ids[kind]) } as Row;
    if (clientId) byClient.set(`${kind} ${clientId}`, made);
    if (kind === "card") this.clientIds.set(made.row.id, String(clientId));
    return respond(this.#put(made), 201);
  }

  #update(card: Card, { base = {}, ...fields }: Body): FakeResponse {
    const found = base as Body;
    const changed = Object.entries(fields).filter(
      ([name, value]) => value !== undefined && JSON.stringify(found[name]) !== JSON.stringify(value),
    );
    return respond(this.#put({ kind: "card", row: { ...card, ...Object.fromEntries(changed) } }));
  }

  #batch(batch: Batch): FakeResponse {
    if (batch.cardIds.some((id) => this.broken.card.has(id))) return broken;
    const cards = batch.cardIds.map((id) => this.cards.get(id));
    if (cards.some((card) => card === undefined)) return missing;
    if (batch.action === "move" && !this.folders.has(batch.folderId ?? 0)) return missing;
    for (const card of cards) if (card) this.#put({ kind: "card", row: { ...card, ...changeByBatch(card, batch) } });
    return respond({ batchId: crypto.randomUUID(), changed: cards.length });
  }

  #review(card: Card, { reviewId }: Body): FakeResponse {
    const known = this.reviews.get(String(reviewId));
    if (!known) {
      this.reviews.set(String(reviewId), { cardId: card.id, undone: false, times: 1 });
      this.#put({ kind: "card", row: { ...card, reviewCount: card.reviewCount + 1 } });
    }
    return respond({ card, reviewId });
  }

  #reviewMany(ratings: readonly { cardId: number; reviewId: string }[]): FakeResponse {
    const results = ratings.map(({ cardId, ...rating }) => {
      const card = this.cards.get(cardId);
      const { status, body } = this.broken.card.has(cardId) ? broken : card ? this.#review(card, rating) : missing;
      return { ...(body as object), cardId, reviewId: rating.reviewId, status };
    });
    return respond({ results });
  }

  #undo(card: Card, reviewId: string): FakeResponse {
    const known = this.reviews.get(reviewId);
    if (!known) return missing;
    if (!known.undone) this.#put({ kind: "card", row: { ...card, reviewCount: card.reviewCount - 1 } });
    known.undone = true;
    return respond({ card, reviewId, undone: true });
  }

  #put(thing: Row): Card | Folder {
    const { kind, row } = thing;
    const { cards, folders, written } = this.#saved;
    if (kind === "card") cards.set(row.id, row);
    else folders.set(row.id, row);
    const texts = kind === "card" ? [row.front, row.back, ...row.tags] : [row.name];
    for (const text of texts) {
      written.add(text);
      if (kind === "card") this.cardsOf.set(text, (this.cardsOf.get(text) ?? new Set()).add(row.id));
    }
    this.#note(kind, row.id, thing);
    return row;
  }

  #remove(kind: Row["kind"], id: number): FakeResponse {
    const { cards, folders } = this.#saved;
    (kind === "card" ? cards : folders).delete(id);
    this.#note(kind, id, null);
    return { status: 204 };
  }

  #note(kind: Row["kind"], id: number, thing: Row | null): void {
    this.#saved.place += 1;
    this.#saved.things.set(`${kind} ${id}`, { place: this.#saved.place, thing, kind, id });
  }

  #listChanges(after: string) {
    const { feed, place, things } = this.#saved;
    const [of, known] = after.split(" ");
    const canContinue = of === feed;
    const from = canContinue ? Number(known) : 0;
    const later = [...things.values()].filter((one) => one.place > from && (canContinue || one.thing));
    const changes = later
      .toSorted((one, other) => one.place - other.place)
      .map(({ thing, kind, id }) => (thing ? { ...thing, id, gone: false } : { kind, id, gone: true })) as Change[];
    return { changes, next: `${feed} ${place}`, more: false, reset: !canContinue && after !== "" };
  }
}

const pickName = ({ name }: Body) => ({ name: String(name) });

const createCard = (id: number, folderId: number, { front, back, tags }: Body): Card =>
  sampleCard({ id, folderId, front: String(front), back: String(back), tags: (tags ?? []) as string[] });
