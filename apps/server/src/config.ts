import path from "node:path";
import { z } from "zod";
import { StartupError } from "#startup-error.ts";

const projectRoot = path.resolve(import.meta.dirname, "../../..");

const port = z.coerce.number().int().min(0).max(65_535);
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

// An address or a network, as 10.0.0.0/8, or a count of proxies; "true" would let anybody choose their address.
const trustProxy = z
  .string()
  .regex(/^(\d{1,2}|[\da-fA-F.:/]+(,\s*[\da-fA-F.:/]+)*|off)$/)
  .transform((text) => (text === "off" ? false : /^\d{1,2}$/.test(text) ? Number(text) : text));

const variables = {
  PORT: [port.default(3000), "a port number from 0 to 65535"],
  HOST: [z.string().min(1).default("127.0.0.1"), "an address to listen on"],
  APP_URL: [z.url({ protocol: /^https?$/ }).optional(), "the public address of the app, as https://repasa.example"],
  DATA_DIR: [z.string().min(1).default(".data"), "a folder"],
  DATABASE_URL: [
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    "a PostgreSQL address, as postgres://user:password@host/db",
  ],
  SUPPORT_EMAIL: [z.email().default("soporte@repasa.example"), "an e-mail address"],
  TRUST_PROXY: [trustProxy.default(false), "off, a number of proxies, or their addresses separated by commas"],
  RATE_LIMIT: [z.enum(["on", "off"]).default("on"), "on or off"],
  LOG_LEVEL: [z.enum(logLevels).default("info"), `one of ${logLevels.join(", ")}`],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

type Values = { [K in keyof typeof variables]: z.output<(typeof variables)[K][0]> };

export type Config = {
  port: number;
  host: string;
  /** Where people reach the app; null when not set: then the port that was really taken decides. */
  appUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  /** Where people write to: on the support and legal pages and in security.txt. */
  supportEmail: string;
  trustProxy: boolean | number | string;
  rateLimit: boolean;
  logLevel: (typeof logLevels)[number];
};

/** Reads the configuration from environment variables, once, at start. An empty variable counts as unset. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(
    Object.entries(variables).map(([name, [schema, accepts]]) => {
      const text = environment[name]?.trim() || undefined;
      const parsed = schema.safeParse(text);
      if (!parsed.success) throw new StartupError(`${name}=${JSON.stringify(text)} is not valid: it takes ${accepts}.`);
      return [name, parsed.data];
    }),
  ) as Values;
  return {
    port: values.PORT,
    host: values.HOST,
    appUrl: values.APP_URL ?? null,
    dataDir: path.resolve(projectRoot, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    supportEmail: values.SUPPORT_EMAIL,
    trustProxy: values.TRUST_PROXY,
    rateLimit: values.RATE_LIMIT === "on",
    logLevel: values.LOG_LEVEL,
  };
}
