// Collects the responses of all reading calls for an account without its ids, so that equal accounts have equal values.
import { addDays, computeLocalDate } from "@repasa/scheduler/local-dates.ts";
import { datesOf } from "#platform/time/local-days.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

type Json = Record<string, unknown>;
type Ids = { id: number }[];

const PAST_DAYS = 25;

/** Returns the responses by address. Each id is replaced by its place in the order of ids. */
export async function readAll(app: TestApp, client: TestClient, timeZone: string): Promise<Record<string, unknown>> {
  const get = async <T>(url: string) => {
    const { status, body } = await client.get<T>(`/api/${url}`, { timeZone });
    return { status, body };
  };
  const folders = sorted((await get<Ids>("folders")).body);
  const found: (Ids[number] & { groupId: string | null })[] = [];
  for (const id of folders) found.push(...(await get<typeof found>(`folders/${id}/cards`)).body);
  const cards = sorted(found);
  const exams = sorted((await get<Ids>("exams")).body);
  const tests = sorted((await get<Ids>("tests")).body);
  const today = computeLocalDate(app.clock.now(), { timeZone, dayStartHour: 4 });
  const dates = datesOf({ from: addDays(today, -PAST_DAYS), to: addDays(today, 10) });
  const urls: [string, string][] = [
    ...[
      ...["user/stats", "user/home", "cards/daily-review", "folders", "cards/search", "cards/tags", "exams", "tests"],
      ...["exams/load?days=30", "user/backlog", "user/breaks", "user/retention?days=365", "user/calibration"],
      ...[
        "user/card-states",
        "user/memory",
        "confusions",
        "costly-cards",
        "user/preferences",
        "reminders/offer",
        "store/folders",
      ],
      ...["user/days", "user/activity", "user/forecast?days=60", "cards/review", "cards/review?practice=begun"],
      ...["new", "due", "suspended", "easy", "medium", "hard"].map((state) => `cards/search?state=${state}`),
      ...dates.flatMap((date) => [`folders/completed/${date}`, `folders/scheduled/${date}`]),
      // Each call returns eleven days.
      ...dates.filter((_, place) => place % 10 === 5).map((date) => `user/days?around=${date}`),
    ].map((url): [string, string] => [url, url]),
    ...folders.flatMap((id, place) =>
      ["", "/cards", "/stats"].map((part): [string, string] => [`folders/#${place}${part}`, `folders/${id}${part}`]),
    ),
    ...cards.map((id, place): [string, string] => [`cards/#${place}/history`, `cards/${id}/history`]),
    ...tests.map((id, place): [string, string] => [`tests/#${place}`, `tests/${id}`]),
    ...exams.flatMap((id, place) =>
      // The forecast stores the figures that the exam's outcome contains.
      ["outcome", "forecast"].map((part): [string, string] => [`exams/#${place}/${part}`, `exams/${id}/${part}`]),
    ),
  ];
  const groups: string[] = [];
  const sizes = Map.groupBy(found, ({ groupId }) => groupId);
  // A group of one has no meaning. It remains if a card's sibling was in a folder that was deleted.
  const isLone = (one: Json) => typeof one.groupId === "string" && sizes.get(one.groupId)?.length === 1;
  const placed = (kind: readonly number[], id: unknown) => (typeof id === "number" ? `#${kind.indexOf(id)}` : id);
  const groupOf = (id: unknown) => {
    if (typeof id !== "string") return id;
    if (!groups.includes(id)) groups.push(id);
    return `#${groups.indexOf(id)}`;
  };
  const kindOf = (one: Json) => {
    if ("front" in one) return cards;
    if ("endsAt" in one) return tests;
    return "date" in one && !("cardCount" in one) ? exams : folders;
  };
  const withoutIds = (value: unknown): unknown => {
    // The last digits of a sum depend on the order in which the database adds its rows.
    if (typeof value === "number" && !Number.isInteger(value)) return Number(value.toPrecision(12));
    if (Array.isArray(value)) return value.map(withoutIds);
    if (typeof value !== "object" || value === null) return value;
    const one = value as Json;
    const fields = Object.entries(one).map(([name, field]) => {
      if (name === "id") return [name, placed(kindOf(one), field)];
      if (name === "folderId") return [name, placed(folders, field)];
      if (name === "examId") return [name, placed(exams, field)];
      if (name === "folderIds") return [name, (field as number[]).map((id) => placed(folders, id))];
      if (name === "cardId" || name === "otherId") return [name, placed(cards, field)];
      // A suggested plan is simulated, so that its daily number, and what it leaves for today, depend on the ids of cards (luck.ts).
      if ((name === "perDay" || name === "leftToday") && !("until" in one)) return [name, typeof field];
      if (name === "nextCursor") return [name, field !== null];
      if (name === "groupId" && isLone(one)) return [name, null];
      if (name === "variant" && field === "reverse" && isLone(one)) return [name, null];
      if (name === "groupId") return [name, groupOf(field)];
      return [name, withoutIds(field)];
    });
    return Object.fromEntries(fields);
  };
  const responses: Record<string, unknown> = {};
  for (const [name, url] of urls) {
    const { status, body } = await get<Json>(url);
    responses[name] = { status, body: withoutIds(/^exams\/.*(forecast|load)/.test(name) ? withoutLuck(body) : body) };
  }
  return responses;
}

/** Removes the simulated values of a forecast, which depend on the ids of cards (luck.ts): only its inputs are compared. */
function withoutLuck({ today, daysLeft, cards, seen, newCards, exams, until }: Json): Json {
  return { today, daysLeft, cards, seen, newCards, exams, until };
}

function sorted(all: Ids): number[] {
  return all.map(({ id }) => id).sort((a, b) => a - b);
}
