import { createTransport } from "nodemailer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import { RefusedMail, type SendMail } from "#mail/mail.ts";
import { messageOf } from "#mail/message.ts";

type Options = {
  /** `smtp://` (encrypted as soon as the server offers it) or `smtps://`; its query takes nodemailer's options. */
  url: string;
  from: string;
  /** How many messages go out at once; whoever calls more often waits, and that counts as time of the sending. */
  connections?: number;
  /** How long one sending may take, all in all, in milliseconds. */
  deadline?: number;
};

export type Smtp = {
  send: SendMail;
  /** Lets what is under way finish for a moment, then cuts it off. */
  close(): Promise<void>;
};

/** As many as a worker has reminders in hand, so that none of them waits for its turn. */
export const CONNECTIONS = 10;
const CLOSING_MS = 700;

/** Hands messages over to a mail server. One call is one attempt: trying again is for whoever called. */
export function openSmtp({ url, from, connections = CONNECTIONS, deadline = 40_000 }: Options): Smtp {
  const transport = createTransport({
    // Each of these is shorter than the deadline, so that the error tells what was slow.
    connectionTimeout: deadline / 3,
    greetingTimeout: deadline / 3,
    socketTimeout: deadline / 2,
    // Servers end idle connections on their own after a while; a message sent just then would fail for nothing.
    idleTimeout: 5_000,
    maxConnections: connections,
    ...parseConnectionUrl(url),
    pool: true,
    // The pool tries again by itself when a connection ends before a message's first byte (and only then, in 10.6).
    // That it never does so after DATA must not hang on a version: whoever called tries again, knowing what it means.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
  const underWay = new Set<Promise<unknown>>();

  async function attempt(mail: Parameters<SendMail>[0]): Promise<void> {
    const message = messageOf(mail, from);
    // No time-out of a socket ends a server that sends a byte now and then: this ends the connection.
    const signal = AbortSignal.timeout(deadline);
    try {
      await transport.sendMail({ ...message, signal });
    } catch (error) {
      throw failure(error, signal.aborted);
    }
  }

  return {
    send(mail) {
      const sending = attempt(mail);
      const settled = sending.catch(() => {}).finally(() => underWay.delete(settled));
      underWay.add(settled);
      return sending;
    },
    async close() {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, CLOSING_MS);
      await Promise.race([Promise.all(underWay), late.promise]);
      clearTimeout(timer);
      transport.close({ force: true });
      await Promise.all(underWay);
    },
  };
}

type Reason = { code?: string; originalCode?: string; responseCode?: number; response?: string; command?: string };

// Answers of 5xx that speak of the conversation (a command not understood, a login that is missing, a server that takes
// no mail at all), not of the message.
const ABOUT_THE_CONVERSATION = new Set([500, 501, 502, 503, 504, 521, 530, 534, 535, 538]);

/** What to throw: in our words alone, since what a server answers may contain the recipient's address. */
function failure(error: unknown, isLate: boolean): Error {
  if (isLate) return new Error("the mail server took too long");
  const { code, originalCode, responseCode, response, command } = error as Reason;
  if (responseCode !== undefined) {
    const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "")?.[1];
    const message = `the mail server answered ${responseCode}${detail ? ` (${detail})` : ""} to ${command ?? "us"}`;
    return isRefusal(responseCode, command) ? new RefusedMail(message) : new Error(message);
  }
  // Found out here, before the message was sent: the address or the size.
  if (response === undefined && (code === "EENVELOPE" || code === "EMESSAGE"))
    return new RefusedMail("the message cannot be sent to this server");
  return new Error(`could not reach the mail server: ${originalCode ?? code ?? "unknown reason"}`);
}

function isRefusal(responseCode: number, command: string | undefined): boolean {
  if (responseCode < 500 || ABOUT_THE_CONVERSATION.has(responseCode)) return false;
  // The sender is the same in every message: when it is refused the operator has to act, and then all can go out. Only
  // the size, told along with it, is the message's own.
  if (command === "MAIL FROM") return responseCode === 552;
  return command === "RCPT TO" || command === "DATA";
}
