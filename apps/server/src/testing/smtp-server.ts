import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** Where in a conversation the server is about to answer; `data` is the answer to the whole message. */
export type SmtpStage = "greeting" | "login" | "mail" | "rcpt" | "data";

export type SmtpMoment = {
  stage: SmtpStage;
  /** Which message this is, from 1; before a message begins, the one that would come next. */
  number: number;
  to: string | null;
  messageId: string | null;
};

/**
 * `dribble` sends an answer without an end, a line at a time; `silence` sends none and keeps the connection; `drop` ends
 * the connection. A number is the code of a refusal.
 */
export type SmtpAnswer = "ok" | "drop" | "silence" | "dribble" | number;

export type SmtpBehaviour = (moment: SmtpMoment) => SmtpAnswer | SmtpChoice;

export type SmtpChoice = {
  answer: SmtpAnswer;
  after?: number;
  /** At `data`: whether the message is taken, which the answer may not tell. By default it is when the answer is "ok". */
  takes?: boolean;
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
  /** The messages taken, in order. One that came twice is there twice. */
  accepted: AcceptedMail[];
  readonly submissions: number;
  readonly connections: number;
  behave(behaviour: SmtpBehaviour): void;
  mails(): Promise<Email[]>;
  /** No longer listens and drops every connection; `up` listens on the same port again. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  behaviour?: SmtpBehaviour;
  port?: number;
  login?: { user: string; password: string };
  /** Offers STARTTLS, with a certificate that nobody vouches for. */
  tls?: boolean;
};

/** A mail server on this machine that takes every message, or does at each stage what `behaviour` says. */
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
  let begun = 0;
  let submissions = 0;
  let connections = 0;
  let up = true;

  const socketOf = ({ id }: SMTPServerSession) => [...server.connections].find((one) => one.id === id)?._socket;

  /** Answers as the behaviour says; "ok" and refusals through `reply`, the rest past the library. */
  function respond(moment: SmtpMoment, session: SMTPServerSession, reply: (error?: Error) => void, take = () => {}) {
    const choice = behave(moment);
    const { answer, after = 0, takes = answer === "ok" } = typeof choice === "object" ? choice : { answer: choice };
    const act = () => {
      if (takes) take();
      if (answer === "ok") reply();
      else if (typeof answer === "number") reply(Object.assign(new Error("so it was told"), { responseCode: answer }));
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

  const upcoming = (stage: SmtpStage) => ({ stage, number: begun + 1, to: null, messageId: null });

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
      begun += 1;
    },
    onRcptTo: ({ address }, session, reply) =>
      respond({ stage: "rcpt", number: begun, to: address, messageId: null }, session, reply),
    async onData(stream, session, reply) {
      const number = begun;
      const raw = await buffer(stream).catch(() => null);
      // The sender went away in the middle: there is no message and nobody to answer.
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
    // Connections that break are what these tests are about.
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
