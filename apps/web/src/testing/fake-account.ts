import type { Batch, Card } from "@repasa/contract/cards.ts";
import type { Change } from "@repasa/contract/changes.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { changeByBatch } from "#features/cards/cards.batch-changes.ts";
import { sampleCard, sampleFolder, sampleUser } from "#testing/sample-data.ts";

type Body = Record<string, unknown>;
type Answer = { status: number; body?: unknown };
type Row = { kind: "card"; row: Card } | { kind: "folder"; row: Folder };

const missing: Answer = { status: 404, body: { message: "No existe", code: "not_found" } };
const answer = (body: unknown, status = 200): Answer => ({ status, body });

/**
 * An account on a server in memory, as far as devices need it: folders, cards, reviews and the feed of changes. Ids of cards and of
 * folders overlap, as on the real server.
 */
export class FakeAccount {
  readonly folders = new Map<number, Folder>();
  readonly cards = new Map<number, Card>();
  /** By reviewId. `times` is how often it was logged. */
  readonly reviews = new Map<string, { cardId: number; undone: boolean; times: number }>();
  /** Every text that a card or a folder has ever had. */
  readonly written = new Set<string>();
  /** How often the creation of each client id has created something. */
  readonly created = new Map<string, number>();
  readonly #things = new Map<string, { place: number; thing: Row | null; kind: Row["kind"]; id: number }>();
  readonly #byClient = new Map<string, Row>();
  readonly #ids = { card: 0, folder: 0 };
  #place = 0;

  handle(userId: number, method: string, url: URL, body: Body = {}): Answer {
    const [, , first = "", second = "", third = "", fourth = ""] = url.pathname.split("/");
    if (first === "auth") return answer(sampleUser({ id: userId }));
    if (first === "changes") return answer(this.#listChanges(Number(url.searchParams.get("after") || 0)));
    const id = Number(second);
    if (first === "folders") return this.#handleFolder(`${method} ${third}`, id, body);
    if (first === "reviews") return this.#reviewMany(body.ratings as { cardId: number; reviewId: string }[]);
    if (second === "batch") return this.#batch(body as unknown as Batch);
    const card = this.cards.get(id);
    if (!card) return missing;
    if (third === "review") return this.#review(card, body);
    if (third === "reviews") return this.#undo(card, fourth);
    if (third === "history") return answer({ card, reviews: [], recall: null, stability: null, nextReviewAt: null });
    if (method === "DELETE") return this.#remove("card", id);
    return this.#update(card, body);
  }

  #handleFolder(call: string, id: number, body: Body): Answer {
    if (call === "POST ") return this.#create("folder", body, (own) => sampleFolder({ id: own, ...pickName(body) }));
    if (call === "GET " && Number.isNaN(id)) return answer([...this.folders.values()]);
    const folder = this.folders.get(id);
    if (!folder) return missing;
    if (call === "GET ") return answer(folder);
    if (call === "PUT ") return answer(this.#put({ kind: "folder", row: { ...folder, ...pickName(body) } }));
    if (call === "POST cards") return this.#create("card", body, (own) => createCard(own, id, body));
    for (const card of this.cards.values()) if (card.folderId === id) this.#remove("card", card.id);
    return this.#remove("folder", id);
  }

  #create(kind: Row["kind"], { clientId }: Body, make: (id: number) => Card | Folder): Answer {
    const known = this.#byClient.get(String(clientId));
    const rows: ReadonlyMap<number, unknown> = kind === "card" ? this.cards : this.folders;
    if (known && rows.has(known.row.id)) return answer(rows.get(known.row.id), 201);
    this.#ids[kind] += 1;
    const made = { kind, row: make(this.#ids[kind]) } as Row;
    this.#byClient.set(String(clientId), made);
    this.created.set(String(clientId), (this.created.get(String(clientId)) ?? 0) + 1);
    return answer(this.#put(made), 201);
  }

  #update(card: Card, { base = {}, ...fields }: Body): Answer {
    const found = base as Body;
    const changed = Object.entries(fields).filter(
      ([name, value]) => value !== undefined && JSON.stringify(found[name]) !== JSON.stringify(value),
    );
    return answer(this.#put({ kind: "card", row: { ...card, ...Object.fromEntries(changed) } }));
  }

  #batch(batch: Batch): Answer {
    const cards = batch.cardIds.map((id) => this.cards.get(id));
    if (cards.some((card) => card === undefined)) return missing;
    if (batch.action === "move" && !this.folders.has(batch.folderId ?? 0)) return missing;
    for (const card of cards) if (card) this.#put({ kind: "card", row: { ...card, ...changeByBatch(card, batch) } });
    return answer({ batchId: crypto.randomUUID(), changed: cards.length });
  }

  #review(card: Card, { reviewId }: Body): Answer {
    const known = this.reviews.get(String(reviewId));
    if (!known) {
      this.reviews.set(String(reviewId), { cardId: card.id, undone: false, times: 1 });
      this.#put({ kind: "card", row: { ...card, reviewCount: card.reviewCount + 1 } });
    }
    return answer({ card, reviewId });
  }

  #reviewMany(ratings: readonly { cardId: number; reviewId: string }[]): Answer {
    const results = ratings.map(({ cardId, ...rating }) => {
      const card = this.cards.get(cardId);
      const { status, body } = card ? this.#review(card, rating) : missing;
      return { ...(body as object), cardId, reviewId: rating.reviewId, status };
    });
    return answer({ results });
  }

  #undo(card: Card, reviewId: string): Answer {
    const known = this.reviews.get(reviewId);
    if (!known) return missing;
    if (!known.undone) this.#put({ kind: "card", row: { ...card, reviewCount: card.reviewCount - 1 } });
    known.undone = true;
    return answer({ card, reviewId, undone: true });
  }

  #put(thing: Row): Card | Folder {
    const { kind, row } = thing;
    if (kind === "card") this.cards.set(row.id, row);
    else this.folders.set(row.id, row);
    this.written.add(kind === "card" ? row.front : row.name);
    this.#note(kind, row.id, thing);
    return row;
  }

  #remove(kind: Row["kind"], id: number): Answer {
    (kind === "card" ? this.cards : this.folders).delete(id);
    this.#note(kind, id, null);
    return { status: 204 };
  }

  #note(kind: Row["kind"], id: number, thing: Row | null): void {
    this.#place += 1;
    this.#things.set(`${kind} ${id}`, { place: this.#place, thing, kind, id });
  }

  #listChanges(after: number) {
    const later = [...this.#things.values()].filter(({ place }) => place > after);
    const changes = later
      .toSorted((one, other) => one.place - other.place)
      .map(({ thing, kind, id }) => (thing ? { ...thing, id, gone: false } : { kind, id, gone: true })) as Change[];
    return { changes, next: String(this.#place), more: false, reset: after === 0 };
  }
}

const pickName = ({ name }: Body) => ({ name: String(name) });

const createCard = (id: number, folderId: number, { front, back, tags }: Body): Card =>
  sampleCard({ id, folderId, front: String(front), back: String(back), tags: (tags ?? []) as string[] });
