import { createHash } from "node:crypto";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";

export type Encoding = "br" | "gzip" | "identity";
export type Content = { etag: string; bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>> };

type SendContent = { request: FastifyRequest; reply: FastifyReply; content: Content; type: string };

/** Sends the content in an encoding that the client accepts, or 304 if the reply has an `etag` and the client has that version. */
export function sendContent({ request, reply, content: { etag, bodies }, type }: SendContent): FastifyReply {
  if (reply.hasHeader("etag")) {
    const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim());
    if (known?.includes(etag)) return reply.code(304).send();
  }
  const encoding = encodingFor(request.headers["accept-encoding"], bodies);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.type(type).send(bodies[encoding]);
}

const encodings: Encoding[] = ["br", "gzip", "identity"];

function encodingFor(accepted: string | undefined, bodies: Content["bodies"]): Encoding {
  const offered = encodings.filter((encoding) => bodies[encoding]);
  return (negotiate(accepted ?? "", offered) ?? "identity") as Encoding;
}

/** Returns a weak tag, because all encodings of the content share it. */
export function etagOf(identity: Buffer): string {
  return `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
}
