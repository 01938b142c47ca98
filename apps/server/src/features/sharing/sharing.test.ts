import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Share, SharedFolder } from "@repasa/contract/sharing.ts";
import { describe, expect, it } from "vitest";
import { createFolder } from "#testing/card-calls.ts";
import { shareFolder } from "#testing/sharing-world.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const NOW = "2026-03-10T12:00:00.000Z";
const app = await sharedTestApp({ now: NOW });

const NO_LINK = { status: 404, body: { message: "El enlace no existe", code: "not_found" } };
const ENDED = { status: 404, body: { message: "Este enlace no existe o ya no está disponible", code: "not_found" } };
const NO_FOLDER = { status: 404, body: { message: "La carpeta no existe", code: "not_found" } };

const open = (token: string, client = app.visitor()) => client.get<SharedFolder>(`/api/shares/${token}`);

const ana = await app.registerConfirmed();

describe("a link", () => {
  it("is created with a token of 128 random bits, which the server finds by its hash alone", async () => {
    const folder = await createFolder(ana);
    const share = await shareFolder(ana, folder.id);
    expect(share).toEqual({
      id: expect.any(Number),
      token: expect.stringMatching(/^[\w-]{22}$/),
      url: expect.stringMatching(new RegExp(`^https?://[^/]+/c/${share.token}$`)),
      createdAt: NOW,
      showName: false,
      followers: 0,
    });
    expect((await shareFolder(ana, folder.id)).token).not.toBe(share.token);
    const { rows } = await app.database.pool.query("select token_hash from share_tokens where share_id = $1", [
      share.id,
    ]);
    expect(rows[0].token_hash).toMatch(/^[\da-f]{64}$/);
    expect(await open(rows[0].token_hash)).toMatchObject(ENDED);
  });

  it("is listed with its folder and with all of the account until it ends", async () => {
    const eva = await app.registerConfirmed();
    const [one, two] = [await createFolder(eva, { name: "Uno" }), await createFolder(eva, { name: "Dos" })];
    const [first, second] = [await shareFolder(eva, one.id, { showName: true }), await shareFolder(eva, two.id)];
    expect((await eva.get(`/api/folders/${one.id}/shares`)).body).toEqual([first]);
    expect((await eva.get("/api/user/shares")).body).toEqual([first, second]);
    const names = [
      { shareId: first.id, folderId: one.id, name: "Uno" },
      { shareId: second.id, folderId: two.id, name: "Dos" },
    ];
    expect((await eva.get("/api/user/shares/folders")).body).toEqual(names);
    expect((await eva.delete(`/api/shares/${first.id}`)).status).toBe(204);
    expect((await eva.get(`/api/folders/${one.id}/shares`)).body).toEqual([]);
    expect((await eva.get("/api/user/shares")).body).toEqual([second]);
    expect((await eva.get("/api/user/shares/folders")).body).toEqual(names.slice(1));
    expect(await eva.delete(`/api/shares/${first.id}`)).toMatchObject(NO_LINK);
    expect(await eva.put(`/api/shares/${first.id}`, { showName: true })).toMatchObject(NO_LINK);
  });

  it("shows the author's first name only if it says so, which can be changed", async () => {
    await app.database.pool.query("update users set first_name = 'Ana', last_name = 'Ruiz' where id = $1", [
      ana.userId,
    ]);
    const share = await shareFolder(ana, (await createFolder(ana)).id);
    expect((await open(share.token)).body.author).toBeNull();
    expect((await ana.put(`/api/shares/${share.id}`, { showName: true })).body).toEqual({ ...share, showName: true });
    expect((await ana.put(`/api/shares/${share.id}`, {})).body).toEqual({ ...share, showName: true });
    const { body } = await open(share.token);
    expect(body.author).toBe("Ana");
    expect(JSON.stringify(body)).not.toMatch(/Ruiz|@/);
    expect(await ana.put(`/api/shares/${share.id}`, { showName: "sí" })).toMatchObject({ status: 400 });
  });

  it("shows anybody the folder and its first twenty cards, and its author which folder it is", async () => {
    const folder = (await ana.post<Folder>("/api/folders", { name: "Ríos", description: "De España" })).body;
    for (let n = 1; n <= 21; n++) {
      await ana.post<Card>(`/api/folders/${folder.id}/cards`, { front: `Río ${n}`, back: "Mar", tags: ["secreta"] });
      app.clock.advance(1000);
    }
    const { token } = await shareFolder(ana, folder.id);
    const sample = Array.from({ length: 20 }, (_, n) => ({
      front: `Río ${n + 1}`,
      back: "Mar",
      format: "plain",
      variant: null,
    }));
    const shown = { name: "Ríos", description: "De España", cards: 21, author: null, sample, mine: null };
    expect((await open(token)).body).toEqual(shown);
    expect((await open(token, await app.register())).body).toEqual(shown);
    expect((await open(token, ana)).body).toEqual({ ...shown, mine: folder.id });
  });

  it("needs a confirmed address", async () => {
    const leo = await app.register();
    const folder = await createFolder(leo);
    expect(await leo.post(`/api/folders/${folder.id}/shares`, {})).toMatchObject({
      status: 403,
      body: { code: "email_unconfirmed", message: expect.stringContaining("Confirma antes tu correo") },
    });
  });

  it("is limited to twenty at a time and thirty a day, and ended ones count", async () => {
    const eva = await app.registerConfirmed();
    const folder = await createFolder(eva);
    const create = () => eva.post<Share>(`/api/folders/${folder.id}/shares`, {});
    // Two at once must not both count without the other.
    const created = await Promise.all(Array.from({ length: 21 }, create));
    expect(created.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), 409]);
    const { body: shares } = await eva.get<Share[]>("/api/user/shares");
    for (const { id } of shares.slice(0, 10)) await eva.delete(`/api/shares/${id}`);
    // Deleting a folder ends its links, and they count, too.
    const other = await createFolder(eva, { name: "Otra" });
    for (let n = 0; n < 5; n++) await shareFolder(eva, other.id);
    expect((await eva.delete(`/api/folders/${other.id}`)).status).toBe(204);
    app.clock.advance(3_600_000);
    for (let n = 0; n < 5; n++) expect((await create()).status).toBe(201);
    expect(await create()).toMatchObject({
      status: 429,
      body: { code: "rate_limited", message: "Puedes crear 30 enlaces al día. Inténtalo mañana." },
      headers: { "retry-after": String(23 * 3600) },
    });
    app.clock.advance(23 * 3_600_000);
    expect((await create()).status).toBe(201);
    app.clock.set(NOW);
  });

  it("is for nobody but its owner to see, change or end", async () => {
    const folder = await createFolder(ana);
    const share = await shareFolder(ana, folder.id);
    const eva = await app.registerConfirmed();
    expect(await eva.post(`/api/folders/${folder.id}/shares`, {})).toMatchObject(NO_FOLDER);
    expect(await eva.get(`/api/folders/${folder.id}/shares`)).toMatchObject(NO_FOLDER);
    expect((await eva.get("/api/user/shares")).body).toEqual([]);
    expect(await eva.put(`/api/shares/${share.id}`, { showName: true })).toMatchObject(NO_LINK);
    expect(await eva.delete(`/api/shares/${share.id}`)).toMatchObject(NO_LINK);
    expect((await open(share.token)).status).toBe(200);
  });

  it.each([
    ["it is deleted", ({ client, share }) => client.delete(`/api/shares/${share.id}`)],
    ["its folder is deleted", ({ client, folder }) => client.delete(`/api/folders/${folder.id}`)],
    ["its owner's account is deleted", ({ client }) => client.delete("/api/auth/delete-account")],
  ] satisfies [string, (shared: { client: TestClient; folder: Folder; share: Share }) => Promise<unknown>][])(
    "ends at once for everybody when %s",
    async (_when, end) => {
      const client = await app.registerConfirmed();
      const folder = await createFolder(client);
      const share = await shareFolder(client, folder.id);
      expect((await open(share.token)).status).toBe(200);
      expect(await end({ client, folder, share })).toMatchObject({ status: 204 });
      expect(await open(share.token)).toMatchObject(ENDED);
      expect(await open("nadie")).toMatchObject(ENDED);
    },
  );

  it("ends for good when its owner's account is closed, while an old address can take that back", async () => {
    const client = await app.registerConfirmed();
    const { token } = await shareFolder(client, (await createFolder(client)).id);
    const until = new Date(app.clock.now().getTime() + 86_400_000);
    await app.database.pool.query(
      "insert into previous_emails (user_id, email, expires_at, created_at) values ($1, $2, $3, $4)",
      [client.userId, `${randomUUID()}@repasa.example`, until, app.clock.now()],
    );
    expect((await client.delete("/api/auth/delete-account")).status).toBe(204);
    expect(await open(token)).toMatchObject(ENDED);
  });
});
