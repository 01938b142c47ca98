import type { Card } from "@repasa/contract/cards.ts";
import type { Assignment, Class } from "@repasa/contract/classes.ts";
import type { Exam, ExamForecast } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { describe, expect, it } from "vitest";
import { assign, createClass, createFolderWithCards, joinClass, readFigures } from "#testing/class-calls.ts";
import { PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp();

type Student = TestClient & { memberId: number };

/** A class whose students have an assignment of four cards. */
async function createWorld({ sharing, others = 0, date }: { sharing: number; others?: number; date?: string }) {
  const ana = await app.registerConfirmed();
  const taught = await createClass(ana);
  const folder = await createFolderWithCards(ana, "Roma", 4);
  const students: Student[] = [];
  for (let n = 0; n < sharing + others; n++) {
    const student = await app.register();
    const { memberId } = await joinClass(student, taught, { name: `Alumna ${n}`, sharesProgress: n < sharing });
    students.push(Object.assign(student, { memberId }));
  }
  const assigned = await assign(ana, taught, { folderIds: [folder.id], ...(date !== undefined && { date }) });
  await app.runJobs();
  return { ana, taught, assigned, folder, students };
}

/** Rates the first cards of the only folder of a student. */
async function study(student: TestClient, cards: number, difficulty = "easy"): Promise<void> {
  const [folder] = (await student.get<Folder[]>("/api/folders")).body;
  const { body } = await student.get<Card[]>(`/api/folders/${folder?.id}/cards`);
  for (const { id } of body.toReversed().slice(0, cards)) {
    expect((await student.post(`/api/cards/${id}/review`, { difficulty })).status).toBe(200);
  }
}

async function refresh(teacher: TestClient, taught: Class, assigned: Assignment) {
  app.clock.advance(3_600_000);
  await readFigures(teacher, taught, assigned);
  await app.runJobs();
  return readFigures(teacher, taught, assigned);
}

const changeSharing = (student: Student, { id }: Class, sharesProgress: boolean) =>
  student.put(`/api/classes/${id}/members/${student.memberId}`, { sharesProgress });

describe("figures", () => {
  it("are requested by reading them, at most once an hour, and say as of when they are", async () => {
    const { ana, taught, assigned, students } = await createWorld({ sharing: 1 });
    const read = () => readFigures(ana, taught, assigned);
    expect(await read()).toMatchObject({ asOf: null, students: [{ seen: 0 }] });
    const first = app.clock.now().toISOString();
    await study(students[0] as Student, 1);
    await app.runJobs();
    expect(await read()).toMatchObject({ asOf: first, students: [{ seen: 1 }] });
    await study(students[0] as Student, 2);
    app.clock.advance(3_599_000);
    await read();
    await app.runJobs();
    expect(await read()).toMatchObject({ asOf: first, students: [{ seen: 1 }] });
    app.clock.advance(1000);
    await read();
    await app.runJobs();
    expect(await read()).toMatchObject({ asOf: app.clock.now().toISOString(), students: [{ seen: 2 }] });
  });

  it("contain the row of each student who shares, and for a student her own in the same words", async () => {
    const { ana, taught, assigned, students } = await createWorld({ sharing: 1, others: 1, date: "2026-04-20" });
    const [eva, leo] = students as [Student, Student];
    for (const one of students) await study(one, 2);
    const figures = await refresh(ana, taught, assigned);
    const row = { memberId: eva.memberId, name: "Alumna 0", seen: 2, expected: expect.any(Number) };
    expect(figures).toMatchObject({ class: null, me: null });
    expect(figures.students).toEqual([row]);
    expect(await readFigures(eva, taught, assigned)).toMatchObject({ students: [], me: figures.students[0] });
    const own = await readFigures(leo, taught, assigned);
    expect(own).toMatchObject({ students: [], me: { memberId: leo.memberId, seen: 2 } });
    expect(JSON.stringify(figures)).not.toContain(leo.email);
    // A student who begins to share is seen at once, and disappears at once when she stops.
    await changeSharing(leo, taught, true);
    expect((await readFigures(ana, taught, assigned)).students).toEqual([row, own.me]);
    await changeSharing(leo, taught, false);
    expect((await readFigures(ana, taught, assigned)).students).toEqual([row]);
  });

  it("expect what the page of the student's exam does, to a hundredth", async () => {
    const { ana, taught, assigned, students } = await createWorld({ sharing: 1, date: "2026-04-20" });
    const [eva] = students as [Student];
    await study(eva, 3, "hard");
    const { students: rows } = await refresh(ana, taught, assigned);
    const [exam] = (await eva.get<Exam[]>("/api/exams")).body;
    const { body } = await eva.get<ExamForecast>(`/api/exams/${exam?.id}/forecast`);
    expect(rows[0]?.expected).toBe(Math.round(body.expected.mean * 100) / 100);
    // The last forecast before the day stays.
    app.clock.set("2026-04-22T12:00:00Z");
    expect((await refresh(ana, taught, assigned)).students[0]?.expected).toBe(rows[0]?.expected);
    app.clock.set("2026-03-11T12:00:00Z");
  });

  it("expect nothing without a date, and before anything was seen", async () => {
    const { ana, taught, assigned, students } = await createWorld({ sharing: 5 });
    for (const one of students) await study(one, 1);
    const figures = await refresh(ana, taught, assigned);
    expect(figures.class).toMatchObject({ began: 5, expected: null });
    expect(figures.students.map(({ expected }) => expected)).toEqual([null, null, null, null, null]);
    const dated = await createWorld({ sharing: 1, date: "2026-04-20" });
    expect((await refresh(dated.ana, dated.taught, dated.assigned)).students).toMatchObject([
      { seen: 0, expected: null },
    ]);
  });

  it("of the class cover five or more who began, in hundredths, with the teacher's own texts", async () => {
    const { ana, taught, assigned, students } = await createWorld({ sharing: 5, others: 5, date: "2026-04-20" });
    for (const one of students.slice(0, 4)) await study(one, 3, "hard");
    expect((await refresh(ana, taught, assigned)).class).toBeNull();
    await study(students[4] as Student, 1, "hard");
    const five = await refresh(ana, taught, assigned);
    // 4 of 5 have seen three of four cards, one has seen one.
    expect(five.class).toMatchObject({ began: 5, seen: 0.65, expected: { mean: expect.any(Number) } });
    expect(five.class?.weakest).toEqual([
      { front: "Roma 1", back: "respuesta 1", format: "plain", variant: null, recall: expect.any(Number) },
    ]);
    const readRow = () => app.database.pool.query("select xmin, covered from assignments where id = $1", [assigned.id]);
    const { rows: stored } = await readRow();
    expect((await readFigures(students[9] as Student, taught, assigned)).class).toEqual(five.class);
    // They are computed once for the same students.
    expect((await readRow()).rows).toEqual(stored);
    for (const one of students.slice(5)) await study(one, 4, "hard");
    const ten = await refresh(ana, taught, assigned);
    expect(ten.class).toMatchObject({ began: 10, seen: 0.83 });
    expect(ten.class?.weakest.map(({ front }) => front).sort()).toEqual(["Roma 1", "Roma 2", "Roma 3", "Roma 4"]);
    const shares = [
      ten.class?.seen,
      ten.class?.expected?.mean,
      ...(ten.class?.weakest.map(({ recall }) => recall) ?? []),
    ];
    for (const share of shares) expect(share).toBe(Math.round((share as number) * 100) / 100);
  });

  it("of the class change at once when somebody stops sharing, leaves, or deletes the account", async () => {
    const { ana, taught, assigned, students } = await createWorld({ sharing: 8 });
    for (const one of students) await study(one, 1);
    expect((await refresh(ana, taught, assigned)).class).toMatchObject({ began: 8 });
    const [eva, leo, mar, luz] = students as [Student, Student, Student, Student];
    await changeSharing(eva, taught, false);
    const read = async () => (await readFigures(ana, taught, assigned)).class?.began ?? null;
    expect(await read()).toBe(7);
    await ana.delete(`/api/classes/${taught.id}/members/${leo.memberId}`);
    expect(await read()).toBe(6);
    expect(await mar.delete("/api/auth/delete-account", { body: { password: PASSWORD } })).toMatchObject({
      status: 204,
    });
    const { rows } = await app.database.pool.query("select class_figures, covered from assignments where id = $1", [
      assigned.id,
    ]);
    expect(rows).toEqual([{ class_figures: null, covered: null }]);
    expect(await read()).toBe(5);
    await changeSharing(luz, taught, false);
    expect(await read()).toBeNull();
  });

  it("of the class no longer cover the others once one of them has left, until there are new ones", async () => {
    const { ana, taught, assigned, students } = await createWorld({ sharing: 0, others: 6 });
    for (const one of students) await study(one, 1);
    expect((await refresh(ana, taught, assigned)).class).toMatchObject({ began: 6 });
    const [eva] = students as [Student];
    await ana.delete(`/api/classes/${taught.id}/members/${eva.memberId}`);
    expect((await readFigures(ana, taught, assigned)).class).toBeNull();
    expect((await refresh(ana, taught, assigned)).class).toMatchObject({ began: 5 });
  });

  it("of the class do not take as seen who shared only while the others were being measured", async () => {
    const { ana, taught, assigned, students } = await createWorld({ sharing: 5, others: 4 });
    for (const one of students) await study(one, 1);
    app.clock.advance(3_600_000);
    await readFigures(ana, taught, assigned);
    const run = app.clock.now().toISOString();
    for (const { userId, memberId } of students.slice(5)) {
      const of = { teacherId: ana.userId, classId: taught.id, assignmentId: assigned.id, run };
      await app.runHandler("classes", "measureStudent", { userId, memberId, ...of });
    }
    const hidden = students.slice(5) as Student[];
    for (const sharesProgress of [true, false])
      for (const one of hidden) await changeSharing(one, taught, sharesProgress);
    await app.runJobs();
    expect((await readFigures(ana, taught, assigned)).class).toMatchObject({ began: 5 });
    // Those who were never seen would be the difference.
    await changeSharing(students[0] as Student, taught, false);
    expect((await readFigures(ana, taught, assigned)).class).toBeNull();
  });

  it("of a single card are never those of a few: what fewer than five have rated is not among the weakest", async () => {
    const { ana, taught, assigned, students } = await createWorld({ sharing: 3, others: 5 });
    for (const one of students) await study(one, 1);
    // Three who share and four others: the others count only from five on.
    for (const one of students.slice(0, 7)) await study(one, 2);
    const { class: figures } = await refresh(ana, taught, assigned);
    expect(figures?.began).toBe(8);
    expect(figures?.weakest.map(({ front }) => front)).toEqual(["Roma 1"]);
    await study(students[7] as Student, 2);
    expect((await refresh(ana, taught, assigned)).class?.weakest).toHaveLength(2);
  });

  it("leave out what she added herself, and the cards that the teacher has deleted", async () => {
    const { ana, taught, assigned, students, folder } = await createWorld({ sharing: 1 });
    const [eva] = students as [Student];
    const [own] = (await eva.get<Folder[]>("/api/folders")).body;
    const { body: added } = await eva.post<Card>(`/api/folders/${own?.id}/cards`, { front: "mía", back: "b" });
    await eva.post(`/api/cards/${added.id}/review`, { difficulty: "easy" });
    expect((await refresh(ana, taught, assigned)).students).toMatchObject([{ seen: 0 }]);
    await study(eva, 2);
    const { body: cards } = await ana.get<Card[]>(`/api/folders/${folder.id}/cards`);
    await ana.delete(`/api/cards/${cards.at(-1)?.id}`);
    await eva.post(`/api/folders/${own?.id}/pull`, {});
    expect((await refresh(ana, taught, assigned)).students).toMatchObject([{ seen: 1 }]);
  });

  it("are shown without a student whose job fails, and all at once", async () => {
    const { ana, taught, assigned, students } = await createWorld({ sharing: 2 });
    for (const one of students) await study(one, 1);
    app.clock.advance(3_600_000);
    await readFigures(ana, taught, assigned);
    const run = app.clock.now().toISOString();
    const [eva] = students as [Student];
    const of = { teacherId: ana.userId, classId: taught.id, assignmentId: assigned.id, run };
    const report = { userId: eva.userId, memberId: eva.memberId, ...of };
    await app.runHandler("classes", "measureStudent", report);
    expect(await readFigures(ana, taught, assigned)).toMatchObject({
      asOf: null,
      students: [{ seen: 0 }, { seen: 0 }],
    });
    app.clock.advance(20_000);
    await readFigures(ana, taught, assigned);
    expect(await readFigures(ana, taught, assigned)).toMatchObject({ asOf: run, students: [{ seen: 1 }, { seen: 0 }] });
    // A late report would be the difference of two answers.
    await app.runJobs();
    expect(await readFigures(ana, taught, assigned)).toMatchObject({ asOf: run, students: [{ seen: 1 }, { seen: 0 }] });
  });
});
