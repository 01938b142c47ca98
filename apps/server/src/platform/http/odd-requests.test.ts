// @module-tag hostile
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { describe, expect, it, vi } from "vitest";
import { mapErrors } from "#platform/http/error-mapper.ts";
import { createLog } from "#platform/logging/log.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const server = await sharedTestApp();
await server.app.listen({ host: "127.0.0.1", port: 0 });
const port = (server.app.server.address() as AddressInfo).port;

/** Sends bytes that no client library would send, and returns the answer. */
async function exchange(request: string): Promise<{ status: number; headers: string; body: string }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.write(request);
  await once(socket, "close");
  const [headers = "", body = ""] = text.split("\r\n\r\n");
  return { status: Number(headers.split(" ")[1]), headers: headers.toLowerCase(), body };
}

const get = (target: string) => exchange(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

describe("malformed addresses", () => {
  it.each([
    ["/api/%zz", 404, { message: "Esta dirección no existe", code: "not_found" }],
    ["http://[/", 400, { message: "La petición no es válida", code: "validation_failed" }],
  ])("are refused with the headers of every answer: %.30s", async (target, expected, error) => {
    const { status, headers, body } = await get(target);
    expect(status).toBe(expected);
    expect(JSON.parse(body)).toEqual(error);
    expect(headers).toContain("content-security-policy: default-src 'none'");
    expect(headers).toContain("x-content-type-options: nosniff");
    expect(headers).toContain("cache-control: no-store");
    expect(headers).toContain("x-request-id: ");
  });
});

it("answers 404 to a path that looks like an invalid host", async () => {
  expect((await get("//[/login")).status).toBe(404);
});

describe("the Cache-Control header", () => {
  it.each(["/%61pi/auth/user", "http://x/api/auth/user", "/nowhere", "/healthz"])(
    "keeps the answer to %s out of caches",
    async (target) => {
      expect((await get(target)).headers).toContain("cache-control: no-store");
    },
  );
});

describe("malformed requests", () => {
  it.each([
    [`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    ["NOPE / HTTP/1.1\r\nHost: x\r\n\r\n", 400],
    ["POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400],
  ])("are refused with the body of every other error: %.20s", async (request, expected) => {
    const { status, headers, body } = await exchange(request);
    expect(status).toBe(expected);
    expect(JSON.parse(body)).toEqual({ message: "La petición no es válida", code: "validation_failed" });
    expect(headers).toContain("x-content-type-options: nosniff");
  });
});

describe("request bodies", () => {
  const login = (payload: string | Buffer, headers: object = {}) =>
    server.app.inject({
      method: "POST",
      url: "/api/auth/login",
      payload,
      headers: { "content-type": "application/json", ...headers },
    });

  it("are not decompressed", async () => {
    const response = await login(gzipSync('{"email":"a@b.co","password":"x"}'), { "content-encoding": "gzip" });
    expect(response.statusCode).toBe(415);
    expect(response.json().code).toBe("unsupported_media_type");
  });

  it.each(["[]", "7", '"text"'])("are refused in Spanish if they are not an object: %s", async (payload) => {
    expect((await login(payload)).json()).toEqual({
      message: "El valor no es válido",
      code: "validation_failed",
      issues: [{ path: "", message: "El valor no es válido" }],
    });
  });
});

describe("a client that disconnects while sending", () => {
  it("is not logged as an unavailable database", async () => {
    const lines: string[] = [];
    const log = createLog("debug", { write: (line: string) => void lines.push(line) });
    const app = fastify({ loggerInstance: log }) as unknown as FastifyInstance;
    mapErrors(app, () => false);
    app.post("/", async () => "ok");
    await app.listen({ host: "127.0.0.1", port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"');
    await once(app.server, "request");
    socket.destroy();
    await vi.waitFor(() => expect(lines.join("")).toContain("the caller hung up"));
    expect(lines.join("")).not.toContain("database");
    await app.close();
  });
});
