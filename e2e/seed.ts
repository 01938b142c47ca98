// What a journey needs to find in place: made through the API, by the browser context's own session.
import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.ts";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { type Card, cardEndpoints } from "@repasa/contract/cards.ts";
import type { CallInput, Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { type Folder, folderEndpoints } from "@repasa/contract/folders.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { type Difficulty, studyEndpoints } from "@repasa/contract/study.ts";

export type Person = { email: string; password: string };

/** Somebody whom no other journey knows. */
export function newPerson(): Person {
  return { email: `ana.${randomUUID()}@ejemplo.es`, password: "una clave larga" };
}

export type Texts = { front: string; back: string };

/** As many cards as wanted, told apart by their number. */
export function numberedCards(count: number): Texts[] {
  return Array.from({ length: count }, (_, index) => ({
    front: `Pregunta ${index + 1}`,
    back: `Respuesta ${index + 1}`,
  }));
}

/** Days from the study date of somebody new, who is in this time zone. */
function studyDateIn(days: number, timeZone: string): string {
  const studied = Date.now() - DEFAULT_DAY_START_HOUR * 3_600_000;
  const today = Date.parse(new Intl.DateTimeFormat("en-CA", { timeZone }).format(studied));
  return new Date(today + days * 86_400_000).toISOString().slice(0, 10);
}

type Loose = { params?: Record<string, string | number>; query?: Record<string, string>; body?: unknown };

export function createApi(request: APIRequestContext, timeZone: string) {
  async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
    const { params = {}, query = {}, body } = input as Loose;
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const response = await request.fetch(path, {
      method: endpoint.method,
      params: query,
      headers: { "X-Time-Zone": timeZone },
      ...(endpoint.body && { data: body }),
    });
    if (!response.ok()) throw new Error(`${endpoint.method} ${path}: ${response.status()} ${await response.text()}`);
    return (response.status() === 204 ? undefined : await response.json()) as ResponseOf<E>;
  }

  const cardsOf = async (id: number) =>
    (await call(cardEndpoints.listInFolder, { params: { id }, query: {} })) as Card[];

  return {
    call,

    /** A study date, in days from today's: before four in the night, today's is that of yesterday. */
    dateIn: (days: number) => studyDateIn(days, timeZone),

    /** A folder's cards, the newest first. */
    cardsOf,

    /** Registers somebody new, who is then signed in. */
    async register(person: Person = newPerson()): Promise<Person> {
      await call(authEndpoints.register, { body: { ...person, confirmPassword: person.password } });
      return person;
    },

    /** A folder with cards, in the order given. */
    async folder(name: string, cards: readonly Texts[] = []): Promise<{ folder: Folder; cards: Card[] }> {
      const folder = await call(folderEndpoints.create, { body: { name, description: null } });
      const created: Card[] = [];
      for (const body of cards) created.push(await call(cardEndpoints.create, { params: { id: folder.id }, body }));
      return { folder, cards: created };
    },

    async rate(card: Card, difficulty: Difficulty): Promise<void> {
      await call(studyEndpoints.review, { params: { id: card.id }, body: { difficulty } });
    },

    /** What the log says of a folder's cards: how often each was rated, and how it stands. */
    async log(folderId: number): Promise<Record<string, { reviewCount: number; difficulty: string }>> {
      const cards = await cardsOf(folderId);
      return Object.fromEntries(
        cards.map(({ front, reviewCount, difficulty }) => [front, { reviewCount, difficulty }]),
      );
    },

    /** How many ratings stand in the log, over all days. */
    async ratings(): Promise<number> {
      const days = await call(statsEndpoints.activity, { query: {} });
      return days.reduce((sum, { count }) => sum + count, 0);
    },
  };
}

export type Api = ReturnType<typeof createApi>;
