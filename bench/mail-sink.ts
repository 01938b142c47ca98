// A mail server in a process of its own that takes everything and keeps nothing but who got which message.
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type Taken = { messages: number; bytes: number; lastAt: number; recipients: [address: string, ids: string[]][] };

let taken = new Map<string, string[]>();
let messages = 0;
let bytes = 0;
let lastAt = 0;

const server = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  disableReverseLookup: true,
  logger: false,
  async onData(stream, session, reply) {
    const raw = await text(stream);
    const id = /^message-id:\s*(\S+)/im.exec(raw)?.[1] ?? "";
    for (const { address } of session.envelope.rcptTo) taken.set(address, [...(taken.get(address) ?? []), id]);
    messages += 1;
    bytes += raw.length;
    lastAt = Date.now();
    reply();
  },
});
// A sender that goes away is no reason to end.
server.on("error", () => {});

process.on("message", (wish) => {
  if (wish === "count") process.send?.(messages);
  if (wish !== "tell") return;
  process.send?.({ messages, bytes, lastAt, recipients: [...taken] } satisfies Taken);
  [taken, messages, bytes, lastAt] = [new Map(), 0, 0, 0];
});
process.on("disconnect", () => process.exit());

server.listen(0, "127.0.0.1", () => {
  const address = server.server.address();
  process.send?.(typeof address === "object" ? address?.port : null);
});
