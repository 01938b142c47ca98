import type { FastifyInstance } from "fastify";
import type { Readiness } from "#platform/db/readiness.ts";

/** `/healthz`: the process is up. `/readyz`: it can serve; 503 with the reason while it cannot. */
export function serveHealth(app: FastifyInstance, checkReadiness: () => Promise<Readiness | "ending">): void {
  app.get("/healthz", { logLevel: "warn" }, async () => ({ status: "ok" }));
  app.get("/readyz", { logLevel: "warn" }, async (_request, reply) => {
    const readiness = await checkReadiness();
    if (readiness === "ok") return { status: "ok" };
    return reply.code(503).header("retry-after", "2").send({ status: "unavailable", reason: readiness });
  });
}
