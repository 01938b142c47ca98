import { once } from "node:events";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { endWhenStalled, STALLED_MS } from "#platform/http/stalled-readers.ts";

/** A list that is too long to be held in memory as a whole. Each part is computed when the client has read the one before. */
export class LongList<Item> {
  readonly parts: AsyncIterable<readonly Item[]>;

  constructor(parts: AsyncIterable<readonly Item[]>) {
    this.parts = parts;
  }
}

/** @param end is called when the list has been sent, or its client is gone. */
export async function sendLongList(
  reply: FastifyReply,
  list: LongList<unknown>,
  end: () => void,
): Promise<FastifyReply> {
  const body = Readable.from(jsonOf(list), { objectMode: false });
  body.once("close", end);
  // If the first part fails, the call is answered with an error.
  await Promise.race([once(body, "readable"), once(body, "close")]);
  endWhenStalled(reply, STALLED_MS);
  return reply.type("application/json; charset=utf-8").send(body);
}

async function* jsonOf({ parts }: LongList<unknown>): AsyncGenerator<string> {
  let between = "[";
  for await (const part of parts) {
    if (part.length === 0) continue;
    yield between + JSON.stringify(part).slice(1, -1);
    between = ",";
  }
  yield between === "[" ? "[]" : "]";
}
