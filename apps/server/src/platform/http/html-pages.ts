import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Content, etagOf, sendContent } from "#platform/http/content.ts";

export type PageValues = { APP_URL: string; SUPPORT_EMAIL: string };

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
  const pages = new Map<string, Content>();
  const pageOf = (file: string): Content => {
    const known = pages.get(file);
    if (known) return known;
    const page = compressPage(insertValues(readFileSync(path.join(root, file), "utf8"), values()));
    pages.set(file, page);
    return page;
  };
  return ({ request, reply, file, status = 200, vary }) => {
    const content = pageOf(file);
    reply.code(status).header("vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");
    if (status === 200) reply.headers({ etag: content.etag, "cache-control": "no-cache" });
    return sendContent({ request, reply, content, type: "text/html; charset=utf-8" });
  };
}

/** Returns a function that reads a page of the build, with words in percent signs that `fillTemplate` replaces. */
export function createTemplate(root: string, file: string, values: () => PageValues): () => string {
  let html: string | undefined;
  return () => {
    html ??= insertValues(readFileSync(path.join(root, file), "utf8"), values());
    return html;
  };
}

/** Replaces words in percent signs by texts, which are escaped. A text that contains such a word stays as it is. */
export function fillTemplate(html: string, words: Readonly<Record<string, string>>): string {
  return html.replace(/%([A-Z]+)%/g, (whole, name: string) =>
    Object.hasOwn(words, name) ? escapeHtml(words[name] as string) : whole,
  );
}

function insertValues(html: string, values: PageValues): string {
  return html.replace(/%(APP_URL|SUPPORT_EMAIL)%/g, (_, name: keyof PageValues) => escapeHtml(values[name]));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function compressPage(html: string): Content {
  const identity = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  const bodies = { identity, br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity) };
  return { etag: etagOf(identity), bodies };
}
