import type { FastifyInstance } from "fastify";

/** Bodies are JSON and said to be JSON; an empty one is no body. Other types, text/plain among them, answer 415. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") return done(null, undefined);
    return parseJson(request, text, done);
  });
}
