import { describe, expect, it } from "vitest";
import { untilSomebodyWaits } from "#testing/lock-wait.ts";
import { createTestApp, PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const server = await sharedTestApp();

const DAY = 86_400_000;
const spent = { message: "Este enlace ha caducado o ya se ha usado.", code: "invalid_token" };
const taken = { message: "Ya existe una cuenta con este correo electrónico", code: "email_taken" };

const verify = (token: string) => server.visitor().post("/api/auth/verify-email", { token });
const resend = (client: TestClient) => client.post<{ message: string }>("/api/auth/send-verification");
const change = (client: TestClient, email: string, currentPassword = PASSWORD) =>
  client.put("/api/auth/email", { email, currentPassword });
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email);
const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject);

async function stateOf(client: TestClient) {
  const { body } = await client.get<Record<string, unknown>>("/api/auth/user");
  return { email: body.email, isEmailVerified: body.isEmailVerified, pendingEmail: body.pendingEmail };
}

/** The tokens of all links to an address, oldest first. */
async function linksTo(email: string): Promise<string[]> {
  await server.runJobs();
  return mailsTo(email).flatMap(({ text }) =>
    [...text.matchAll(/\/verify-email\?token=([\w-]+)/g)].map(([, token]) => token as string),
  );
}

async function openLinks(client: TestClient): Promise<number> {
  const { rows } = await server.database.pool.query("SELECT FROM email_verifications WHERE user_id = $1", [
    client.userId,
  ]);
  return rows.length;
}

describe("an address", () => {
  it("is confirmed by the link that is mailed after the registration, once", async () => {
    const ana = await server.register();
    expect(await stateOf(ana)).toEqual({ email: ana.email, isEmailVerified: false, pendingEmail: null });
    const [token = ""] = await linksTo(ana.email);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const { rows } = await server.database.pool.query("SELECT * FROM email_verifications");
    expect(JSON.stringify(rows)).not.toContain(token);

    const answers = await Promise.all([verify(token), verify(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({
      message: "Tu correo electrónico está confirmado",
    });
    expect(answers.find(({ status }) => status === 400)?.body).toEqual(spent);
    expect(await stateOf(ana)).toEqual({ email: ana.email, isEmailVerified: true, pendingEmail: null });
  });

  it("is not written to when the registration fails", async () => {
    await server.register("una@repasa.example");
    await server.visitor().post("/api/auth/register", {
      email: "una@repasa.example",
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    expect(await linksTo("una@repasa.example")).toHaveLength(1);
  });

  it("is confirmed by any of its open links, and then by none", async () => {
    const leo = await server.register();
    expect((await resend(leo)).body).toEqual({ message: `Te hemos enviado un enlace a ${leo.email}` });
    const [first = "", second = ""] = await linksTo(leo.email);
    expect(second).not.toBe("");
    expect((await verify(first)).status).toBe(200);
    expect((await verify(second)).body).toEqual(spent);
    expect((await resend(leo)).body).toEqual({ message: "Tu correo electrónico ya está confirmado" });
    expect(await linksTo(leo.email)).toHaveLength(2);
  });

  it("is not confirmed by a link of more than seven days, which is then swept away", async () => {
    const mar = await server.register();
    const [token = ""] = await linksTo(mar.email);
    server.clock.advance(7 * DAY);
    expect((await verify(token)).body).toEqual(spent);
    await resend(mar);
    const [, second = ""] = await linksTo(mar.email);
    expect(await openLinks(mar)).toBe(1);
    server.clock.advance(7 * DAY - 1);
    expect((await verify(second)).status).toBe(200);
  });

  it.each(["", 7, null, undefined])("is not confirmed by %j", async (token) => {
    const answer = await server.visitor().post("/api/auth/verify-email", { token });
    expect(answer.body).toMatchObject({ issues: [{ path: "token", message: "Token is required" }] });
  });

  it.each(["x", "\u0000", "' OR 1=1 --", "😀", "x".repeat(100_000)])(
    "is not confirmed by a made-up link",
    async (token) => {
      expect((await verify(token)).body).toEqual(spent);
    },
  );
});

describe("a change of address", () => {
  it("takes effect with the link sent to the new one, and is told to the old one twice", async () => {
    const eva = await server.register("eva.vieja@repasa.example");
    const asked = await change(eva, " Eva.NUEVA@Repasa.example ");
    expect(asked.body).toEqual({
      message: "Te hemos enviado un enlace a eva.nueva@repasa.example. Tu correo cambiará cuando lo abras.",
    });
    expect(await stateOf(eva)).toEqual({
      email: "eva.vieja@repasa.example",
      isEmailVerified: false,
      pendingEmail: "eva.nueva@repasa.example",
    });
    await server.visitor().post("/api/auth/reset-password", { email: "eva.vieja@repasa.example" });
    const [token = ""] = await linksTo("eva.nueva@repasa.example");
    const reset = mailsTo("eva.vieja@repasa.example").flatMap(
      ({ text }) => /\/new-password\?token=([\w-]+)/.exec(text)?.[1] ?? [],
    )[0];
    expect((await verify(token)).body).toEqual({ message: "Tu correo electrónico se ha cambiado" });
    expect(await stateOf(eva)).toEqual({
      email: "eva.nueva@repasa.example",
      isEmailVerified: true,
      pendingEmail: null,
    });
    expect(await openLinks(eva)).toBe(0);

    await server.runJobs();
    const [, requested, , changed] = mailsTo("eva.vieja@repasa.example").sort(
      (a, b) => order.indexOf(a.subject) - order.indexOf(b.subject),
    );
    expect(subjectsTo("eva.vieja@repasa.example").sort()).toEqual([...order].sort());
    for (const notice of [requested, changed]) {
      expect(notice?.text).toContain("e•••@repasa.example");
      expect(notice?.text).not.toContain("eva.nueva");
      expect(notice?.text).toContain("soporte@repasa.example");
    }
    expect(requested?.text).toMatch(/\/reset-password\s/);
    expect(mailsTo("eva.nueva@repasa.example")[0]?.text).not.toContain("eva.vieja");

    const late = await server.visitor().post("/api/auth/new-password", {
      token: reset,
      password: "del viejo buzón",
      confirmPassword: "del viejo buzón",
    });
    expect([reset === undefined, late.status]).toEqual([false, 400]);
    const login = (email: string) => server.visitor().post("/api/auth/login", { email, password: PASSWORD });
    expect((await login("eva.nueva@repasa.example")).status).toBe(200);
    expect((await login("eva.vieja@repasa.example")).status).toBe(401);
  });
  const order = [
    "Confirma tu correo de Repasa",
    "Han pedido cambiar el correo de tu cuenta de Repasa",
    "Restablece tu contraseña de Repasa",
    "El correo de tu cuenta de Repasa ha cambiado",
  ];

  it("needs the present password, another address, and one that is free", async () => {
    const ivo = await server.register();
    const other = await server.register();
    const wrong = await change(ivo, "ivo2@repasa.example", "no es esta");
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { message: "La contraseña actual no es correcta", code: "invalid_credentials" },
    ]);
    const same = await change(ivo, ivo.email.toUpperCase());
    expect([same.status, same.body]).toEqual([
      400,
      {
        message: "Este ya es tu correo electrónico",
        code: "validation_failed",
        issues: [{ path: "email", message: "Este ya es tu correo electrónico" }],
      },
    ]);
    const used = await change(ivo, other.email);
    expect([used.status, used.body]).toEqual([409, taken]);
    expect(await change(ivo, "nope", "")).toMatchObject({
      body: {
        issues: [
          { path: "email", message: "Invalid email address" },
          { path: "currentPassword", message: "Escribe tu contraseña actual" },
        ],
      },
    });
    expect(await stateOf(ivo)).toMatchObject({ pendingEmail: null });
    await server.runJobs();
    expect(subjectsTo(ivo.email)).toEqual(["Confirma tu correo de Repasa"]);
  });

  it("goes to one of two accounts that ask for the same address", async () => {
    const [one, two] = await Promise.all([server.register(), server.register()]);
    await Promise.all([change(one, "codiciada@repasa.example"), change(two, "codiciada@repasa.example")]);
    const tokens = await linksTo("codiciada@repasa.example");
    expect(tokens).toHaveLength(2);
    const answers = await Promise.all(tokens.map(verify));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(taken);
    const states = await Promise.all([stateOf(one), stateOf(two)]);
    expect(states.map(({ email }) => email).filter((email) => email === "codiciada@repasa.example")).toHaveLength(1);
    expect(states.map(({ pendingEmail }) => pendingEmail).sort()).toEqual(["codiciada@repasa.example", null]);
  });

  it("is forgotten when it is cancelled, also by a link that is being opened or still to be written", async () => {
    const pia = await server.register();
    await change(pia, "pia2@repasa.example");
    const [token = ""] = await linksTo("pia2@repasa.example");
    await resend(pia);
    const holder = await server.database.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [pia.userId]);
      await holder.query("UPDATE users SET pending_email = NULL WHERE id = $1", [pia.userId]);
      const opened = verify(token);
      await untilSomebodyWaits(server.database.pool);
      await holder.query("COMMIT");
      expect((await opened).body).toEqual(spent);
    } finally {
      holder.release();
    }
    await change(pia, "pia3@repasa.example");
    const [third = ""] = await linksTo("pia3@repasa.example");
    expect((await pia.delete("/api/auth/pending-email")).status).toBe(204);
    expect((await pia.delete("/api/auth/pending-email")).status).toBe(204);
    expect((await verify(third)).body).toEqual(spent);
    expect(await linksTo("pia2@repasa.example")).toHaveLength(1);
    expect(await stateOf(pia)).toEqual({ email: pia.email, isEmailVerified: false, pendingEmail: null });
    const [own = ""] = await linksTo(pia.email);
    expect((await verify(own)).status).toBe(200);
  });

  it("is replaced by a later one, whose link can be sent again", async () => {
    const ugo = await server.register();
    await change(ugo, "ugo2@repasa.example");
    const [second = ""] = await linksTo("ugo2@repasa.example");
    await change(ugo, "ugo3@repasa.example");
    expect((await resend(ugo)).body).toEqual({ message: "Te hemos enviado un enlace a ugo3@repasa.example" });
    const thirds = await linksTo("ugo3@repasa.example");
    expect(thirds).toHaveLength(2);
    expect((await verify(second)).body).toEqual(spent);
    expect((await verify(thirds[1] as string)).status).toBe(200);
    expect((await verify(thirds[0] as string)).body).toEqual(spent);
  });

  it("that a thief asked for ends with a new password", async () => {
    for (const by of ["link", "settings"]) {
      const ema = await server.register();
      const wanted = `ladron-${by}@repasa.example`;
      await change(ema, wanted);
      const [token = ""] = await linksTo(wanted);
      const passwords = { password: "nueva y larga", confirmPassword: "nueva y larga" };
      if (by === "settings") await ema.put("/api/auth/password", { currentPassword: PASSWORD, ...passwords });
      else {
        await server.visitor().post("/api/auth/reset-password", { email: ema.email });
        await server.runJobs();
        const reset = /\/new-password\?token=([\w-]+)/.exec(mailsTo(ema.email).at(-1)?.text ?? "")?.[1];
        await server.visitor().post("/api/auth/new-password", { token: reset, ...passwords });
      }
      expect((await verify(token)).body).toEqual(spent);
      await ema.post("/api/auth/login", { email: ema.email, password: "nueva y larga" });
      expect(await stateOf(ema)).toMatchObject({ email: ema.email, pendingEmail: null });
    }
  });

  it("and its links go with the account", async () => {
    const fin = await server.register();
    await change(fin, "fin2@repasa.example");
    const [token = ""] = await linksTo("fin2@repasa.example");
    await resend(fin);
    expect((await fin.delete("/api/auth/delete-account")).status).toBe(204);
    expect((await verify(token)).body).toEqual(spent);
    expect(await linksTo("fin2@repasa.example")).toHaveLength(1);
  });
});

describe("letters to an address", () => {
  it("are limited for the account that asks and for the mailbox that gets them", async () => {
    const strict = await createTestApp({ environment: { RATE_LIMIT: "on" } });
    const [one, two] = await Promise.all([strict.register(), strict.register()]);
    const victim = "victima@repasa.example";
    const statuses = [];
    for (const client of [one, one, one, two, two, two]) statuses.push((await change(client, victim)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    for (const next of ["a@b.co", "b@b.co"]) statuses.push((await change(one, next)).status);
    expect((await resend(one)).status).toBe(429);
    expect(statuses.slice(6)).toEqual([200, 200]);
    await strict.close();
  });
});
