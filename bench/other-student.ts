import { setTimeout as delay } from "node:timers/promises";
import { BenchConnection } from "./http-client.ts";
import type { BenchServer } from "./server.ts";

const PAUSE_MS = 20;

/** The time of each call in ms, and the number of calls that failed. */
export type Watched = { times: number[]; failed: number };

/** Writes a call as the owner of a session. */
export function writeCall(secret: string, method: string, path: string, body?: object): string {
  const content = body ? JSON.stringify(body) : "";
  const headers = `Host: localhost\r\nCookie: repasa=${secret}\r\nX-Time-Zone: Europe/Madrid\r\n`;
  const type = body ? "Content-Type: application/json\r\n" : "";
  return `${method} ${path} HTTP/1.1\r\n${headers}${type}Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
}

/** Makes a student's calls one after another until `end`, to see how long they take beside what others do. */
export async function watchCalls(
  { port }: BenchServer,
  secret: string,
  paths: readonly string[],
  end: Promise<unknown>,
): Promise<Watched> {
  const connection = new BenchConnection(port);
  const watched: Watched = { times: [], failed: 0 };
  let isOver = false;
  const markOver = () => {
    isOver = true;
  };
  end.then(markOver, markOver);
  for (let call = 0; !isOver; call++) {
    const start = performance.now();
    const status = await connection.request(writeCall(secret, "GET", paths[call % paths.length] as string));
    watched.times.push(performance.now() - start);
    if (status !== 200) watched.failed++;
    await delay(PAUSE_MS);
  }
  connection.close();
  return watched;
}
