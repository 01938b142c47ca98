import { createHash } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import {
  avifSample,
  gifSample,
  jpegSample,
  m4aSample,
  mp3Sample,
  pngSample,
  wavSample,
} from "@repasa/card-files/testing/media-samples.ts";
import {
  avifPhoto,
  gifPhoto,
  jpegPhoto,
  pngPhoto,
  SECRET,
  webpPhoto,
} from "@repasa/card-files/testing/metadata-samples.ts";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { storeDerived } from "#features/cards/derived/derived.service.ts";
import { drizzle } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { downloadMedia, uploadMedia } from "#testing/media-calls.ts";
import { createTestApp, sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { FIRST_POSITION, type MediaPosition, updateUnusedMedia } from "./media.queries.ts";

const app = await sharedTestApp({ environment: { MEDIA_LIMIT_MB: "6" } });
await app.app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.app.server.address() as AddressInfo;
const MB = 1024 * 1024;
const DAY = 86_400_000;
const UNKNOWN_ID = "0".repeat(64);

let ana: TestClient;
beforeEach(async () => {
  ana = await app.register();
});

const sha256 = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");
const listStoredIds = async (client: TestClient) => {
  const { rows } = await app.database.pool.query("select id from media where user_id = $1 order by id", [
    client.userId,
  ]);
  return rows.map((row) => row.id);
};

describe("an upload", () => {
  it("is stored with its real type, whatever type the client sends", async () => {
    const png = pngSample({ width: 30, height: 20 });
    const expected = { id: sha256(png), contentType: "image/png", bytes: png.length, width: 30, height: 20 };
    for (const claimedType of [
      "image/png",
      "audio/mpeg",
      "application/json",
      "application/x-www-form-urlencoded",
      null,
    ]) {
      expect(await uploadMedia(app, ana, png, claimedType)).toEqual({ status: 201, body: expected });
    }
    expect(await listStoredIds(ana)).toEqual([expected.id]);
    const mp3 = mp3Sample();
    const { body } = await uploadMedia(app, ana, mp3, "image/png");
    expect(body).toEqual({ id: sha256(mp3), contentType: "audio/mpeg", bytes: mp3.length });
  });

  it("adds one file when the same bytes arrive several times at once", async () => {
    const gif = gifSample();
    const responses = await Promise.all(Array.from({ length: 8 }, () => uploadMedia(app, ana, gif)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(await listStoredIds(ana)).toEqual([sha256(gif)]);
    const { rows } = await app.database.pool.query("select 1 from media_data where user_id = $1", [ana.userId]);
    expect(rows).toHaveLength(1);
  });

  it("that is empty, of another type, or too large is refused, and nothing is stored", async () => {
    expect(await uploadMedia(app, ana, Buffer.alloc(0))).toMatchObject({ status: 400 });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    expect(await uploadMedia(app, ana, svg, "image/png")).toMatchObject({
      status: 415,
      body: { code: "unsupported_media_type" },
    });
    const large = Buffer.concat([pngSample(), Buffer.alloc(5 * MB)]);
    expect(await uploadMedia(app, ana, large)).toMatchObject({
      status: 413,
      body: { code: "payload_too_large", message: "El archivo no puede superar los 5 MB" },
    });
    expect(await listStoredIds(ana)).toEqual([]);
  });

  it("of unknown length is read no further than the limit", async () => {
    const call = request({ port, method: "POST", path: "/api/media", headers: { cookie: ana.cookie() } });
    const answered = once(call, "response");
    call.on("error", () => {});
    for (let sent = 0; sent < 8; sent++) call.write(Buffer.alloc(MB));
    const [response] = await answered;
    expect(response.statusCode).toBe(413);
    call.destroy();
  });

  it("that is cut off stores nothing", async () => {
    const call = request({
      port,
      method: "POST",
      path: "/api/media",
      headers: { cookie: ana.cookie(), "content-length": 1000 },
    });
    call.on("error", () => {});
    call.write(pngSample());
    await new Promise((resolve) => setTimeout(resolve, 50));
    call.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await listStoredIds(ana)).toEqual([]);
  });

  it("beyond the account's limit is refused, even in concurrent calls, but not if the file is already stored", async () => {
    const big = (letter: string) => pngSample(undefined, letter.repeat(4 * MB));
    const responses = await Promise.all([uploadMedia(app, ana, big("a")), uploadMedia(app, ana, big("b"))]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 402]);
    const refused = responses.find(({ status }) => status === 402)?.body;
    expect(refused).toEqual({
      code: "limit_reached",
      message: "Tu cuenta tiene sitio para 6 MB de imágenes y audio, y esto ya no cabe.",
    });
    const [stored] = await listStoredIds(ana);
    const again = ["a", "b"].map(big).find((data) => sha256(data) === stored) as Buffer;
    expect((await uploadMedia(app, ana, again)).status).toBe(201);
    expect((await uploadMedia(app, await app.register(), again)).status).toBe(201);
  });

  it("beyond 50 MB needs a confirmed address", async () => {
    const roomy = await createTestApp({ beside: app, environment: { MEDIA_LIMIT_MB: "0" } });
    onTestFinished(roomy.close);
    const eva = await roomy.register("roomy@repasa.example");
    await roomy.database.pool.query(
      `INSERT INTO media (user_id, id, content_type, bytes, created_at, unused_since)
       VALUES ($1, $2, 'image/png', $3, now(), now())`,
      [eva.userId, UNKNOWN_ID, 50 * MB - 10],
    );
    expect(await uploadMedia(roomy, eva, pngSample())).toEqual(
      expect.objectContaining({
        status: 409,
        body: {
          code: "conflict",
          message:
            "Confirma tu correo para guardar más de 50 MB de imágenes y audio: abre el enlace que te enviamos o pide otro en Ajustes.",
        },
      }),
    );
    await roomy.confirmAddress(eva);
    expect((await uploadMedia(roomy, eva, pngSample())).status).toBe(201);
  });

  it("requires a session", async () => {
    expect((await uploadMedia(app, app.visitor(), pngSample())).status).toBe(401);
    expect((await downloadMedia(app, app.visitor(), UNKNOWN_ID)).status).toBe(401);
  });
});

describe("a photograph", () => {
  const photos = { jpegPhoto, pngPhoto, webpPhoto, gifPhoto, avifPhoto };

  it.each(Object.entries(photos))("is stored without its metadata: %s", async (_name, photo) => {
    const data = photo();
    expect(data.includes(SECRET)).toBe(true);
    const { status, body } = await uploadMedia(app, ana, data);
    expect(status).toBe(201);
    const stored = (await downloadMedia(app, ana, body.id)).body;
    expect(stored.includes(SECRET)).toBe(false);
    expect(body).toMatchObject({ id: sha256(stored), bytes: stored.length });
  });

  it("is stored once, even if its stored form is uploaded", async () => {
    const { body } = await uploadMedia(app, ana, jpegPhoto(6));
    expect(body).toMatchObject({ contentType: "image/jpeg", width: 8, height: 16 });
    const stored = (await downloadMedia(app, ana, body.id)).body;
    for (const again of [jpegPhoto(6), stored]) expect((await uploadMedia(app, ana, again)).body).toEqual(body);
    expect(await listStoredIds(ana)).toEqual([body.id]);
  });
});

describe("a file", () => {
  it.each([
    ["image/jpeg", "jpg", jpegSample()],
    ["image/avif", "avif", avifSample()],
    ["audio/wav", "wav", wavSample()],
    ["audio/mp4", "m4a", m4aSample()],
  ])("of type %s is returned unchanged, with headers that prevent scripts", async (type, extension, data) => {
    const { id } = (await uploadMedia(app, ana, data)).body;
    const { status, headers, body } = await downloadMedia(app, ana, id);
    expect(status).toBe(200);
    expect(body).toEqual(data);
    expect(headers).toMatchObject({
      "content-type": type,
      "content-length": String(data.length),
      "content-disposition": `inline; filename="${id.slice(0, 16)}.${extension}"`,
      "cache-control": "private, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      etag: `"${id}"`,
    });
    expect(headers["content-encoding"]).toBeUndefined();
  });

  it("is readable by its owner alone", async () => {
    const { id } = (await uploadMedia(app, ana, pngSample())).body;
    const eva = await app.register();
    for (const unknown of [id, UNKNOWN_ID, "..%2F..%2Fetc", "x"]) {
      expect((await downloadMedia(app, eva, unknown)).status).toBe(404);
      expect((await downloadMedia(app, eva, unknown, { "if-none-match": `"${id}"` })).status).toBe(404);
    }
    expect((await downloadMedia(app, ana, id.toUpperCase())).status).toBe(404);
  });

  it("is returned in parts", async () => {
    const data = wavSample(20_000);
    const { id } = (await uploadMedia(app, ana, data)).body;
    const part = await downloadMedia(app, ana, id, { range: "bytes=100-10099" });
    expect(part.status).toBe(206);
    expect(part.body).toEqual(data.subarray(100, 10_100));
    expect(part.headers).toMatchObject({
      "content-range": `bytes 100-10099/${data.length}`,
      "content-length": "10000",
    });
    const end = await downloadMedia(app, ana, id, { range: "bytes=-7" });
    expect([end.status, end.body]).toEqual([206, data.subarray(-7)]);
    const beyond = await downloadMedia(app, ana, id, { range: `bytes=${data.length}-` });
    expect(beyond).toMatchObject({ status: 416, headers: { "content-range": `bytes */${data.length}` } });
    expect(beyond.body).toHaveLength(0);
    const other = await downloadMedia(app, ana, id, { range: "bytes=0-1", "if-range": '"other"' });
    expect([other.status, other.body.length]).toEqual([200, data.length]);
  });

  it("is not sent to a client that has cached it, nor in response to a HEAD call", async () => {
    const data = pngSample();
    const { id } = (await uploadMedia(app, ana, data)).body;
    const known = await downloadMedia(app, ana, id, { "if-none-match": `"${id}"` });
    expect([known.status, known.body.length]).toEqual([304, 0]);
    expect(known.headers["cache-control"]).toBe("private, max-age=31536000, immutable");
    const head = await downloadMedia(app, ana, id, {}, "HEAD");
    expect(head).toMatchObject({ status: 200, headers: { "content-length": String(data.length) } });
    expect(head.body).toHaveLength(0);
  });
});

describe("a file that no card uses", () => {
  const deleteUnused = () => app.runHandler("media", "deleteUnused");
  const upload = async (name: string) =>
    (await uploadMedia(app, ana, pngSample({ width: 1, height: 1 }, name))).body.id;
  const addCard = async () => {
    const { body: folder } = await ana.post<{ id: number }>("/api/folders", { name: "Arte" });
    return (await ana.post<{ id: number }>(`/api/folders/${folder.id}/cards`, { front: "a", back: "b" })).body.id;
  };
  const useInCard = async (cardId: number, id: string, db: Queryable = app.database.orm) => {
    const card = { id: cardId, front: `![](media:${id})`, back: "b", format: "markdown" as const, tags: [] };
    await storeDerived(db, ana.userId as OwnerId, [card]);
  };

  it("is deleted after seven days", async () => {
    const [used, unused] = [await upload("usada"), await upload("no usada")];
    await useInCard(await addCard(), used);
    app.clock.advance(7 * DAY - 1);
    await deleteUnused();
    expect(await listStoredIds(ana)).toEqual([used, unused].sort());
    app.clock.advance(1);
    await deleteUnused();
    expect(await listStoredIds(ana)).toEqual([used]);
  });

  it("is retained for another seven days after its bytes are uploaded again, or after its last use has ended", async () => {
    const [again, used] = [await upload("otra vez"), await upload("usada un tiempo")];
    const cardId = await addCard();
    await useInCard(cardId, used);
    app.clock.advance(6 * DAY);
    await upload("otra vez");
    app.clock.advance(6 * DAY);
    await deleteUnused();
    expect(await listStoredIds(ana)).toEqual([again, used].sort());
    await ana.delete(`/api/cards/${cardId}`);
    await deleteUnused();
    app.clock.advance(6 * DAY);
    await deleteUnused();
    expect(await listStoredIds(ana)).toEqual([used]);
    app.clock.advance(DAY);
    await deleteUnused();
    expect(await listStoredIds(ana)).toEqual([]);
  });

  it("is marked as unused, also beyond the first batch", async () => {
    const ids = await Promise.all(["a", "b", "c", "d", "e"].map(upload));
    await app.database.pool.query("update media set unused_since = null where user_id = $1", [ana.userId]);
    const now = app.clock.now();
    let batches = 0;
    for (let place: MediaPosition | null = FIRST_POSITION; place !== null; batches++) {
      place = await updateUnusedMedia(app.database.orm, now, place, 2);
    }
    expect(batches).toBeGreaterThan(2);
    const { rows } = await app.database.pool.query("select unused_since from media where user_id = $1", [ana.userId]);
    expect(rows).toEqual(ids.map(() => ({ unused_since: now })));
  });

  it("is not deleted if a card starts to use it during the deletion", async () => {
    const id = await upload("en uso ahora");
    const cardId = await addCard();
    app.clock.advance(8 * DAY);
    const writer = await app.database.pool.connect();
    try {
      await writer.query("begin");
      await useInCard(cardId, id, drizzle(writer, { casing: "snake_case" }));
      const deletion = deleteUnused();
      await waitForBlockedSessions(app.database.pool);
      await writer.query("commit");
      await deletion;
    } finally {
      writer.release(true);
    }
    expect(await listStoredIds(ana)).toEqual([id]);
  });
});
