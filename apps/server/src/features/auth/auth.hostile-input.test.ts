import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApp, PASSWORD, type TestApp } from "#testing/test-app.ts";
import { hashPassword } from "./auth.password.ts";

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

describe("a session's id in a path", () => {
  it.each(["%00", "1%00", "nope", "%F0%9F%98%80", "'"])("names nothing when it is %s", async (id) => {
    const ana = await server.register();
    const answer = await ana.delete(`/api/auth/sessions/${id}`);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ message: "La sesión no existe", code: "not_found" });
  });
});

describe("a password at the login", () => {
  it("is refused unread when it is longer than any account's", async () => {
    const answer = await server.visitor().post("/api/auth/login", { email: "a@b.co", password: "x".repeat(201) });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      issues: [{ path: "password", message: "La contraseña no puede superar los 200 caracteres" }],
    });
  });
});

describe("asking for a link", () => {
  it("is answered before anything is done for the account, so that its time tells nothing", async () => {
    const eva = await server.register();
    const { rows: before } = await server.database.pool.query("SELECT updated_at FROM users WHERE id = $1", [
      eva.userId,
    ]);
    server.clock.advance(60_000);
    // Holds the account's row: an answer that waited for a write to it would not come.
    const holder = await server.database.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [eva.userId]);
      expect((await server.visitor().post("/api/auth/reset-password", { email: eva.email })).status).toBe(200);
      await holder.query("COMMIT");
    } finally {
      holder.release();
    }
    await vi.waitFor(() => expect(server.mails.some(({ to }) => to === eva.email)).toBe(true));
    const { rows: after } = await server.database.pool.query("SELECT updated_at FROM users WHERE id = $1", [
      eva.userId,
    ]);
    expect(after).not.toEqual(before);
  });

  it("is seen through by a server that ends meanwhile", async () => {
    const app = await createTestApp();
    const leo = await app.register();
    await app.visitor().post("/api/auth/reset-password", { email: leo.email });
    await app.close();
    expect(app.mails.map(({ to }) => to)).toEqual([leo.email]);
  });
});

describe("many passwords at once", () => {
  it("leave threads for everybody else", async () => {
    let hashed = 0;
    const hashes = Array.from({ length: 30 }, () => hashPassword(PASSWORD).then(() => hashed++));
    // Files are read on the same few threads.
    await readFile(import.meta.filename);
    expect(hashed).toBeLessThan(15);
    await Promise.all(hashes);
  });
});
