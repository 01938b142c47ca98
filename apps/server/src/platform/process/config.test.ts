import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readConfig, variables } from "./config.ts";
import { StartupError } from "./startup-error.ts";

const STRIPE = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_PRICE_ID: "price_1",
};

it("has a default for every variable", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    appUrl: null,
    databaseUrl: null,
    smtpUrl: null,
    worker: true,
    stripe: null,
    freeLimits: { folders: 10, cards: 500 },
    adFrame: null,
    rateLimit: true,
    metrics: { token: null, port: null, host: "127.0.0.1" },
  });
});

it("has the variables and defaults that the operators' guide lists", () => {
  const guide = readFileSync(new URL("../../../../../docs/operating.md", import.meta.url), "utf8");
  const [, table = ""] = guide.split("\n## Configuration\n");
  const documented = [...table.matchAll(/^\| (`[A-Z][A-Z_]+`[^|]*) \| ([^|]+) \|/gm)].flatMap(
    ([, names = "", all = ""]) => {
      const defaults = all.split(", ").map((text) => (text.startsWith("unset") ? "unset" : text.replaceAll("`", "")));
      return names.split(", ").map((name, index) => [name.replaceAll("`", ""), defaults[index % defaults.length]]);
    },
  );
  const actual = Object.entries(variables).map(([name, [schema]]) => {
    const value = schema.parse(undefined);
    return [name, value === false ? "off" : String(value ?? "unset")];
  });
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(actual));
});

it("treats an empty variable as one that is not set", () => {
  expect(readConfig({ PORT: "", SMTP_URL: " ", STRIPE_SECRET_KEY: "" })).toEqual(readConfig({}));
});

it("removes the slash at the end of the app's address", () => {
  expect(readConfig({ APP_URL: "https://repasa.example/" }).appUrl).toBe("https://repasa.example");
});

it.each([
  ["PORT", "99999"],
  ["APP_URL", "repasa.example"],
  ["MAIL_FROM", "Repasa <nobody>"],
  ["MAIL_FROM", "a@b.example\r\nBcc: c@d.example"],
  ["WORKER", "yes"],
  ["RATE_LIMIT", "maybe"],
  ["LOG_LEVEL", "loud"],
  ["TRUST_PROXY", "true"],
  ["TRUST_PROXY", "/"],
  ["TRUST_PROXY", "10.0.0.0/99"],
  ["FREE_FOLDER_LIMIT", "-1"],
  ["FREE_CARD_LIMIT", "many"],
  ["DATABASE_POOL_SIZE", "1"],
  ["STRIPE_API_BASE", "ftp://localhost"],
  ["AD_FRAME_URL", "javascript:alert(1)"],
  ["METRICS_PORT", "metrics"],
  ["PUSH_HOSTS", "push.example"],
  ["PUSH_HOSTS", "http://push.example"],
  ["PUSH_HOSTS", "https://push.example/path"],
  ["PUSH_HOSTS", "https://push.example,"],
  ["PUSH_HOSTS", "https://push.example,http://10.0.0.1:4000"],
])("names the variable and its invalid value: %s=%s", (name, value) => {
  const environment = { ...(name.startsWith("STRIPE") && STRIPE), [name]: value };
  const failure = () => readConfig(environment);
  expect(failure).toThrow(`${name}=${JSON.stringify(value.trim())} is not valid: it takes `);
});

it("accepts other addresses of the database only together with DATABASE_URL", () => {
  const url = "postgres://app:secret@db.example/repasa";
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_READ_URL"]) {
    expect(() => readConfig({ [name]: url })).toThrow(`DATABASE_URL is not set: ${name} only says`);
  }
  expect(readConfig({ DATABASE_URL: url })).toMatchObject({ databaseDirectUrl: null, databaseReadUrl: null });
  const all = { DATABASE_URL: url, DATABASE_DIRECT_URL: `${url}1`, DATABASE_READ_URL: `${url}2` };
  expect(readConfig(all)).toMatchObject({ databaseDirectUrl: `${url}1`, databaseReadUrl: `${url}2` });
});

it("accepts the address of the tables' owner only together with DATABASE_URL", () => {
  const owner = "postgres://owner:secret@db.example/repasa";
  const app = "postgres://app:secret@db.example/repasa";
  expect(() => readConfig({ DATABASE_OWNER_URL: owner })).toThrow("DATABASE_URL is not set");
  expect(readConfig({ DATABASE_URL: app }).databaseOwnerUrl).toBeNull();
  expect(readConfig({ DATABASE_URL: app, DATABASE_OWNER_URL: owner }).databaseOwnerUrl).toBe(owner);
});

it("accepts several origins of push services", () => {
  expect(readConfig({}).pushHosts).toEqual(new Set());
  const { pushHosts } = readConfig({ PUSH_HOSTS: "https://push.example, http://127.0.0.1:4000" });
  expect(pushHosts).toEqual(new Set(["https://push.example", "http://127.0.0.1:4000"]));
});

it.each(["off", "2", "10.0.0.1", "10.0.0.0/8, ::1", "fd00::/8"])("trusts the proxies %s", (value) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(value === "off" ? false : value === "2" ? 2 : value);
});

describe("mail", () => {
  it.each(["hola@repasa.example", "Repasa <hola@repasa.example>", "Repasa, S.L. <hola@repasa.example>"])(
    "may be sent from %s",
    (from) => {
      expect(readConfig({ SMTP_URL: "smtps://u:p@mail.example", MAIL_FROM: from }).mailFrom).toBe(from);
    },
  );

  it("needs a sender if it is sent by SMTP", () => {
    expect(() => readConfig({ SMTP_URL: "smtp://localhost:2525" })).toThrow("MAIL_FROM is not set");
  });
});

describe("payments", () => {
  it("need all four keys, or none", () => {
    expect(readConfig(STRIPE).stripe).toEqual({
      secretKey: "sk_test_1",
      publishableKey: "pk_test_1",
      webhookSecret: "whsec_1",
      priceId: "price_1",
      apiBase: null,
    });
    for (const name of Object.keys(STRIPE)) {
      expect(() => readConfig({ ...STRIPE, [name]: undefined })).toThrow(`${name} is not set`);
    }
  });

  it("send a live key to nobody but Stripe", () => {
    const local = "http://localhost:4242";
    expect(readConfig({ ...STRIPE, STRIPE_API_BASE: local }).stripe?.apiBase).toBe(local);
    for (const key of ["sk_live_1", "rk_live_1"]) {
      const live = { ...STRIPE, STRIPE_SECRET_KEY: key };
      for (const base of [local, "https://api.stripe.com.evil.example", "http://api.stripe.com"]) {
        expect(() => readConfig({ ...live, STRIPE_API_BASE: base })).toThrow(/^STRIPE_API_BASE="/);
      }
      expect(readConfig({ ...live, STRIPE_API_BASE: "https://api.stripe.com" }).stripe?.secretKey).toBe(key);
      expect(readConfig(live).stripe?.apiBase).toBeNull();
    }
  });
});

const OTHER_DATABASE = "mysql://ana:guarded@x/db";
const SLASH_IN_PASSWORD = "postgres://ana:12/guarded@x/db";

it.each([
  ["DATABASE_URL", "a PostgreSQL address", [OTHER_DATABASE, SLASH_IN_PASSWORD, "guarded", "://guarded"]],
  ["DATABASE_OWNER_URL", "the same database with the role", [OTHER_DATABASE, "guarded"]],
  ["DATABASE_DIRECT_URL", "the same database past its pooler", [OTHER_DATABASE]],
  ["DATABASE_READ_URL", "a replica of the database", [SLASH_IN_PASSWORD]],
  [
    "SMTP_URL",
    "the address of a mail server",
    ["guarded.example.com", "smtp:///guarded", "http://ana:guarded@x", "smtp://ana:12#guarded@x"],
  ],
  ["STRIPE_SECRET_KEY", "a secret key of Stripe", ["guarded"]],
  ["METRICS_TOKEN", "a secret of 16 characters", ["guarded"]],
  ["STRIPE_WEBHOOK_SECRET", "the signing secret", ["guarded"]],
  ["STRIPE_PRICE_ID", "the id of the yearly price", ["sk_live_guarded"]],
])("names the variable %s, which takes %s, but not an invalid value", (name, accepts, values) => {
  for (const value of values) {
    const failure = () => readConfig({ [name]: value });
    expect(failure, value).toThrow(`${name} is not valid: it takes ${accepts}`);
    expect(failure, value).not.toThrow("guarded");
  }
});

it("returns a configuration or throws a StartupError, whatever a variable contains", () => {
  const names = fc.constantFrom(
    "PORT",
    "APP_URL",
    "DATABASE_URL",
    "SMTP_URL",
    "STRIPE_API_BASE",
    "AD_FRAME_URL",
    "TRUST_PROXY",
    "PUSH_HOSTS",
  );
  const scheme = fc.constantFrom("", "://", "postgres", "postgres:", "postgres://", "smtp:", "smtps://", "http://[");
  const text = fc.tuple(scheme, fc.string()).map((parts) => parts.join(""));
  fc.assert(
    fc.property(names, text, (name, value) => {
      try {
        readConfig({ MAIL_FROM: "hola@repasa.example", [name]: value });
      } catch (error) {
        expect(error).toBeInstanceOf(StartupError);
      }
    }),
  );
});
