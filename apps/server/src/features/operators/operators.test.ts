import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { answerFeedback, listUnanswered } from "#features/feedback/feedback.service.ts";
import { createSessionMemory } from "#platform/http/session-memory.ts";
import { DEAD_LETTERS, openQueue } from "#platform/jobs/queue.ts";
import type { Mail } from "#platform/mail/mail.ts";
import { RefusedMail } from "#platform/mail/mail.ts";
import { PASSWORD, sharedTestApp } from "#testing/test-app.ts";
import { describeAccount, endSessions, removeAllFactors, resendLetter } from "./operators.service.ts";

const mails: Mail[] = [];
let isRefused = false;
const app = await sharedTestApp({
  sendMail: async (mail) => {
    if (isRefused) throw new RefusedMail("550 no such mailbox");
    mails.push(mail);
  },
});
const queue = await openQueue(app.database, app.clock, pino({ level: "silent" }));
afterAll(() => queue.close());
const sessions = createSessionMemory(app.clock);
const ctx = { db: app.database.orm, clock: app.clock, enqueue: queue.enqueue, sessions };
const ana = await app.register("ana@repasa.example");
const readLines = async (key: string) =>
  (await describeAccount(ctx, key)).map(([name, what]) => `${name}: ${what}`).join("\n");

describe("an account", () => {
  it("is found by its address or its id, and shown without any text of its user", async () => {
    const folder = (await ana.post<{ id: number }>("/api/folders", { name: "Carpeta secreta" })).body.id;
    await ana.post(`/api/folders/${folder}/cards`, { front: "Pregunta secreta", back: "Respuesta secreta" });
    const lines = await readLines(" ANA@Repasa.example ");
    expect(await readLines(String(ana.userId))).toBe(lines);
    expect(lines).toContain(`account: ${ana.userId}, since 2026-03-10T12:00:00.000Z`);
    expect(lines).toContain("address: ana@repasa.example (not confirmed)");
    expect(lines).toContain("plan: free (subscription free, web none, mobile none)");
    expect(lines).toContain("holds: 1 folders, 1 cards, 0 files of 0 bytes");
    expect(lines).toMatch(/session: since 2026-03-10T12:00:00.000Z/);
    expect(lines).toMatch(/job: [0-9a-f-]{36} auth\.verification created, asked for/);
    expect(lines).not.toMatch(/secreta|argon2|scrypt|\$/);
    const headers = { "user-agent": "Uno\u001b[2J\u202eDos" };
    await app.visitor().post("/api/auth/login", { email: "ana@repasa.example", password: PASSWORD }, { headers });
    expect(await readLines("ana@repasa.example")).toContain("Uno\ufffd[2J\ufffdDos");
    await expect(readLines("nadie@repasa.example")).rejects.toThrow("There is no account nadie@repasa.example.");
  });

  it("is found by the address that can take it back if it is closed", async () => {
    const leo = await app.register("leo@repasa.example");
    const until = new Date(app.clock.now().getTime() + 86_400_000);
    await app.database.pool.query(
      "INSERT INTO previous_emails (user_id, email, expires_at, created_at) VALUES ($1, 'leo.antes@repasa.example', $2, $3)",
      [leo.userId, until, app.clock.now()],
    );
    expect((await leo.delete("/api/auth/delete-account")).status).toBe(204);
    const lines = await readLines("leo.antes@repasa.example");
    expect(lines).toContain(`account: ${leo.userId}, since`);
    expect(lines).toContain("closed: is deleted at 2026-03-11T12:00:00.000Z");
  });

  it("is signed out everywhere", async () => {
    const eva = await app.register("eva@repasa.example");
    await app.visitor().post("/api/auth/login", { email: "eva@repasa.example", password: PASSWORD });
    await eva.put("/api/auth/email", { email: "ladron@repasa.example", currentPassword: PASSWORD });
    await app.visitor().post("/api/auth/reset-password", { email: "eva@repasa.example" });
    await app.runJobs();
    await app.database.pool.query("INSERT INTO sign_in_steps VALUES ($1::bigint, 'x', 'x', 0, $2)", [
      eva.userId,
      new Date("2026-03-10T12:05:00Z"),
    ]);
    expect(await endSessions(ctx, String(eva.userId))).toBe(2);
    expect((await eva.get("/api/auth/user")).status).toBe(401);
    expect((await ana.get("/api/auth/user")).status).toBe(200);
    expect(await endSessions(ctx, "eva@repasa.example")).toBe(0);
    const { rows } = await app.database.pool.query(
      `SELECT (SELECT pending_email FROM users WHERE id = $1) AS pending,
        ARRAY(SELECT email FROM email_verifications WHERE user_id = $1) AS links,
        (SELECT count(*)::int FROM devices WHERE user_id = $1) AS devices,
        (SELECT count(*)::int FROM password_resets WHERE user_id = $1) AS resets,
        (SELECT count(*)::int FROM sign_in_steps WHERE user_id = $1) AS steps`,
      [eva.userId],
    );
    expect(rows).toEqual([{ pending: null, links: ["eva@repasa.example"], devices: 0, resets: 0, steps: 0 }]);
  });
});

describe("second factors", () => {
  it("are removed with their codes and the sessions, and the owner is notified", async () => {
    const eva = await app.register("eva.factor@repasa.example");
    await app.database.pool.query(
      "insert into authenticator_apps (user_id, secret, active, created_at) values ($1, 'GEZDGNBVGY3TQOJQ', true, now())",
      [eva.userId],
    );
    expect(await removeAllFactors(ctx, eva.email)).toBe(1);
    expect((await eva.get("/api/auth/user")).status).toBe(401);
    const login = { email: eva.email, password: "una clave larga" };
    expect((await app.visitor().post("/api/auth/login", login)).status).toBe(200);
    await app.runJobs("factors.notice");
    expect(mails.filter(({ to }) => to === eva.email).map(({ subject }) => subject)).toContain(
      "Se ha desactivado la verificación en dos pasos de Repasa",
    );
    expect(await removeAllFactors(ctx, eva.email)).toBe(0);
  });
});

describe("a letter", () => {
  it("is sent when an operator repeats its job, after a permanent failure or a success", async () => {
    isRefused = true;
    const luis = await app.register("luis@repasa.example");
    // The next attempt is the last one.
    await app.database.pool.query("UPDATE pgboss.job SET retry_limit = 0 WHERE name = 'auth.verification'");
    await app.runJobs();
    const findJob = async () => /job: (\S+) auth\.verification (\w+).*/.exec(await readLines(String(luis.userId)));
    const [line, id = "", state] = (await findJob()) ?? [];
    expect(state).toBe("dead");
    expect(line).toContain("550 no such mailbox");
    isRefused = false;
    expect(await resendLetter(ctx, queue.boss, id)).toBe("auth.verification");
    await app.runJobs();
    expect(mails.filter(({ to }) => to === "luis@repasa.example")).toHaveLength(1);
    expect(await queue.boss.findJobs(DEAD_LETTERS, { id })).toEqual([]);

    // A letter that was sent can be sent again.
    const [, sent = "", done] =
      (await readLines(String(luis.userId))).match(/job: (\S+) auth\.verification (completed)/) ?? [];
    expect(done).toBe("completed");
    await resendLetter(ctx, queue.boss, sent);
    await app.runJobs();
    expect(mails.filter(({ to }) => to === "luis@repasa.example")).toHaveLength(2);
  });

  it("is not repeated if it does not exist, or if it runs on a schedule", async () => {
    await expect(resendLetter(ctx, queue.boss, "x'; drop table users")).rejects.toThrow("There is no job x");
    await queue.boss.insert("auth.sweep", [{ data: {} }]);
    const [{ id } = { id: "" }] = await queue.boss.findJobs("auth.sweep", { queued: true });
    await expect(resendLetter(ctx, queue.boss, id)).rejects.toThrow("auth.sweep is asked for by the clock");
  });
});

describe("feedback", () => {
  it("is answered once, by mail to its author", async () => {
    await ana.post("/api/feedback", { rating: 2, feedback: "Más colores" });
    await app.visitor().post("/api/feedback", { rating: 5, feedback: "Muy bien", email: "Visita@Example.com" });
    await app.visitor().post("/api/feedback", { rating: 1, feedback: "Anónimo" });
    await app.visitor().post("/api/feedback", { rating: 5 });
    const unanswered = await listUnanswered(ctx);
    expect(unanswered.map(({ address, text }) => [address, text])).toEqual([
      ["ana@repasa.example", "Más colores"],
      ["visita@example.com", "Muy bien"],
      [null, "Anónimo"],
    ]);
    const [own, visitors, nobodys] = unanswered.map(({ id }) => id) as [number, number, number];
    mails.length = 0;
    await answerFeedback(ctx, own, "Hola, Ana:\nvienen pronto.\n\nUn saludo");
    await answerFeedback(ctx, visitors, "Gracias");
    await app.runJobs("feedback.answer");
    expect(mails.map(({ to }) => to).sort()).toEqual(["ana@repasa.example", "visita@example.com"]);
    const letter = mails.find(({ to }) => to === "ana@repasa.example");
    expect(letter?.text.replaceAll("\n", " ")).toContain("lo que nos escribiste el 10 de marzo de 2026:");
    expect(letter?.text).toContain("Hola, Ana: vienen pronto.\n\nUn saludo");
    await expect(answerFeedback(ctx, own, "Otra vez")).rejects.toThrow("was answered before");
    await expect(answerFeedback(ctx, nobodys, "Hola")).rejects.toThrow("came without an address");
    await expect(answerFeedback(ctx, 1e9, "Hola")).rejects.toThrow("There is no feedback 1000000000");
    expect((await listUnanswered(ctx)).map(({ id }) => id)).toEqual([nobodys]);
  });
});
