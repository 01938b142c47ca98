import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { answerInOrder } from "#platform/http/request-order.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Connects to a server that uses `answerInOrder`. */
async function connectTo(handle: RequestListener): Promise<Socket> {
  const server = createServer(answerInOrder(handle)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  ends.push(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return socket;
}

const requests = (count: number) =>
  Array.from({ length: count }, (_, number) => `GET /${number} HTTP/1.1\r\nHost: a\r\n\r\n`).join("");

it("answers pipelined requests one after another, in order", async () => {
  let atOnce = 0;
  let most = 0;
  const socket = await connectTo((request, response) => {
    most = Math.max(most, ++atOnce);
    response.once("finish", () => atOnce--);
    setImmediate(() => response.end(`[${request.url}]`));
  });
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.write(requests(200));
  await vi.waitFor(() => expect(text).toContain("[/199]"));
  expect([...text.matchAll(/\[\/(\d+)\]/g)].map(([, number]) => Number(number))).toEqual([...Array(200).keys()]);
  expect(most).toBe(1);
  // A later request on the same connection is handled as well.
  socket.write("GET /later HTTP/1.1\r\nHost: a\r\n\r\n");
  await vi.waitFor(() => expect(text).toContain("[/later]"));
});

it("prepares only one answer for a client that reads nothing, however many requests it has sent", async () => {
  const body = Buffer.alloc(8 * 1024 * 1024);
  let handled = 0;
  const socket = await connectTo((_request, response) => {
    handled++;
    response.end(body);
  });
  socket.pause();
  socket.write(requests(200));
  await vi.waitFor(() => expect(handled).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(handled).toBe(1);
});

it("closes a connection with more waiting requests than any client sends", async () => {
  let handled = 0;
  const socket = await connectTo(() => void handled++);
  socket.write(requests(1000));
  await once(socket.resume(), "close");
  expect(handled).toBe(1);
});
