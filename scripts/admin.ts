// The commands of `npm run admin`, which are for operators. They never show the text of a card.
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import pino from "pino";
import { answerFeedback, listUnanswered } from "../apps/server/src/features/feedback/feedback.service.ts";
import {
  describeAccount,
  endSessions,
  makePrintable,
  removeAllFactors,
  resendLetter,
} from "../apps/server/src/features/operators/operators.service.ts";
import { barSharing, endReportedShare, listReports } from "../apps/server/src/features/sharing/sharing.reports.ts";
import { openDatabase } from "../apps/server/src/platform/db/pool.ts";
import { createSessionMemory } from "../apps/server/src/platform/http/session-memory.ts";
import { openQueue } from "../apps/server/src/platform/jobs/queue.ts";
import { StartupError } from "../apps/server/src/platform/process/startup-error.ts";
import { systemClock } from "../apps/server/src/platform/time/clock.ts";
import { runCommand } from "./database-command.ts";

const HELP = `npm run admin -- account ADDRESS|ID          plan, figures, sessions, imports and jobs of an account
npm run admin -- sessions end ADDRESS|ID     signs an account out everywhere, and voids its links and devices; its password stays
npm run admin -- factors remove ADDRESS|ID   removes all second factors, signs out everywhere, and mails that
npm run admin -- letter resend JOB           does a job once more, by the id that the first command or npm run jobs shows
npm run admin -- shares                      what people reported about links to folders, with the ids of these links
npm run admin -- shares end ID               ends a link for everybody
npm run admin -- shares bar ID               ends all links of its account, which then can create none
npm run admin -- feedback                    what people wrote and nobody answered
npm run admin -- feedback answer ID          mails an answer (in Spanish), read from standard input or --text "..."
`;

type Connections = { db: Awaited<ReturnType<typeof openDatabase>>; queue: Awaited<ReturnType<typeof openQueue>> };

/** The services require a session cache. This one is always empty, because this process handles no requests. */
const emptySessionCache = createSessionMemory(systemClock);
const { values, positionals } = parseArgs({
  options: { text: { type: "string" }, help: { type: "boolean" } },
  allowPositionals: true,
});
const [firstWord = "", secondWord = "", thirdWord = ""] = positionals;

const commands: Record<string, (connections: Connections) => Promise<void>> = {
  account: async ({ db }) => {
    for (const [name, value] of await describeAccount(
      { db: db.orm, clock: systemClock },
      requireArgument(secondWord, "an address or an id"),
    )) {
      console.log(`${name.padEnd(12)} ${value}`);
    }
  },
  "sessions end": async ({ db }) => {
    const ended = await endSessions(
      { db: db.orm, clock: systemClock, sessions: emptySessionCache },
      requireArgument(thirdWord, "an address or an id"),
    );
    console.log(`${ended} sessions ended`);
  },
  "factors remove": async ({ db, queue }) => {
    const ctx = { db: db.orm, clock: systemClock, enqueue: queue.enqueue, sessions: emptySessionCache };
    console.log(
      `${await removeAllFactors(ctx, requireArgument(thirdWord, "an address or an id"))} second factors removed`,
    );
  },
  "letter resend": async ({ db, queue }) => {
    const kind = await resendLetter({ db: db.orm }, queue.boss, requireArgument(thirdWord, "a job"));
    console.log(`${kind} is done once more, as soon as a worker runs`);
  },
  shares: async ({ db }) => {
    const reports = await listReports({ db: db.orm });
    for (const { shareId, author, reason, text, createdAt, path } of reports) {
      const link = `link ${shareId}  account ${author}  ${path ?? "has ended"}`;
      console.log(`${createdAt.toISOString()}  ${reason}  ${link}\n    ${makePrintable(text)}\n`);
    }
    console.log(`${reports.length} reports`);
  },
  "shares end": async ({ db, queue }) => {
    const id = requireNumber(thirdWord, "the id of a link");
    const hadLived = await endReportedShare({ db: db.orm, clock: systemClock, enqueue: queue.enqueue }, id);
    console.log(hadLived ? `link ${id} has ended` : `link ${id} had ended before`);
  },
  "shares bar": async ({ db, queue }) => {
    const id = requireNumber(thirdWord, "the id of a link");
    const ctx = { db: db.orm, clock: systemClock, enqueue: queue.enqueue };
    const { account, ended } = await barSharing(ctx, id);
    console.log(`account ${account} can create no links; ${ended} have ended`);
  },
  feedback: async ({ db }) => {
    const unanswered = await listUnanswered({ db: db.orm });
    for (const { id, userId, address, rating, text, createdAt } of unanswered) {
      const author = userId === null ? (address ?? "no address") : `account ${userId}, ${address}`;
      console.log(
        `${id}  ${createdAt.toISOString()}  ${rating} of 5  ${makePrintable(author)}\n    ${makePrintable(text)}\n`,
      );
    }
    console.log(`${unanswered.length} to be answered`);
  },
  "feedback answer": async ({ db, queue }) => {
    const id = requireNumber(thirdWord, "the number of some feedback");
    if (values.text === undefined && process.stdin.isTTY) console.error("Write the answer, then Ctrl+D:");
    const answer = (values.text ?? (await text(process.stdin))).trim();
    if (answer === "") throw new StartupError("The answer is empty: nothing was sent.");
    await answerFeedback({ db: db.orm, enqueue: queue.enqueue, clock: systemClock }, id, answer);
    console.log(`the answer to ${id} is mailed as soon as a worker runs`);
  },
};

function requireArgument(argument: string, description: string): string {
  if (argument === "") throw new StartupError(`Name ${description}.`);
  return argument;
}

function requireNumber(argument: string, description: string): number {
  if (!/^\d{1,15}$/.test(argument)) throw new StartupError(`Name ${description}.`);
  return Number(argument);
}

// A command has two words, or one word without an argument. Only `account` is one word with an argument.
const command =
  commands[`${firstWord} ${secondWord}`] ??
  (firstWord === "account" || secondWord === "" ? commands[firstWord] : undefined);
if (values.help || command === undefined) {
  (values.help ? console.log : console.error)(HELP);
  process.exitCode = values.help ? 0 : 1;
} else {
  await runCommand(async ({ appUrl }) => {
    const db = openDatabase({ connectionString: appUrl, maxConnections: 2, applicationName: "repasa-admin" });
    const queue = await openQueue(db, systemClock, pino({ level: "warn" }));
    try {
      await command({ db, queue });
    } finally {
      await queue.close();
      await db.close();
    }
  });
}
