import type { FastifyInstance } from "fastify";
import { AppError } from "#platform/http/app-error.ts";

/** Accepts JSON only, and no compressed bodies: a small one can unpack to any size. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    if (request.headers["content-encoding"] !== undefined) {
      return done(new AppError("unsupported_media_type", "El contenido debe enviarse sin comprimir"));
    }
    if (text === "") return done(null, undefined);
    return parseJson(request, text, done);
  });
}
