// @module-tag hostile
import { expect, it } from "vitest";
import { answerHeaders } from "./security-headers.ts";

function policy(options: Partial<Parameters<typeof answerHeaders>[0]>): string[] {
  const headers = answerHeaders({ https: true, hstsSubdomains: false, payments: false, adFrame: null, ...options });
  return String(headers["content-security-policy"]).split(";");
}

it("allows no other origins unless configured", () => {
  const rules = policy({});
  expect(rules).toContain("script-src 'self'");
  expect(rules).toContain("connect-src 'self'");
  expect(rules).toContain("img-src 'self' data:");
  expect(rules).toContain("media-src 'self'");
  expect(rules).toContain("frame-src 'none'");
  expect(rules.join()).not.toMatch(/https?:|unsafe/);
});

it("allows the payment provider's origins if payments are configured", () => {
  const rules = policy({ payments: true });
  expect(rules).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
  expect(rules).toContain("connect-src 'self' https://api.stripe.com");
  expect(rules).toContain("frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com");
  expect(rules.join()).not.toMatch(/unsafe/);
});

it("allows the page for advertising as a frame, but none of its scripts", () => {
  const rules = policy({ adFrame: "https://ads.example/slot?size=1" });
  expect(rules).toContain("frame-src https://ads.example");
  expect(rules).toContain("script-src 'self'");
});

it("includes subdomains in HSTS only if configured", () => {
  const transport = (hstsSubdomains: boolean) =>
    answerHeaders({ https: true, hstsSubdomains, payments: false, adFrame: null })["strict-transport-security"];
  expect(transport(false)).toBe("max-age=31536000");
  expect(transport(true)).toBe("max-age=31536000; includeSubDomains");
});
