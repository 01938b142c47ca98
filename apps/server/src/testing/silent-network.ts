import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a database that can fall silent, as a network does that is parted: nothing arrives any more, and nothing ends. */
export async function openNetwork(connectionString: string) {
  const there = new URL(connectionString);
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.on("data", (bytes) => !lost.has(near) && to.write(bytes));
      from.on("close", () => !lost.has(near) && to.destroy());
    }
    if (silent) lost.add(near);
    else open.add(near);
  });
  const open = new Set<Socket>();
  /** Connections from before a silence stay silent for ever, as routers forget them. */
  const lost = new Set<Socket>();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const here = new URL(connectionString);
  here.port = String((server.address() as AddressInfo).port);
  return {
    connectionString: here.href,
    silence(): void {
      silent = true;
      for (const socket of open) lost.add(socket);
    },
    heal(): void {
      silent = false;
    },
    close(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
