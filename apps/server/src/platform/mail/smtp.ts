import { createTransport } from "nodemailer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import { waitAtMost } from "#platform/concurrency/wait-at-most.ts";
import { RefusedMail, type SendMail } from "#platform/mail/mail.ts";
import { messageOf } from "#platform/mail/message.ts";

type Options = {
  /** `smtp://` (encrypted as soon as the server offers it) or `smtps://`; its query takes nodemailer's options. */
  url: string;
  from: string;
  /** The number of messages that are sent at a time. Waiting for a connection counts towards the deadline. */
  connections?: number;
  deadline?: number;
};

export type Smtp = {
  send: SendMail;
  close(): Promise<void>;
};

/** The number of reminders that a worker sends at a time, so that none waits for a connection. */
const CONNECTIONS = 10;
const CLOSING_MS = 700;

/** Each call of `send` makes one attempt; the caller retries. */
export function openSmtp({ url, from, connections = CONNECTIONS, deadline = 40_000 }: Options): Smtp {
  const transport = createTransport({
    // Shorter than the deadline, so that the error says what was slow.
    connectionTimeout: deadline / 3,
    greetingTimeout: deadline / 3,
    socketTimeout: deadline / 2,
    // Servers close idle connections, and a message sent at that instant would fail.
    idleTimeout: 5_000,
    maxConnections: connections,
    ...parseConnectionUrl(url),
    pool: true,
    // A retry after DATA could deliver twice; only our caller knows how to do that under the same Message-ID.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
  const running = new Set<Promise<unknown>>();

  async function attempt(mail: Parameters<SendMail>[0]): Promise<void> {
    const message = messageOf(mail, from);
    // A socket timeout does not stop a server that sends a byte now and then.
    const signal = AbortSignal.timeout(deadline);
    try {
      await transport.sendMail({ ...message, signal });
    } catch (error) {
      throw describeFailure(error, signal.aborted);
    }
  }

  return {
    send(mail) {
      const sending = attempt(mail);
      const settled = sending.catch(() => {}).finally(() => running.delete(settled));
      running.add(settled);
      return sending;
    },
    async close() {
      await waitAtMost(CLOSING_MS, Promise.all(running));
      transport.close({ force: true });
      await Promise.all(running);
    },
  };
}

type Reason = { code?: string; originalCode?: string; responseCode?: number; response?: string; command?: string };

// 5xx replies that concern the connection (unknown command, missing login, no mail accepted here), not the message.
const CONNECTION_ERRORS = new Set([500, 501, 502, 503, 504, 521, 530, 534, 535, 538]);

/** Returns an error in our own words, because a server's reply may contain the recipient's address. */
function describeFailure(error: unknown, isLate: boolean): Error {
  if (isLate) return new Error("the mail server took too long");
  const { code, originalCode, responseCode, response, command } = error as Reason;
  if (responseCode !== undefined) {
    const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "")?.[1];
    const message = `the mail server answered ${responseCode}${detail ? ` (${detail})` : ""} to ${command ?? "us"}`;
    // 5.7.x means a policy, which mostly concerns the sender.
    const isOfMailbox = command === "RCPT TO" && !detail?.startsWith("5.7.");
    return isRefusal(responseCode, command) ? new RefusedMail(message, { isOfMailbox }) : new Error(message);
  }
  if (response === undefined && (code === "EENVELOPE" || code === "EMESSAGE"))
    return new RefusedMail("the message cannot be sent to this server");
  return new Error(`could not reach the mail server: ${originalCode ?? code ?? "unknown reason"}`);
}

function isRefusal(responseCode: number, command: string | undefined): boolean {
  if (responseCode < 500 || CONNECTION_ERRORS.has(responseCode)) return false;
  // All messages have the same sender, so only the size (552) is about this one.
  if (command === "MAIL FROM") return responseCode === 552;
  return command === "RCPT TO" || command === "DATA";
}
