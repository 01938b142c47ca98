import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** The step of a conversation that the server is about to answer; `data` is the response to the whole message. */
export type SmtpStage = "greeting" | "login" | "mail" | "rcpt" | "data";

type SmtpMoment = {
  stage: SmtpStage;
  /** The number of the message, from 1; before a message begins, the number of the next one. */
  number: number;
  to: string | null;
  messageId: string | null;
};

/**
 * `dribble` sends an endless response, a line at a time; `silence` sends no response and leaves the connection open; `drop` closes the
 * connection. A number is the code of a refusal.
 */
type SmtpAnswer = "ok" | "drop" | "silence" | "dribble" | number;

export type SmtpBehaviour = (moment: SmtpMoment) => SmtpAnswer | SmtpChoice;

type SmtpChoice = {
  answer: SmtpAnswer;
  after?: number;
  /** At `data`: true if the message is accepted, whatever the response is. By default it is accepted if the response is "ok". */
  accepts?: boolean;
};

export type AcceptedMail = {
  from: string;
  to: string[];
  messageId: string;
  raw: Buffer;
  encrypted: boolean;
};

export type SmtpTestServer = {
  url: string;
  port: number;
  /** The accepted messages, in order. A message that arrived twice occurs twice. */
  accepted: AcceptedMail[];
  readonly submissions: number;
  readonly connections: number;
  behave(behaviour: SmtpBehaviour): void;
  mails(): Promise<Email[]>;
  /** Stops listening and closes all connections; `up` listens on the same port again. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  behaviour?: SmtpBehaviour;
  port?: number;
  login?: { user: string; password: string };
  /** True to offer STARTTLS, with a certificate that no authority has signed. */
  tls?: boolean;
};

/** Starts a mail server on this machine. It accepts every message, unless `behaviour` returns something else for a stage. */
export async function startSmtpServer({
  behaviour = () => "ok",
  port = 0,
  login,
  tls = false,
}: Options = {}): Promise<SmtpTestServer> {
  const accepted: AcceptedMail[] = [];
  const sockets = new Set<Socket>();
  const dribbling = new Set<NodeJS.Timeout>();
  let behave = behaviour;
  let messageCount = 0;
  let submissions = 0;
  let connections = 0;
  let up = true;

  const socketOf = ({ id }: SMTPServerSession) => [...server.connections].find((one) => one.id === id)?._socket;

  /** Answers as `behave` returns: "ok" and refusals by the library's `reply`, everything else directly on the socket. */
  function respond(moment: SmtpMoment, session: SMTPServerSession, reply: (error?: Error) => void, accept = () => {}) {
    const choice = behave(moment);
    const { answer, after = 0, accepts = answer === "ok" } = typeof choice === "object" ? choice : { answer: choice };
    const act = () => {
      if (accepts) accept();
      if (answer === "ok") reply();
      else if (typeof answer === "number")
        reply(Object.assign(new Error("refused by the test"), { responseCode: answer }));
      else if (answer === "drop") socketOf(session)?.destroy();
      else if (answer === "dribble") dribble(socketOf(session), moment.stage === "greeting" ? "220-" : "250-");
    };
    if (after > 0) setTimeout(act, after);
    else act();
  }

  function dribble(socket: Socket | undefined, line: string) {
    const timer = setInterval(() => socket?.writable && socket.write(`${line}wait\r\n`), 50);
    dribbling.add(timer);
    socket?.once("close", () => clearInterval(timer));
  }

  const upcoming = (stage: SmtpStage) => ({ stage, number: messageCount + 1, to: null, messageId: null });

  const server = new SMTPServer({
    hideSTARTTLS: !tls,
    disabledCommands: [...(login ? [] : ["AUTH"]), ...(tls ? [] : ["STARTTLS"])],
    allowInsecureAuth: true,
    authOptional: login === undefined,
    disableReverseLookup: true,
    logger: false,
    onConnect: (session, reply) => respond(upcoming("greeting"), session, reply),
    onAuth(auth, session, reply) {
      const fits = auth.username === login?.user && auth.password === login?.password;
      if (!fits) return reply(Object.assign(new Error("Invalid login"), { responseCode: 535 }));
      respond(upcoming("login"), session, (error) => reply(error, { user: auth.username }));
    },
    onMailFrom(_address, session, reply) {
      respond(upcoming("mail"), session, reply);
      messageCount += 1;
    },
    onRcptTo: ({ address }, session, reply) =>
      respond({ stage: "rcpt", number: messageCount, to: address, messageId: null }, session, reply),
    async onData(stream, session, reply) {
      const number = messageCount;
      const raw = await buffer(stream).catch(() => null);
      // The sender has closed the connection before the end of the message, so there is nothing to accept or answer.
      if (raw === null || !socketOf(session)) return;
      submissions += 1;
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo.map(({ address }) => address);
      const messageId = /^message-id:\s*(\S+)/im.exec(raw.toString("latin1"))?.[1] ?? "";
      respond({ stage: "data", number, to: to[0] ?? null, messageId }, session, reply, () =>
        accepted.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to,
          messageId,
          raw,
          encrypted: session.secure,
        }),
      );
    },
  });
  server.on("error", () => {
    // Broken connections are expected: these tests cause them.
  });
  server.server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  const listen = (on: number) =>
    new Promise<void>((resolve, reject) => {
      server.server.once("error", reject);
      server.listen(on, "127.0.0.1", () => {
        server.server.off("error", reject);
        resolve();
      });
    });
  await listen(port);
  const taken = (server.server.address() as AddressInfo).port;

  async function down() {
    if (!up) return;
    up = false;
    const ended = new Promise((resolve) => server.server.close(resolve));
    for (const timer of dribbling) clearInterval(timer);
    dribbling.clear();
    for (const socket of sockets) socket.destroy();
    await ended;
  }

  return {
    url: `smtp://${login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : ""}127.0.0.1:${taken}`,
    port: taken,
    accepted,
    get submissions() {
      return submissions;
    },
    get connections() {
      return connections;
    },
    behave(next) {
      behave = next;
    },
    mails: () => Promise.all(accepted.map(({ raw }) => PostalMime.parse(raw))),
    down,
    async up() {
      if (up) return;
      await listen(taken);
      up = true;
    },
    close: down,
  };
}
