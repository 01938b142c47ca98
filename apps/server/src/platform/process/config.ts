import path from "node:path";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { StartupError } from "#platform/process/startup-error.ts";
import { isPushOrigin } from "#platform/push/push-endpoint.ts";

const projectRoot = path.resolve(import.meta.dirname, "../../../../..");

const limit = z.coerce.number().int().min(0).max(1_000_000);
const port = z.coerce.number().int().min(0).max(65_535);
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

function isAddressOrNetwork(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

// An address, a network such as 10.0.0.0/8, or a number of proxies. "true" would let anybody forge their address.
const trustProxy = z
  .string()
  .refine((text) => /^(\d{1,2}|off)$/.test(text) || text.split(/,\s*/).every(isAddressOrNetwork))
  .transform((text) => (text === "off" ? false : /^\d{1,2}$/.test(text) ? Number(text) : text));

const origins = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .refine((parts) => parts.every(isPushOrigin))
  .transform((parts): ReadonlySet<string> => new Set(parts));

const sender = z
  .string()
  .regex(/^[^<>\r\n]*<[^<>\s]+>$|^[^<>\s]+$/)
  .refine((text) => z.email().safeParse(/<(.+)>$/.exec(text)?.[1] ?? text).success);

/**
 * An unescaped `/` or `#` in a password ends the host early: the rest of the password would then be used as the name of a
 * database, and printed.
 */
function isPasswordEscaped(url: string): boolean {
  const { pathname, hash } = new URL(url);
  return !`${pathname}${hash}`.includes("@");
}

// `abort` is set because the refinement parses the text, and must not run on a text that is not a URL.
const postgres = z.url({ protocol: /^postgres(ql)?$/, abort: true }).refine(isPasswordEscaped);
const smtp = z.url({ protocol: /^smtps?$/, hostname: /./, abort: true }).refine(isPasswordEscaped);

/** The variables of the environment: how each is read, and what it takes. docs/operating.md lists them. */
export const variables = {
  PORT: [port.default(3000), "a port number from 0 to 65535"],
  HOST: [z.string().min(1).default("127.0.0.1"), "an address to listen on"],
  APP_URL: [z.url({ protocol: /^https?$/ }).optional(), "the public address of the app, as https://repasa.example"],
  DATA_DIR: [z.string().min(1).default(".data"), "a folder"],
  DATABASE_URL: [postgres.optional(), "a PostgreSQL address, as postgres://user:password@host/db"],
  DATABASE_OWNER_URL: [
    postgres.optional(),
    "the same database with the role that owns its tables, as postgres://owner:password@host/db",
  ],
  DATABASE_DIRECT_URL: [postgres.optional(), "the same database past its pooler, as postgres://user:password@host/db"],
  DATABASE_READ_URL: [postgres.optional(), "a replica of the database, as postgres://reader:password@host/db"],
  DATABASE_POOL_SIZE: [z.coerce.number().int().min(2).max(1000).default(16), "a number of connections from 2 to 1000"],
  SMTP_URL: [smtp.optional(), "the address of a mail server, as smtps://user:password@smtp.example.com"],
  MAIL_FROM: [sender.optional(), "the sender of mail, as Repasa <hola@repasa.example>"],
  PUSH_HOSTS: [
    origins.optional(),
    "origins of push services separated by commas, as https://push.example, with http only for this machine",
  ],
  WORKER: [z.enum(["on", "off"]).default("on"), "on or off"],
  STRIPE_SECRET_KEY: [
    z
      .string()
      .regex(/^(sk|rk)_\w+$/)
      .optional(),
    "a secret key of Stripe, as sk_test_...",
  ],
  STRIPE_PUBLISHABLE_KEY: [
    z
      .string()
      .regex(/^pk_\w+$/)
      .optional(),
    "a publishable key of Stripe, as pk_test_...",
  ],
  STRIPE_WEBHOOK_SECRET: [
    z
      .string()
      .regex(/^whsec_\S+$/)
      .optional(),
    "the signing secret of the webhook, as whsec_...",
  ],
  STRIPE_PRICE_ID: [
    z
      .string()
      .regex(/^(price|plan)_\w+$/)
      .optional(),
    "the id of the yearly price, as price_...",
  ],
  STRIPE_API_BASE: [z.url({ protocol: /^https?$/ }).optional(), "the address of Stripe's API, or of one like it"],
  FREE_FOLDER_LIMIT: [limit.default(10), "a number of folders, 0 for no limit"],
  FREE_CARD_LIMIT: [limit.default(500), "a number of cards, 0 for no limit"],
  MEDIA_LIMIT_MB: [limit.default(1024), "a number of megabytes, 0 for no limit"],
  IMPORT_LIMIT_MB: [limit.min(1).default(300), "the megabytes of the largest file that may be imported"],
  AD_FRAME_URL: [
    z.url({ protocol: /^https?$/ }).optional(),
    "the address of a page to show in the place for advertising",
  ],
  SUPPORT_EMAIL: [z.email().default("soporte@repasa.example"), "an e-mail address"],
  HSTS_SUBDOMAINS: [z.enum(["on", "off"]).default("off"), "on or off"],
  TRUST_PROXY: [trustProxy.default(false), "off, a number of proxies, or their addresses separated by commas"],
  RATE_LIMIT: [z.enum(["on", "off"]).default("on"), "on or off"],
  METRICS_TOKEN: [
    z
      .string()
      .regex(/^[\w.~+/=-]{16,}$/)
      .optional(),
    "a secret of 16 characters or more, as openssl rand -hex 32 makes it",
  ],
  METRICS_PORT: [port.optional(), "a port number from 0 to 65535"],
  METRICS_HOST: [z.string().min(1).default("127.0.0.1"), "an address to listen on"],
  LOG_LEVEL: [z.enum(logLevels).default("info"), `one of ${logLevels.join(", ")}`],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

type Values = { [K in keyof typeof variables]: z.output<(typeof variables)[K][0]> };

export type Config = ReturnType<typeof readConfig>;
export type StripeKeys = NonNullable<Config["stripe"]>;

export function readConfig(environment: Record<string, string | undefined>) {
  const values = Object.fromEntries(
    Object.entries(variables).map(([name, [schema, accepts]]) => {
      const text = environment[name]?.trim() || undefined;
      const parsed = schema.safeParse(text);
      if (!parsed.success) throw new StartupError(`${describeVariable(name, text)} is not valid: it takes ${accepts}.`);
      return [name, parsed.data];
    }),
  ) as Values;
  if (values.SMTP_URL !== undefined && values.MAIL_FROM === undefined) {
    throw new StartupError(`MAIL_FROM is not set: with SMTP_URL it takes ${variables.MAIL_FROM[1]}.`);
  }
  for (const [name, says] of NEEDING_DATABASE_URL) {
    if (values[name] === undefined || values.DATABASE_URL !== undefined) continue;
    throw new StartupError(`DATABASE_URL is not set: ${name} only says ${says}.`);
  }
  return {
    port: values.PORT,
    host: values.HOST,
    /** The address of the app for people, without a slash at the end; null if it follows from the port. */
    appUrl: values.APP_URL?.replace(/\/$/, "") ?? null,
    dataDir: path.resolve(projectRoot, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    /** The address for migrations if the role of `databaseUrl` may only change rows; null if it may do both. */
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? null,
    /** The address that bypasses the pooler of `databaseUrl`, for sessions that hold locks or tables; null without a pooler. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    /** A replica, for responses that may be seconds old; null if everything is read from the database itself. */
    databaseReadUrl: values.DATABASE_READ_URL ?? null,
    /** The number of connections for the requests of each process. */
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** If null, messages are written to files instead. */
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? "Repasa <no-reply@repasa.example>",
    /** The origins to which pushes are sent, besides those of the push services of browsers. */
    pushHosts: values.PUSH_HOSTS ?? new Set<string>(),
    /** Whether the server also does the queued jobs, or leaves them to `npm run worker`. */
    worker: values.WORKER === "on",
    /** Null if nothing is sold. */
    stripe: stripeKeys(values),
    /** The limits of an account without Premium; 0 means no limit. */
    freeLimits: { folders: values.FREE_FOLDER_LIMIT, cards: values.FREE_CARD_LIMIT },
    /** The limit of an account's media in bytes; 0 means no limit. */
    mediaLimit: values.MEDIA_LIMIT_MB * 1024 * 1024,
    /** The limit of an imported file. */
    importLimitBytes: values.IMPORT_LIMIT_MB * 1024 * 1024,
    /** The page in the advertising slot; if null, the app advertises Premium there. */
    adFrame: values.AD_FRAME_URL ?? null,
    supportEmail: values.SUPPORT_EMAIL,
    /** Whether browsers are to use https for every host below that of `appUrl`, too. */
    hstsSubdomains: values.HSTS_SUBDOMAINS === "on",
    trustProxy: values.TRUST_PROXY,
    rateLimit: values.RATE_LIMIT === "on",
    /** Metrics are served beside the app to clients with the token, or on a port of their own; without either they are off. */
    metrics: { token: values.METRICS_TOKEN ?? null, port: values.METRICS_PORT ?? null, host: values.METRICS_HOST },
    logLevel: values.LOG_LEVEL,
  };
}

const NEEDING_DATABASE_URL = [
  ["DATABASE_OWNER_URL", "who migrates its tables"],
  ["DATABASE_DIRECT_URL", "where it is behind its pooler"],
  ["DATABASE_READ_URL", "where its replica is"],
] as const;

/** The values of these variables are neither printed nor logged: they contain secrets, or may do so by mistake. */
const isSecret = (name: string) => /^(DATABASE_\w*URL|SMTP_URL|METRICS_TOKEN|STRIPE_(?!API_BASE)\w+)$/.test(name);

function describeVariable(name: string, text: string | undefined): string {
  return isSecret(name) ? name : `${name}=${JSON.stringify(text)}`;
}

const STRIPE_NAMES = [
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_PRICE_ID",
] as const;

/** Requires all of these or none: with some missing, people could pay and get nothing. `apiBase` null means Stripe's own address. */
function stripeKeys(values: Values) {
  const missing = STRIPE_NAMES.filter((name) => values[name] === undefined);
  if (missing.length === STRIPE_NAMES.length) return null;
  const [secretKey, publishableKey, webhookSecret, priceId] = STRIPE_NAMES.map((name) => values[name]);
  if (!secretKey || !publishableKey || !webhookSecret || !priceId) {
    throw new StartupError(`${missing[0]} is not set: payments need ${STRIPE_NAMES.join(", ")}, or none of them.`);
  }
  const apiBase = values.STRIPE_API_BASE ?? null;
  if (apiBase !== null && /^(sk|rk)_live_/.test(secretKey) && new URL(apiBase).origin !== "https://api.stripe.com") {
    throw new StartupError(
      `STRIPE_API_BASE=${JSON.stringify(apiBase)} is not valid: with a live key it takes https://api.stripe.com, or nothing.`,
    );
  }
  return { secretKey, publishableKey, webhookSecret, priceId, apiBase };
}
