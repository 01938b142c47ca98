import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BrowserDevice, type PushTestService, startPushService } from "#testing/push-service.ts";
import type { Push } from "./push.ts";
import { openPush } from "./push-client.ts";
import { createVapidKeys } from "./vapid.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const keys = createVapidKeys();
const message = JSON.stringify({ title: "Repasa", body: "12 cartas te esperan" });

let service: PushTestService;
let device: BrowserDevice;

beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.received.length = 0;
  service.problems.length = 0;
  service.behave(() => 201);
  device = await service.subscribe(keys.publicKey);
});

const subject = () => "https://repasa.example";
const open = (deadlineMs = 5_000) => openPush({ origins: new Set([service.origin]), subject, deadlineMs });
const push = (change: Partial<Push> = {}): Push => {
  const { endpoint, keys: deviceKeys } = device.subscription;
  return { target: { endpoint, ...deviceKeys }, message, ttlSeconds: 3600, topic: "repaso", keys, now: NOW, ...change };
};

describe("a push", () => {
  it("reaches the device, signed for the service, with its time to live, topic and urgency", async () => {
    expect(await open()(push())).toEqual({ outcome: "sent" });
    expect(device.messages).toEqual([JSON.parse(message)]);
    const [received] = service.received;
    expect(received?.headers).toMatchObject({ ttl: "3600", topic: "repaso", urgency: "normal" });
    const { exp, ...claims } = received?.claims ?? { exp: 0 };
    expect(claims).toEqual({ aud: service.origin, sub: "https://repasa.example" });
    const hours = (exp - NOW.getTime() / 1000) / 3600;
    expect([hours > 0, hours <= 24]).toEqual([true, true]);
    expect(service.problems).toEqual([]);
  });

  it("is not accepted by the test's service from another server", async () => {
    expect(await open()(push({ keys: createVapidKeys() }))).toMatchObject({ outcome: "refused" });
    expect(service.problems).toEqual(["Error: the message has another server's key"]);
  });

  it.each([
    [200, "sent"],
    [202, "sent"],
    [404, "gone"],
    [410, "gone"],
    [400, "refused"],
    [401, "refused"],
    [403, "refused"],
    [413, "refused"],
    [429, "failed"],
    [500, "failed"],
    [503, "failed"],
  ] as const)("has, after the answer %i, the outcome %s", async (status, outcome) => {
    service.behave(() => status);
    const result = await open()(push());
    expect(result.outcome).toBe(outcome);
    if ("reason" in result) expect(result.reason).toBe(`a push service answered ${status}`);
  });

  it.each([
    ["120", 120],
    ["0", 0],
    ["Tue, 10 Mar 2026 12:01:30 GMT", 90],
    ["Tue, 10 Mar 2026 11:00:00 GMT", 0],
    ["luego", null],
    ["-5", null],
    ["nunca GMT", null],
    [undefined, null],
  ])("is repeated after Retry-After: %s", async (text, seconds) => {
    service.behave(() => ({ status: 429, headers: text === undefined ? {} : { "retry-after": text } }));
    expect(await open()(push())).toMatchObject({ outcome: "failed", retryAfterSeconds: seconds });
  });

  it("follows no redirect", async () => {
    for (const status of [301, 302, 307, 308]) {
      service.behave(() => ({ status, headers: { location: `${service.origin}/otra` } }));
      expect(await open()(push())).toMatchObject({ outcome: "refused" });
    }
    expect(service.strayRequests).toBe(0);
    expect(service.received).toHaveLength(4);
  });

  it("ends at the deadline if the service is silent or drops the connection, and names no address", async () => {
    for (const [behaviour, deadlineMs, reason] of [
      ["silence", 300, "ABORT_ERR"],
      // A busy machine may need longer to drop a connection.
      ["drop", 30_000, "ECONNRESET"],
    ] as const) {
      service.behave(() => behaviour);
      expect(await open(deadlineMs)(push())).toEqual({
        outcome: "failed",
        reason: `a push service could not be reached: ${reason}`,
        retryAfterSeconds: null,
      });
    }
  });

  it("waits for the answer until the deadline as a whole, even if a byte arrives now and then", async () => {
    const slow = createServer((_request, response) => {
      response.socket?.write("HTTP/1.1 201 Created\r\n");
      const timer = setInterval(() => response.socket?.write("x: y\r\n"), 50);
      response.socket?.once("close", () => clearInterval(timer));
    });
    const origin = await listen(slow);
    const target = { ...push().target, endpoint: `${origin}/1` };
    const started = performance.now();
    const result = await openPush({ origins: new Set([origin]), subject, deadlineMs: 400 })(push({ target }));
    expect(result.outcome).toBe("failed");
    expect(performance.now() - started).toBeLessThan(3_000);
    await close(slow);
  });

  it("reads 4 KB of an answer and no more", async () => {
    let written = 0;
    let hasEnded = false;
    const endless = createServer((request, response) => {
      request.resume();
      response.writeHead(201);
      const timer = setInterval(() => {
        written += 1024;
        response.write("x".repeat(1024));
      }, 10);
      response.once("close", () => {
        clearInterval(timer);
        hasEnded = true;
      });
    });
    const origin = await listen(endless);
    const target = { ...push().target, endpoint: `${origin}/1` };
    const result = await openPush({ origins: new Set([origin]), subject })(push({ target }));
    expect(result).toEqual({ outcome: "sent" });
    await expect.poll(() => hasEnded).toBe(true);
    await delay(50);
    expect(written).toBeLessThan(16 * 1024);
    await close(endless);
  });

  it("is never sent to an address that is not allowed, whatever the database holds", async () => {
    const target = { ...push().target, endpoint: device.subscription.endpoint.replace("127.0.0.1", "localhost") };
    const reason = "the endpoint is not allowed";
    expect(await open()(push({ target }))).toEqual({ outcome: "refused", reason });
    expect(await openPush({ origins: new Set(), subject })(push())).toEqual({ outcome: "refused", reason });
    expect(service.received).toEqual([]);
  });
});

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
