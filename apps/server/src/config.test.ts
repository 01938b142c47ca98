import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const STRIPE = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_PRICE_ID: "price_1",
};

it("needs nothing", () => {
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
  });
});

it("takes an empty variable for one that is not set", () => {
  expect(readConfig({ PORT: "", SMTP_URL: " ", STRIPE_SECRET_KEY: "" })).toEqual(readConfig({}));
});

it("keeps the address without a slash at the end, for the server and the worker alike", () => {
  expect(readConfig({ APP_URL: "https://repasa.example/" }).appUrl).toBe("https://repasa.example");
});

it.each([
  ["PORT", "99999"],
  ["APP_URL", "repasa.example"],
  ["SMTP_URL", "http://mail.example"],
  ["MAIL_FROM", "Repasa <nobody>"],
  ["MAIL_FROM", "a@b.example\r\nBcc: c@d.example"],
  ["WORKER", "yes"],
  ["FREE_FOLDER_LIMIT", "-1"],
  ["FREE_CARD_LIMIT", "many"],
  ["STRIPE_API_BASE", "ftp://localhost"],
  ["AD_FRAME_URL", "javascript:alert(1)"],
])("names what is wrong: %s=%s", (name, value) => {
  const environment = { ...(name.startsWith("STRIPE") && STRIPE), [name]: value };
  const failure = () => readConfig(environment);
  expect(failure).toThrow(`${name}=${JSON.stringify(value.trim())} is not valid: it takes `);
});

describe("mail", () => {
  it.each(["hola@repasa.example", "Repasa <hola@repasa.example>", "Repasa, S.L. <hola@repasa.example>"])(
    "may come from %s",
    (from) => {
      expect(readConfig({ SMTP_URL: "smtps://u:p@mail.example", MAIL_FROM: from }).mailFrom).toBe(from);
    },
  );

  it("needs a sender when it leaves the house", () => {
    expect(() => readConfig({ SMTP_URL: "smtp://localhost:2525" })).toThrow("MAIL_FROM is not set");
  });
});

describe("payments", () => {
  it("take all four keys, or none", () => {
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

  it("refuse to send a live key anywhere but to Stripe", () => {
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
