import { readFileSync } from "node:fs";
import path from "node:path";
import { api } from "@repasa/contract/api.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import type { ReviewResult } from "@repasa/contract/study.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RefusedMail } from "#platform/mail/mail.ts";
import { readConfig } from "#platform/process/config.ts";
import type { Stoppable } from "#platform/process/lifecycle.ts";
import { createTestApp, sharedTestApp } from "#testing/test-app.ts";
import { noMetrics } from "./metrics.ts";
import { listenForMetrics } from "./metrics-page.ts";
import { openMetrics } from "./open-metrics.ts";

const TOKEN = "0123456789abcdef";
/** Of the database, which the guide names too. */
const ROLES = new Set(["repasa_owner", "repasa_app"]);
const authorization = `Bearer ${TOKEN}`;

let failure: Error | undefined;
const server = await sharedTestApp({
  environment: { METRICS_TOKEN: TOKEN },
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

async function figures(): Promise<Series[]> {
  const answer = await server.app.inject({ url: "/metrics", headers: { authorization } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  return parse(answer.body);
}

function figure(all: Series[], name: string, labels: Record<string, string> = {}): number | undefined {
  return all.find((one) => one.name === name && Object.entries(labels).every(([key, word]) => one.labels[key] === word))
    ?.value;
}

/** By how much each figure grows while something is done. */
async function growth(work: () => Promise<unknown>) {
  const before = await figures();
  await work();
  const after = await figures();
  return (name: string, labels: Record<string, string> = {}) =>
    (figure(after, name, labels) ?? 0) - (figure(before, name, labels) ?? 0);
}

describe("who asks", () => {
  it.each([undefined, "", TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}0`, `Bearer ${TOKEN.slice(1)}`])(
    "is refused without the token: %s",
    async (wrong) => {
      const answer = await server.app.inject({
        url: "/metrics",
        headers: wrong === undefined ? {} : { authorization: wrong },
      });
      expect([answer.statusCode, answer.body]).toEqual([401, '{"message":"Unauthorized"}']);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    },
  );

  it("is not listened to where there is no port", async () => {
    expect(
      await listenForMetrics({ config: readConfig({ METRICS_TOKEN: TOKEN }), metrics: server.ctx.metrics }, []),
    ).toBeNull();
    const watched = { ...server.ctx, pool: server.database.pool, jobKinds: [] };
    expect(await openMetrics(readConfig({}).metrics, watched)).toBe(noMetrics);
  });

  it("asks at the port that there is, and not beside the app, also while the database is away", async () => {
    const other = await createTestApp({ environment: { METRICS_TOKEN: TOKEN, METRICS_PORT: "0" } });
    const started: Stoppable[] = [];
    const port = await listenForMetrics(other.ctx, started);
    const ask = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
    expect((await other.app.inject({ url: "/metrics", headers: { authorization } })).statusCode).toBe(404);
    await other.register();
    expect((await ask("/metrics")).status).toBe(401);
    expect((await ask("/api/folders", { authorization })).status).toBe(404);
    const all = parse(await (await ask("/metrics", { authorization })).text());
    expect(figure(all, "repasa_http_requests_total", { route: "/api/auth/register", status: "201" })).toBe(1);
    const again = { ...other.ctx, config: readConfig({ METRICS_PORT: String(port) }) };
    await expect(listenForMetrics(again, [])).rejects.toThrow(`Cannot listen on 127.0.0.1:${port}: another program`);
    await other.database.close();
    const without = parse(await (await ask("/metrics", { authorization })).text());
    expect(figure(without, "repasa_database_up")).toBe(0);
    expect(figure(without, "repasa_dead_letters")).toBeUndefined();
    expect(figure(without, "process_resident_memory_bytes")).toBeGreaterThan(0);
    await Promise.all(started.map(({ stop }) => stop()));
    await expect(ask("/metrics")).rejects.toThrow();
    await other.close();
  });
});

describe("figures", () => {
  it("move with a rating, once however often it is sent", async () => {
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
    const grown = await growth(async () => {
      for (let times = 0; times < 3; times++) expect((await rate()).status).toBe(200);
    });
    expect(grown("repasa_ratings_total")).toBe(1);
    const route = "/api/cards/:id/review";
    expect(grown("repasa_http_requests_total", { method: "POST", route, status: "200" })).toBe(3);
    expect(grown("repasa_http_request_duration_seconds_count", { method: "POST", route })).toBe(3);
    expect(grown("repasa_http_request_duration_seconds_bucket", { method: "POST", route, le: "+Inf" })).toBe(3);
  });

  it("move with a sign-in that is refused, by why", async () => {
    const grown = await growth(() =>
      server.visitor().post("/api/auth/login", { email: "nadie@repasa.example", password: "no es esta" }),
    );
    expect(grown("repasa_sign_ins_refused_total", { reason: "credentials" })).toBe(1);
    expect(grown("repasa_sign_ins_refused_total", { reason: "rate_limited" })).toBe(0);
  });

  it("move with jobs and letters, and tell what waits and for how long", async () => {
    const kind = "auth.verification";
    const done = { kind, outcome: "done" };
    await server.runJobs(kind);
    const sent = await growth(async () => {
      await server.register();
      const waiting = await figures();
      expect(figure(waiting, "repasa_jobs_waiting", { kind })).toBe(1);
      await server.runJobs(kind);
    });
    expect([sent("repasa_jobs_total", done), sent("repasa_mails_total", { outcome: "sent" })]).toEqual([1, 1]);
    expect(figure(await figures(), "repasa_jobs_waiting", { kind })).toBeUndefined();

    for (const [error, outcome] of [
      [new Error("away"), "failed"],
      [new RefusedMail("no"), "refused"],
    ] as const) {
      failure = error;
      const failed = await growth(async () => {
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
    expect(figure(await figures(), "repasa_jobs_late_seconds", { kind })).toBe(60);
  });

  it("tell a full pool from a database that is away", async () => {
    const { pool } = server.database;
    await expect.poll(async () => figure(await figures(), "repasa_database_up")).toBe(1);
    const lent = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const all = await figures();
    for (const client of lent) client.release();
    expect(figure(all, "repasa_jobs_waiting", { kind: "auth.verification" })).toBeUndefined();
    expect(figure(all, "repasa_database_up")).toBe(1);
  });

  it("tell of the process, its pool and what runs", async () => {
    const all = await figures();
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
      expect(figure(all, name, labels), name).toBeGreaterThan(0);
    }
    expect(figure(all, "repasa_event_loop_delay_seconds", { quantile: "0.99" })).toBeGreaterThanOrEqual(0);
    expect(figure(all, "repasa_jobs_running", { kind: "imports.read" })).toBe(0);
  });
});

it("are called in alarms and in the operators' guide as they are here", async () => {
  const known = new Set((await figures()).map(({ name }) => name.replace(/_(bucket|sum|count)$/, "")));
  const root = path.resolve(import.meta.dirname, "../../../../..");
  const texts = ["deploy/alerts.yml", "docs/operating.md"].map((file) => readFileSync(path.join(root, file), "utf8"));
  const named = texts.join("\n").match(/\b(?:repasa|process|nodejs)_[a-z_]+/g) ?? [];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !known.has(name.replace(/_(bucket|count)$/, "")) && !ROLES.has(name))).toEqual([]);
});

describe("labels", () => {
  const endpoints = Object.values(api).flatMap((table): Endpoint[] => Object.values(table));
  const patterns = endpoints.map(({ path }) => path.replace(/\{(\w+)\}/g, ":$1"));
  const beside = ["/api/docs", "/api/docs.css", "/api/openapi.json", "/api/stripe/webhook", "/healthz", "/readyz"];
  const known = new Set([...patterns, ...beside, "/metrics", "/api/reminders/one-click", "files", "pages", "unknown"]);

  const address = fc.oneof(
    fc.webPath().map((tail) => tail || "/"),
    fc.webPath().map((tail) => `/api${tail}`),
    fc
      .tuple(fc.constantFrom(...patterns), fc.webSegment())
      .map(([pattern, word]) => pattern.replace(/:\w+/g, word || "7")),
    fc.uuid().map((id) => `/reset-password/${id}`),
  );
  const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "PROPFIND", "PURGE");

  it("are words of the code, whatever is asked for", async () => {
    const ana = await server.register();
    const call = fc.asyncProperty(address, method, async (url, verb) => {
      await server.app.inject({ method: verb as "GET", url, headers: { cookie: ana.cookie() } });
    });
    await fc.assert(call, { numRuns: 150 });
    const all = await figures();
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
