// A mail server in a process of its own that accepts every message and reports how many each address got.
import { SMTPServer } from "smtp-server";

/** The number of messages by address, and the time at which the last one was accepted. */
export type Delivered = { messages: [address: string, messages: number][]; lastAt: number };

const messages = new Map<string, number>();
let lastAt = 0;

const server = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  disableReverseLookup: true,
  logger: false,
  onData(stream, session, reply) {
    stream.resume().once("end", () => {
      for (const { address } of session.envelope.rcptTo) messages.set(address, (messages.get(address) ?? 0) + 1);
      lastAt = Date.now();
      reply();
    });
  },
});
// A sender that closes its connection does not end the process.
server.on("error", () => {});

process.on("message", () => process.send?.({ messages: [...messages], lastAt } satisfies Delivered));
process.on("disconnect", () => process.exit());

server.listen(0, "127.0.0.1", () => {
  const address = server.server.address();
  process.send?.(typeof address === "object" ? address?.port : null);
});
