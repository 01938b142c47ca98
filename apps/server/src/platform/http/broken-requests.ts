import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorBody } from "@repasa/contract/errors.ts";

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
const body: ErrorBody = { message: "La petición no es válida", code: "validation_failed" };

/** Answers requests that are not valid HTTP, and closes the connection. They never reach Fastify's hooks. */
export function refuseBrokenRequests(headers: Record<string, string>) {
  const content = JSON.stringify(body);
  const described = {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(content)),
    connection: "close",
  };
  const lines = Object.entries(described).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error: { code: string }, socket: Socket): void => {
    if (!socket.writable) return void socket.destroy();
    const status = statuses[error.code] ?? 400;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${content}`);
    socket.destroySoon();
  };
}
