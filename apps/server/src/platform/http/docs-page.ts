import { api } from "@repasa/contract/api.ts";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "#platform/http/openapi.ts";

export function serveApiDocs(app: FastifyInstance, options: { cookieName: string }): void {
  // The document is built by the first request for it, because it would take a quarter of the time in which a server starts.
  let described: string | undefined;
  const describeApi = () => (described ??= JSON.stringify(openApiDocument(options)));
  app.get("/api/openapi.json", async (_, reply) => reply.type("application/json; charset=utf-8").send(describeApi()));
  app.get("/api/docs", async (_request, reply) => reply.type("text/html; charset=utf-8").send(docsPage()));
  app.get("/api/docs.css", async (_request, reply) => reply.type("text/css; charset=utf-8").send(stylesheet));
}

function docsPage(): string {
  const features = Object.entries(api).map(([feature, endpoints]) => {
    const calls = (Object.values(endpoints) as Endpoint[]).map(describe).join("");
    return `<section><h2 id="${feature}">${feature}</h2>${calls}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Repasa API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>Repasa API</h1>
<p>The machine-readable form is <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). Every call may carry
<code>X-Time-Zone</code>, an IANA zone, which says what day today is; errors are
<code>{ message, code, issues? }</code>.</p>${features.join("")}</main></body></html>`;
}

function describe({ method, path, summary, session, status, errors }: Endpoint): string {
  const notes = [session ? "needs a session" : "open to all", `answers ${status}`, ...errors].join(" · ");
  return `<article><h3><span>${method}</span> <code>${path}</code></h3><p>${summary}</p><small>${notes}</small></article>`;
}

const stylesheet = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif}
main{max-width:48rem;margin:0 auto;padding:2rem 1rem}article{border-top:1px solid #8884;padding:.75rem 0}
h2{margin:2rem 0 .5rem;text-transform:capitalize}h3{margin:0;font-size:1rem}h3 span{display:inline-block;min-width:4.5rem;color:#7c55f5}
p{margin:.25rem 0}small{opacity:.75}code{font-size:.95em}`;
