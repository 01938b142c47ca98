import { readFileSync } from "node:fs";
import path from "node:path";
import { api } from "@repasa/contract/api.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import type { ReviewResult } from "@repasa/contract/study.ts";
import fc from "fast-check";
import type pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { RefusedMail } from "#platform/mail/mail.ts";
import { readConfig } from "#platform/process/config.ts";
import type { Stoppable } from "#platform/process/lifecycle.ts";
import { startPushService } from "#testing/push-service.ts";
import { createTestApp, sharedTestApp } from "#testing/test-app.ts";
import { noMetrics } from "./metrics.ts";
import { listenForMetrics } from "./metrics-page.ts";
import { openMetrics } from "./open-metrics.ts";

const TOKEN = "0123456789abcdef";
/** Database roles, which the guide mentions and whose names look like those of metrics. */
const ROLES = new Set(["repasa_owner", "repasa_app"]);
const authorization = `Bearer ${TOKEN}`;

let failure: Error | undefined;
const pushService = await startPushService();
afterAll(() => pushService.close());
const server = await sharedTestApp({
  environment: { METRICS_TOKEN: TOKEN, PUSH_HOSTS: pushService.origin },
  sendMail: async () => {
    if (failure) throw failure;
  },
});

type Series = { name: string; labels: Record<string, string>; value: number };

function parse(text: string): Series[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", labels = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = "", word = ""]) => [
        label,
        word,
      ]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

async function readMetrics(): Promise<Series[]> {
  const response = await server.app.inject({ url: "/metrics", headers: { authorization } });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  return parse(response.body);
}

function findValue(all: Series[], name: string, labels: Record<string, string> = {}): number | undefined {
  return all.find((one) => one.name === name && Object.entries(labels).every(([key, word]) => one.labels[key] === word))
    ?.value;
}

/** Does some work, and returns a function that says by how much a metric has grown meanwhile. */
async function measureGrowth(work: () => Promise<unknown>) {
  const before = await readMetrics();
  await work();
  const after = await readMetrics();
  return (name: string, labels: Record<string, string> = {}) =>
    (findValue(after, name, labels) ?? 0) - (findValue(before, name, labels) ?? 0);
}

describe("the metrics page", () => {
  it.each([undefined, "", TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}0`, `Bearer ${TOKEN.slice(1)}`])(
    "is refused without the right token: %s",
    async (wrong) => {
      const response = await server.app.inject({
        url: "/metrics",
        headers: wrong === undefined ? {} : { authorization: wrong },
      });
      expect([response.statusCode, response.body]).toEqual([401, '{"message":"Unauthorized"}']);
      expect(response.headers["www-authenticate"]).toBe("Bearer");
    },
  );

  it("has no port of its own, and no metrics are counted, unless configured", async () => {
    expect(
      await listenForMetrics({ config: readConfig({ METRICS_TOKEN: TOKEN }), metrics: server.ctx.metrics }, []),
    ).toBeNull();
    const watched = { ...server.ctx, pool: server.database.pool, jobKinds: [] };
    expect(await openMetrics(readConfig({}).metrics, watched)).toBe(noMetrics);
  });

  it("is served at its own port instead of the app's, even while the database is unavailable", async () => {
    const other = await createTestApp({ environment: { METRICS_TOKEN: TOKEN, METRICS_PORT: "0" } });
    const started: Stoppable[] = [];
    const port = await listenForMetrics(other.ctx, started);
    const ask = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
    expect((await other.app.inject({ url: "/metrics", headers: { authorization } })).statusCode).toBe(404);
    await other.register();
    expect((await ask("/metrics")).status).toBe(401);
    expect((await ask("/api/folders", { authorization })).status).toBe(404);
    const all = parse(await (await ask("/metrics", { authorization })).text());
    expect(findValue(all, "repasa_http_requests_total", { route: "/api/auth/register", status: "201" })).toBe(1);
    const again = { ...other.ctx, config: readConfig({ METRICS_PORT: String(port) }) };
    await expect(listenForMetrics(again, [])).rejects.toThrow(`Cannot listen on 127.0.0.1:${port}: another program`);
    await other.database.close();
    const without = parse(await (await ask("/metrics", { authorization })).text());
    expect(findValue(without, "repasa_database_up")).toBe(0);
    expect(findValue(without, "repasa_dead_letters")).toBeUndefined();
    expect(findValue(without, "process_resident_memory_bytes")).toBeGreaterThan(0);
    await Promise.all(started.map(({ stop }) => stop()));
    await expect(ask("/metrics")).rejects.toThrow();
    await other.close();
  });
});

describe("metrics", () => {
  it("count a rating once and each of its requests, however often it is sent", async () => {
    const ana = await server.register();
    const folder = await ana.post<{ id: number }>("/api/folders", { name: "Química" });
    const card = await ana.post<Card>(`/api/folders/${folder.body.id}/cards`, { front: "H₂O", back: "agua" });
    const reviewId = crypto.randomUUID();
    const rate = () =>
      ana.post<ReviewResult>(`/api/cards/${card.body.id}/review`, {
        difficulty: "hard",
        answerResult: "correct",
        reviewId,
      });
    const grown = await measureGrowth(async () => {
      for (let times = 0; times < 3; times++) expect((await rate()).status).toBe(200);
    });
    expect(grown("repasa_ratings_total")).toBe(1);
    const route = "/api/cards/:id/review";
    expect(grown("repasa_http_requests_total", { method: "POST", route, status: "200" })).toBe(3);
    expect(grown("repasa_http_request_duration_seconds_count", { method: "POST", route })).toBe(3);
    expect(grown("repasa_http_request_duration_seconds_bucket", { method: "POST", route, le: "+Inf" })).toBe(3);
  });

  it("count refused sign-ins by reason", async () => {
    const grown = await measureGrowth(() =>
      server.visitor().post("/api/auth/login", { email: "nadie@repasa.example", password: "no es esta" }),
    );
    expect(grown("repasa_sign_ins_refused_total", { reason: "credentials" })).toBe(1);
    expect(grown("repasa_sign_ins_refused_total", { reason: "rate_limited" })).toBe(0);
  });

  it("count jobs and letters by outcome, and report the waiting jobs and how late they are", async () => {
    const kind = "auth.verification";
    const done = { kind, outcome: "done" };
    await server.runJobs(kind);
    const sent = await measureGrowth(async () => {
      await server.register();
      const waiting = await readMetrics();
      expect(findValue(waiting, "repasa_jobs_waiting", { kind })).toBe(1);
      await server.runJobs(kind);
    });
    expect([sent("repasa_jobs_total", done), sent("repasa_mails_total", { outcome: "sent" })]).toEqual([1, 1]);
    expect(findValue(await readMetrics(), "repasa_jobs_waiting", { kind })).toBeUndefined();

    for (const [error, outcome] of [
      [new Error("away"), "failed"],
      [new RefusedMail("no"), "refused"],
    ] as const) {
      failure = error;
      const failed = await measureGrowth(async () => {
        await server.register();
        await server.runJobs(kind);
      });
      expect(failed("repasa_jobs_total", { kind, outcome })).toBe(1);
      expect(failed("repasa_mails_total", { outcome })).toBe(1);
      failure = undefined;
      await server.runJobs(kind);
    }
    await server.register();
    await server.database.pool.query("UPDATE pgboss.job SET start_after = $1 WHERE state < 'active'", [
      new Date(server.clock.now().getTime() - 60_000),
    ]);
    expect(findValue(await readMetrics(), "repasa_jobs_late_seconds", { kind })).toBe(60);
  });

  it("count pushes by outcome", async () => {
    const ana = await server.register();
    const { subscription } = await pushService.subscribe();
    const { body } = await ana.post<{ id: number }>("/api/push/subscriptions", subscription);
    for (const [status, outcome] of [
      [201, "sent"],
      [403, "refused"],
      [503, "failed"],
      [410, "gone"],
    ] as const) {
      pushService.behave(() => status);
      const grown = await measureGrowth(() => ana.post(`/api/push/subscriptions/${body.id}/test`));
      expect(grown("repasa_pushes_total", { outcome })).toBe(1);
    }
    const { rows } = await server.database.pool.query("SELECT private_key, public_key FROM push_keys");
    const page = JSON.stringify(await readMetrics());
    for (const secret of [rows[0].private_key, rows[0].public_key, subscription.endpoint]) {
      expect(page).not.toContain(secret);
    }
  });

  it("distinguish a full pool from an unavailable database", async () => {
    const pool = server.database.statements.pooled as pg.Pool;
    await expect.poll(async () => findValue(await readMetrics(), "repasa_database_up")).toBe(1);
    const lent = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const all = await readMetrics();
    for (const client of lent) client.release();
    expect(findValue(all, "repasa_jobs_waiting", { kind: "auth.verification" })).toBeUndefined();
    expect(findValue(all, "repasa_database_up")).toBe(1);
  });

  it("describe the process, its connection pool and its running jobs", async () => {
    const all = await readMetrics();
    for (const [name, labels] of [
      ["process_resident_memory_bytes", {}],
      ["process_cpu_seconds_total", {}],
      ["nodejs_heap_size_used_bytes", {}],
      ["repasa_event_loop_busy_seconds_total", {}],
      ["repasa_pool_connections", { state: "total" }],
      ["repasa_pool_connections", { state: "limit" }],
      ["repasa_build_info", { version: "0.1.0" }],
      ["repasa_database_up", {}],
    ] as const) {
      expect(findValue(all, name, labels), name).toBeGreaterThan(0);
    }
    expect(findValue(all, "repasa_event_loop_delay_seconds", { quantile: "0.99" })).toBeGreaterThanOrEqual(0);
    expect(findValue(all, "repasa_jobs_running", { kind: "imports.read" })).toBe(0);
  });
});

it("has every metric that the alerts and the operators' guide name", async () => {
  const known = new Set((await readMetrics()).map(({ name }) => name.replace(/_(bucket|sum|count)$/, "")));
  const root = path.resolve(import.meta.dirname, "../../../../..");
  const texts = ["deploy/alerts.yml", "docs/operating.md"].map((file) => readFileSync(path.join(root, file), "utf8"));
  const named = texts.join("\n").match(/\b(?:repasa|process|nodejs)_[a-z_]+/g) ?? [];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !known.has(name.replace(/_(bucket|count)$/, "")) && !ROLES.has(name))).toEqual([]);
});

describe("metric labels", () => {
  const endpoints = Object.values(api).flatMap((table): Endpoint[] => Object.values(table));
  const patterns = endpoints.map(({ path }) => path.replace(/\{(\w+)\}/g, ":$1"));
  const otherRoutes = ["/api/docs", "/api/docs.css", "/api/openapi.json", "/api/stripe/webhook", "/healthz", "/readyz"];
  const known = new Set([
    ...patterns,
    ...otherRoutes,
    "/metrics",
    "/api/reminders/one-click",
    "files",
    "pages",
    "unknown",
  ]);

  const address = fc.oneof(
    fc.webPath().map((tail) => tail || "/"),
    fc.webPath().map((tail) => `/api${tail}`),
    fc
      .tuple(fc.constantFrom(...patterns), fc.webSegment())
      .map(([pattern, word]) => pattern.replace(/:\w+/g, word || "7")),
    fc.uuid().map((id) => `/reset-password/${id}`),
  );
  const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "PROPFIND", "PURGE");

  it("take their values from the code, whatever is requested", async () => {
    const ana = await server.register();
    const call = fc.asyncProperty(address, method, async (url, verb) => {
      await server.app.inject({ method: verb as "GET", url, headers: { cookie: ana.cookie() } });
    });
    await fc.assert(call, { numRuns: 150 });
    const all = await readMetrics();
    const words = (label: string) => [...new Set(all.flatMap(({ labels }) => labels[label] ?? []))];
    expect(words("route").filter((route) => !known.has(route))).toEqual([]);
    expect(words("method").filter((verb) => !/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|other)$/.test(verb))).toEqual(
      [],
    );
    expect(words("status").filter((status) => !/^[1-5]\d\d$/.test(status))).toEqual([]);
    expect(new Set(all.flatMap(({ labels }) => Object.keys(labels)))).toEqual(
      new Set(["version", "node", "quantile", "state", "kind", "outcome", "reason", "method", "route", "status", "le"]),
    );
  });
});
