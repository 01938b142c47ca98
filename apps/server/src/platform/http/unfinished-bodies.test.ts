import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createListeningApp, openConnection, type RawConnection } from "#testing/raw-connections.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";
import { UnfinishedBodies } from "./unfinished-bodies.ts";

const LIMIT = 16 * 1024;
const LARGE_LIMIT = 1024 * 1024;

/** Clients of the second server say from which network they come. */
const server = await createListeningApp({});
const proxied = await createListeningApp({ environment: { TRUST_PROXY: "1" } });
const BODY_MS = 1_000;
const impatient = await createListeningApp({ patience: { bodyMs: BODY_MS } });
const ana = await server.register();
const { body: folder } = await ana.post<{ id: number }>("/api/folders", { name: "Historia" });

afterAll(async () => {
  await server.close();
  await proxied.close();
  await impatient.close();
});

type Head = { client?: TestClient; length?: number | "chunked"; from?: string };

function formatHead(path: string, { client, length = LARGE_LIMIT, from = "192.0.2.1" }: Head): string {
  const size = length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  const cookie = client ? `Cookie: ${client.cookie()}\r\n` : "";
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${cookie}X-Forwarded-For: ${from}\r\nContent-Type: application/json\r\n${size}\r\n\r\n`;
}

/** Sends the headers of a call, and a part of its body. */
function startCall(app: TestApp, path: string, head: Head, part = '{"email":"'): RawConnection {
  const sender = openConnection(app.app.server);
  sender.socket.write(formatHead(path, head) + part);
  return sender;
}

const statusesOf = ({ received }: RawConnection) =>
  [...received().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
const awaitStatuses = (sender: RawConnection, ...statuses: number[]) =>
  expect.poll(() => statusesOf(sender)).toEqual(statuses);

const PING = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
const TOO_LARGE = '{"message":"El contenido enviado es demasiado grande","code":"payload_too_large"}';

describe("a call without a session", () => {
  it("is refused before its body has arrived, and keeps its connection", async () => {
    const sender = startCall(server, `/api/folders/${folder.id}/cards`, { length: 200_000 });
    await awaitStatuses(sender, 401);
    expect(sender.received().toLowerCase()).not.toContain("connection: close");
    sender.socket.write("x".repeat(200_000 - '{"email":"'.length));
    sender.socket.write(PING);
    await awaitStatuses(sender, 401, 200);
    // Also when the next call comes after a pause.
    sender.socket.write(formatHead("/api/folders", { length: 200_000 }));
    await awaitStatuses(sender, 401, 200, 401);
    sender.socket.write("x".repeat(200_000));
    await delay(300);
    sender.socket.write(PING);
    await awaitStatuses(sender, 401, 200, 401, 200);
  });

  it.each(["/api/auth/login", "/api/feedback", "/api/nowhere", "/nowhere"])(
    "may send 16 KB to %s, and is refused at the first byte of more",
    async (path) => {
      const body = JSON.stringify({ email: "a@b.co", password: "x" });
      const fits = startCall(server, path, { length: LIMIT }, body.padEnd(LIMIT));
      await expect.poll(() => statusesOf(fits)[0]).toBeLessThan(405);
      const declared = startCall(server, path, { length: LIMIT + 1 });
      await awaitStatuses(declared, 413);
      expect(declared.received()).toContain(TOO_LARGE);
      const piece = `${LIMIT.toString(16)}\r\n${"x".repeat(LIMIT)}\r\n`;
      const chunked = startCall(server, path, { length: "chunked" }, `${piece}1\r\nx\r\n`);
      await awaitStatuses(chunked, 413);
      // The connection of either continues after the rest.
      declared.socket.write("x".repeat(LIMIT + 1 - '{"email":"'.length) + PING);
      chunked.socket.write(`0\r\n\r\n${PING}`);
      await awaitStatuses(declared, 413, 200);
      await awaitStatuses(chunked, 413, 200);
    },
  );
});

describe("a call with a session", () => {
  it("may send a card with the longest texts, of several bytes a character", async () => {
    const front = "€".repeat(20_000);
    const response = await ana.post<{ front: string }>(`/api/folders/${folder.id}/cards`, { front, back: front });
    expect(response).toMatchObject({ status: 201, body: { front } });
  });

  it("is refused with more than a mebibyte where that is the limit, and nothing is lost", async () => {
    const path = `/api/folders/${folder.id}/cards`;
    const sender = startCall(server, path, { client: ana, length: LARGE_LIMIT + 1 });
    await awaitStatuses(sender, 413);
    expect(sender.received()).toContain(TOO_LARGE);
    const card = JSON.stringify({ front: "a", back: "b" });
    sender.socket.write("x".repeat(LARGE_LIMIT + 1 - '{"email":"'.length));
    sender.socket.write(formatHead(path, { client: ana, length: card.length }) + card);
    await awaitStatuses(sender, 413, 201);
  });

  it("is refused with more than 16 KB where nothing valid is as long", async () => {
    const response = await ana.post("/api/study-sessions", { folderId: folder.id, note: "x".repeat(LIMIT) });
    expect(response).toMatchObject({ status: 413, body: JSON.parse(TOO_LARGE) });
  });
});

describe("unfinished bodies of one network", () => {
  const start = (from: string) => startCall(proxied, "/api/auth/login", { length: 1_000, from });
  const countOpen = (senders: RawConnection[]) => senders.filter(({ isOpen }) => isOpen()).length;

  it.each([
    ["an IPv4 address", (nth: number) => (nth === -1 ? "198.51.100.8" : "198.51.100.7")],
    [
      "an IPv6 network",
      (nth: number) => (nth === -1 ? "2001:db8:0:2::1" : `2001:db8:0:1:${(nth + 1).toString(16)}::1`),
    ],
  ])("of %s are at most 100: the oldest loses its connection, others do not", async (_, addressOf) => {
    const other = start(addressOf(-1));
    const senders: RawConnection[] = [];
    for (let nth = 0; nth < 100; nth++) senders.push(start(addressOf(nth)));
    await settle(proxied, 101);
    expect(countOpen(senders)).toBe(100);
    senders.push(start(addressOf(100)));
    await vi.waitUntil(() => countOpen(senders) === 100);
    expect(senders[0]?.isOpen()).toBe(false);
    expect(other.isOpen()).toBe(true);
    // A body that arrives at once is served, and takes the place of none that is complete.
    const body = JSON.stringify({ email: "a@b.co", password: "x" });
    const whole = startCall(proxied, "/api/auth/login", { length: body.length, from: addressOf(101) }, body);
    await awaitStatuses(whole, 401);
  });
});

describe("refused bodies", () => {
  it("are read further up to 100 at a time, from whichever networks", async () => {
    const senders: RawConnection[] = [];
    for (let nth = 0; nth < 101; nth++) {
      senders.push(startCall(proxied, "/api/auth/login", { length: LARGE_LIMIT, from: `203.0.113.${nth}` }));
      await expect.poll(() => statusesOf(senders[nth] as RawConnection)).toEqual([413]);
    }
    await vi.waitUntil(() => senders.filter(({ isOpen }) => isOpen()).length === 100);
  });
});

describe("refused bodies that have arrived", () => {
  // Both are more than a network may send, and more than are read further at a time.
  const CALLS = 150;
  const body = JSON.stringify({ name: "Arte" });
  const refusals: [string, string, (nth: number) => string][] = [
    ["at once", "", () => "192.0.2.50"],
    ["after a session was looked for", "Cookie: repasa=unknown\r\n", () => "192.0.2.51"],
    ["from many networks", "", (nth) => `192.0.2.${nth}`],
  ];

  it.each(refusals)("are forgotten, and their connection stays open: refused %s", async (_, cookie, addressOf) => {
    const sender = openConnection(proxied.app.server);
    for (let nth = 0; nth < CALLS; nth++) {
      const head = formatHead("/api/folders", { length: body.length, from: addressOf(nth) });
      sender.socket.write(head.replace("\r\n", `\r\n${cookie}`) + body);
      await vi.waitUntil(() => statusesOf(sender).length > nth || !sender.isOpen(), { interval: 1 });
    }
    expect(statusesOf(sender).filter((status) => status === 401)).toHaveLength(CALLS);
    expect(sender.isOpen()).toBe(true);
  });
});

describe("the time limit of a body", () => {
  it("ends with the body, also where that was refused unread", async () => {
    const body = JSON.stringify({ name: "Arte" });
    const sender = startCall(impatient, "/api/folders", { length: body.length }, body);
    await awaitStatuses(sender, 401);
    const slow = startCall(impatient, "/api/auth/login", { length: LIMIT });
    await vi.waitUntil(() => !slow.isOpen());
    expect(sender.isOpen()).toBe(true);
    sender.socket.write(PING);
    await awaitStatuses(sender, 401, 200);
  });
});

describe("unfinished bodies together", () => {
  it("hold no more than their limit: the oldest that holds something loses its connection", async () => {
    const bodies = new UnfinishedBodies({ bytes: 100_000 });
    const http = createServer((request) => {
      bodies.add(request, "192.0.2.1", LARGE_LIMIT);
      request.on("data", (piece: Buffer) => bodies.hold(request, piece.length));
    }).listen(0, "127.0.0.1");
    await once(http, "listening");
    const begin = async (part: number) => {
      const sender = openConnection(http);
      sender.socket.write(formatHead("/", {}) + "x".repeat(part));
      await once(http, "request");
      return sender;
    };
    const empty = await begin(0);
    const first = await begin(60_000);
    const second = await begin(30_000);
    await expect.poll(() => bodies.bytes).toBe(90_000);
    const third = await begin(30_000);
    await vi.waitUntil(() => !first.isOpen());
    await expect.poll(() => bodies.bytes).toBe(60_000);
    expect([empty, second, third].map(({ isOpen }) => isOpen())).toEqual([true, true, true]);
    // One body alone can exceed it, too; whoever hangs up gives back its share.
    third.socket.destroy();
    await expect.poll(() => bodies.bytes).toBe(30_000);
    second.socket.write("x".repeat(80_000));
    await vi.waitUntil(() => !second.isOpen());
    await expect.poll(() => bodies.bytes).toBe(0);
    http.closeAllConnections();
    http.close();
  });
});

/** Waits until the server has received what `count` connections have sent. */
async function settle({ app }: TestApp, count: number): Promise<void> {
  await vi.waitUntil(
    () => new Promise<boolean>((resolve) => app.server.getConnections((_, open) => resolve(open >= count))),
    { timeout: 20_000 },
  );
  const last = openConnection(app.server);
  last.socket.write(PING);
  await once(last.socket, "data");
}
