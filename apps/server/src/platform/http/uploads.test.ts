// @module-tag hostile
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pngSample } from "@repasa/card-files/testing/media-samples.ts";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createLog } from "#platform/logging/log.ts";
import { createListeningApp, openConnection, type RawConnection, sockets } from "#testing/raw-connections.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

const SIZE = 5 * 1024 * 1024;
const dataDir = mkdtempSync(path.join(tmpdir(), "repasa-uploads-"));
const environment = { RATE_LIMIT: "on", DATA_DIR: dataDir };

/** One server allows clients a second of silence, the other more time than the tests take. */
const lines: string[] = [];
const log = createLog("info", { write: (line: string) => void lines.push(line) });
const impatient = await createListeningApp({ environment, log, patience: { silentMs: 1_000 } });
const patient = await createListeningApp({ environment, log, patience: { silentMs: 600_000 } });

afterAll(async () => {
  await impatient.close();
  await patient.close();
  rmSync(dataDir, { recursive: true });
});

const FORM = "multipart/form-data; boundary=x";
const FORM_HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';

/** Starts to send a file of `length` bytes, and sends the first `bytes` of it. */
function startUpload(
  { app }: TestApp,
  client: TestClient,
  bytes: number,
  { form = false, length = SIZE } = {},
): RawConnection {
  const upload = openConnection(app.server);
  const type = form ? FORM : "image/png";
  upload.socket.write(
    `POST /api/${form ? "imports" : "media"} HTTP/1.1\r\nHost: localhost\r\nCookie: ${client.cookie()}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${form ? FORM_HEAD : ""}`,
  );
  upload.socket.write(Buffer.alloc(bytes));
  return upload;
}

const statusOf = ({ received }: RawConnection) => Number(received().slice(9, 12));
const uploadFolder = () => readdirSync(path.join(dataDir, "uploads"));

describe.each([
  ["a file for cards", false],
  ["a file to import", true],
])("%s, sent only in part,", (_, form) => {
  it("ends with its connection when no more bytes arrive, and leaves nothing behind", async () => {
    const ana = await impatient.register();
    lines.length = 0;
    const half = startUpload(impatient, ana, 1_500_000, { form });
    await once(half.socket, "close");
    expect(half.received()).toBe("");
    await expect.poll(() => lines.join("")).toContain('"reason":"its client was silent","msg":"a request was cut off"');
    expect(lines.join("")).not.toContain("stack");
    await expect.poll(() => countRows(impatient, ana)).toEqual({ imports: 0, pieces: 0, media: 0 });
    if (!form) expect(uploadFolder()).toEqual([]);
    // The account's turns are free again.
    for (let time = 0; time < 3; time++) await once(startUpload(impatient, ana, 10, { form }).socket, "close");
  });

  it("shares the account's limit of two: a third is refused after a short wait, another account's is not", async () => {
    const [ana, luis] = [await patient.register(), await patient.register()];
    const halves = [
      startUpload(patient, ana, SIZE - 1_000, { form }),
      startUpload(patient, ana, SIZE - 1_000, { form }),
    ];
    await waitUntilReceived(halves.length);
    const third = startUpload(patient, ana, 1_000, { form });
    await expect.poll(() => statusOf(third)).toBe(429);
    expect(third.received()).toContain("Ya se están subiendo otros archivos. Espera a que terminen");
    expect(third.received().toLowerCase()).toContain("retry-after: 5");
    expect(halves.map(({ received }) => received())).toEqual(["", ""]);
    expect(third.isOpen()).toBe(true);
    expect((await sendImage(patient, luis)).statusCode).toBe(201);
    // The account can make other calls.
    expect((await ana.get("/api/folders")).status).toBe(200);
    for (const { socket } of halves) socket.destroy();
    await expect.poll(async () => (await sendImage(patient, ana)).statusCode).toBe(201);
  });
});

describe("an upload", () => {
  it("is rejected at once when the account's queue is full, and its connection is closed", async () => {
    const ana = await patient.register();
    const uploads = Array.from({ length: 40 }, () => startUpload(patient, ana, 1_000));
    // Two uploads are being received, eight wait.
    await vi.waitUntil(() => uploads.filter(({ isOpen }) => isOpen()).length === 10);
    expect(uploads.filter((upload) => statusOf(upload) === 429).length).toBeGreaterThan(0);
  });

  it("loses its connection when it stalls after it was refused", async () => {
    const ana = await impatient.register();
    const large = startUpload(impatient, ana, 1_000, { length: 40 * 1024 * 1024 });
    await expect.poll(() => statusOf(large)).toBe(413);
    await vi.waitUntil(() => !large.isOpen());
    const nobody = startUpload(impatient, impatient.visitor(), 1_000);
    await expect.poll(() => statusOf(nobody)).toBe(401);
    await vi.waitUntil(() => !nobody.isOpen());
  });

  it("may arrive slowly, as long as it does not stop", async () => {
    const ana = await impatient.register();
    const image = pngSample({ width: 30, height: 20 });
    const slow = startUpload(impatient, ana, 0, { length: image.length });
    const step = Math.ceil(image.length / 12);
    for (let from = 0; from < image.length; from += step) {
      slow.socket.write(image.subarray(from, from + step));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await expect.poll(() => statusOf(slow)).toBe(201);
    expect(uploadFolder()).toEqual([]);
  });

  it("shares a limit with all other accounts while its account's address is not confirmed", async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => patient.register()));
    const [last, ...others] = accounts;
    if (!last) throw new Error("nobody has registered");
    for (const one of others) for (let nth = 0; nth < 2; nth++) startUpload(patient, one, 1_000);
    await waitUntilReceived(10);
    const refused = startUpload(patient, last, 1_000);
    await expect.poll(() => statusOf(refused)).toBe(503);
    await patient.database.pool.query("update users set is_email_verified = true where id = $1", [last.userId]);
    expect((await sendImage(patient, last)).statusCode).toBe(201);
  });
});

function sendImage({ app }: TestApp, client: TestClient) {
  const headers = { cookie: client.cookie(), "content-type": "image/png" };
  return app.inject({ method: "POST", url: "/api/media", headers, payload: Buffer.from(pngSample()) });
}

async function countRows({ database }: TestApp, { userId }: TestClient) {
  const count = (table: string) => `(SELECT count(*)::int FROM ${table} WHERE user_id = $1)`;
  const { rows } = await database.pool.query(
    `SELECT ${count("imports")} AS imports, ${count("import_files")} AS pieces, ${count("media")} AS media`,
    [userId],
  );
  return rows[0];
}

/** Waits until the server has started to read the given number of uploads. */
async function waitUntilReceived(count: number): Promise<void> {
  await vi.waitUntil(() => sockets.length >= count && sockets.every(({ writableLength }) => writableLength === 0), {
    timeout: 20_000,
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
}
