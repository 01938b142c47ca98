import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * Starts a proxy in front of a database that can fall silent like a partitioned network: nothing arrives any more, but no
 * connection ends. It can also be cut, as if the database had stopped: connections end, and new ones fail.
 */
export async function openNetwork(connectionString: string) {
  const there = new URL(connectionString);
  const sockets = new Set<Socket>();
  let silent = false;
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
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
  /** Connections that were open during a silence. They stay silent for ever, because routers have dropped them. */
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
    cut(): void {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    heal(): void {
      silent = false;
      isCut = false;
    },
    close(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
