import { createServer } from "node:net";
import { describe, expect, type TestContext, test } from "vitest";
import { type Mail, RefusedMail } from "#platform/mail/mail.ts";
import { openSmtp, type Smtp } from "#platform/mail/smtp.ts";
import { type SmtpBehaviour, type SmtpStage, startSmtpServer } from "#testing/smtp-server.ts";

const FROM = "Repasa <hola@repasa.example>";
const TO = "ana.secreta@correo.example";

const mail: Mail = {
  messageId: "<una-42@repasa.example>",
  to: TO,
  subject: "Tienes 3 cartas",
  text: "Tienes 3 cartas\n",
  html: "<p>Tienes 3 cartas</p>",
};

type World = { behaviour?: SmtpBehaviour; deadline?: number; connections?: number; query?: string };

async function open(context: TestContext, { behaviour, query = "", ...options }: World = {}) {
  const server = await startSmtpServer({ ...(behaviour && { behaviour }) });
  context.onTestFinished(server.close);
  return { server, smtp: client(context, `${server.url}/${query}`, options) };
}

function client(context: TestContext, url: string, options: { deadline?: number; connections?: number } = {}): Smtp {
  const smtp = openSmtp({ url, from: FROM, deadline: 10_000, connections: 2, ...options });
  context.onTestFinished(smtp.close);
  return smtp;
}

const at =
  (stage: SmtpStage, choice: ReturnType<SmtpBehaviour>): SmtpBehaviour =>
  (moment) =>
    moment.stage === stage ? choice : "ok";

async function failureOf(sending: Promise<void>): Promise<Error> {
  const error = await sending.then(
    () => new Error("it was sent"),
    (reason: Error) => reason,
  );
  expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain("secreta");
  return error;
}

// Most of each is waiting.
describe.concurrent("SMTP", () => {
  test("a message is handed over once, to its one recipient, over a connection that serves the next as well", async (context) => {
    const { server, smtp } = await open(context);
    await smtp.send(mail);
    await smtp.send({ ...mail, messageId: "<una-43@repasa.example>" });
    expect(server.accepted.map(({ from, to, messageId }) => ({ from, to, messageId }))).toEqual([
      { from: "hola@repasa.example", to: [TO], messageId: "<una-42@repasa.example>" },
      { from: "hola@repasa.example", to: [TO], messageId: "<una-43@repasa.example>" },
    ]);
    expect(server.connections).toBe(1);
  });

  test.for([
    ["rcpt", 550],
    ["rcpt", 553],
    ["data", 552],
    ["data", 554],
    ["mail", 552],
  ] as const)("a refusal for good at %s, %i, is one", async ([stage, code], context) => {
    const { server, smtp } = await open(context, { behaviour: at(stage, code) });
    const error = await failureOf(smtp.send(mail));
    expect(error).toBeInstanceOf(RefusedMail);
    expect(error).toHaveProperty("isOfMailbox", stage === "rcpt");
    expect(error.message).toContain(String(code));
    server.behave(() => "ok");
    await smtp.send(mail);
    expect(server.accepted).toHaveLength(1);
  });

  test.for([
    ["greeting", 554],
    ["greeting", 421],
    ["mail", 451],
    // The sender is every message's: the operator must act.
    ["mail", 553],
    ["mail", 530],
    ["rcpt", 450],
    ["rcpt", 421],
    ["data", 451],
    ["data", 421],
  ] as const)("a refusal at %s, %i, may pass", async ([stage, code], context) => {
    const { server, smtp } = await open(context, { behaviour: at(stage, code) });
    const error = await failureOf(smtp.send(mail));
    expect(error).not.toBeInstanceOf(RefusedMail);
    expect(error.message).toContain(String(code));
    expect(server.accepted).toEqual([]);
    server.behave(() => "ok");
    await smtp.send(mail);
    expect(server.accepted).toHaveLength(1);
  });

  test("a wrong password is the operator's to mend, and is not told", async (context) => {
    const server = await startSmtpServer({ login: { user: "repasa", password: "correcta/ñ@" } });
    context.onTestFinished(server.close);
    const wrong = client(context, `smtp://repasa:equivocada@127.0.0.1:${server.port}`);
    const error = await failureOf(wrong.send(mail));
    expect(error).not.toBeInstanceOf(RefusedMail);
    expect(error.message).toMatch(/535/);
    expect(error.message).not.toMatch(/equivocada/);
    await client(context, server.url).send(mail);
    expect(server.accepted).toHaveLength(1);
  });

  test("a server that is down and comes up again", async (context) => {
    const { server, smtp } = await open(context);
    await smtp.send(mail);
    await server.down();
    const error = await failureOf(smtp.send(mail));
    expect(error).not.toBeInstanceOf(RefusedMail);
    await context.expect.poll(async () => (await failureOf(smtp.send(mail))).message).toContain("ECONNREFUSED");
    await server.up();
    await smtp.send(mail);
    expect(server.accepted).toHaveLength(2);
  });

  test.for([true, false])(
    "a connection that ends after DATA (message taken: %s) is never tried again by itself",
    async (accepts, context) => {
      const { server, smtp } = await open(context, { behaviour: at("data", { answer: "drop", accepts }) });
      const error = await failureOf(smtp.send(mail));
      expect(error).not.toBeInstanceOf(RefusedMail);
      // Longer than the pool would have waited.
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(server.submissions).toBe(1);
      expect(server.accepted).toHaveLength(accepts ? 1 : 0);
      server.behave(() => "ok");
      await smtp.send(mail);
      expect(server.submissions).toBe(2);
    },
  );

  test("the same holds on a connection that has already sent messages", async (context) => {
    const { server, smtp } = await open(context, { connections: 1 });
    await smtp.send(mail);
    for (const stage of ["mail", "rcpt", "data"] as const) {
      server.behave(at(stage, { answer: "drop", accepts: stage === "data" }));
      const before = server.connections;
      await failureOf(smtp.send(mail));
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(server.connections - before).toBe(stage === "mail" ? 0 : 1);
    }
    expect(server.submissions).toBe(2);
  });

  test("a connection that ends at once is not opened again by itself, whatever the address's query says", async (context) => {
    const { server, smtp } = await open(context, {
      behaviour: at("greeting", "drop"),
      query: "?maxRequeues=5",
    });
    await failureOf(smtp.send(mail));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(server.connections).toBe(1);
  });

  test.for([
    ["greeting", "silence"],
    ["greeting", "dribble"],
    ["rcpt", "silence"],
    ["rcpt", "dribble"],
    ["data", "silence"],
    ["data", "dribble"],
  ] as const)("a server that at %s falls into %s is left in time", async ([stage, answer], context) => {
    const { server, smtp } = await open(context, { behaviour: at(stage, answer), deadline: 1_000 });
    const begin = performance.now();
    const error = await failureOf(smtp.send(mail));
    expect(error).not.toBeInstanceOf(RefusedMail);
    expect(performance.now() - begin).toBeLessThan(20_000);
    server.behave(() => "ok");
    const again = () =>
      smtp.send(mail).then(
        () => "sent",
        () => "not yet",
      );
    await context.expect.poll(again, { timeout: 10_000 }).toBe("sent");
    expect(server.accepted).toHaveLength(1);
  });

  test("a slow server is waited for", async (context) => {
    const { server, smtp } = await open(context, {
      behaviour: ({ stage }) => ({ answer: "ok", after: stage === "rcpt" || stage === "mail" ? 0 : 400 }),
      deadline: 12_000,
    });
    await smtp.send(mail);
    expect(server.accepted).toHaveLength(1);
  });

  test("one recipient's trouble is not the others', and many at once stay within the connections", async (context) => {
    const { server, smtp } = await open(context, { connections: 3 });
    server.behave(({ stage, to }) => (stage === "rcpt" && to === "mal@correo.example" ? 550 : "ok"));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        smtp.send({
          ...mail,
          messageId: `<m-${index}@repasa.example>`,
          to: index === 7 ? "mal@correo.example" : `persona${index}@correo.example`,
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status).filter((status) => status === "rejected")).toHaveLength(1);
    expect(new Set(server.accepted.map(({ messageId }) => messageId)).size).toBe(29);
    expect(server.accepted).toHaveLength(29);
    expect(server.connections).toBeLessThanOrEqual(3);
  });

  test("close ends at once when nothing is under way, and cuts off what does not end", async (context) => {
    const { server, smtp } = await open(context, { deadline: 30_000 });
    await smtp.send(mail);
    await smtp.close();
    expect((await failureOf(smtp.send(mail))).message).toContain("could not reach");

    server.behave(at("data", "silence"));
    const other = client(context, server.url, { deadline: 30_000 });
    const stuck = failureOf(other.send(mail));
    await context.expect.poll(() => server.submissions).toBe(2);
    const begin = performance.now();
    await other.close();
    expect(performance.now() - begin).toBeLessThan(20_000);
    expect(await stuck).toBeInstanceOf(Error);
  });

  test("close lets a message end that is about to", async (context) => {
    const { server, smtp } = await open(context, { behaviour: at("data", { answer: "ok", after: 300 }) });
    const sending = smtp.send(mail);
    await context.expect.poll(() => server.submissions).toBe(1);
    await smtp.close();
    await sending;
    expect(server.accepted).toHaveLength(1);
  });

  test("what the server can encrypt is encrypted, and its certificate must be vouched for", async (context) => {
    const server = await startSmtpServer({ tls: true });
    context.onTestFinished(server.close);
    const error = await failureOf(client(context, server.url).send(mail));
    expect(error).not.toBeInstanceOf(RefusedMail);
    expect(server.submissions).toBe(0);
    await client(context, `${server.url}/?tls.rejectUnauthorized=false`).send(mail);
    expect(server.accepted.map(({ encrypted }) => encrypted)).toEqual([true]);
  });

  test("a host that speaks no SMTP", async (context) => {
    const server = createServer((socket) => socket.on("error", () => {}).end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    context.onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("no address");
    const error = await failureOf(client(context, `smtp://127.0.0.1:${address.port}`).send(mail));
    expect(error).not.toBeInstanceOf(RefusedMail);
  });
});
