import { makeFolderFace } from "@repasa/contract/folder-faces.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { createFolder } from "#testing/card-calls.ts";
import { selectStreakGaps } from "#testing/streak-gaps.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { findFolders } from "./folders.service.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const NO_FOLDER = { message: "La carpeta no existe", code: "not_found" };

const app = await sharedTestApp({ now: NOW.toISOString() });
let ana: TestClient;

/** Creates a card that is due at `next`, or a new card if `next` is null. */
async function insertCard(
  client: TestClient,
  folder: Folder,
  next: string | null,
  difficulty = "new",
): Promise<number> {
  const { body } = await client.post(`/api/folders/${folder.id}/cards`, { front: "f", back: "b" });
  const { id } = body as { id: number };
  await app.database.pool.query(
    "update cards set next_review_at = $2, next_review_date = $2::timestamptz::date, difficulty = $3 where id = $1",
    [id, next, difficulty],
  );
  return id;
}

describe("a folder", () => {
  beforeAll(async () => {
    ana = await app.register();
  });

  it("starts without cards", async () => {
    const folder = await createFolder(ana, { name: "Biología", description: "Primer curso" });
    expect(folder).toEqual({
      id: expect.any(Number),
      name: "Biología",
      description: "Primer curso",
      difficultyLevel: "Medio",
      language: null,
      ...makeFolderFace("Biología"),
      colorChosen: false,
      iconChosen: false,
      answerMode: "flip",
      answerModeChosen: false,
      strictAccents: false,
      hasStudiedCards: false,
      cardCount: 0,
      dueCount: 0,
      dueWaiting: 0,
      follows: null,
      createdAt: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
    });
    expect(await ana.get(`/api/folders/${folder.id}`)).toMatchObject({ status: 200, body: folder });
  });

  it("trims its texts, and stores an empty description as null", async () => {
    expect(await createFolder(ana, { name: " \n Latín\t", description: "  clásico " })).toMatchObject({
      name: "Latín",
      description: "clásico",
    });
    for (const body of [
      { name: "a" },
      { name: "a", description: null },
      { name: "a", description: "" },
      { name: "a", description: " \t\n" },
    ]) {
      expect(await createFolder(ana, body)).toMatchObject({ description: null });
    }
  });

  it("is changed, except for its description if none is given", async () => {
    const folder = await createFolder(ana, { name: "Antes", description: "Sigue" });
    const later = new Date(NOW.getTime() + 60_000);
    app.clock.set(later);
    const renamed = await ana.put(`/api/folders/${folder.id}`, { name: " Después " });
    app.clock.set(NOW);
    expect(renamed).toMatchObject({
      status: 200,
      body: {
        ...folder,
        ...makeFolderFace("Después"),
        name: "Después",
        description: "Sigue",
        updatedAt: later.toISOString(),
      },
    });
    for (const description of [null, "", "   "]) {
      await ana.put(`/api/folders/${folder.id}`, { name: "x", description: "Otra" });
      const cleared = await ana.put(`/api/folders/${folder.id}`, { name: "x", description });
      expect(cleared.body).toMatchObject({ name: "x", description: null });
    }
  });

  it("stores how its cards are answered, which stays as it is in changes that do not name it", async () => {
    const chosen = { answerMode: "adapt", strictAccents: true };
    const folder = await createFolder(ana, { name: "Inglés", ...chosen });
    expect(folder).toMatchObject(chosen);
    const url = `/api/folders/${folder.id}`;
    expect((await ana.put(url, { name: "Alemán" })).body).toMatchObject({ name: "Alemán", ...chosen });
    expect((await ana.put(url, { name: "Alemán", answerMode: "type" })).body).toMatchObject({
      answerMode: "type",
      strictAccents: true,
    });
    await ana.put(url, { name: "Alemán", strictAccents: false });
    const listed = (await ana.get<Folder[]>("/api/folders")).body.find(({ id }) => id === folder.id);
    expect(listed).toMatchObject({ answerMode: "type", answerModeChosen: true, strictAccents: false });
    // Turning over can be chosen, and the choice can be taken back.
    expect((await ana.put(url, { name: "Alemán", answerMode: "flip" })).body).toMatchObject({
      answerMode: "flip",
      answerModeChosen: true,
    });
    expect((await ana.put(url, { name: "Alemán", answerMode: null })).body).toMatchObject({
      answerMode: "flip",
      answerModeChosen: false,
    });
  });

  it.each([
    [{ answerMode: "choose" }, "La forma de responder debe ser flip, type, mix o adapt"],
    [{ answerMode: "" }, "La forma de responder debe ser flip, type, mix o adapt"],
    [{ strictAccents: "true" }, "Debe ser verdadero o falso"],
    [{ strictAccents: null }, "Debe ser verdadero o falso"],
  ])("is neither created nor changed with %j", async (body, message) => {
    const folder = await createFolder(ana);
    const refused = { status: 400, body: { message, code: "validation_failed" } };
    expect(await ana.post("/api/folders", { name: "a", ...body })).toMatchObject(refused);
    expect(await ana.put(`/api/folders/${folder.id}`, { name: "a", ...body })).toMatchObject(refused);
  });

  it("is deleted with its cards, but without their reviews", async () => {
    const folder = await createFolder(ana);
    const remaining = await createFolder(ana);
    const card = await insertCard(ana, folder, null);
    const other = await insertCard(ana, remaining, null);
    expect(await ana.post(`/api/cards/${card}/review`, { difficulty: "easy" })).toMatchObject({ status: 200 });
    const deletion = await ana.delete(`/api/folders/${folder.id}`);
    expect(deletion.status).toBe(204);
    expect(deletion.body).toBeFalsy();
    expect(await ana.get(`/api/folders/${folder.id}`)).toMatchObject({ status: 404, body: NO_FOLDER });
    expect(await ana.delete(`/api/folders/${folder.id}`)).toMatchObject({ status: 404, body: NO_FOLDER });
    const { rows: cards } = await app.database.pool.query("select id from cards where id = any($1)", [[card, other]]);
    expect(cards).toEqual([{ id: other }]);
    const { rows: reviews } = await app.database.pool.query(
      "select card_id, folder_id from reviews where card_id = $1",
      [card],
    );
    expect(reviews).toEqual([{ card_id: card, folder_id: folder.id }]);
  });

  it("is deleted once by concurrent calls", async () => {
    const folder = await createFolder(ana);
    await insertCard(ana, folder, null);
    const responses = await Promise.all([1, 2, 3].map(() => ana.delete(`/api/folders/${folder.id}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });

  it("leaves no card that is added while it is deleted", async () => {
    const folder = await createFolder(ana);
    const url = `/api/folders/${folder.id}/cards`;
    const creations = () => Array.from({ length: 6 }, () => ana.post(url, { front: "a", back: "b" }));
    const [deletion, ...created] = await Promise.all([
      ...creations().slice(0, 3),
      ana.delete(`/api/folders/${folder.id}`),
      ...creations(),
    ]).then((responses) => responses.sort((a, b) => Number(b.status === 204) - Number(a.status === 204)));
    expect(deletion?.status).toBe(204);
    for (const { status } of created) expect([201, 404]).toContain(status);
    const { rows } = await app.database.pool.query("select id from cards where folder_id = $1", [folder.id]);
    expect(rows).toEqual([]);
  });
});

describe("GET /api/folders", () => {
  it("returns the last changed folder first, and the newest first among equals", async () => {
    const client = await app.register();
    const [first, second, third] = [await createFolder(client), await createFolder(client), await createFolder(client)];
    const ids = async () => ((await client.get("/api/folders")).body as Folder[]).map(({ id }) => id);
    expect(await ids()).toEqual([third?.id, second?.id, first?.id]);
    app.clock.set(new Date(NOW.getTime() + 1000));
    await client.put(`/api/folders/${first.id}`, { name: "Cambiada" });
    expect(await ids()).toEqual([first.id, third.id, second.id]);
    app.clock.set(new Date(NOW.getTime() + 2000));
    await client.post(`/api/folders/${second.id}/cards`, { front: "a", back: "b" });
    expect(await ids()).toEqual([second.id, first.id, third.id]);
    app.clock.set(NOW);
  });

  it("returns an empty list to a new account", async () => {
    expect(await (await app.register()).get("/api/folders")).toMatchObject({ status: 200, body: [] });
  });

  it("counts the cards and those due by the end of the local day, and reports whether any was studied", async () => {
    const client = await app.register();
    const folder = await createFolder(client);
    const untouched = await createFolder(client);
    await insertCard(client, untouched, null);
    await insertCard(client, folder, null);
    await insertCard(client, folder, "2026-03-01T00:00:00Z", "hard");
    await insertCard(client, folder, "2026-03-09T09:00:00Z", "easy");
    await insertCard(client, folder, "2026-03-10T23:59:59.999Z", "easy");
    await insertCard(client, folder, "2026-03-11T00:00:00Z", "medium");
    const counts = async (timeZone: string) => {
      const { body } = await client.get("/api/folders", { timeZone });
      return (body as Folder[]).map(({ id, cardCount, dueCount, hasStudiedCards }) => [
        id,
        cardCount,
        dueCount,
        hasStudiedCards,
      ]);
    };
    const inOrder = (due: number) => [
      [untouched.id, 1, 1, false],
      [folder.id, 5, due, true],
    ];
    // At 12:00 UTC on the 10th it is 2:00 on the 10th in Honolulu, and 1:00 on the 11th in Auckland. Days begin at 4:00, so the
    // study dates are the 9th and the 10th.
    expect(await counts("UTC")).toEqual(inOrder(4));
    expect(await counts("Europe/Madrid")).toEqual(inOrder(4));
    expect(await counts("Pacific/Honolulu")).toEqual(inOrder(3));
    expect(await counts("Pacific/Auckland")).toEqual(inOrder(4));
    app.clock.advance(4 * 3_600_000);
    expect(await counts("Pacific/Honolulu")).toEqual(inOrder(4));
    expect(await counts("Pacific/Auckland")).toEqual(inOrder(5));
    app.clock.set(NOW);

    const read = await client.get(`/api/folders/${folder.id}`, { timeZone: "Europe/Madrid" });
    expect(read.body).toMatchObject({ cardCount: 5, dueCount: 4, hasStudiedCards: true });
    const stats = await client.get(`/api/folders/${folder.id}/stats`, { timeZone: "Europe/Madrid" });
    expect(stats).toMatchObject({
      status: 200,
      body: { totalCards: 5, dueCards: 4, masteredCards: 2, difficultCards: 1 },
    });
    const changed = await client.put(`/api/folders/${folder.id}`, { name: "x" }, { timeZone: "Europe/Madrid" });
    expect(changed.body).toMatchObject({ cardCount: 5, dueCount: 4, hasStudiedCards: true });
  });

  it("counts nothing in a folder without cards", async () => {
    const client = await app.register();
    const folder = await createFolder(client);
    const { body } = await client.get(`/api/folders/${folder.id}/stats`);
    expect(body).toEqual({
      totalCards: 0,
      dueCards: 0,
      newWaiting: 0,
      dueWaiting: 0,
      masteredCards: 0,
      difficultCards: 0,
    });
  });
});

describe("findFolders", () => {
  it("returns the given folders, without those of other users", async () => {
    const [client, otherUser] = [await app.register(), await app.register()];
    const mine = [await createFolder(client), await createFolder(client), await createFolder(client)];
    const theirs = await createFolder(otherUser);
    await insertCard(client, mine[0] as Folder, null);
    const ctx = testContext(app.database);
    const owner = client.userId as OwnerId;
    const ids = [mine[0]?.id ?? 0, mine[2]?.id ?? 0, theirs.id, 999_999_999];
    const some = await findFolders(ctx, owner, momentAt(NOW, { timeZone: "UTC", dayStartHour: 4 }), ids);
    const all = (await client.get("/api/folders")).body as Folder[];
    expect(some).toEqual(all.filter(({ id }) => ids.includes(id)));
    expect(some).toHaveLength(2);
    expect(await findFolders(ctx, owner, momentAt(NOW, { timeZone: "UTC", dayStartHour: 4 }), [])).toEqual([]);
  });
});

describe("creating and changing a folder", () => {
  beforeAll(async () => {
    ana = await app.register();
  });
  const required = "Se requiere el nombre de la carpeta";
  it.each([
    [{}, "name", required],
    [undefined, "name", required],
    [{ name: "" }, "name", required],
    [{ name: " \t\n\u00a0 " }, "name", required],
    [{ name: null }, "name", required],
    [{ name: 7 }, "name", required],
    [{ name: ["a"] }, "name", required],
    [{ name: "a".repeat(256) }, "name", "El texto no puede superar los 255 caracteres"],
    [{ name: "a\u0000b" }, "name", "El texto contiene caracteres no válidos"],
    [{ name: "a", description: 7 }, "description", "Debe ser un texto"],
    [{ name: "a", description: "a".repeat(5001) }, "description", "El texto no puede superar los 5000 caracteres"],
    [{ name: "a", description: "\u0000" }, "description", "El texto contiene caracteres no válidos"],
    [{ name: "a", color: "mauve" }, "color", "El color no es válido"],
    [{ name: "a", icon: "🧬🧪" }, "icon", "El icono debe ser un solo emoji o una sola letra"],
  ])("rejects invalid fields (case %#)", async (body, path, message) => {
    const folder = await createFolder(ana);
    const refusal = { message, code: "validation_failed", issues: [{ path, message }] };
    expect(await ana.post("/api/folders", body)).toMatchObject({ status: 400, body: refusal });
    expect(await ana.put(`/api/folders/${folder.id}`, body)).toMatchObject({ status: 400, body: refusal });
    expect((await ana.get(`/api/folders/${folder.id}`)).body).toEqual(folder);
  });

  it("accepts values of the maximum length", async () => {
    const name = "ñ".repeat(255);
    const description = "😀".repeat(2500);
    expect(await createFolder(ana, { name: `  ${name}  `, description })).toMatchObject({ name, description });
  });

  it("ignores unknown fields", async () => {
    const extra = {
      id: 5,
      userId: 1,
      user_id: 1,
      difficultyLevel: "Alto",
      cardCount: 9,
      createdAt: "2000-01-01T00:00:00Z",
    };
    const folder = await createFolder(ana, { name: "Campos", ...extra });
    expect(folder).toMatchObject({ difficultyLevel: "Medio", cardCount: 0, createdAt: NOW.toISOString() });
    const changed = await ana.put(`/api/folders/${folder.id}`, { name: "Campos", ...extra });
    expect(changed.body).toEqual(folder);
  });
});

describe("the face of a folder", () => {
  const faceOf = ({ color, icon, colorChosen, iconChosen }: Folder) => ({ color, icon, colorChosen, iconChosen });
  const rename = async (client: TestClient, { id }: Folder, body: object) =>
    faceOf((await client.put<Folder>(`/api/folders/${id}`, body)).body);

  it("follows the name until it is chosen, and again once the choice is taken back", async () => {
    const client = await app.register();
    const folder = await createFolder(client, { name: "Historia", color: null });
    const made = (name: string) => ({ ...makeFolderFace(name), colorChosen: false, iconChosen: false });
    expect(faceOf(folder)).toEqual(made("Historia"));
    expect(await rename(client, folder, { name: "Química" })).toEqual(made("Química"));
    const chosen = { color: "gray", icon: "Ñ", colorChosen: true, iconChosen: true };
    expect(await rename(client, folder, { name: "Química", color: "gray", icon: " Ñ " })).toEqual(chosen);
    expect(await rename(client, folder, { name: "Música" })).toEqual(chosen);
    expect(await rename(client, folder, { name: "Música", color: null })).toEqual({
      ...chosen,
      color: makeFolderFace("Música").color,
      colorChosen: false,
    });
  });

  it("has a colour of its own among the folders with its icon, which stays while the icon does", async () => {
    const client = await app.register();
    const folders: Folder[] = [];
    for (const number of [1, 2, 3, 4]) folders.push(await createFolder(client, { name: `Farmacología ${number}` }));
    const colors = folders.map(({ color }) => color);
    expect(new Set(colors).size).toBe(4);
    const [first, second] = folders as [Folder, Folder];
    expect(first).toMatchObject(makeFolderFace("Farmacología 1"));
    // It no longer depends on the others.
    await client.delete(`/api/folders/${first.id}`);
    expect(await rename(client, second, { name: "Farmacia, 2.º" })).toEqual(faceOf(second));
    const chosen = await rename(client, second, { name: "Farmacia", color: "gray" });
    expect(chosen).toMatchObject({ color: "gray", colorChosen: true });
    const free = await rename(client, second, { name: "Farmacia", color: null });
    expect(colors.slice(2)).not.toContain(free.color);
    const history = await createFolder(client, { name: "Historia" });
    const other = await rename(client, second, { name: "Farmacia", icon: history.icon });
    expect(other.color).not.toBe(history.color);
    const listed = (await client.get<Folder[]>("/api/folders")).body.find(({ id }) => id === second.id);
    expect(listed).toMatchObject({ ...other, colorChosen: false });
    await insertCard(client, second, null);
    const face = { color: other.color, icon: history.icon };
    expect((await client.get("/api/cards/daily-review")).body).toMatchObject({ folders: [face] });
    const exam = { name: "Final", date: "2026-03-20", folderIds: [second.id] };
    expect((await client.post("/api/exams", exam)).body).toMatchObject({ folders: [face] });
  });

  it("stays made from the name in folders of an earlier version, until they get another icon", async () => {
    const client = await app.register();
    const folder = await createFolder(client, { name: "Tema 1" });
    await createFolder(client, { name: "Tema 2" });
    await app.database.pool.query("update folders set automatic_color = null where id = $1", [folder.id]);
    expect(await rename(client, folder, { name: "Tema 3" })).toEqual(faceOf(folder));
    expect(await rename(client, folder, { name: "Historia" })).toMatchObject(makeFolderFace("Historia"));
  });

  it("is the same wherever the folder is listed", async () => {
    const client = await app.register();
    const folder = await createFolder(client, { name: "Derecho", color: "cyan" });
    await insertCard(client, folder, null);
    const face = { color: "cyan", icon: "⚖️" };
    expect(folder).toMatchObject(face);
    expect((await client.get("/api/cards/daily-review")).body).toMatchObject({ folders: [face] });
    const exam = { name: "Final", date: "2026-03-20", folderIds: [folder.id] };
    expect((await client.post("/api/exams", exam)).body).toMatchObject({ folders: [face] });
  });

  it("comes with a folder from the store", async () => {
    const client = await app.register();
    const face = { color: "teal", icon: "🌎" };
    const store = "/api/store/folders/capitales-de-america";
    expect((await client.get(store)).body).toMatchObject(face);
    expect((await client.post(store)).body).toMatchObject({ ...face, colorChosen: true, iconChosen: true });
  });
});

describe("another user's folder", () => {
  it("does not exist", async () => {
    const [owner, otherUser] = [await app.register(), await app.register()];
    const folder = await createFolder(owner, { name: "Secreta", description: "Mía" });
    for (const id of [folder.id, 999_999_999, "0", "-1", "1e99", "99999999999999999999", "1.5", "abc", "%20", "01"]) {
      const responses = [
        await otherUser.get(`/api/folders/${id}`),
        await otherUser.get(`/api/folders/${id}/stats`),
        await otherUser.put(`/api/folders/${id}`, { name: "Robada" }),
        await otherUser.delete(`/api/folders/${id}`),
      ];
      for (const response of responses) expect(response).toMatchObject({ status: 404, body: NO_FOLDER });
    }
    expect((await otherUser.get("/api/folders")).body).toEqual([]);
    expect((await owner.get(`/api/folders/${folder.id}`)).body).toEqual(folder);
  });
});

it("settles past days before a folder's cards are deleted", async () => {
  const client = await app.register();
  const folder = await createFolder(client);
  await insertCard(client, folder, null);
  app.clock.set("2026-03-12T12:00:00Z");
  expect((await client.delete(`/api/folders/${folder.id}`)).status).toBe(204);
  app.clock.set(NOW);
  expect(await selectStreakGaps(app.database.pool, client.userId)).toEqual(["2026-03-10..2026-03-11"]);
});
