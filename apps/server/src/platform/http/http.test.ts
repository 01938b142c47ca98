// @module-tag hostile
import type pg from "pg";
import { describe, expect, it } from "vitest";
import { createTestApp, PASSWORD, sharedTestApp } from "#testing/test-app.ts";

const server = await sharedTestApp({ environment: { PORT: "3000" } });
const ana = await server.register();

describe("request bodies", () => {
  const login = (payload: string, headers: Record<string, string>) =>
    server.app.inject({ method: "POST", url: "/api/auth/login", payload, headers });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx"])(
    "are refused with 415 as %s",
    async (type) => {
      const response = await login('{"email":"a@b.co","password":"x"}', { "content-type": type });
      expect(response.statusCode).toBe(415);
      expect(response.json()).toEqual({
        message: "El contenido debe enviarse como application/json",
        code: "unsupported_media_type",
      });
    },
  );

  it("may be JSON with a charset", async () => {
    const response = await login("{}", { "content-type": "application/json; charset=utf-8" });
    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toContainEqual({ path: "email", message: "Invalid email address" });
  });

  it.each(["{", "nope", '{"a":1}}', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}'])(
    "are refused with 400 if they are the invalid JSON %s",
    async (payload) => {
      const response = await login(payload, { "content-type": "application/json" });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({ message: "El contenido enviado no es JSON válido", code: "validation_failed" });
    },
  );

  it.each(["[]", "null", '"text"', "7", ""])("are refused with 400 if they are %j", async (payload) => {
    const response = await login(payload, { "content-type": "application/json" });
    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe("validation_failed");
  });

  it("are refused with 413 if they are larger than their call allows", async () => {
    const response = await login(JSON.stringify({ email: "x".repeat(16 * 1024) }), {
      "content-type": "application/json",
    });
    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual({
      message: "El contenido enviado es demasiado grande",
      code: "payload_too_large",
    });
  });
});

describe("the server", () => {
  it.each(["/api", "/api/", "/api/nope", "/api/folders/1/nope", "/api?x=1"])("answers JSON 404 to %s", async (url) => {
    const response = await ana.get(url);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ message: "Esta dirección no existe", code: "not_found" });
  });

  it.each(["/api/folders/%", "/%E0%A4%A", "/api/folders/%00"])("answers %s with a client error", async (url) => {
    const response = await ana.get(url);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  it("answers 404 to a method that the path does not have", async () => {
    expect((await ana.put("/api/auth/login", {})).status).toBe(404);
  });

  it.each(["/wp-admin.php", "/assets/none.js", "/.env", "/folders.php"])(
    "does not serve the app at %s",
    async (url) => {
      const response = await ana.get(url);
      expect(response.status).toBe(404);
      expect(response.headers["content-type"]).toContain("text/plain");
    },
  );
});

describe("the origin check", () => {
  const create = (headers: Record<string, string>) => ana.post("/api/folders", { name: "Química" }, { headers });

  it.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:3001" },
    { origin: "https://localhost:3000" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "http://localhost:3000", "sec-fetch-site": "cross-site" },
  ])("refuses a write with %j", async (headers) => {
    const response = await create(headers);
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({ code: "forbidden_origin" });
  });

  it.each([
    {},
    { origin: "http://localhost:3000" },
    { origin: "http://127.0.0.1:3000" },
    { origin: "http://[::1]:3000" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
  ])("accepts a write with %j", async (headers) => {
    expect((await create(headers)).status).toBe(201);
  });

  it("lets reads from other origins pass, without CORS headers", async () => {
    const response = await ana.get("/api/folders", { headers: { origin: "https://evil.example" } });
    expect(response.status).toBe(200);
    expect(response.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("the session gate", () => {
  it.each([
    ["GET", "/api/auth/user"],
    ["GET", "/api/folders"],
    ["POST", "/api/folders"],
    ["PUT", "/api/cards/1"],
    ["DELETE", "/api/auth/delete-account"],
    ["POST", "/api/auth/logout"],
  ] as const)("answers %s %s with exactly Unauthorized without a session", async (method, url) => {
    const response = await server.app.inject({ method, url });
    expect(response.statusCode).toBe(401);
    expect(response.body).toBe('{"message":"Unauthorized"}');
  });

  it("checks the session before the body", async () => {
    const response = await server.visitor().post("/api/folders", { name: 7 });
    expect(response.status).toBe(401);
  });
});

describe("response headers", () => {
  it("protect every answer", async () => {
    const { headers } = await ana.get("/api/auth/user");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("same-origin");
    expect(headers["cache-control"]).toBe("no-store");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect(headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  });

  it("keep errors out of caches", async () => {
    expect((await server.visitor().get("/api/auth/user")).headers["cache-control"]).toBe("no-store");
    expect((await ana.get("/api/nope")).headers["cache-control"]).toBe("no-store");
  });
});

describe("X-Account", () => {
  const naming = (id: unknown) => ({ headers: { "x-account": String(id) } });

  it("refuses a call that was made for another account than that of the session, and changes nothing", async () => {
    const [ana, eva] = [await server.register(), await server.register()];
    for (const named of [eva.userId, 0, "ana", `${ana.userId}0`]) {
      const response = await ana.post("/api/folders", { name: "De otra" }, naming(named));
      expect(response).toMatchObject({ status: 409, body: { code: "other_account" } });
      expect(await ana.get("/api/folders", naming(named))).toMatchObject({ status: 409 });
    }
    expect((await ana.get("/api/folders")).body).toEqual([]);
  });

  it("lets through calls that name the account of the session, or none", async () => {
    const ana = await server.register();
    expect((await ana.post("/api/folders", { name: "Propia" }, naming(ana.userId))).status).toBe(201);
    expect((await ana.post("/api/folders", { name: "También" })).status).toBe(201);
  });

  it("answers 401 without a session", async () => {
    expect(await server.visitor().get("/api/folders", naming(1))).toMatchObject({
      status: 401,
      body: { message: "Unauthorized" },
    });
  });
});

describe("the API documentation", () => {
  it("is a public OpenAPI 3.1 document of the calls", async () => {
    const response = await server
      .visitor()
      .get<{ openapi: string; paths: Record<string, object> }>("/api/openapi.json");
    expect(response.status).toBe(200);
    expect(response.body.openapi).toBe("3.1.0");
    expect(Object.keys(response.body.paths)).toEqual(
      expect.arrayContaining(["/api/cards/{id}/review", "/api/folders/completed/{date}", "/api/user/stats"]),
    );
  });

  it("lists 429 among the responses of every call", async () => {
    type Operations = Record<string, { responses: Record<string, unknown> }>;
    const { body } = await server.visitor().get<{ paths: Record<string, Operations> }>("/api/openapi.json");
    for (const operation of Object.values(body.paths).flatMap((path) => Object.values(path))) {
      expect(operation.responses).toHaveProperty("429");
    }
  });

  it.each([
    ["http://repasa.example", "repasa"],
    ["https://repasa.example", "__Host-repasa"],
  ])("names the session cookie that %s sets", async (address, name) => {
    const other = await createTestApp({ environment: { APP_URL: address } });
    const { body } = await other.visitor().get<{ components: { securitySchemes: object } }>("/api/openapi.json");
    expect(body.components.securitySchemes).toEqual({ session: { type: "apiKey", in: "cookie", name } });
    await other.register("galleta@repasa.example");
    const response = await other
      .visitor()
      .post("/api/auth/login", { email: "galleta@repasa.example", password: PASSWORD });
    expect(String(response.headers["set-cookie"])).toMatch(new RegExp(`^${name}=`));
    await other.close();
  });

  it("has a page for people", async () => {
    const response = await server.visitor().get<string>("/api/docs");
    expect(response.status).toBe(200);
    expect(response.body).toContain("/api/cards/{id}/review");
  });
});

describe("the operators' pages", () => {
  it("report that the process is alive and ready", async () => {
    expect((await server.visitor().get("/healthz")).status).toBe(200);
    expect((await server.visitor().get("/readyz")).status).toBe(200);
  });

  it("do not include metrics unless a token is configured", async () => {
    expect((await server.visitor().get("/metrics")).status).toBe(404);
    expect((await server.visitor().get("/metrics", { headers: { authorization: "Bearer " } })).status).toBe(404);
  });
});

describe("the server, while its database is unavailable,", () => {
  it("answers calls with 503 and Retry-After, and is alive but not ready", async () => {
    const other = await createTestApp();
    const someone = await other.register();
    await other.database.close();
    const response = await someone.get("/api/folders");
    expect(response.status).toBe(503);
    expect(response.headers["retry-after"]).toBe("2");
    expect(response.body).toMatchObject({ code: "unavailable" });
    expect((await someone.get("/healthz")).status).toBe(200);
    expect((await someone.get("/readyz")).status).toBe(503);
    await other.close();
  });

  it("answers 503 if the pool has no free connection in time", async () => {
    const other = await createTestApp({ connectionTimeoutMs: 500 });
    const someone = await other.register();
    const pool = other.database.statements.pooled as pg.Pool;
    const held = await Promise.all(Array.from({ length: 5 }, () => pool.connect()));
    const response = await someone.get("/api/folders");
    for (const connection of held) connection.release();
    expect(response.status).toBe(503);
    expect(response.headers["retry-after"]).toBe("2");
    expect((await someone.get("/api/folders")).status).toBe(200);
    await other.close();
  });
});

describe("the server, while its database accepts no writes,", () => {
  const refusal = {
    message: "No podemos guardar nada ahora mismo. Inténtalo de nuevo en unos minutos.",
    code: "unavailable",
  };
  const create = () => ana.post("/api/folders", { name: "Física" });

  it("answers 503 on a full disk, and is ready again when there is space", async () => {
    const { pool } = server.database;
    await pool.query(`
      CREATE FUNCTION no_room() RETURNS event_trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE SQLSTATE '53100' USING MESSAGE = 'could not extend file: No space left on device'; END $$;
      CREATE FUNCTION no_room_for_rows() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE SQLSTATE '53100' USING MESSAGE = 'could not extend file: No space left on device'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON folders EXECUTE FUNCTION no_room_for_rows();
      CREATE EVENT TRIGGER full_disk ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION no_room()`);
    expect(await create()).toMatchObject({ status: 503, body: refusal, headers: { "retry-after": "2" } });
    expect((await ana.get("/api/folders")).status).toBe(200);
    const readiness = await ana.get("/readyz");
    expect(readiness).toMatchObject({ status: 503, body: { status: "unavailable", reason: "no_room" } });
    await pool.query("DROP EVENT TRIGGER full_disk; DROP TRIGGER full_disk ON folders");
    expect((await create()).status).toBe(201);
    expect(await ana.get("/readyz")).toMatchObject({ status: 200, body: { status: "ok" } });
  });

  it("answers 503 on a read-only database, and recovers by itself when it is writable again", async () => {
    const { pool } = server.database;
    const setReadOnly = (value: "on" | "off") =>
      pool.query(`
        BEGIN READ WRITE;
        DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database()); END $$;
        COMMIT`);
    await setReadOnly("on");
    await pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    await pool.query("SELECT pg_terminate_backend(pg_backend_pid())").catch(() => {});
    // The first call may still meet a connection that is being terminated.
    await expect.poll(create).toMatchObject({ status: 503, body: refusal });
    expect(await ana.get("/readyz")).toMatchObject({ status: 503, body: { reason: "read_only" } });
    await setReadOnly("off");
    await expect.poll(async () => (await create()).status).toBe(201);
    // Another connection may be from the time when the database was read-only.
    await expect.poll(async () => (await ana.get("/readyz")).status).toBe(200);
  });
});
