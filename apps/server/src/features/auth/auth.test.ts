import { NEW_USER } from "@repasa/contract/samples.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { createTestApp, PASSWORD, sharedTestApp } from "#testing/test-app.ts";
import { hashPassword, RECOMMENDED_COST, setPasswordCost, verifyPassword } from "./auth.password.ts";
import { lockUser, updatePassword, updateSession } from "./auth.queries.ts";

const server = await sharedTestApp();

const form = (email: string, more: object = {}) => ({ email, password: PASSWORD, confirmPassword: PASSWORD, ...more });

describe("registration", () => {
  it("creates an account with the specification's defaults and signs in", async () => {
    const visitor = server.visitor();
    const response = await visitor.post("/api/auth/register", form("  Nueva@Repasa.example "));
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(Number),
      email: "nueva@repasa.example",
      ...NEW_USER,
      createdAt: server.clock.now().toISOString(),
    });
    expect((await visitor.get("/api/auth/user")).body).toEqual(response.body);
  });

  it("stores names and the mobile flag, trims names, and drops unknown fields", async () => {
    const response = await server
      .visitor()
      .post(
        "/api/auth/register",
        form("n@repasa.example", { firstName: " Ana ", lastName: "Paz", mobile: true, subscription: "active" }),
      );
    expect(response.body).toMatchObject({ firstName: "Ana", lastName: "Paz", mobile: true, subscription: "free" });
  });

  it.each([
    [{ email: "nope" }, "email", "Invalid email address"],
    [{ email: 7 }, "email", "Invalid email address"],
    [{ email: undefined }, "email", "Invalid email address"],
    [{ password: "1234567", confirmPassword: "1234567" }, "password", "Password must be at least 8 characters"],
    [{ confirmPassword: "1234567" }, "confirmPassword", "Password confirmation is required"],
    [{ confirmPassword: undefined }, "confirmPassword", "Password confirmation is required"],
    [{ confirmPassword: "otra clave larga" }, "confirmPassword", "Passwords don't match"],
    [{ firstName: "  " }, "firstName", "First name is required"],
    [{ lastName: "" }, "lastName", "Last name is required"],
    [{ mobile: "yes" }, "mobile", "Debe ser verdadero o falso"],
  ])("refuses %j", async (change, path, message) => {
    const response = await server.visitor().post("/api/auth/register", form("mal@repasa.example", change));
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      message: expect.any(String),
      code: "validation_failed",
      issues: expect.arrayContaining([{ path, message }]),
    });
  });

  it("responds with 409 to an address that has an account, in upper or lower case", async () => {
    await server.register("doble@repasa.example");
    const response = await server.visitor().post("/api/auth/register", form("DOBLE@repasa.example"));
    expect(response.status).toBe(409);
    expect(response.body).toEqual({ message: "Ya existe una cuenta con este correo electrónico", code: "email_taken" });
  });

  it("succeeds for one of several concurrent calls", async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => server.visitor().post("/api/auth/register", form("carrera@repasa.example"))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe("login", () => {
  it("accepts the address in any case, and gives a new session id each time", async () => {
    const ana = await server.register("ana@repasa.example");
    const before = ana.cookie();
    const response = await ana.post("/api/auth/login", { email: " ANA@Repasa.Example ", password: PASSWORD });
    expect(response.status).toBe(200);
    expect(ana.cookie()).not.toBe(before);
    const old = await server.visitor().get("/api/auth/user", { headers: { cookie: before } });
    expect(old.status).toBe(401);
  });

  it("never reuses an id that the browser sends", async () => {
    await server.register("fija@repasa.example");
    const visitor = server.visitor();
    await visitor.post(
      "/api/auth/login",
      { email: "fija@repasa.example", password: PASSWORD },
      { headers: { cookie: "repasa=planted" } },
    );
    expect(visitor.cookie()).not.toContain("planted");
  });

  it("responds to an unknown address exactly as to a wrong password", async () => {
    await server.register("existe@repasa.example");
    const wrong = await server
      .visitor()
      .post("/api/auth/login", { email: "existe@repasa.example", password: "no es esta" });
    const unknown = await server
      .visitor()
      .post("/api/auth/login", { email: "nadie@repasa.example", password: "no es esta" });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ message: "Correo electrónico o contraseña incorrectos", code: "invalid_credentials" });
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body });
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(wrong.headers).sort());
  });

  it("takes the same time for an unknown address as for a wrong password", async () => {
    await server.register("reloj@repasa.example");
    const measure = async (email: string) => {
      const start = process.hrtime.bigint();
      await server.visitor().post("/api/auth/login", { email, password: "no es esta" });
      return Number(process.hrtime.bigint() - start);
    };
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 9; round++) {
      known.push(await measure("reloj@repasa.example"));
      unknown.push(await measure("nadie@repasa.example"));
    }
    // Without the work of a verification, the response to an unknown address would take a tenth of the time.
    expect(median(unknown) / median(known)).toBeGreaterThan(0.4);
  });

  it("requires a password", async () => {
    const response = await server.visitor().post("/api/auth/login", { email: "a@b.co", password: "" });
    expect(response.body).toEqual({
      message: "Revisa los datos del formulario",
      code: "validation_failed",
      issues: [{ path: "password", message: "Password is required" }],
    });
  });
});

describe("a login with a password that is being changed", () => {
  it("starts no session", async () => {
    const iris = await server.register();
    const owner = iris.userId as OwnerId;
    const login = await server.database.orm.transaction(async (transaction) => {
      await lockUser(transaction, owner);
      await updatePassword(transaction, owner, "another", server.clock.now());
      const response = server.visitor().post("/api/auth/login", { email: iris.email, password: PASSWORD });
      await waitForBlockedSessions(server.database.pool);
      return { response };
    });
    expect((await login.response).status).toBe(401);
    const { rows } = await server.database.pool.query("SELECT FROM sessions WHERE user_id = $1", [iris.userId]);
    expect(rows).toHaveLength(1);
  });
});

describe("throttling", () => {
  it("limits attempts at an account, in upper or lower case, and does not affect others", async () => {
    const strict = await createTestApp({ environment: { RATE_LIMIT: "on" } });
    await strict.register("victima@repasa.example");
    const guess = (email: string) => strict.visitor().post("/api/auth/login", { email, password: "adivina" });
    for (let tries = 0; tries < 10; tries++) {
      expect((await guess(tries % 2 ? "Victima@repasa.example" : "victima@repasa.example")).status).toBe(401);
    }
    const stopped = await guess("victima@repasa.example");
    expect(stopped.status).toBe(429);
    expect(stopped.body).toMatchObject({ code: "rate_limited" });
    expect(Number(stopped.headers["retry-after"])).toBeGreaterThan(0);
    expect((await guess("otra@repasa.example")).status).toBe(401);
    await strict.close();
  });

  it("resets the count after a correct password, and lets a whole class sign in from one address", async () => {
    const strict = await createTestApp({ environment: { RATE_LIMIT: "on" } });
    await strict.register("clase@repasa.example");
    for (let tries = 0; tries < 25; tries++) {
      const response = await strict
        .visitor()
        .post("/api/auth/login", { email: "clase@repasa.example", password: PASSWORD });
      expect(response.status).toBe(200);
    }
    await strict.close();
  });
});

describe("the session cookie", () => {
  it("cannot be read by scripts or sent by other sites", async () => {
    const response = await server.visitor().post("/api/auth/register", form("galleta@repasa.example"));
    const cookie = String(response.headers["set-cookie"]);
    expect(cookie).toMatch(/^repasa=/);
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Lax");
    expect(cookie).toContain("Path=/");
    expect(cookie).not.toContain("Secure");
  });

  it("is Secure and bound to the host on https", async () => {
    const secure = await createTestApp({ environment: { APP_URL: "https://repasa.example" } });
    const visitor = secure.visitor();
    const response = await visitor.post("/api/auth/register", form("segura@repasa.example"));
    expect(String(response.headers["set-cookie"])).toMatch(/^__Host-repasa=.*; Secure/);
    expect((await visitor.get("/api/auth/user")).status).toBe(200);
    expect(response.headers["strict-transport-security"]).toBeDefined();
    await secure.close();
  });

  it("cannot be derived from the database", async () => {
    const eva = await server.register("eva@repasa.example");
    const token = /repasa=([\w-]+)/.exec(eva.cookie())?.[1] as string;
    const { rows } = await server.database.pool.query("SELECT * FROM sessions WHERE user_id = $1", [eva.userId]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    const forged = await server.visitor().get("/api/auth/user", { headers: { cookie: `repasa=${rows[0].sid}` } });
    expect(forged.status).toBe(401);
  });

  it("ends with the logout on the server too", async () => {
    const leo = await server.register("leo@repasa.example");
    const stolen = leo.cookie();
    const left = await leo.post("/api/auth/logout");
    expect(left.status).toBe(204);
    expect(left.headers["clear-site-data"]).toBe('"cache"');
    expect(leo.cookie()).toMatch(/^repasa-device=[\w-]+$/);
    expect((await server.visitor().get("/api/auth/user", { headers: { cookie: stolen } })).status).toBe(401);
  });

  it("is valid for sixty days after its last use", async () => {
    const app = await createTestApp();
    const ivo = await app.register();
    const DAY = 86_400_000;
    app.clock.advance(59 * DAY);
    const prolonged = await ivo.get("/api/auth/user");
    expect(prolonged.status).toBe(200);
    const end = new Date(app.clock.now().getTime() + 60 * DAY).toUTCString();
    expect(String(prolonged.headers["set-cookie"])).toContain(`Expires=${end}`);
    expect((await ivo.get("/api/auth/user")).headers["set-cookie"]).toBeUndefined();
    const selectSession = async () => (await app.database.pool.query("SELECT sess, expire FROM sessions")).rows[0];
    const before = await selectSession();
    // A concurrent change writes only its own fields.
    const change = { factorAt: app.clock.now().toISOString() };
    const { sid } = (await app.database.pool.query("SELECT sid FROM sessions")).rows[0];
    await updateSession(app.database.orm, ivo.userId as OwnerId, sid, change);
    expect(await selectSession()).toEqual({ ...before, sess: { ...before.sess, ...change } });
    app.clock.advance(59 * DAY);
    expect((await ivo.get("/api/auth/user")).status).toBe(200);
    app.clock.advance(61 * DAY);
    expect((await ivo.get("/api/auth/user")).status).toBe(401);
    await app.close();
  });

  it("ends 180 days after the sign-in, however often it is used, and its last use is recorded until then", async () => {
    const app = await createTestApp();
    const ada = await app.register();
    const start = app.clock.now().getTime();
    const DAY = 86_400_000;
    const atDay = async (day: number) => {
      app.clock.set(new Date(start + day * DAY));
      return ada.get("/api/auth/user");
    };
    for (const day of [50, 100]) expect((await atDay(day)).status).toBe(200);
    const late = await atDay(150);
    expect(String(late.headers["set-cookie"])).toContain(`Expires=${new Date(start + 180 * DAY).toUTCString()}`);
    expect((await atDay(179)).status).toBe(200);
    const { body } = await ada.get<{ lastSeenAt: string }[]>("/api/auth/sessions");
    expect(body.map(({ lastSeenAt }) => lastSeenAt)).toEqual([new Date(start + 179 * DAY).toISOString()]);
    expect((await atDay(180)).status).toBe(401);
    await app.close();
  });

  it("is one of at most fifty: the oldest is deleted, also when many start at once", async () => {
    const app = await createTestApp();
    const noa = await app.register();
    await app.database.pool.query(
      `INSERT INTO sessions (sid, user_id, sess, expire)
       SELECT 'old' || n, $1, json_build_object('id', n, 'userAgent', null, 'lastSeenAt', $2::text,
         'createdAt', '2026-02-01T00:00:' || lpad(n::text, 2, '0') || '.000Z'), $3
       FROM generate_series(1, 49) n`,
      [noa.userId, app.clock.now().toISOString(), new Date(app.clock.now().getTime() + 86_400_000)],
    );
    const login = () => app.visitor().post("/api/auth/login", { email: noa.email, password: PASSWORD });
    const responses = await Promise.all([login(), login(), login()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows } = await app.database.pool.query("SELECT sid FROM sessions WHERE user_id = $1", [noa.userId]);
    expect(rows).toHaveLength(50);
    expect(rows.map(({ sid }) => sid).filter((sid) => ["old1", "old2", "old3", "old4"].includes(sid))).toEqual([
      "old4",
    ]);
    expect((await noa.get("/api/auth/user")).status).toBe(200);
    await app.close();
  });
});

describe("the cookie that names the account to the app", () => {
  const DAY = 86_400_000;
  const named = (response: { headers: Record<string, unknown> }): string | undefined =>
    [response.headers["set-cookie"] ?? []]
      .flat()
      .map(String)
      .find((cookie) => cookie.startsWith("repasa-account="));

  it("is set and cleared with that of the session, which stays first, and can be read by scripts", async () => {
    const app = await createTestApp();
    const visitor = app.visitor();
    const registered = await visitor.post<{ id: number }>("/api/auth/register", form("nombre@repasa.example"));
    const [session, account] = [registered.headers["set-cookie"]].flat() as string[];
    expect(session).toMatch(/^repasa=/);
    const attributes = (session as string).replace(/^[^;]*; /, "").replace("HttpOnly; ", "");
    expect(account).toBe(`repasa-account=${registered.body.id}; ${attributes}`);
    app.clock.advance(2 * DAY);
    const end = new Date(app.clock.now().getTime() + 60 * DAY).toUTCString();
    expect(named(await visitor.get("/api/auth/user"))).toContain(`Expires=${end}`);
    app.clock.advance(2 * DAY);
    const left = { headers: { cookie: visitor.cookie().replace("repasa-account=", "repasa-account=left-") } };
    const prolonged = await app.visitor().get("/api/auth/user", left);
    expect([String(prolonged.headers["set-cookie"]), named(prolonged)]).toEqual([
      expect.stringMatching(/^repasa=/),
      undefined,
    ]);
    expect(visitor.cookie()).toContain("repasa-account=");
    await visitor.post("/api/auth/logout");
    expect(visitor.cookie()).not.toContain("repasa-account");
    await app.close();
  });

  it("is bound to the host on https", async () => {
    const secure = await createTestApp({ environment: { APP_URL: "https://repasa.example" } });
    const response = await secure.visitor().post("/api/auth/register", form("segura@repasa.example"));
    expect(String(response.headers["set-cookie"])).toMatch(/,__Host-repasa-account=\d+; [^,]*, [^,]*; Secure/);
    await secure.close();
  });

  it("follows the session, whatever the browser sends, and gives no access", async () => {
    const [uma, teo] = [await server.register(), await server.register()];
    const session = /repasa=[\w-]+/.exec(uma.cookie())?.[0];
    for (const other of ["", `; repasa-account=${teo.userId}`, "; repasa-account=x"]) {
      const headers = { cookie: `${session}${other}` };
      const response = await server.visitor().get<{ id: number }>("/api/auth/user", { headers });
      expect([response.body.id, named(response)?.split(";")[0]]).toEqual([uma.userId, `repasa-account=${uma.userId}`]);
    }
    const stale = { cookie: `${session}; repasa-account=${teo.userId}`, "x-account": String(teo.userId) };
    const refused = await server.visitor().get("/api/auth/user", { headers: stale });
    expect([refused.status, named(refused)?.split(";")[0]]).toEqual([409, `repasa-account=${uma.userId}`]);
    expect((await uma.get("/api/auth/user")).headers["set-cookie"]).toBeUndefined();
    // The app has to end that session first.
    const left = { headers: { cookie: `${session}; repasa-account=left-${uma.userId}` } };
    expect(named(await server.visitor().get("/api/auth/user", left))).toBeUndefined();
    const leftByOther = { headers: { cookie: `${session}; repasa-account=left-${teo.userId}` } };
    expect(named(await server.visitor().get("/api/auth/user", leftByOther))).toContain(`repasa-account=${uma.userId};`);
    const alone = { headers: { cookie: `repasa-account=${uma.userId}` } };
    expect((await server.visitor().get("/api/auth/user", alone)).status).toBe(401);
  });
});

it("lets a browser whose session has ended clear its cache, and changes nothing else", async () => {
  const fer = await server.register();
  for (const client of [fer, server.visitor()]) {
    const { status, headers } = await client.post("/api/auth/clear-cache");
    expect([status, headers["clear-site-data"], headers["set-cookie"]]).toEqual([204, '"cache"', undefined]);
  }
  const foreign = { headers: { origin: "https://elsewhere.example" } };
  expect((await server.visitor().post("/api/auth/clear-cache", undefined, foreign)).status).toBe(403);
  expect((await fer.get("/api/auth/user")).status).toBe(200);
});

describe("the list of sessions", () => {
  it("contains the account's sessions, which only their owner can end", async () => {
    const mia = await server.register("mia@repasa.example");
    const phone = server.visitor();
    await phone.post(
      "/api/auth/login",
      { email: mia.email, password: PASSWORD },
      { headers: { "user-agent": "Teléfono" } },
    );
    const { body } = await mia.get<{ id: string; current: boolean; userAgent: string }[]>("/api/auth/sessions");
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({ current: true });
    expect(body[1]).toMatchObject({ current: false, userAgent: "Teléfono" });
    const id = body[1]?.id as string;

    const thief = await server.register();
    expect((await thief.delete(`/api/auth/sessions/${id}`)).status).toBe(404);
    expect((await phone.get("/api/auth/user")).status).toBe(200);
    expect((await mia.delete(`/api/auth/sessions/${id}`)).status).toBe(204);
    expect((await phone.get("/api/auth/user")).status).toBe(401);
    expect((await mia.delete(`/api/auth/sessions/${id}`)).status).toBe(404);
  });
});

describe("expired sessions", () => {
  it("are deleted, and no others", async () => {
    const app = await createTestApp();
    await app.register();
    app.clock.advance(40 * 86_400_000);
    const later = await app.register();
    app.clock.advance(30 * 86_400_000);
    const { rows: before } = await app.database.pool.query("SELECT user_id FROM sessions");
    await app.runHandler("auth", "deleteExpired");
    const { rows: after } = await app.database.pool.query("SELECT user_id FROM sessions");
    expect([before.length, after]).toEqual([2, [{ user_id: later.userId }]]);
    await app.close();
  });
});

describe("password hashes", () => {
  beforeAll(() => setPasswordCost(RECOMMENDED_COST));

  it("are argon2id at OWASP's cost, salted, and verify", async () => {
    const [one, two] = await Promise.all([hashPassword("contraseña"), hashPassword("contraseña")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword("contraseña", one)).toBe(true);
    expect(await verifyPassword("contrasena", one)).toBe(false);
  });

  it("match a password typed on another keyboard", async () => {
    expect(await verifyPassword("contrasen\u0303a", await hashPassword("contrase\u00f1a"))).toBe(true);
  });
});

it("sends at most five letters an hour to a mailbox that is registered repeatedly, and still permits registration", async () => {
  const limited = await createTestApp({ environment: { RATE_LIMIT: "on" } });
  try {
    for (let round = 0; round < 7; round++) {
      const somebody = await limited.register("victima@example.com");
      await limited.runJobs();
      expect((await somebody.delete("/api/auth/delete-account")).status).toBe(204);
    }
    expect(limited.mails).toHaveLength(5);
  } finally {
    await limited.close();
  }
});
