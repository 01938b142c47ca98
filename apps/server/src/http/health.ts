import type { FastifyInstance } from "fastify";

/** `/healthz`: the process is up. `/readyz`: it can serve; 503 while it shuts down or the database is away. */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get("/healthz", { logLevel: "warn" }, async () => ({ status: "ok" }));
  app.get("/readyz", { logLevel: "warn" }, async (_request, reply) => {
    const ready = await isReady();
    if (!ready) reply.header("retry-after", "2");
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "unavailable" });
  });
}
