import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";

export type PageValues = { APP_URL: string; SUPPORT_EMAIL: string };

type Encoding = "br" | "gzip" | "identity";
type Page = { etag: string; bodies: Record<Encoding, Buffer> };

type SendPage = {
  request: FastifyRequest;
  reply: FastifyReply;
  file: string;
  status?: 200 | 404;
  /** Request headers besides `Accept-Encoding` that decided which page this is. */
  vary?: "Cookie";
};

/**
 * Serves the pages of a build. Browsers revalidate them each time: a page names the hashed files of one build, and after
 * a deploy an old one would ask for files that no longer exist.
 */
export function createPages(root: string, values: () => PageValues): (options: SendPage) => FastifyReply {
  const pages = new Map<string, Page>();
  const pageOf = (file: string): Page => {
    const known = pages.get(file);
    if (known) return known;
    const page = compressed(filled(readFileSync(path.join(root, file), "utf8"), values()));
    pages.set(file, page);
    return page;
  };
  return ({ request, reply, file, status = 200, vary }) => {
    const { etag, bodies } = pageOf(file);
    reply.header("vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");
    if (status === 200) {
      reply.headers({ etag, "cache-control": "no-cache" });
      const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim());
      if (known?.includes(etag)) return reply.code(304).send();
    }
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.code(status).type("text/html; charset=utf-8").send(bodies[encoding]);
  };
}

function filled(html: string, values: PageValues): string {
  return html.replace(/%(APP_URL|SUPPORT_EMAIL)%/g, (_, name: keyof PageValues) => escapeHtml(values[name]));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function compressed(html: string): Page {
  const identity = Buffer.from(html);
  // Weak, because all encodings of a page share it.
  const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  return { etag, bodies: { identity, br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity) } };
}

const encodings: Encoding[] = ["br", "gzip", "identity"];

function encodingFor(accepted: string | undefined): Encoding {
  return (negotiate(accepted ?? "", encodings) ?? "identity") as Encoding;
}
