import path from "node:path";
import { z } from "zod";
import { StartupError } from "#startup-error.ts";

const projectRoot = path.resolve(import.meta.dirname, "../../..");

const limit = z.coerce.number().int().min(0).max(1_000_000);
const port = z.coerce.number().int().min(0).max(65_535);
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

// An address, a network such as 10.0.0.0/8, or a count of proxies. "true" would let anybody forge their address.
const trustProxy = z
  .string()
  .regex(/^(\d{1,2}|[\da-fA-F.:/]+(,\s*[\da-fA-F.:/]+)*|off)$/)
  .transform((text) => (text === "off" ? false : /^\d{1,2}$/.test(text) ? Number(text) : text));

const sender = z
  .string()
  .regex(/^[^<>\r\n]*<[^<>\s]+>$|^[^<>\s]+$/)
  .refine((text) => z.email().safeParse(/<(.+)>$/.exec(text)?.[1] ?? text).success);

const variables = {
  PORT: [port.default(3000), "a port number from 0 to 65535"],
  HOST: [z.string().min(1).default("127.0.0.1"), "an address to listen on"],
  APP_URL: [z.url({ protocol: /^https?$/ }).optional(), "the public address of the app, as https://repasa.example"],
  DATA_DIR: [z.string().min(1).default(".data"), "a folder"],
  DATABASE_URL: [
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    "a PostgreSQL address, as postgres://user:password@host/db",
  ],
  SMTP_URL: [
    z.url({ protocol: /^smtps?$/ }).optional(),
    "the address of a mail server, as smtps://user:password@smtp.example.com",
  ],
  MAIL_FROM: [sender.optional(), "the sender of mail, as Repasa <hola@repasa.example>"],
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
  AD_FRAME_URL: [
    z.url({ protocol: /^https?$/ }).optional(),
    "the address of a page to show in the place for advertising",
  ],
  SUPPORT_EMAIL: [z.email().default("soporte@repasa.example"), "an e-mail address"],
  TRUST_PROXY: [trustProxy.default(false), "off, a number of proxies, or their addresses separated by commas"],
  RATE_LIMIT: [z.enum(["on", "off"]).default("on"), "on or off"],
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
      if (!parsed.success) throw new StartupError(`${name}=${JSON.stringify(text)} is not valid: it takes ${accepts}.`);
      return [name, parsed.data];
    }),
  ) as Values;
  if (values.SMTP_URL !== undefined && values.MAIL_FROM === undefined) {
    throw new StartupError(`MAIL_FROM is not set: with SMTP_URL it takes ${variables.MAIL_FROM[1]}.`);
  }
  return {
    port: values.PORT,
    host: values.HOST,
    /** Where people reach the app, without a slash at the end; null when only the port that was taken tells. */
    appUrl: values.APP_URL?.replace(/\/$/, "") ?? null,
    dataDir: path.resolve(projectRoot, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    /** Null writes messages to files instead. */
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? "Repasa <no-reply@repasa.example>",
    /** Whether the server also does the queued jobs, or leaves them to `npm run worker`. */
    worker: values.WORKER === "on",
    /** Null when nothing is sold. */
    stripe: stripeKeys(values),
    /** What an account without premium may hold; 0 is no limit. */
    freeLimits: { folders: values.FREE_FOLDER_LIMIT, cards: values.FREE_CARD_LIMIT },
    /** The page in the advertising slot; null shows the app's own word for Premium. */
    adFrame: values.AD_FRAME_URL ?? null,
    supportEmail: values.SUPPORT_EMAIL,
    trustProxy: values.TRUST_PROXY,
    rateLimit: values.RATE_LIMIT === "on",
    logLevel: values.LOG_LEVEL,
  };
}

const STRIPE_NAMES = [
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_PRICE_ID",
] as const;

/** All or none: with half of them people could pay and get nothing. `apiBase` null is Stripe's own address. */
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
