import type { Class } from "@repasa/contract/classes.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { describe, expect, it } from "vitest";
import { assign, createClass, createFolderWithCards, joinClass, readFigures } from "#testing/class-calls.ts";
import { follow, shareFolder } from "#testing/sharing-world.ts";
import { createTestApp, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp();

const listFolders = async (client: TestClient) => (await client.get<Folder[]>("/api/folders")).body;
const listExams = async (client: TestClient) => (await client.get<Exam[]>("/api/exams")).body;
const describeExams = async (client: TestClient) =>
  (await listExams(client)).map(({ name, date, folders }) => [name, date, ...folders.map((folder) => folder.name)]);

/** A class with a student, and a folder of two cards. */
async function createWorld() {
  const [ana, eva] = [await app.registerConfirmed(), await app.register()];
  const taught = await createClass(ana, "Historia");
  const joined = await joinClass(eva, taught);
  const roma = await createFolderWithCards(ana, "Roma");
  const url = `/api/classes/${taught.id}`;
  return { ana, eva, taught, joined, roma, url };
}

describe("an assignment", () => {
  it("lets every student follow its folders, and gives her an exam on them", async () => {
    const { ana, eva, taught, roma } = await createWorld();
    const grecia = await createFolderWithCards(ana, "Grecia");
    const form = { name: "Tema 1", folderIds: [roma.id, grecia.id], date: "2026-03-20" };
    const assigned = await assign(ana, taught, form);
    await app.runJobs();
    const folders = await listFolders(eva);
    expect(
      folders.map(({ name, cardCount, follows }) => [name, cardCount, follows?.from, follows?.ended]).sort(),
    ).toEqual([
      ["Grecia", 2, "Historia", false],
      ["Roma", 2, "Historia", false],
    ]);
    expect(await describeExams(eva)).toEqual([["Tema 1", "2026-03-20", "Grecia", "Roma"]]);
    const { folderIds } = await readFigures(eva, taught, assigned);
    expect(folderIds.toSorted()).toEqual(folders.map(({ id }) => id).sort());
    // Doing it again changes nothing.
    await app.runHandler("classes", "assign", { userId: eva.userId, classId: taught.id });
    expect(await listFolders(eva)).toEqual(folders);
    expect(await listExams(eva)).toHaveLength(1);
    // The teacher has no exam of her own from it.
    expect(await listExams(ana)).toEqual([]);
  });

  it("reaches students who join later, and gives no exam whose day has come", async () => {
    const { ana, taught, roma } = await createWorld();
    await assign(ana, taught, { folderIds: [roma.id], date: "2026-03-20" });
    const late = await app.register();
    await joinClass(late, taught);
    await app.runJobs();
    expect(await describeExams(late)).toEqual([["Tema 1", "2026-03-20", "Roma"]]);
    await app.database.pool.query("update assignments set date = '2026-03-10' where class_id = $1", [taught.id]);
    const later = await app.register();
    await joinClass(later, taught);
    await app.runJobs();
    expect(await listFolders(later)).toMatchObject([{ name: "Roma" }]);
    expect(await listExams(later)).toEqual([]);
  });

  it("changes a student's exam with its name, date and folders as long as she has not", async () => {
    const { ana, eva, taught, roma, url } = await createWorld();
    const assigned = await assign(ana, taught, { folderIds: [roma.id], date: "2026-03-20" });
    await app.runJobs();
    const grecia = await createFolderWithCards(ana, "Grecia");
    const change = async (form: object) => {
      app.clock.advance(1000);
      expect((await ana.put(`${url}/assignments/${assigned.id}`, form)).status).toBe(200);
      await app.runJobs();
    };
    await change({ name: "Tema 2", date: "2026-03-25", folderIds: [roma.id, grecia.id] });
    expect(await describeExams(eva)).toEqual([["Tema 2", "2026-03-25", "Grecia", "Roma"]]);
    await change({ date: null });
    expect(await listExams(eva)).toEqual([]);
    await change({ date: "2026-03-28" });
    const [exam] = (await listExams(eva)) as [Exam];
    const own = { name: "El mío", date: exam.date, folderIds: exam.folders.map(({ folderId }) => folderId) };
    app.clock.advance(1000);
    await eva.put(`/api/exams/${exam.id}`, own);
    await change({ name: "Tema 3", date: "2026-03-30" });
    expect(await describeExams(eva)).toEqual([["El mío", "2026-03-28", "Grecia", "Roma"]]);
    await change({ date: null });
    expect(await listExams(eva)).toHaveLength(1);
  });

  it("of a large folder reaches each student by a job of its own, which nobody waits behind", async () => {
    const { ana, eva, taught, roma } = await createWorld();
    const grecia = await createFolderWithCards(ana, "Grecia", 1);
    await app.database.pool.query(
      `insert into cards (user_id, folder_id, front, back, created_at, updated_at)
        select $1, $2, 'carta ' || n, 'respuesta', $3, $3 from generate_series(1, 2000) as n`,
      [ana.userId, grecia.id, app.clock.now()],
    );
    await assign(ana, taught, { folderIds: [roma.id, grecia.id], date: "2026-03-20" });
    await app.runJobs("classes.assign");
    expect(await describeExams(eva)).toEqual([["Tema 1", "2026-03-20", "Roma"]]);
    await app.runJobs();
    expect(await describeExams(eva)).toEqual([["Tema 1", "2026-03-20", "Grecia", "Roma"]]);
    expect((await listFolders(eva)).map(({ cardCount, follows }) => [cardCount, follows?.ended]).sort()).toEqual([
      [2, false],
      [2001, false],
    ]);
    const { rows } = await app.database.pool.query(
      "select count(*)::int as cards from cards where user_id = $1 and assigned is not true",
      [eva.userId],
    );
    expect(rows).toEqual([{ cards: 0 }]);
  });

  it("gives no exam again to a student who has deleted it, nor a folder", async () => {
    const { ana, eva, taught, roma, url } = await createWorld();
    const grecia = await createFolderWithCards(ana, "Grecia");
    const assigned = await assign(ana, taught, { folderIds: [roma.id, grecia.id], date: "2026-03-20" });
    await app.runJobs();
    const [exam] = (await listExams(eva)) as [Exam];
    await eva.delete(`/api/exams/${exam.id}`);
    const folder = (await listFolders(eva)).find(({ name }) => name === "Roma") as Folder;
    expect(await eva.delete(`/api/folders/${folder.id}`)).toMatchObject({ status: 204 });
    await ana.put(`${url}/assignments/${assigned.id}`, { name: "Tema 2", date: "2026-03-25" });
    await app.runJobs();
    expect(await listExams(eva)).toEqual([]);
    expect(await listFolders(eva)).toMatchObject([{ name: "Grecia" }]);
    expect((await readFigures(eva, taught, assigned)).folderIds).toHaveLength(1);
  });

  it("that is deleted ends its follows and removes its exams, also changed ones; the cards remain", async () => {
    const { ana, eva, taught, roma, url } = await createWorld();
    const assigned = await assign(ana, taught, { folderIds: [roma.id], date: "2026-03-20" });
    const kept = await assign(ana, taught, { name: "Otro", folderIds: [roma.id], date: "2026-03-22" });
    await app.runJobs();
    const [exam] = (await listExams(eva)) as [Exam];
    app.clock.advance(1000);
    await eva.put(`/api/exams/${exam.id}`, { ...exam, name: "El mío", folderIds: exam.folders.map((f) => f.folderId) });
    await ana.delete(`${url}/assignments/${assigned.id}`);
    await app.runJobs();
    // The other assignment still carries the folder.
    expect(await listFolders(eva)).toMatchObject([{ name: "Roma", cardCount: 2, follows: { ended: false } }]);
    expect(await describeExams(eva)).toEqual([["Otro", "2026-03-22", "Roma"]]);
    await ana.delete(`${url}/assignments/${kept.id}`);
    await app.runJobs();
    expect(await listFolders(eva)).toMatchObject([{ name: "Roma", cardCount: 2, follows: { ended: true } }]);
    expect(await listExams(eva)).toEqual([]);
  });

  it("ends the follow of a folder that it no longer has", async () => {
    const { ana, eva, taught, roma, url } = await createWorld();
    const grecia = await createFolderWithCards(ana, "Grecia");
    const assigned = await assign(ana, taught, { folderIds: [roma.id, grecia.id] });
    await app.runJobs();
    await ana.put(`${url}/assignments/${assigned.id}`, { folderIds: [grecia.id] });
    await app.runJobs();
    const folders = await listFolders(eva);
    expect(folders.map(({ name, follows }) => [name, follows?.ended]).sort()).toEqual([
      ["Grecia", false],
      ["Roma", true],
    ]);
    expect((await readFigures(eva, taught, assigned)).folderIds).toHaveLength(1);
  });

  it("counts in no limit of a free account, also after the class has ended, but what she adds does", async () => {
    const limited = await createTestApp({ environment: { FREE_FOLDER_LIMIT: "1", FREE_CARD_LIMIT: "2" } });
    const [ana, eva] = [await limited.registerConfirmed(), await limited.register()];
    await limited.database.pool.query("update users set subscription = 'active' where id = $1", [ana.userId]);
    const taught = await createClass(ana);
    await joinClass(eva, taught);
    const roma = await createFolderWithCards(ana, "Roma", 3);
    await assign(ana, taught, { folderIds: [roma.id], date: "2026-03-20" });
    await limited.runJobs();
    const [followed] = (await listFolders(eva)) as [Folder];
    expect(followed.cardCount).toBe(3);
    await ana.delete(`/api/classes/${taught.id}`);
    await limited.runJobs();
    const { body: own } = await eva.post<Folder>("/api/folders", { name: "Mía" });
    expect((await eva.post("/api/folders", { name: "Otra" })).status).toBe(402);
    const add = async (folder: number) =>
      (await eva.post(`/api/folders/${folder}/cards`, { front: "a", back: "b" })).status;
    expect([await add(own.id), await add(followed.id), await add(own.id)]).toEqual([201, 201, 402]);
    await limited.close();
  });

  it("is followed again by who leaves and joins at once, and with a folder that comes back at once", async () => {
    const { ana, eva, taught, joined, roma, url } = await createWorld();
    const grecia = await createFolderWithCards(ana, "Grecia");
    const assigned = await assign(ana, taught, { folderIds: [roma.id], date: "2026-03-20" });
    await app.runJobs();
    await eva.delete(`${url}/members/${joined.memberId}`);
    await joinClass(eva, taught);
    await app.runJobs();
    const followed = [{ name: "Roma", follows: { ended: false } }];
    expect(await listFolders(eva)).toMatchObject(followed);
    expect(await listExams(eva)).toHaveLength(1);
    await ana.put(`${url}/assignments/${assigned.id}`, { folderIds: [grecia.id] });
    await ana.put(`${url}/assignments/${assigned.id}`, { folderIds: [roma.id] });
    await app.runJobs();
    expect(await listFolders(eva)).toMatchObject(followed);
    // She no longer wants it.
    const [folder] = (await listFolders(eva)) as [Folder];
    expect((await eva.delete(`/api/folders/${folder.id}/follow`)).status).toBe(204);
    await ana.put(`${url}/assignments/${assigned.id}`, { name: "Tema 2" });
    await app.runJobs();
    expect(await listFolders(eva)).toMatchObject([{ name: "Roma", follows: null }]);
  });

  it("names its folders as long as it lasts, also for who follows them by a link that shows a name", async () => {
    const { ana, eva, taught, roma, url } = await createWorld();
    await app.database.pool.query("update users set first_name = 'Ana' where id = $1", [ana.userId]);
    const link = await shareFolder(ana, roma.id, { showName: true });
    const listNames = async () => (await listFolders(eva)).map(({ follows }) => follows?.from);
    const { id } = await assign(ana, taught, { folderIds: [roma.id] });
    await app.runJobs();
    await follow(eva, link);
    expect(await listNames()).toEqual(["Historia"]);
    await ana.delete(`${url}/assignments/${id}`);
    await app.runJobs();
    expect(await listNames()).toEqual(["Ana"]);
  });

  it("comes from the class by its present name", async () => {
    const { ana, eva, taught, roma, url } = await createWorld();
    await assign(ana, taught, { folderIds: [roma.id] });
    await app.runJobs();
    await ana.put(url, { name: "Historia antigua" });
    await app.runJobs();
    expect(await listFolders(eva)).toMatchObject([{ follows: { from: "Historia antigua" } }]);
  });
});

describe("who is no longer in a class", () => {
  it.each(["leaves it", "is taken out", "sees it end", "sees the account of the teacher go"])(
    "keeps the cards when she %s; the follows and exams end",
    async (how) => {
      const { ana, eva, taught, joined, roma, url } = await createWorld();
      await assign(ana, taught, { folderIds: [roma.id], date: "2026-03-20" });
      await app.runJobs();
      expect(await listExams(eva)).toHaveLength(1);
      const end: Record<string, () => Promise<unknown>> = {
        "leaves it": () => eva.delete(`${url}/members/${joined.memberId}`),
        "is taken out": () => ana.delete(`${url}/members/${joined.memberId}`),
        "sees it end": () => ana.delete(url),
        "sees the account of the teacher go": () => ana.delete("/api/auth/delete-account"),
      };
      expect(await end[how]?.()).toMatchObject({ status: 204 });
      expect((await eva.get(url)).status).toBe(404);
      await app.runJobs();
      expect(await listFolders(eva)).toMatchObject([{ name: "Roma", cardCount: 2, follows: { ended: true } }]);
      expect(await listExams(eva)).toEqual([]);
      const { rows } = await app.database.pool.query(
        `select user_id from memberships where user_id = $1 union all select user_id from assigned_folders where user_id = $1
      union all select user_id from assigned_exams where user_id = $1`,
        [eva.userId],
      );
      expect(rows).toEqual([]);
    },
  );

  it("leaves no trace in it once her account is deleted", async () => {
    const { ana, eva, taught, roma, url } = await createWorld();
    await assign(ana, taught, { folderIds: [roma.id], date: "2026-03-20" });
    await app.runJobs();
    expect((await eva.delete("/api/auth/delete-account")).status).toBe(204);
    expect((await ana.get<Class>(url)).body).toMatchObject({ members: 1 });
    expect((await ana.get(`${url}/members`)).body).toHaveLength(1);
    await app.runJobs();
    const tables = [
      "class_members.account_id",
      "memberships.user_id",
      "followers.follower_id",
      "assigned_exams.user_id",
    ];
    for (const [table, column] of tables.map((name) => name.split("."))) {
      const found = await app.database.pool.query(`select 1 from ${table} where ${column} = $1`, [eva.userId]);
      expect([table, found.rows]).toEqual([table, []]);
    }
  });
});
