// @module-tag hostile
import { pngSample } from "@repasa/card-files/testing/media-samples.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { afterAll, describe, expect, it } from "vitest";
import { uploadMedia } from "#testing/media-calls.ts";
import { createTestApp, sharedTestApp, type TestApp, type TestClient } from "#testing/test-app.ts";
import { barSharing, endReportedShare, listReports } from "./sharing.reports.ts";

const app = await sharedTestApp();
const strict = await createTestApp({ environment: { RATE_LIMIT: "on", TRUST_PROXY: "1" }, beside: app });
afterAll(() => strict.close());

async function shareFolder(client: TestClient, name = "Arte") {
  const { body: folder } = await client.post<Folder>("/api/folders", { name });
  const { body: share } = await client.post<Share>(`/api/folders/${folder.id}/shares`, {});
  const add = async (front: string) =>
    (await client.post<Card>(`/api/folders/${folder.id}/cards`, { front, back: "x", format: "markdown" })).body;
  return { folder, share, add };
}

const ana = await app.registerConfirmed();
const image = (await uploadMedia(app, ana, pngSample({ width: 7, height: 3 }))).body.id;
const NO_FILE = { status: 404, body: { message: "El archivo no existe" } };
const ENDED = { status: 404, body: { message: "Este enlace no existe o ya no está disponible" } };

/** Calls with the address of a client, as a proxy forwards it. */
function from(address: string, server: TestApp = strict) {
  const options = { headers: { "x-forwarded-for": address } };
  return {
    get: (path: string) => server.visitor().get(path, options),
    post: (path: string, body: unknown) => server.visitor().post(path, body, options),
  };
}

describe("the media of a link", () => {
  it("are those that a card of its folder uses now, without a session", async () => {
    const { share, add, folder } = await shareFolder(ana);
    const url = `/api/shares/${share.token}/media/${image}`;
    expect(await app.visitor().get(url)).toMatchObject(NO_FILE);
    const card = await add(`![cuadro](media:${image})`);
    const { status, headers } = await app.visitor().get(url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "private, max-age=300",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    await ana.put(`/api/cards/${card.id}`, { front: "sin cuadro", back: "x" });
    expect(await app.visitor().get(url)).toMatchObject(NO_FILE);
    await ana.put(`/api/cards/${card.id}`, { front: `![](media:${image})`, back: "x" });
    expect((await app.visitor().get(url)).status).toBe(200);
    await ana.delete(`/api/folders/${folder.id}`);
    expect(await app.visitor().get(url)).toMatchObject(ENDED);
  });

  it("are not those of another folder, of another account, or with another id", async () => {
    const [one, other] = [await shareFolder(ana), await shareFolder(ana)];
    await one.add(`![](media:${image})`);
    expect(await app.visitor().get(`/api/shares/${other.share.token}/media/${image}`)).toMatchObject(NO_FILE);
    const eva = await shareFolder(await app.registerConfirmed());
    await eva.add(`![](media:${image})`);
    expect(await app.visitor().get(`/api/shares/${eva.share.token}/media/${image}`)).toMatchObject(NO_FILE);
    for (const id of ["x", "..%2f..%2fetc", "a".repeat(64)]) {
      expect(await app.visitor().get(`/api/shares/${one.share.token}/media/${id}`)).toMatchObject(NO_FILE);
    }
  });

  it("are sent again for as long as five minutes only if they are still shared", async () => {
    const { share, add } = await shareFolder(ana);
    await add(`![](media:${image})`);
    const url = `/api/shares/${share.token}/media/${image}`;
    const known = { headers: { "if-none-match": `"${image}"` } };
    expect((await app.visitor().get(url, known)).status).toBe(304);
    await ana.delete(`/api/shares/${share.id}`);
    expect(await app.visitor().get(url, known)).toMatchObject(ENDED);
  });
});

describe("a client that guesses tokens", () => {
  it("has thirty wrong ones an hour over all routes, and then finds no right one either", async () => {
    const { share, add } = await shareFolder(ana);
    await add(`![](media:${image})`);
    const { get, post } = from("203.0.113.1");
    const guesses = [
      (n: number) => get(`/api/shares/mal${n}`),
      (n: number) => get(`/api/shares/mal${n}/media/${image}`),
      (n: number) => post(`/api/shares/mal${n}/reports`, { reason: "spam" }),
    ];
    for (let n = 0; n < 30; n++) {
      // Right ones do not count.
      expect((await get(`/api/shares/${share.token}`)).status).toBe(200);
      expect(await guesses[n % 3]?.(n)).toMatchObject(ENDED);
    }
    for (const token of [share.token, "otro"]) {
      for (const response of [
        await get(`/api/shares/${token}`),
        await get(`/api/shares/${token}/media/${image}`),
        await post(`/api/shares/${token}/reports`, { reason: "spam" }),
      ]) {
        expect(response).toMatchObject({ status: 429, body: { code: "rate_limited" } });
        expect(Number(response.headers["retry-after"])).toBeGreaterThan(3000);
        expect(Number(response.headers["retry-after"])).toBeLessThanOrEqual(3600);
      }
    }
    expect((await from("203.0.113.2").get(`/api/shares/${share.token}`)).status).toBe(200);
  });

  it("may send anything as a token, which counts as any wrong one", async () => {
    const hostile = [
      "",
      "%00",
      "%2F",
      "%2e%2e%2fetc",
      "%F0%9F%98%80",
      "__proto__",
      "1",
      "'%20or%20true",
      "a".repeat(301),
    ];
    const follower = await app.register();
    const client = from("203.0.113.33");
    const options = { headers: { "x-forwarded-for": "203.0.113.33", cookie: follower.cookie() } };
    let sent = 0;
    for (const token of [...hostile, "ñ".repeat(2_000).replaceAll("ñ", "%C3%B1")]) {
      const routes = [
        client.get(`/api/shares/${token}`),
        client.get(`/api/shares/${token}/media/${image}`),
        client.post(`/api/shares/${token}/reports`, { reason: "spam" }),
        strict.visitor().post(`/api/shares/${token}/follow`, undefined, options),
      ];
      for (const response of await Promise.all(routes)) {
        if (++sent <= 27) expect([token, response]).toMatchObject([token, ENDED]);
        else expect([404, 429]).toContain(response.status);
      }
    }
    expect(await client.get("/api/shares/otro")).toMatchObject({ status: 429 });
  });
});

describe("a report", () => {
  it("is stored for the operators, without who sent it", async () => {
    const { share } = await shareFolder(ana);
    const url = `/api/shares/${share.token}/reports`;
    expect(await app.visitor().post(url, { reason: "rights", text: " Es mi libro " })).toMatchObject({
      status: 201,
      body: { message: "Gracias por avisarnos. Lo revisaremos." },
    });
    expect((await listReports(app.ctx))[0]).toEqual({
      author: ana.userId,
      shareId: share.id,
      reason: "rights",
      text: "Es mi libro",
      createdAt: app.clock.now(),
      path: `/c/${share.token}`,
    });
    await ana.delete(`/api/shares/${share.id}`);
    expect((await listReports(app.ctx))[0]?.path).toBeNull();
    expect(await app.visitor().post(url, { reason: "spam" })).toMatchObject(ENDED);
  });

  it.each([
    [{}, "Elige un motivo"],
    [{ reason: "rencor" }, "Elige un motivo"],
    [{ reason: "spam", text: 7 }, "Debe ser un texto"],
    [{ reason: "spam", text: "a".repeat(1001) }, "El texto no puede superar los 1000 caracteres"],
  ])("is refused if it is %j", async (body, message) => {
    const { share } = await shareFolder(ana);
    expect(await app.visitor().post(`/api/shares/${share.token}/reports`, body)).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it("is one of five that a client sends a day, to whichever links", async () => {
    const [one, other] = [await shareFolder(ana), await shareFolder(ana)];
    const { post } = from("203.0.113.3");
    const send = ({ share }: typeof one) => post(`/api/shares/${share.token}/reports`, { reason: "spam" });
    for (let n = 0; n < 5; n++) expect((await send(n % 2 ? one : other)).status).toBe(201);
    const refused = await send(one);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(86_000);
  });
});

describe("an operator", () => {
  it("ends a link, once", async () => {
    const { share } = await shareFolder(ana);
    expect(await endReportedShare(app.ctx, share.id)).toBe(true);
    expect(await app.visitor().get(`/api/shares/${share.token}`)).toMatchObject(ENDED);
    expect(await endReportedShare(app.ctx, share.id)).toBe(false);
    for (const id of [1e9, Number.NaN, 1.5])
      await expect(endReportedShare(app.ctx, id)).rejects.toThrow("There is no link");
  });

  it("bars an account by any of its links, also by one that has ended", async () => {
    const leo = await app.registerConfirmed();
    const [one, other] = [await shareFolder(leo), await shareFolder(leo)];
    await leo.delete(`/api/shares/${one.share.id}`);
    expect(await barSharing(app.ctx, one.share.id)).toEqual({ account: leo.userId, ended: 1 });
    expect(await app.visitor().get(`/api/shares/${other.share.token}`)).toMatchObject(ENDED);
    expect((await leo.get("/api/user/shares")).body).toEqual([]);
    expect(await leo.post(`/api/folders/${other.folder.id}/shares`, {})).toMatchObject({
      status: 403,
      body: { code: "sharing_barred", message: expect.stringContaining("ya no puede compartir carpetas") },
    });
    expect((await shareFolder(ana)).share.token).toBeTruthy();
  });
});
