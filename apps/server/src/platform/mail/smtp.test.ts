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

type Setup = { behaviour?: SmtpBehaviour; deadline?: number; connections?: number; query?: string };

async function startServerAndClient(context: TestContext, { behaviour, query = "", ...options }: Setup = {}) {
  const server = await startSmtpServer({ ...(behaviour && { behaviour }) });
  context.onTestFinished(server.close);
  return { server, smtp: openClient(context, `${server.url}/${query}`, options) };
}

function openClient(
  context: TestContext,
  url: string,
  options: { deadline?: number; connections?: number } = {},
): Smtp {
  const smtp = openSmtp({ url, from: FROM, deadline: 10_000, connections: 2, ...options });
  context.onTestFinished(smtp.close);
  return smtp;
}

const answerAt =
  (stage: SmtpStage, choice: ReturnType<SmtpBehaviour>): SmtpBehaviour =>
  (moment) =>
    moment.stage === stage ? choice : "ok";

async function catchFailure(sending: Promise<void>): Promise<Error> {
  const error = await sending.then(
    () => new Error("it was sent"),
    (reason: Error) => reason,
  );
  expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain("secreta");
  return error;
}

// The tests spend most of their time waiting.
describe.concurrent("SMTP", () => {
  test("sends a message once, to its one recipient, and the next one over the same connection", async (context) => {
    const { server, smtp } = await startServerAndClient(context);
    await smtp.send(mail);
    await smtp.send({ ...mail, messageId: "<una-43@repasa.example>" });
    expect(server.accepted.map(({ from, to, messageId }) => ({ from, to, messageId }))).toEqual([
      { from: "hola@repasa.example", to: [TO], messageId: "<una-42@repasa.example>" },
      { from: "hola@repasa.example", to: [TO], messageId: "<una-43@repasa.example>" },
    ]);
    expect(server.connections).toBe(1);
  });

  test.for([
    ["rcpt", 550, "permanent"],
    ["rcpt", 553, "permanent"],
    ["data", 552, "permanent"],
    ["data", 554, "permanent"],
    ["mail", 552, "permanent"],
    ["greeting", 554, "temporary"],
    ["greeting", 421, "temporary"],
    ["mail", 451, "temporary"],
    // All messages have the same sender, so the operator has to solve this.
    ["mail", 553, "temporary"],
    ["mail", 530, "temporary"],
    ["rcpt", 450, "temporary"],
    ["rcpt", 421, "temporary"],
    ["data", 451, "temporary"],
    ["data", 421, "temporary"],
  ] as const)("treats a refusal at %s with %i as %s", async ([stage, code, kind], context) => {
    const { server, smtp } = await startServerAndClient(context, { behaviour: answerAt(stage, code) });
    const error = await catchFailure(smtp.send(mail));
    expect(error instanceof RefusedMail).toBe(kind === "permanent");
    if (error instanceof RefusedMail) expect(error.isOfMailbox).toBe(stage === "rcpt");
    expect(error.message).toContain(String(code));
    expect(server.accepted).toEqual([]);
    server.behave(() => "ok");
    await smtp.send(mail);
    expect(server.accepted).toHaveLength(1);
  });

  test("treats a wrong password as temporary, and does not reveal it", async (context) => {
    const server = await startSmtpServer({ login: { user: "repasa", password: "correcta/ñ@" } });
    context.onTestFinished(server.close);
    const wrong = openClient(context, `smtp://repasa:equivocada@127.0.0.1:${server.port}`);
    const error = await catchFailure(wrong.send(mail));
    expect(error).not.toBeInstanceOf(RefusedMail);
    expect(error.message).toMatch(/535/);
    expect(error.message).not.toMatch(/equivocada/);
    await openClient(context, server.url).send(mail);
    expect(server.accepted).toHaveLength(1);
  });

  test("recovers when a server that was down is up again", async (context) => {
    const { server, smtp } = await startServerAndClient(context);
    await smtp.send(mail);
    await server.down();
    const error = await catchFailure(smtp.send(mail));
    expect(error).not.toBeInstanceOf(RefusedMail);
    await context.expect.poll(async () => (await catchFailure(smtp.send(mail))).message).toContain("ECONNREFUSED");
    await server.up();
    await smtp.send(mail);
    expect(server.accepted).toHaveLength(2);
  });

  test.for([true, false])(
    "does not retry by itself if the connection ends after DATA (message accepted: %s)",
    async (accepts, context) => {
      const { server, smtp } = await startServerAndClient(context, {
        behaviour: answerAt("data", { answer: "drop", accepts }),
      });
      const error = await catchFailure(smtp.send(mail));
      expect(error).not.toBeInstanceOf(RefusedMail);
      // The pool would have retried within this time.
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(server.submissions).toBe(1);
      expect(server.accepted).toHaveLength(accepts ? 1 : 0);
      server.behave(() => "ok");
      await smtp.send(mail);
      expect(server.submissions).toBe(2);
    },
  );

  test("does not retry by itself on a connection that has already sent messages", async (context) => {
    const { server, smtp } = await startServerAndClient(context, { connections: 1 });
    await smtp.send(mail);
    for (const stage of ["mail", "rcpt", "data"] as const) {
      server.behave(answerAt(stage, { answer: "drop", accepts: stage === "data" }));
      const before = server.connections;
      await catchFailure(smtp.send(mail));
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(server.connections - before).toBe(stage === "mail" ? 0 : 1);
    }
    expect(server.submissions).toBe(2);
  });

  test("does not reopen a connection that ends at once, whatever the query of the URL says", async (context) => {
    const { server, smtp } = await startServerAndClient(context, {
      behaviour: answerAt("greeting", "drop"),
      query: "?maxRequeues=5",
    });
    await catchFailure(smtp.send(mail));
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
  ] as const)("gives up in time if at %s the server answers with %s", async ([stage, answer], context) => {
    const { server, smtp } = await startServerAndClient(context, {
      behaviour: answerAt(stage, answer),
      deadline: 1_000,
    });
    const startedAt = performance.now();
    const error = await catchFailure(smtp.send(mail));
    expect(error).not.toBeInstanceOf(RefusedMail);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    server.behave(() => "ok");
    const again = () =>
      smtp.send(mail).then(
        () => "sent",
        () => "not yet",
      );
    await context.expect.poll(again).toBe("sent");
    expect(server.accepted).toHaveLength(1);
  });

  test("waits for a slow server", async (context) => {
    const { server, smtp } = await startServerAndClient(context, {
      behaviour: ({ stage }) => ({ answer: "ok", after: stage === "rcpt" || stage === "mail" ? 0 : 400 }),
      deadline: 12_000,
    });
    await smtp.send(mail);
    expect(server.accepted).toHaveLength(1);
  });

  test("sends all other messages when one recipient is refused, within the limit of connections", async (context) => {
    const { server, smtp } = await startServerAndClient(context, { connections: 3 });
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

  test("closes at once when nothing is being sent, and cuts off a message that does not end", async (context) => {
    const { server, smtp } = await startServerAndClient(context, { deadline: 30_000 });
    await smtp.send(mail);
    await smtp.close();
    expect((await catchFailure(smtp.send(mail))).message).toContain("could not reach");

    server.behave(answerAt("data", "silence"));
    const other = openClient(context, server.url, { deadline: 30_000 });
    const stuck = catchFailure(other.send(mail));
    await context.expect.poll(() => server.submissions).toBe(2);
    const startedAt = performance.now();
    await other.close();
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(await stuck).toBeInstanceOf(Error);
  });

  test("waits on close for a message that is about to be accepted", async (context) => {
    const { server, smtp } = await startServerAndClient(context, {
      behaviour: answerAt("data", { answer: "ok", after: 300 }),
    });
    const sending = smtp.send(mail);
    await context.expect.poll(() => server.submissions).toBe(1);
    await smtp.close();
    await sending;
    expect(server.accepted).toHaveLength(1);
  });

  test("encrypts if the server can, and requires a valid certificate", async (context) => {
    const server = await startSmtpServer({ tls: true });
    context.onTestFinished(server.close);
    const error = await catchFailure(openClient(context, server.url).send(mail));
    expect(error).not.toBeInstanceOf(RefusedMail);
    expect(server.submissions).toBe(0);
    await openClient(context, `${server.url}/?tls.rejectUnauthorized=false`).send(mail);
    expect(server.accepted.map(({ encrypted }) => encrypted)).toEqual([true]);
  });

  test("treats a host that does not speak SMTP as a temporary failure", async (context) => {
    const server = createServer((socket) => socket.on("error", () => {}).end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    context.onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("no address");
    const error = await catchFailure(openClient(context, `smtp://127.0.0.1:${address.port}`).send(mail));
    expect(error).not.toBeInstanceOf(RefusedMail);
  });
});
