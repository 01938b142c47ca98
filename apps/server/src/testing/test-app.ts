import { randomUUID } from "node:crypto";
import pino, { type Logger } from "pino";
import { afterAll } from "vitest";
import type { AllJobHandlers } from "#all-jobs.ts";
import { type App, createApp } from "#app.ts";
import type { Context } from "#context.ts";
import { type Listening, listen } from "#platform/db/listen.ts";
import type { Database } from "#platform/db/pool.ts";
import { openReplica } from "#platform/db/replica.ts";
import type { Patience } from "#platform/http/http-server.ts";
import { createSessionMemory, type SessionMemory } from "#platform/http/session-memory.ts";
import { readWebFiles, type WebFiles } from "#platform/http/web-files.ts";
import type { JobHandler } from "#platform/jobs/job.ts";
import { openQueue } from "#platform/jobs/queue.ts";
import type { Mail, SendMail } from "#platform/mail/mail.ts";
import type { PaymentClient } from "#platform/payments/payment-client.ts";
import { readConfig } from "#platform/process/config.ts";
import { checkResponses } from "#testing/contract-check.ts";
import { runJobs } from "#testing/run-jobs.ts";
import { THREAD_PATIENCE } from "#testing/test-context.ts";
import { createTestDatabase, openTestPool } from "#testing/test-database.ts";

export type TestResponse<T> = {
  status: number;
  body: T;
  headers: Record<string, string | string[] | number | undefined>;
};
type CallOptions = { timeZone?: string; headers?: Record<string, string> };

/** A user's browser, which sends the cookies of earlier responses. */
export type TestClient = {
  email: string;
  userId: number;
  cookie: () => string;
  get<T = unknown>(path: string, options?: CallOptions): Promise<TestResponse<T>>;
  post<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<TestResponse<T>>;
  put<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<TestResponse<T>>;
  delete<T = unknown>(path: string, options?: CallOptions & { body?: unknown }): Promise<TestResponse<T>>;
};

export type TestApp = {
  app: App;
  ctx: Context;
  database: Database;
  connectionString: string;
  /** The server's clock, which only `set` and `advance` move. */
  clock: { now(): Date; set(to: string | Date): void; advance(milliseconds: number): void };
  mails: Mail[];
  /** Runs all waiting jobs, or those of one kind, once each; those that fail wait for the next call. */
  runJobs(only?: string): Promise<void>;
  runHandler<F extends keyof AllJobHandlers>(feature: F, name: keyof AllJobHandlers[F], data?: object): Promise<void>;
  visitor(): TestClient;
  register(email?: string): Promise<TestClient>;
  /** Opens the link that was mailed after the client's registration. */
  confirmAddress(client: TestClient): Promise<void>;
  /** Registers an account with a confirmed address, which may create links and classes. */
  registerConfirmed(): Promise<TestClient>;
  close(): Promise<void>;
};

export const PASSWORD = "una clave larga";

let webFiles: WebFiles | undefined;

/** Reads the web app's build once for all apps of a test file. */
function readWebFilesOnce(root: string): WebFiles {
  webFiles ??= readWebFiles(root);
  return webFiles;
}

type Options = {
  now?: string;
  environment?: Record<string, string>;
  sendMail?: SendMail;
  payments?: PaymentClient;
  log?: Logger;
  /** An app with whose database and clock to start another server. */
  beside?: TestApp;
  /** True to remember sessions for some seconds, as a server does outside of tests. */
  remembersSessions?: boolean;
  /** The address of another database, to be used as a replica. */
  replicaUrl?: string;
  /** Settings of each connection, as `-c name=value`. */
  databaseOptions?: string;
  statementTimeoutMs?: number;
  /** The number of connections to the database, 5 by default. */
  maxConnections?: number;
  /** How long a call waits for one of them, 20 s by default. */
  connectionTimeoutMs?: number;
  /** Time limits for clients, shorter than in the product so that tests need not wait as long. */
  patience?: Partial<Patience>;
};

/** Creates an app for all tests of a file, which calls this at its top; it is closed after them. */
export async function sharedTestApp(options?: Options): Promise<TestApp> {
  const app = await createTestApp(options);
  afterAll(() => app.close());
  return app;
}

export async function createTestApp({
  now = "2026-03-10T12:00:00Z",
  environment = {},
  sendMail,
  payments,
  log = pino({ level: "silent" }),
  beside,
  remembersSessions = false,
  replicaUrl,
  databaseOptions: serverOptions,
  statementTimeoutMs,
  maxConnections = 5,
  connectionTimeoutMs = 20_000,
  patience = {},
}: Options = {}): Promise<TestApp> {
  const {
    connectionString,
    db: database,
    drop,
  } = await (beside
    ? openDatabaseOf(beside)
    : createTestDatabase({
        maxConnections,
        connectionTimeoutMs,
        ...(serverOptions !== undefined && { serverOptions }),
        ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
      }));
  const clock = beside?.clock ?? createClock(now);
  const sessions = createSessionMemory(clock);
  const listening = remembersSessions ? await listenFor(connectionString, sessions) : null;
  const mails: Mail[] = [];
  const queue = await openQueue(database, clock, log);
  const replica = replicaUrl && openReplica({ connectionString: replicaUrl, primary: database, logger: log });
  const { app, ctx, jobHandlers } = await createApp({
    config: readConfig({ RATE_LIMIT: "off", FREE_FOLDER_LIMIT: "0", FREE_CARD_LIMIT: "0", ...environment }),
    database,
    replica: replica || undefined,
    clock,
    log,
    enqueue: queue.enqueue,
    sendMail: sendMail ?? (async (mail) => void mails.push(mail)),
    sessions,
    ...(payments && { payments }),
    patience,
    threadPatience: THREAD_PATIENCE,
    readWebFiles: readWebFilesOnce,
  });
  const responseProblems = checkResponses(app);
  await app.ready();
  let registered = 0;
  return {
    app,
    ctx,
    database,
    connectionString,
    clock,
    mails,
    runJobs: (only) => runJobs(queue.boss, jobHandlers, clock, log, only),
    runHandler: async (feature, name, data = {}) => {
      const handle = jobHandlers[feature][name] as JobHandler<object>;
      await handle(data, { id: randomUUID(), now: clock.now(), enqueuedAt: clock.now() });
    },
    visitor: () => createClient(app),
    async register(email = `persona${++registered}@repasa.example`) {
      const client = createClient(app);
      const response = await client.post<{ id: number; message?: string }>("/api/auth/register", {
        email,
        password: PASSWORD,
        confirmPassword: PASSWORD,
      });
      if (response.status !== 201) throw new Error(`could not register ${email}: ${JSON.stringify(response.body)}`);
      client.email = email;
      client.userId = response.body.id;
      return client;
    },
    async confirmAddress(client) {
      await runJobs(queue.boss, jobHandlers, clock, log, "auth.verification");
      const letter = mails.findLast(({ to, text }) => to === client.email && text.includes("/verify-email#"));
      const token = /\/verify-email#token=([\w-]+)/.exec(letter?.text ?? "")?.[1];
      const response = await client.post("/api/auth/verify-email", { token });
      if (response.status !== 200)
        throw new Error(`could not confirm ${client.email}: ${JSON.stringify(response.body)}`);
    },
    async registerConfirmed(this: TestApp) {
      const client = await this.register();
      // A tenth of the time that the letter and its link take.
      await database.pool.query("UPDATE users SET is_email_verified = true WHERE id = $1", [client.userId]);
      return client;
    },
    async close() {
      await app.close();
      await listening?.close();
      await queue.close();
      if (replica) await replica.close();
      await drop();
      if (responseProblems.length > 0)
        throw new Error(`not as the contract says:\n${[...new Set(responseProblems)].join("\n")}`);
    },
  };
}

function createClock(now: string): TestApp["clock"] {
  let time = new Date(now);
  return {
    now: () => new Date(time),
    set: (to) => {
      time = new Date(to);
    },
    advance: (milliseconds) => {
      time = new Date(time.getTime() + milliseconds);
    },
  };
}

function openDatabaseOf({ connectionString }: TestApp) {
  const db = openTestPool({ connectionString });
  return { connectionString, db, drop: db.close };
}

async function listenFor(connectionString: string, { listener }: SessionMemory): Promise<Listening> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onListening = () => {
    listener.onListening();
    resolve();
  };
  const listening = listen(connectionString, { ...listener, onListening });
  await promise;
  return listening;
}

function createClient(app: App): TestClient {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  async function call<T>(method: "GET" | "POST" | "PUT" | "DELETE", url: string, body: unknown, options: CallOptions) {
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(cookies.size > 0 && { cookie: cookie() }),
        ...(options.timeZone && { "x-time-zone": options.timeZone }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...options.headers,
      },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    for (const { name, value, expires } of response.cookies) {
      if (expires && expires.getTime() <= 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    const parsed = isJson && response.body !== "" ? response.json() : response.body;
    return { status: response.statusCode, body: parsed as T, headers: response.headers };
  }
  return {
    email: "",
    userId: 0,
    cookie,
    get: (path, options = {}) => call("GET", path, undefined, options),
    post: (path, body, options = {}) => call("POST", path, body, options),
    put: (path, body, options = {}) => call("PUT", path, body, options),
    delete: (path, { body, ...options } = {}) => call("DELETE", path, body, options),
  };
}
