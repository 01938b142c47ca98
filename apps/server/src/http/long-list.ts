import { once } from "node:events";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** A list as an answer that is too long to be held at once: its parts, each made when the client has taken the one before. */
export class LongList<Item> {
  readonly parts: AsyncIterable<readonly Item[]>;

  constructor(parts: AsyncIterable<readonly Item[]>) {
    this.parts = parts;
  }
}

/** A client that takes nothing for so long is gone, or up to no good. */
export const STALLED_MS = 20_000;

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
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
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
