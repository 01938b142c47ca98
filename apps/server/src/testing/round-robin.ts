import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 100;

type Unanswered = NodeJS.ErrnoException & { reused: boolean };
type Target = { readonly url: string; readonly agent: Agent; ready: boolean };

/**
 * Starts a proxy like those in front of servers. It polls each server for readiness, and distributes requests among the ready ones
 * over keep-alive connections. It repeats a request on the next server if it cannot connect, or if a reused connection ends without
 * a response. Other requests that get no response fail with 502.
 */
export async function openRoundRobin(urls: readonly string[]) {
  const targets = new Set<Target>();
  const polls: Promise<void>[] = [];
  let open = true;
  let turn = 0;

  function add(url: string): void {
    const target = { url, agent: new Agent({ keepAlive: true }), ready: true };
    targets.add(target);
    polls.push(pollWhileOpen(target));
  }

  /** Polls one server, so that a slow one does not delay the state of the others. */
  async function pollWhileOpen(target: Target): Promise<void> {
    for (; open; await delay(POLL_MS)) await updateReadiness(target);
  }

  for (const url of urls) add(url);

  function nextTarget(): Target | undefined {
    const ready = [...targets].filter((target) => target.ready);
    return ready[turn++ % ready.length];
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    for (let target = nextTarget(); target; target = nextTarget()) {
      const response = await forward(target, incoming, body).catch((error: Unanswered) => error);
      if (!(response instanceof Error)) {
        outgoing.writeHead(response.statusCode ?? 0, response.headers);
        response.on("error", () => outgoing.destroy()).pipe(outgoing);
        return;
      }
      if (response.code !== "ECONNREFUSED" && !response.reused) break;
      target.ready = false;
    }
    outgoing.writeHead(502).end();
  }

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing).catch(() => outgoing.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add,
    async close(): Promise<void> {
      open = false;
      await Promise.all(polls);
      server.closeAllConnections();
      server.close();
      for (const { agent } of targets) agent.destroy();
    },
  };
}

function forward({ url, agent }: Target, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const { method = "GET", headers } = incoming;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const address = incoming.socket.remoteAddress ?? "";
  const passed = request(`${url}${incoming.url}`, {
    method,
    headers: { ...headers, "x-forwarded-for": address },
    agent,
  });
  passed.once("response", resolve);
  passed.once("error", (error) => reject(Object.assign(error, { reused: passed.reusedSocket })));
  passed.end(body);
  return promise;
}

async function updateReadiness(target: Target): Promise<void> {
  target.ready = await fetch(`${target.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
