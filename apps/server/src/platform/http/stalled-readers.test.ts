// @module-tag hostile
import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { endWhenStalled } from "./stalled-readers.ts";

const PATIENCE_MS = 300;
const MB = 1024 * 1024;
/** This is more than the system buffers for the two ends of a connection. */
const LARGE = 64 * MB;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Starts a server that ends stalled responses, and returns its response. */
async function fetchAnswer(handle: RequestListener, patienceMs = PATIENCE_MS): Promise<IncomingMessage> {
  const server = createServer((request, response) => {
    endWhenStalled({ raw: response } as unknown as FastifyReply, patienceMs);
    handle(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const [answer] = await once(get({ port: (server.address() as AddressInfo).port }), "response");
  return answer;
}

/** Returns whether the answer arrived completely. */
async function isWhole(answer: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => answer.on("end", () => resolve(true)).on("error", () => resolve(false)));
}

describe("endWhenStalled", () => {
  it.each([
    ["in one piece", (response: Parameters<RequestListener>[1]) => response.end(Buffer.alloc(LARGE))],
    [
      "in pieces",
      (response: Parameters<RequestListener>[1]) => {
        for (let sent = 0; sent < LARGE; sent += MB) response.write(Buffer.alloc(MB));
        response.end();
      },
    ],
  ])("closes the connection if the client reads nothing of an answer sent %s", async (_, send) => {
    const closed = Promise.withResolvers<boolean>();
    const answer = await fetchAnswer((_request, response) => {
      response.once("close", () => closed.resolve(response.writableFinished));
      send(response);
    });
    expect(await closed.promise).toBe(false);
    answer.resume();
    expect(await isWhole(answer)).toBe(false);
  });

  it("sends all of an answer to a client that reads slowly", async () => {
    // All pauses together are longer than the limit, and each is far shorter, even on a busy machine.
    const answer = await fetchAnswer((_request, response) => response.end(Buffer.alloc(LARGE)), 2_500);
    const whole = isWhole(answer);
    for await (const _ of slowly(answer)) await delay(200);
    expect(await whole).toBe(true);
  });

  it("does not count time in which the server has nothing to send", async () => {
    const answer = await fetchAnswer(async (_request, response) => {
      response.write("a");
      await delay(3 * PATIENCE_MS);
      response.end("b");
    });
    answer.resume();
    expect(await isWhole(answer)).toBe(true);
  });
});

/** Reads 4 MB, pauses, and repeats this. */
async function* slowly(answer: IncomingMessage): AsyncGenerator<void> {
  let taken = 0;
  for await (const chunk of answer) {
    taken += (chunk as Buffer).length;
    if (taken < 4 * MB) continue;
    taken = 0;
    yield;
  }
}
