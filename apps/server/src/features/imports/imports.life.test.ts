import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Folder } from "@repasa/contract/folders.ts";
import type { CardImport } from "@repasa/contract/imports.ts";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { encodeForm, sendForm, sendMaterial } from "#testing/import-form.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "repasa-test-"));
const app = await sharedTestApp({ environment: { DATA_DIR: dataDir, IMPORT_LIMIT_MB: "2", FREE_CARD_LIMIT: "5" } });
const { pool } = app.database;
/** A database session that blocks others by its locks. */
const blocker = new pg.Client({ connectionString: app.connectionString });
await blocker.connect();

afterAll(async () => {
  await blocker.end();
  rmSync(dataDir, { recursive: true });
});

const TEXT = "uno\tone\ndos\ttwo\ntres\tthree";
const read = async (client: TestClient, id: string) => (await client.get<CardImport>(`/api/imports/${id}`)).body;
const start = (client: TestClient, id: string, options = {}) =>
  client.post<CardImport & { code: string; message: string }>(`/api/imports/${id}/start`, { options });

/** Counts the remaining rows of a user's imports, and the files of all imports on disk. */
async function countRemaining({ userId }: TestClient) {
  const tables = [
    "import_files",
    "import_cards",
    "import_folders",
    "cards",
    "card_texts",
    "folders",
    "reviews",
    "media",
  ];
  const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table} WHERE user_id = $1) AS ${table}`);
  const { rows } = await pool.query(`SELECT ${counts.join(", ")}`, [userId]);
  const folder = path.join(dataDir, "imports");
  return { ...rows[0], files: existsSync(folder) ? readdirSync(folder).length : 0 };
}
const NONE_REMAINING = {
  import_files: 0,
  import_cards: 0,
  import_folders: 0,
  cards: 0,
  card_texts: 0,
  folders: 0,
  reviews: 0,
  media: 0,
  files: 0,
};

describe("POST /api/imports", () => {
  it("accepts a file or a text, and lists the import for its user only", async () => {
    const client = await app.register();
    const file = await sendMaterial(app, client, { data: TEXT, fileName: "C:\\Mis cosas\\Inglés.txt" });
    expect(file).toMatchObject({ status: "ready", fileName: "Inglés.txt", preview: { folders: [{ name: "Inglés" }] } });
    const text = await sendMaterial(app, client, { text: TEXT });
    expect(text).toMatchObject({ status: "ready", fileName: null });
    const { body } = await client.get<CardImport[]>("/api/imports");
    expect(body).toHaveLength(2);
    expect((await app.visitor().get("/api/imports")).status).toBe(401);
    expect((await (await app.register()).get(`/api/imports/${file.id}`)).status).toBe(404);
    expect((await client.get(`/api/imports/${randomUUID()}`)).status).toBe(404);
    expect((await client.post("/api/imports/x/start", {})).status).toBe(404);
  });

  it("stores a file in ordered pieces", async () => {
    const client = await app.register();
    const text = Array.from({ length: 20_000 }, (_, nth) => `pregunta ${nth} ${"x".repeat(60)}\trespuesta ${nth}`).join(
      "\n",
    );
    const { body } = await sendForm(app, client, [{ name: "file", fileName: "a.txt", data: text }]);
    const { rows } = await pool.query("SELECT data FROM import_files WHERE import_id = $1 ORDER BY piece", [body.id]);
    expect(rows.length).toBeGreaterThan(1);
    expect(Buffer.concat(rows.map(({ data }) => data)).toString()).toBe(text);
    await client.post(`/api/imports/${body.id}/cancel`);
  });

  it.each<[string, Parameters<typeof sendForm>[2], number, string]>([
    ["an empty form", [], 400, "Falta el archivo, o un texto"],
    ["a form without a file or text", [{ name: "otra", data: "x" }], 400, "Falta el archivo, o un texto"],
    ["a blank text", [{ name: "text", data: " \n " }], 400, "Falta el archivo, o un texto"],
    ["an empty file", [{ name: "file", fileName: "a.csv", data: "" }], 400, "El archivo está vacío"],
    [
      "a file and a text",
      [
        { name: "file", fileName: "a.csv", data: "x" },
        { name: "text", data: "y" },
      ],
      400,
      "Envía un archivo o un texto, no varios",
    ],
    [
      "two files",
      [
        { name: "file", fileName: "a.csv", data: "x" },
        { name: "file", fileName: "b.csv", data: "y" },
      ],
      400,
      "Envía un solo archivo",
    ],
    [
      "two texts",
      [
        { name: "text", data: "x" },
        { name: "text", data: "y" },
      ],
      400,
      "Envía un solo texto",
    ],
    [
      "a file above the limit",
      [{ name: "file", fileName: "a.csv", data: Buffer.alloc(2_200_000, 97) }],
      413,
      "El archivo puede tener hasta 2 MB",
    ],
  ])("rejects %s, and leaves nothing behind", async (_, parts, status, message) => {
    const client = await app.register();
    const response = await sendForm(app, client, parts);
    expect([response.status, response.body]).toEqual([status, expect.objectContaining({ message })]);
    expect(await countRemaining(client)).toEqual(NONE_REMAINING);
    expect((await pool.query("SELECT FROM imports WHERE user_id = $1", [client.userId])).rows).toHaveLength(0);
  });

  it("rejects other content types and damaged forms", async () => {
    const client = await app.register();
    const send = async (contentType: string | null, payload: string) => {
      const headers = { cookie: client.cookie(), ...(contentType && { "content-type": contentType }) };
      const response = await app.app.inject({ method: "POST", url: "/api/imports", headers, payload });
      return [response.statusCode, response.json().message];
    };
    const noForm = [415, "El archivo debe enviarse como multipart/form-data"];
    const broken = [400, "El formulario no es válido o ha llegado incompleto"];
    expect(await send("application/json", "{}")).toEqual(noForm);
    expect(await send(null, "")).toEqual(noForm);
    expect(await send("multipart/form-data", "x")).toEqual(broken);
    const { headers, payload } = encodeForm([{ name: "file", fileName: "a.csv", data: "a,b" }]);
    expect(await send(headers["content-type"] as string, payload.subarray(0, -20).toString())).toEqual(broken);
    expect(await send(headers["content-type"] as string, "no form at all")).toEqual(broken);
    const { payload: text } = encodeForm([{ name: "text", data: '{"toString":1}' }]);
    const typed = text.toString().replace('name="text"', 'name="text"\r\ncontent-type: application/json');
    expect(await send(headers["content-type"] as string, typed)).toEqual(broken);
    expect((await pool.query("SELECT FROM imports WHERE user_id = $1", [client.userId])).rows).toHaveLength(0);
  });

  it("deletes the upload when the client disconnects", async () => {
    const client = await app.register();
    await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.app.server.address() as { port: number };
    const { headers, payload } = encodeForm([{ name: "file", fileName: "a.csv", data: Buffer.alloc(1_500_000, 97) }]);
    const lines = [
      ...["POST /api/imports HTTP/1.1", "Host: localhost", `Cookie: ${client.cookie()}`],
      ...[`Content-Type: ${headers["content-type"]}`, `Content-Length: ${payload.length}`, "", ""],
    ];
    const socket = connect(port, "127.0.0.1");
    socket.write(lines.join("\r\n"));
    socket.write(payload.subarray(0, 1_200_000));
    const rows = async () => (await pool.query("SELECT FROM imports WHERE user_id = $1", [client.userId])).rows.length;
    await expect.poll(rows).toBe(1);
    expect((await client.get("/api/imports")).body).toEqual([]);
    socket.destroy();
    await expect.poll(rows).toBe(0);
  });

  it("cancels the oldest ready import for a fourth one, and responds with 409 if none is ready", async () => {
    const client = await app.register();
    const first = await sendMaterial(app, client, { text: TEXT });
    for (let sent = 0; sent < 3; sent++) await sendForm(app, client, [{ name: "text", data: TEXT }]);
    expect((await read(client, first.id)).status).toBe("cancelled");
    const { status, body } = await sendForm(app, client, [{ name: "text", data: TEXT }]);
    expect([status, body]).toMatchObject([
      409,
      { message: "Ya hay varias importaciones en marcha. Espera a que terminen." },
    ]);
  });
});

it("accepts three unfinished uploads of a user at the same time", async () => {
  const client = await app.register();
  const sent = Array.from({ length: 8 }, () => sendForm(app, client, [{ name: "text", data: TEXT }]));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([202, 202, 202, 409, 409, 409, 409, 409]);
  // An upload that broke off unnoticed counts for 15 minutes.
  await pool.query("UPDATE imports SET file_bytes = 0 WHERE user_id = $1", [client.userId]);
  app.clock.advance(16 * 60_000);
  expect((await sendForm(app, client, [{ name: "text", data: TEXT }])).status).toBe(202);
});

describe("a file that cannot be read", () => {
  it.each([
    ["a truncated package", "PK\x03\x04\x14\0\0\0\b\0", "a.apkg"],
    ["a damaged database", `SQLite format 3\0${"x".repeat(4096)}`, "a.anki2"],
    ["a PDF document", "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n", "a.csv"],
    ["JSON that is no complete export", '{"format":"repasa","version":1,\n"cards":[\n{', "a.json"],
  ])("fails with one sentence, and leaves nothing in the database or on disk: %s", async (_, data, fileName) => {
    const client = await app.register();
    const failed = await sendMaterial(app, client, { data: Buffer.from(data, "latin1"), fileName });
    expect(failed).toMatchObject({ status: "failed", error: { message: expect.stringMatching(/^[A-ZÁÉÍÓÚÑ].*\.$/) } });
    expect(await countRemaining(client)).toEqual(NONE_REMAINING);
    expect((await start(client, failed.id)).status).toBe(409);
    expect((await client.post(`/api/imports/${failed.id}/cancel`)).status).toBe(409);
  });
});

describe("POST /api/imports/{importId}/start", () => {
  it("rejects unknown folders, columns and options, and leaves the import ready", async () => {
    const client = await app.register();
    const { id } = await sendMaterial(app, client, { text: "a;b\tc" });
    expect((await start(client, id, { folderId: 999_999 })).status).toBe(404);
    const wrong = await start(client, id, { columns: { front: 0, back: 9 } });
    expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringMatching(/./)]);
    expect((await start(client, id, { duplicates: "perhaps" })).status).toBe(400);
    expect(await read(client, id)).toMatchObject({
      status: "ready",
      preview: { samples: [{ front: "a;b", back: "c" }] },
    });
    const { status, body } = await start(client, id, { separator: ";" });
    expect([status, body]).toMatchObject([
      202,
      { status: "running", preview: { samples: [{ front: "a", back: "b\tc" }] } },
    ]);
    await app.runJobs("imports.write");
    expect(await read(client, id)).toMatchObject({ status: "done", result: { cards: 1 } });
  });

  it("limits simultaneous requests with another separator per account", async () => {
    const [ana, luis] = [await app.register(), await app.register()];
    const imports = await Promise.all([ana, luis].map((client) => sendMaterial(app, client, { text: "a;b\tc" })));
    const [anaImportId = "", luisImportId = ""] = imports.map(({ id }) => id);
    await blocker.query("BEGIN");
    await blocker.query("LOCK TABLE import_files IN ACCESS EXCLUSIVE MODE");
    const requests = Array.from({ length: 15 }, () => start(ana, anaImportId, { separator: ";" }));
    const other = start(luis, luisImportId, { separator: ";" });
    // One import of each account is being read at the same time.
    await waitForBlockedSessions(pool, { sessions: 2 });
    await blocker.query("ROLLBACK");
    expect((await other).status).toBe(202);
    const responses = await Promise.all(requests);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(13);
    expect(refused[0]?.body.message).toContain("Ya se está leyendo el archivo de otra manera.");
    // Two requests were served, and only one of them can start the import.
    expect(responses.map(({ status }) => status).filter((status) => status !== 429)).toEqual(
      expect.arrayContaining([202, 409]),
    );
  });

  it("responds with 402 beyond the free limit, which the preview shows, and counts cards added meanwhile", async () => {
    const client = await app.register();
    const six = await sendMaterial(app, client, { text: `${TEXT}\n4\tx\n5\tx\n6\tx` });
    expect(six.preview?.limits?.message).toContain("sitio para 5 cartas");
    expect(six.preview?.limits?.message).toContain("Quedan 5 y el archivo trae 6 cartas nuevas.");
    expect(await start(client, six.id)).toMatchObject({ status: 402, body: { code: "limit_reached" } });
    expect(await countRemaining(client)).toMatchObject({ ...NONE_REMAINING, import_files: 1 });
    const three = await sendMaterial(app, client, { text: TEXT });
    expect((await start(client, three.id)).status).toBe(202);
    const { body: folder } = await client.post<Folder>("/api/folders", { name: "Propia" });
    for (const front of ["a", "b", "c"]) await client.post(`/api/folders/${folder.id}/cards`, { front, back: "x" });
    await app.runJobs("imports.write");
    expect(await read(client, three.id)).toMatchObject({
      status: "failed",
      result: null,
      error: { code: "limit_reached" },
    });
    expect(await countRemaining(client)).toMatchObject({ cards: 3, folders: 1, import_cards: 0, files: 0 });
  });

  it("writes an import once even if two servers run its job", async () => {
    const client = await app.register();
    const { id } = await sendMaterial(app, client, { text: TEXT });
    await start(client, id);
    const responses = await Promise.all([start(client, id), start(client, id)]);
    expect(responses.map(({ status }) => status)).toEqual([409, 409]);
    await pool.query("SELECT pg_sleep(0)");
    // This happens if the queue considers a running worker dead.
    await Promise.all([app.runJobs("imports.write"), runWriteJob(client, id)]);
    expect(await read(client, id)).toMatchObject({ status: "done", result: { cards: 3, folders: 1 } });
    expect(await countRemaining(client)).toMatchObject({
      cards: 3,
      folders: 1,
      import_cards: 3,
      import_files: 0,
      files: 0,
    });
  });
});

/** Runs the job that writes an import as another server would, regardless of the queue. */
async function runWriteJob(client: TestClient, importId: string): Promise<void> {
  await app.runHandler("imports", "write", { userId: client.userId, importId });
}

describe("a running import", () => {
  /** Starts an import, and blocks it at its last step. */
  async function startBlocked(
    client: TestClient,
  ): Promise<{ id: string; writing: Promise<void>; unblock: () => Promise<unknown> }> {
    const { id } = await sendMaterial(app, client, { text: TEXT });
    await client.get("/api/user/stats");
    await blocker.query("BEGIN");
    await blocker.query("SELECT FROM user_scheduling WHERE user_id = $1 FOR UPDATE", [client.userId]);
    await start(client, id);
    const writing = app.runJobs("imports.write");
    await waitForBlockedSessions(pool, { applicationName: "repasa-imports" });
    return { id, writing, unblock: () => blocker.query("COMMIT") };
  }

  it("can be cancelled, and leaves nothing behind", async () => {
    const client = await app.register();
    const { id, writing, unblock } = await startBlocked(client);
    expect(await read(client, id)).toMatchObject({ status: "running" });
    expect((await client.post(`/api/imports/${id}/cancel`)).status).toBe(202);
    await writing;
    await unblock();
    expect(await read(client, id)).toMatchObject({ status: "cancelled", result: null, error: null });
    expect(await countRemaining(client)).toEqual(NONE_REMAINING);
    expect((await client.post(`/api/imports/${id}/cancel`)).status).toBe(409);
  });

  it("is repeated from the file after its database connection was terminated", async () => {
    const client = await app.register();
    const { id, writing, unblock } = await startBlocked(client);
    await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'repasa-imports'`);
    await writing;
    await unblock();
    expect(await read(client, id)).toMatchObject({ status: "running" });
    expect(await countRemaining(client)).toMatchObject({ ...NONE_REMAINING, import_files: 1 });
    await app.runJobs("imports.write");
    expect(await read(client, id)).toMatchObject({ status: "done", result: { cards: 3 } });
  });

  it("fails if no process has worked on it for hours", async () => {
    const client = await app.register();
    const { id } = await sendMaterial(app, client, { text: TEXT });
    await start(client, id);
    await pool.query("UPDATE imports SET alive_at = $2 WHERE id = $1", [
      id,
      new Date(app.clock.now().getTime() - 3 * 3_600_000),
    ]);
    await app.runJobs("imports.clean");
    await app.runHandler("imports", "clean");
    expect(await read(client, id)).toMatchObject({ status: "failed", error: { code: "internal" } });
    expect(await countRemaining(client)).toEqual(NONE_REMAINING);
    await app.runJobs("imports.write");
    expect(await countRemaining(client)).toEqual(NONE_REMAINING);
  });
});

describe("a waiting import", () => {
  it("can be cancelled before it was read, and when it is ready", async () => {
    const client = await app.register();
    const { body } = await sendForm(app, client, [{ name: "text", data: TEXT }]);
    expect(await client.post(`/api/imports/${body.id}/cancel`)).toMatchObject({
      status: 202,
      body: { status: "cancelled" },
    });
    await app.runJobs("imports.read");
    expect(await read(client, body.id)).toMatchObject({ status: "cancelled", preview: null });
    const { id } = await sendMaterial(app, client, { text: TEXT });
    expect(await client.post(`/api/imports/${id}/cancel`)).toMatchObject({
      status: 202,
      body: { status: "cancelled" },
    });
    expect((await start(client, id)).status).toBe(409);
    expect(await countRemaining(client)).toEqual(NONE_REMAINING);
  });
});

describe("the hourly clean-up of imports", () => {
  const listContents = async ({ userId }: TestClient) => {
    const { rows } = await pool.query(
      `SELECT status, preview IS NOT NULL AS previewed, (SELECT count(*)::int FROM import_files f WHERE f.user_id = $1 AND f.import_id = i.id) AS pieces
       FROM imports i WHERE user_id = $1 ORDER BY created_at`,
      [userId],
    );
    return rows.map(({ status, previewed, pieces }) => [status, previewed, pieces]);
  };

  it("deletes the preview and file of an import a week after its last change, and cancels a ready one", async () => {
    const client = await app.register();
    const { id } = await sendMaterial(app, client, { text: "uno\tone" });
    await start(client, id);
    await app.runJobs("imports.write");
    app.clock.advance(1000);
    const waiting = await sendMaterial(app, client, { text: TEXT });
    app.clock.advance(6.9 * 86_400_000);
    await app.runHandler("imports", "clean");
    expect(await listContents(client)).toEqual([
      ["done", true, 0],
      ["ready", true, 1],
    ]);
    app.clock.advance(0.2 * 86_400_000);
    await app.runHandler("imports", "clean");
    expect(await listContents(client)).toEqual([
      ["done", false, 0],
      ["cancelled", false, 0],
    ]);
    expect(await read(client, id)).toMatchObject({ status: "done", preview: null, result: { cards: 1 } });
    expect((await start(client, waiting.id)).status).toBe(409);
    expect((await client.post(`/api/imports/${id}/undo`)).status).toBe(202);
  });
});

it("explains in one sentence that a file has no usable cards, and starts it only with other columns", async () => {
  const client = await app.register();
  const none = await sendMaterial(app, client, { text: "uno\t\ndos\t\n\ttres" });
  const error = {
    code: "no_cards",
    message: "Ninguna carta de este archivo se puede traer: filas sin pregunta o sin respuesta (3).",
  };
  expect(none).toMatchObject({ status: "ready", error, preview: { cards: 0, unsupported: [{ count: 3 }] } });
  const refused = await start(client, none.id);
  expect([refused.status, refused.body.message]).toEqual([400, error.message]);
  const elsewhere = await sendMaterial(app, client, { text: "uno\t\tone\ndos\t\ttwo" });
  const columns = { front: 0, back: 2 };
  expect((await start(client, elsewhere.id, { columns })).body).toMatchObject({ status: "running", error: null });
});
