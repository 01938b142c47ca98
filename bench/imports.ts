import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { ankiDatabase, ankiPackage, BASIC } from "@repasa/card-files/testing/anki-files.ts";
import pg from "pg";
import { from, to } from "pg-copy-streams";
import { atMost, type Row } from "./row.ts";
import { type BenchServer, startDatabase, startServer } from "./server.ts";
import { insertSession } from "./session.ts";

const NOTES = 20_000;
const REVIEWS_EACH = 5;
const ROWS = 60_000;
const DAY_MS = 86_400_000;
const POLL_MS = 20;
/** As many reviews as cards, imported into nearly empty tables, so that plans with nested loops look cheap for undoing it. */
const UNDONE_FILE = "Una vez.apkg";
/** Each imports one of the files. */
const USERS = [1, 2, 6];
const TABLES = ["cards", "card_texts", "card_media", "reviews", "import_cards"] as const;

type ImportFigures = {
  file: string;
  readSeconds: number;
  writeSeconds: number;
  copySeconds: number;
  undoSeconds: number;
  /** Above what the server held before, in MB. */
  memory: number;
  pause: number;
  /** Of the pause, in ms of the thread's own processor time. */
  work: number;
  /** Of calls of another user meanwhile, in ms. */
  p99: number;
};

/** What a student brings from elsewhere, over HTTP, beside another who studies. */
async function benchImports(): Promise<ImportFigures[]> {
  const database = await startDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), "repasa-bench-data-"));
  const environment = { FREE_FOLDER_LIMIT: "0", FREE_CARD_LIMIT: "0", DATA_DIR: dataDir };
  const server = await startServer(database.connectionString, environment);
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  // An import may be undone before anything has analysed its rows, which is when plans are at their worst.
  for (const table of TABLES) await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  try {
    for (const user of [1, 2, 3, 4, 5, 6]) await addUser(client, user);
    // The first import of a server loads what it needs.
    await runImport(server, client, 4, new File(["a\tb"], "a.txt"));
    const files = [await ankiFile(UNDONE_FILE, 1), await ankiFile("Biología.apkg", REVIEWS_EACH), tableFile()];
    const figures: ImportFigures[] = [];
    for (const [index, file] of files.entries())
      figures.push(await runImport(server, client, USERS[index] as number, file));
    return figures;
  } finally {
    await client.end();
    await server.stop();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function addUser(client: pg.Client, user: number): Promise<void> {
  await client.query(
    "INSERT INTO users (email, password_hash, created_at, updated_at) VALUES ($1, '-', now(), now())",
    [`bench${user}@repasa.example`],
  );
  await insertSession(client, user, `secret-${user}`);
}

async function runImport(server: BenchServer, client: pg.Client, user: number, file: File): Promise<ImportFigures> {
  const call = callOf(server, user);
  await delay(500);
  await server.strain();
  await delay(200);
  const idle = await server.strain();
  const other = watchOther(server);
  const form = new FormData();
  form.set("file", file);
  const begun = performance.now();
  const { id } = await call("POST", "/api/imports", form);
  await until(call, id, "ready");
  const read = performance.now();
  await call("POST", `/api/imports/${id}/start`, JSON.stringify({ options: {} }));
  await until(call, id, "done");
  const written = performance.now();
  const strain = await server.strain();
  const p99 = await other();
  const rows = await readRows(client, user);
  const begunUndo = performance.now();
  await call("POST", `/api/imports/${id}/undo`);
  await until(call, id, "undone");
  const undoSeconds = (performance.now() - begunUndo) / 1000;
  return {
    file: file.name,
    readSeconds: (read - begun) / 1000,
    writeSeconds: (written - read) / 1000,
    copySeconds: await copyAgain(client, rows),
    undoSeconds,
    memory: strain.memory - idle.memory,
    pause: strain.pause,
    work: strain.work,
    p99,
  };
}

function callOf({ port }: BenchServer, user: number) {
  return async (method: string, url: string, body?: FormData | string) => {
    const answer = await fetch(`http://localhost:${port}${url}`, {
      method,
      headers: {
        cookie: `repasa=secret-${user}`,
        "x-time-zone": "Europe/Madrid",
        ...(typeof body === "string" && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
}

async function until(call: ReturnType<typeof callOf>, id: string, status: string): Promise<void> {
  for (;;) {
    const one = await call("GET", `/api/imports/${id}`);
    if (one.status === status) return;
    if (["failed", "cancelled"].includes(one.status)) throw new Error(`an import came to ${JSON.stringify(one.error)}`);
    await delay(POLL_MS);
  }
}

/** Another user opens the app again and again; answers the 99th percentile of how long that took. */
function watchOther(server: BenchServer): () => Promise<number> {
  const call = callOf(server, 5);
  const times: number[] = [];
  let over = false;
  const watching = (async () => {
    while (!over) {
      const begun = performance.now();
      // When the import has failed, the server ends while this one still asks.
      await call("GET", "/api/folders").catch(() => {});
      times.push(performance.now() - begun);
      await delay(POLL_MS);
    }
  })();
  return async () => {
    over = true;
    await watching;
    times.sort((a, b) => a - b);
    return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  };
}

type TableRows = { table: string; columns: string; data: Buffer };

/** Reads everything that an import has written for a user, as rows for a user who has nothing. */
async function readRows(client: pg.Client, user: number): Promise<TableRows[]> {
  const rows: TableRows[] = [];
  for (const table of ["folders", "imports", ...TABLES]) {
    const { rows: names } = await client.query<{ column_name: string }>(
      "SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND table_schema = 'public' ORDER BY ordinal_position",
      [table],
    );
    const columns = names.map(({ column_name: name }) => `"${name}"`).join(", ");
    const others = columns.replace('"user_id"', "3");
    const data = await buffer(
      client.query(to(`COPY (SELECT ${others} FROM ${table} WHERE user_id = ${user} ORDER BY ctid) TO STDOUT`)),
    );
    rows.push({ table, columns, data });
  }
  return rows;
}

/** Measures the time that PostgreSQL alone needs for the same rows. */
async function copyAgain(client: pg.Client, rows: readonly TableRows[]): Promise<number> {
  await client.query("DELETE FROM users WHERE id = 3");
  await client.query(
    "INSERT INTO users (id, email, password_hash, created_at, updated_at) OVERRIDING SYSTEM VALUE VALUES (3, 'copy', '-', now(), now())",
  );
  const begin = performance.now();
  await client.query("BEGIN");
  for (const { table, columns, data } of rows) {
    await pipeline(Readable.from([data]), client.query(from(`COPY ${table} (${columns}) FROM STDIN`)));
  }
  await client.query("COMMIT");
  return (performance.now() - begin) / 1000;
}

async function ankiFile(name: string, each: number): Promise<File> {
  const first = Date.now() - 300 * DAY_MS;
  const ids = Array.from({ length: NOTES }, (_, nth) => nth);
  const database = ankiDatabase({
    created: Math.floor(first / 1000),
    types: [BASIC],
    notes: ids.map((nth) => ({
      ...{ id: first + nth, type: 1, guid: `guid-${nth}`, tags: " biología tema-3 " },
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
      reps: each,
    })),
    reviews: ids.flatMap((nth) =>
      Array.from({ length: each }, (_, time) => ({
        id: first + (time * time * 10 + (nth % 20)) * DAY_MS + nth * 3_000 + time,
        ...{ card: first + nth, ease: 1 + ((nth + time * 5) % 4), type: time === 0 ? 0 : 1, factor: 2500, time: 6000 },
      })),
    ),
  });
  return new File([new Uint8Array(await ankiPackage("anki21", database))], name);
}

function tableFile(): File {
  const rows = Array.from(
    { length: ROWS },
    (_, nth) => `palabra número ${nth} de la lista,"su traducción ${nth * 3}, con un ejemplo de ""uso"""`,
  );
  return new File([["anverso,reverso", ...rows].join("\r\n")], "Palabras.csv");
}

export async function importsRows(): Promise<Row[]> {
  return (await benchImports()).flatMap((figures) => {
    const { file, readSeconds, writeSeconds, copySeconds, undoSeconds, memory, pause, work, p99 } = figures;
    const both = ((readSeconds + writeSeconds) / copySeconds).toFixed(1);
    const written = `${file}: written in ${writeSeconds.toFixed(1)} s, after ${readSeconds.toFixed(1)} s for the preview`;
    const copied = `raw COPY of the same rows ${copySeconds.toFixed(1)} s; both parts ${both}`;
    const undone = `${written}; undone in ${undoSeconds.toFixed(1)} s, as a part of that`;
    const undoing = atMost(undone, undoSeconds / (readSeconds + writeSeconds), 1, "", 2);
    if (file === UNDONE_FILE) return [undoing];
    return [
      atMost(`${written}; ${copied}`, writeSeconds / copySeconds, 4, "", 1),
      undoing,
      atMost("the same, peak memory over idle", memory, 200, "MB"),
      atMost(`longest pause of the event loop, ${work.toFixed(0)} ms of it own work`, pause, 50, "ms"),
      atMost("p99 of another user's calls", p99, 500, "ms"),
    ];
  });
}
