import { once } from "node:events";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { endWhenStalled, STALLED_MS } from "#platform/http/stalled-readers.ts";

/** A list as an answer that is too long to be held at once: its parts, each made when the client has taken the one before. */
export class LongList<Item> {
  readonly parts: AsyncIterable<readonly Item[]>;

  constructor(parts: AsyncIterable<readonly Item[]>) {
    this.parts = parts;
  }
}

/** @param end is called when the last byte was taken, or nobody takes any more. */
export async function sendLongList(
  reply: FastifyReply,
  list: LongList<unknown>,
  end: () => void,
): Promise<FastifyReply> {
  const body = Readable.from(jsonOf(list), { objectMode: false });
  body.once("close", end);
  // What goes wrong at once is answered as an error.
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
