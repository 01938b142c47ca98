import type { Assignment, Class, Member } from "@repasa/contract/classes.ts";
import { describe, expect, it } from "vitest";
import { assign, createClass, createFolderWithCards, joinClass, readFigures } from "#testing/class-calls.ts";
import { download } from "#testing/export-files.ts";
import { createTestApp, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp();

async function exportJson(client: TestClient) {
  return JSON.parse((await download(app, client, "account/export")).body.toString());
}

describe("a class", () => {
  it("is created by an account with a confirmed address alone", async () => {
    const ana = await app.register();
    expect(await ana.post("/api/classes", { name: "Historia" })).toMatchObject({
      status: 403,
      body: { code: "email_unconfirmed" },
    });
    await app.confirmAddress(ana);
    const created = await ana.post<Class>("/api/classes", { name: " Historia " });
    expect(created).toMatchObject({ status: 201, body: { name: "Historia", role: "teacher", members: 1 } });
    expect(created.body.code).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
    expect((await ana.get(`/api/classes/${created.body.id}`)).body).toEqual(created.body);
    expect((await ana.get("/api/classes")).body).toEqual([created.body]);
  });

  it("calls its teacher by her first name, or Docente, until she changes it", async () => {
    const ana = await app.registerConfirmed();
    const { id, memberId } = await createClass(ana);
    const teacher = { id: memberId, name: "Docente", role: "teacher", sharesProgress: false, me: true };
    expect((await ana.get(`/api/classes/${id}/members`)).body).toEqual([teacher]);
    const change = { name: "Sra. Ruiz", sharesProgress: true };
    const changed = await ana.put(`/api/classes/${id}/members/${memberId}`, change);
    expect(changed).toMatchObject({ status: 200, body: { ...teacher, name: "Sra. Ruiz" } });
    await app.database.pool.query("update users set first_name = 'Ana' where id = $1", [ana.userId]);
    const second = await createClass(ana, "Otra");
    expect((await ana.get<Member[]>(`/api/classes/${second.id}/members`)).body).toMatchObject([{ name: "Ana" }]);
  });

  it("is joined by its code, in any case, under the name that is typed", async () => {
    const [ana, eva] = [await app.registerConfirmed(), await app.register()];
    const { id, code, name, createdAt } = await createClass(ana);
    const typed = ` ${code?.slice(0, 4).toLowerCase()}-${code?.slice(4)} `;
    const joined = await eva.post<Class>("/api/classes/join", { code: typed, name: "Eva P." });
    const memberId = joined.body.memberId;
    expect(joined).toMatchObject({ status: 201 });
    expect(joined.body).toEqual({ id, name, code: null, role: "student", members: 2, memberId, createdAt });
    // Another name changes nothing.
    expect((await eva.post("/api/classes/join", { code, name: "Otra", sharesProgress: true })).body).toEqual(
      joined.body,
    );
    expect((await eva.get("/api/classes")).body).toEqual([joined.body]);
    const expected = { id: memberId, name: "Eva P.", role: "student", sharesProgress: false };
    expect((await ana.get(`/api/classes/${id}/members`)).body).toContainEqual({ ...expected, me: false });
    // A teacher who types her own code is the teacher.
    expect((await ana.post("/api/classes/join", { code, name: "Ana" })).body).toMatchObject({ role: "teacher" });
  });

  it("shows a student the teacher and herself, and no code", async () => {
    const ana = await app.registerConfirmed();
    const created = await createClass(ana);
    const [eva, leo] = [await app.register(), await app.register()];
    await joinClass(eva, created, { name: "Eva", sharesProgress: true });
    await joinClass(leo, created, { name: "Leo" });
    const { body } = await eva.get<Member[]>(`/api/classes/${created.id}/members`);
    expect(body.map(({ name, role, me }) => [name, role, me])).toEqual([
      ["Docente", "teacher", false],
      ["Eva", "student", true],
    ]);
    expect((await ana.get(`/api/classes/${created.id}/members`)).body).toHaveLength(3);
    expect((await eva.get(`/api/classes/${created.id}`)).body).toMatchObject({ code: null, members: 3 });
  });

  it("takes no role from a body", async () => {
    const ana = await app.registerConfirmed();
    const created = await createClass(ana);
    const eva = await app.register();
    const form = { code: created.code, name: "Eva", role: "teacher", isTeacher: true };
    const { body } = await eva.post<Class>("/api/classes/join", form);
    expect(body.role).toBe("student");
    const change = { name: "Eva", role: "teacher" };
    const changed = await eva.put(`/api/classes/${created.id}/members/${body.memberId}`, change);
    expect(changed.body).toMatchObject({ role: "student" });
  });

  it("has another code after a renewal, and the old one is unknown", async () => {
    const [ana, eva] = [await app.registerConfirmed(), await app.register()];
    const created = await createClass(ana);
    const renewed = await ana.post<Class>(`/api/classes/${created.id}/code`);
    expect(renewed).toMatchObject({
      status: 200,
      body: { ...created, code: expect.not.stringMatching(`${created.code}`) },
    });
    const join = (code: string | null) => eva.post("/api/classes/join", { code, name: "Eva" });
    expect(await join(created.code)).toMatchObject({
      status: 404,
      body: { message: "Ninguna clase tiene ese código", issues: [{ path: "code" }] },
    });
    expect((await join(renewed.body.code)).status).toBe(201);
  });

  it("is left by a student, and by whoever the teacher takes out, who can join again", async () => {
    const ana = await app.registerConfirmed();
    const created = await createClass(ana);
    const [eva, leo] = [await app.register(), await app.register()];
    const members = `/api/classes/${created.id}/members`;
    const [one, other] = [await joinClass(eva, created), await joinClass(leo, created)];
    expect((await eva.delete(`${members}/${one.memberId}`)).status).toBe(204);
    expect((await ana.delete(`${members}/${other.memberId}`)).status).toBe(204);
    for (const gone of [eva, leo]) {
      expect((await gone.get(`/api/classes/${created.id}`)).status).toBe(404);
      expect((await gone.get("/api/classes")).body).toEqual([]);
    }
    expect((await ana.get(members)).body).toHaveLength(1);
    expect((await ana.delete(`${members}/${created.memberId}`)).status).toBe(409);
    expect((await joinClass(eva, created)).memberId).not.toBe(one.memberId);
  });

  it("is in the export of its members, with what they have chosen themselves and nothing of others", async () => {
    const [ana, eva] = [await app.registerConfirmed(), await app.register()];
    const { id, createdAt } = await createClass(ana, "Historia");
    const { code } = (await ana.get<Class>(`/api/classes/${id}`)).body;
    await joinClass(eva, { code }, { name: "Eva P.", sharesProgress: true });
    const folder = await createFolderWithCards(ana, "Roma");
    const assigned = await assign(ana, { id }, { folderIds: [folder.id], date: "2026-03-20" });
    const { name, date, folderIds } = assigned;
    const record = { id, name: "Historia", createdAt };
    const own = { role: "teacher", memberName: "Docente", sharesProgress: false };
    const assignments = [{ name, date, folderIds, createdAt: assigned.createdAt }];
    expect((await exportJson(ana)).classes).toEqual([{ ...record, ...own, assignments }]);
    const hers = { role: "student", memberName: "Eva P.", sharesProgress: true };
    const exported = await exportJson(eva);
    expect(exported.classes).toEqual([{ ...record, ...hers, assignments: [] }]);
    for (const secret of [ana.email, code as string, "Docente"]) expect(JSON.stringify(exported)).not.toContain(secret);
  });

  it("is gone for everybody once the teacher deletes it, and its code is unknown", async () => {
    const [ana, eva] = [await app.registerConfirmed(), await app.register()];
    const created = await createClass(ana);
    await joinClass(eva, created);
    expect((await ana.delete(`/api/classes/${created.id}`)).status).toBe(204);
    for (const one of [ana, eva]) {
      expect((await one.get(`/api/classes/${created.id}`)).status).toBe(404);
      expect((await one.get("/api/classes")).body).toEqual([]);
    }
    expect((await eva.post("/api/classes/join", { code: created.code, name: "Eva" })).status).toBe(404);
    await app.runJobs("classes.assign");
    const { rows } = await app.database.pool.query("select 1 from memberships where user_id = $1", [eva.userId]);
    expect(rows).toEqual([]);
  });

  it("has at most 200 members, also when they join at once", async () => {
    const ana = await app.registerConfirmed();
    const created = await createClass(ana);
    await app.database.pool.query(
      `with student as (
        insert into users (email, password_hash, created_at, updated_at)
        select 'relleno' || n || '@repasa.example', 'x', $3, $3 from generate_series(1, 197) as n returning id
      )
      insert into class_members (user_id, class_id, account_id, name, shares_progress, created_at)
      select $1, $2, id, 'x', false, $3 from student`,
      [ana.userId, created.id, app.clock.now()],
    );
    const students = await Promise.all(Array.from({ length: 5 }, () => app.register()));
    const join = { code: created.code, name: "Eva" };
    const responses = await Promise.all(students.map((student) => student.post("/api/classes/join", join)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect((await ana.get(`/api/classes/${created.id}`)).body).toMatchObject({ members: 200 });
  });
});

describe("an account", () => {
  it("is in at most 20 classes, also when they are created and joined at once", async () => {
    const [ana, eva] = [await app.registerConfirmed(), await app.registerConfirmed()];
    const theirs = await Promise.all(Array.from({ length: 3 }, () => createClass(eva)));
    for (let n = 0; n < 18; n++) await createClass(ana);
    const responses = await Promise.all([
      ...theirs.map(({ code }) => ana.post("/api/classes/join", { code, name: "Ana" })),
      ...theirs.map(() => ana.post("/api/classes", { name: "Otra" })),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    expect((await ana.get("/api/classes")).body).toHaveLength(20);
  });

  it("has ten tries an hour to join, right or wrong", async () => {
    const strict = await createTestApp({ environment: { RATE_LIMIT: "on" } });
    const ana = await strict.registerConfirmed();
    const created = await createClass(ana);
    const [eva, leo] = [await strict.register(), await strict.register()];
    await joinClass(eva, created);
    const guess = () => eva.post("/api/classes/join", { code: "AAAAAAAA", name: "Eva" });
    for (let tries = 1; tries < 10; tries++) expect((await guess()).status).toBe(404);
    for (const { status, headers } of [
      await guess(),
      await eva.post("/api/classes/join", { code: created.code, name: "Eva" }),
    ]) {
      expect(status).toBe(429);
      expect(Number(headers["retry-after"])).toBeGreaterThan(3000);
    }
    // Another account still can.
    await joinClass(leo, created);
    await strict.close();
  });

  it.each([
    ["/api/classes", { name: " " }, "Escribe el nombre de la clase"],
    ["/api/classes", { name: "x".repeat(101) }, "El texto no puede superar los 100 caracteres"],
    ["/api/classes/join", { code: 7, name: "Eva" }, "Escribe el código de la clase"],
    ["/api/classes/join", { code: "ABCDEFGH" }, "Escribe tu nombre"],
    ["/api/classes/join", { code: "ABCDEFGH", name: "Eva", sharesProgress: "sí" }, "Elige si la clase ve tu progreso"],
  ])("gets a clear answer to %s with %j", async (path, body, message) => {
    const ana = await app.registerConfirmed();
    const { status, body: answer } = await ana.post<{ issues: { message: string }[] }>(path, body);
    expect([status, answer.issues[0]?.message]).toEqual([400, message]);
  });
});

describe("an assignment", () => {
  it("has 1 to 20 folders of the teacher, and a date to come or none", async () => {
    const [ana, eva] = [await app.registerConfirmed(), await app.registerConfirmed()];
    const created = await createClass(ana);
    const url = `/api/classes/${created.id}/assignments`;
    const [own, foreign] = [await createFolderWithCards(ana, "Roma"), await createFolderWithCards(eva, "Grecia")];
    const tryTo = async (form: object) =>
      (await ana.post(url, { name: "Tema 1", folderIds: [own.id], ...form })).status;
    expect(await tryTo({ folderIds: [] })).toBe(400);
    expect(await tryTo({ folderIds: Array.from({ length: 21 }, () => own.id) })).toBe(400);
    expect(await tryTo({ folderIds: [own.id, foreign.id] })).toBe(404);
    expect(await tryTo({ date: "2026-03-10" })).toBe(400);
    expect(await tryTo({ date: "2027-04-01" })).toBe(400);
    expect((await ana.get(url)).body).toEqual([]);
    const assigned = await assign(ana, created, { folderIds: [own.id, own.id], date: "2026-03-20" });
    expect(assigned).toMatchObject({ name: "Tema 1", folderIds: [own.id], date: "2026-03-20" });
    expect((await ana.get(url)).body).toEqual([assigned]);
  });

  it("is changed field by field, and keeps a date that is over", async () => {
    const ana = await app.registerConfirmed();
    const created = await createClass(ana);
    const [roma, grecia] = [await createFolderWithCards(ana, "Roma"), await createFolderWithCards(ana, "Grecia")];
    const assigned = await assign(ana, created, { folderIds: [roma.id], date: "2026-03-20" });
    const url = `/api/classes/${created.id}/assignments/${assigned.id}`;
    const change = async (form: object) => (await ana.put<Assignment>(url, form)).body;
    expect(await change({ folderIds: [grecia.id] })).toEqual({ ...assigned, folderIds: [grecia.id] });
    expect(await change({ date: null })).toMatchObject({ date: null, name: "Tema 1" });
    expect(await change({ date: "2026-03-21" })).toMatchObject({ date: "2026-03-21" });
    expect((await ana.put(url, { date: "2026-03-01" })).status).toBe(400);
    await app.database.pool.query("update assignments set date = '2026-03-01' where id = $1", [assigned.id]);
    expect(await change({ name: "Tema 2", date: "2026-03-01" })).toMatchObject({ name: "Tema 2", date: "2026-03-01" });
    expect((await ana.delete(url)).status).toBe(204);
    expect((await ana.get(url)).status).toBe(404);
  });

  it("has no figures at first", async () => {
    const [ana, eva] = [await app.registerConfirmed(), await app.register()];
    const created = await createClass(ana);
    const { memberId } = await joinClass(eva, created, { sharesProgress: true });
    const folder = await createFolderWithCards(ana, "Roma");
    const assigned = await assign(ana, created, { folderIds: [folder.id] });
    const row = { memberId, name: "Eva", seen: 0, expected: null };
    const none = { asOf: null, class: null };
    expect(await readFigures(ana, created, assigned)).toEqual({ ...assigned, ...none, students: [row], me: null });
    expect(await readFigures(eva, created, assigned)).toMatchObject({ ...none, folderIds: [], students: [], me: row });
  });

  it("loses a folder that the teacher deletes", async () => {
    const ana = await app.registerConfirmed();
    const created = await createClass(ana);
    const folder = await createFolderWithCards(ana, "Roma");
    await assign(ana, created, { folderIds: [folder.id] });
    await ana.delete(`/api/folders/${folder.id}`);
    expect((await ana.get(`/api/classes/${created.id}/assignments`)).body).toMatchObject([{ folderIds: [] }]);
  });
});
