import { setTimeout as delay } from "node:timers/promises";
import { BASIC, createAnkiCollection, createAnkiPackage } from "@repasa/card-files/testing/anki-files.ts";
import type pg from "pg";
import { atMost, percentile, printed, type Row } from "./row.ts";
import { insertSession, insertUsers } from "./seed.ts";
import { type BenchServer, measureIdleStrain, withServer } from "./server.ts";
import { readSize } from "./size.ts";

const NOTES = readSize("IMPORT_NOTES", 20_000, 200);
const REVIEWS_EACH = 5;
const ROWS = 3 * NOTES;
const DAY_MS = 86_400_000;
const POLL_MS = 20;
const TABLES = ["cards", "card_texts", "card_media", "reviews", "import_cards"];

/** The user who studies while others import. */
const OTHER = 1;

/** Measures imports of students' files over HTTP, and the calls of another student who studies meanwhile. */
export function measureImports(): Promise<Row[]> {
  return withServer(
    async (server) => {
      // The first import of a server also loads its modules.
      await runImport(server, 2, new File(["a\tb"], "a.txt"));
      return [
        // As many reviews as cards, imported into nearly empty tables: the planner then underestimates nested loops for undoing it.
        ...(await runImport(server, 3, await ankiFile("Una vez.apkg", 1))),
        ...(await runImport(server, 4, await ankiFile("Biología.apkg", REVIEWS_EACH))),
        ...(await runImport(server, 5, tableFile())),
      ];
    },
    { environment: { FREE_FOLDER_LIMIT: "0", FREE_CARD_LIMIT: "0" }, seed },
  );
}

async function seed(client: pg.Client): Promise<void> {
  // An import may be undone before anything has analysed its rows, which is when plans are at their worst.
  for (const table of TABLES) await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  await insertUsers(client, 5);
  for (let user = 1; user <= 5; user++) await insertSession(client, user, `secret-${user}`);
}

/** Imports a file and undoes the import. */
async function runImport(server: BenchServer, user: number, file: File): Promise<Row[]> {
  const call = createCaller(server, user);
  const idle = await measureIdleStrain(server);
  const watched = watchOther(server);
  const form = new FormData();
  form.set("file", file);
  const start = performance.now();
  const { id } = await call("POST", "/api/imports", form);
  await waitFor(call, id, "ready");
  const read = performance.now();
  await call("POST", `/api/imports/${id}/start`, JSON.stringify({ options: {} }));
  await waitFor(call, id, "done");
  const written = performance.now();
  const strain = await server.strain();
  const times = await watched.stop();
  const undoStart = performance.now();
  await call("POST", `/api/imports/${id}/undo`);
  await waitFor(call, id, "undone");
  const undoMs = performance.now() - undoStart;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    printed(`${file.name}: preview; written; undone`, [read - start, written - read, undoMs].map(seconds).join("; ")),
    atMost("undone, as a part of preview and writing", undoMs / (written - start), 1, "", 2),
    atMost("peak memory over idle", strain.memory - idle.memory, 200, "MB"),
    atMost(`longest pause of the event loop, ${strain.work.toFixed(0)} ms of it own work`, strain.pause, 50, "ms"),
    atMost("p99 of another user's calls", percentile(times, 0.99), 500, "ms"),
  ];
}

type Caller = ReturnType<typeof createCaller>;

function createCaller({ origin }: BenchServer, user: number) {
  return async (method: string, url: string, body?: FormData | string) => {
    const headers = new Headers({ cookie: `repasa=secret-${user}`, "x-time-zone": "Europe/Madrid" });
    if (typeof body === "string") headers.set("content-type", "application/json");
    const response = await fetch(`${origin}${url}`, { method, headers, body: body ?? null });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url} was answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
}

async function waitFor(call: Caller, id: string, status: string): Promise<void> {
  for (;;) {
    const one = await call("GET", `/api/imports/${id}`);
    if (one.status === status) return;
    if (["failed", "cancelled"].includes(one.status)) throw new Error(`an import ended: ${JSON.stringify(one.error)}`);
    await delay(POLL_MS);
  }
}

/** Lets another user open the app again and again; `stop` returns the duration of each call in ms. */
function watchOther(server: BenchServer) {
  const call = createCaller(server, OTHER);
  const times: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const start = performance.now();
      // If the import has failed, the server stops during the last call.
      await call("GET", "/api/folders").catch(() => {});
      times.push(performance.now() - start);
      await delay(POLL_MS);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return times;
    },
  };
}

async function ankiFile(name: string, reviewsEach: number): Promise<File> {
  const first = Date.now() - 300 * DAY_MS;
  const ids = Array.from({ length: NOTES }, (_, nth) => nth);
  const database = createAnkiCollection({
    created: Math.floor(first / 1000),
    types: [BASIC],
    notes: ids.map((nth) => ({
      id: first + nth,
      type: 1,
      guid: `guid-${nth}`,
      tags: " biología tema-3 ",
      fields: [
        `¿Qué hace la proteína número ${nth}<br>y <b>dónde</b> se encuentra en la célula?`,
        `Cataliza la reacción ${nth * 7} en la membrana interna; pertenece a la familia ${nth % 97}.`,
      ],
    })),
    cards: ids.map((nth) => ({
      id: first + nth,
      note: first + nth,
      type: 2,
      queue: 2,
      due: 310,
      ivl: 20,
      factor: 2500,
      reps: reviewsEach,
    })),
    reviews: ids.flatMap((nth) =>
      Array.from({ length: reviewsEach }, (_, time) => ({
        id: first + (time * time * 10 + (nth % 20)) * DAY_MS + nth * 3_000 + time,
        card: first + nth,
        ease: 1 + ((nth + time * 5) % 4),
        type: time === 0 ? 0 : 1,
        factor: 2500,
        time: 6000,
      })),
    ),
  });
  return new File([new Uint8Array(await createAnkiPackage("anki21", database))], name);
}

function tableFile(): File {
  const rows = Array.from(
    { length: ROWS },
    (_, nth) => `palabra número ${nth} de la lista,"su traducción ${nth * 3}, con un ejemplo de ""uso"""`,
  );
  return new File([["anverso,reverso", ...rows].join("\r\n")], "Palabras.csv");
}
