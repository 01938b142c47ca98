import type { FastifyInstance } from "fastify";
import { AppError } from "#app-error.ts";

/**
 * Bodies are JSON and said to be JSON; an empty one is no body. Other types, text/plain among them, answer 415, and so
 * does a compressed body: nobody needs one, and unpacking what a stranger packed is work that they choose.
 */
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
