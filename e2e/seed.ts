// Creates the data that a journey needs through the API, with the session of its browser context.
import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { type Card, cardEndpoints } from "@repasa/contract/cards.ts";
import type { CallInput, Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { type Folder, folderEndpoints } from "@repasa/contract/folders.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { type Difficulty, studyEndpoints } from "@repasa/contract/study.ts";

export type Person = { email: string; password: string };

/** Returns the credentials of a user that no other journey has. */
export function newPerson(): Person {
  return { email: `ana.${randomUUID()}@ejemplo.es`, password: "una clave larga" };
}

export type Texts = { front: string; back: string };

/** Returns cards that differ by their number. */
export function numberedCards(count: number): Texts[] {
  return Array.from({ length: count }, (_, index) => ({
    front: `Pregunta ${index + 1}`,
    back: `Respuesta ${index + 1}`,
  }));
}

/** Returns the date `days` days after a date; both are `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the date some days from a new user's study date in this time zone. */
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

  /** Registers a new user, who is then signed in. */
  async function register(person: Person = newPerson()): Promise<Person> {
    await call(authEndpoints.register, { body: { ...person, confirmPassword: person.password } });
    return person;
  }

  /** Creates a folder with cards, in the given order. */
  async function createFolder(name: string, cards: readonly Texts[] = []): Promise<{ folder: Folder; cards: Card[] }> {
    const folder = await call(folderEndpoints.create, { body: { name, description: null } });
    const created: Card[] = [];
    for (const body of cards) created.push(await call(cardEndpoints.create, { params: { id: folder.id }, body }));
    return { folder, cards: created };
  }

  return {
    call,

    /** Returns the study date some days from today's, which before 4 a.m. is yesterday's date. */
    dateIn: (days: number) => studyDateIn(days, timeZone),

    /** Returns a folder's cards, the newest first. */
    cardsOf,

    register,
    folder: createFolder,

    /** Registers a new user, who is then signed in and has one folder with these cards. */
    async registerWith(name: string, cards: readonly Texts[] = []) {
      return { person: await register(), ...(await createFolder(name, cards)) };
    },

    async rate(card: Card, difficulty: Difficulty, daysAgo = 0): Promise<void> {
      const body = { difficulty, waitedMs: daysAgo * 86_400_000 };
      await call(studyEndpoints.review, { params: { id: card.id }, body });
    },

    /** Returns for each card of a folder how often it was rated, and its present difficulty. */
    async log(folderId: number): Promise<Record<string, { reviewCount: number; difficulty: string }>> {
      const cards = await cardsOf(folderId);
      return Object.fromEntries(
        cards.map(({ front, reviewCount, difficulty }) => [front, { reviewCount, difficulty }]),
      );
    },

    /** Returns the number of ratings in the log that were not undone, over all days. */
    async ratings(): Promise<number> {
      const days = await call(statsEndpoints.activity, { query: {} });
      return days.reduce((sum, { count }) => sum + count, 0);
    },
  };
}

export type Api = ReturnType<typeof createApi>;

export const LONG_AGO = "2024-01-10T12:00:00.000Z";

/** A folder of four cards, none of which is due, for a response that a journey makes up. */
export function sampleFolder(id: number, name: string): Folder {
  return {
    id,
    name,
    description: null,
    difficultyLevel: "Medio",
    language: null,
    color: "teal",
    icon: name.charAt(0),
    colorChosen: false,
    iconChosen: false,
    answerMode: "flip",
    answerModeChosen: false,
    strictAccents: false,
    hasStudiedCards: true,
    cardCount: 4,
    dueCount: 0,
    dueWaiting: 0,
    follows: null,
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
  };
}
