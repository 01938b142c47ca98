// @module-tag hostile
import fc from "fast-check";
import { expect, it } from "vitest";
import { createRecoveryCode, hashRecoveryCode } from "./factors.recovery.ts";
import { buildSecretLink, createSecret, findTimeStep } from "./factors.totp.ts";

// The secret of RFC 6238, appendix B, "12345678901234567890" in base 32, and the last six of the eight digits there.
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const vectors = [
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
] as const;

it.each(vectors)("accepts the code of RFC 6238 at %i seconds", (seconds, code) => {
  expect(findTimeStep(SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
});

it("accepts a clock that is wrong by one step and no more", () => {
  const at = (step: number) => findTimeStep(SECRET, "005924", new Date(step * 30_000 + 15_000));
  const step = Math.floor(1234567890 / 30);
  expect([-2, -1, 0, 1, 2].map((drift) => at(step + drift))).toEqual([null, step, step, step, null]);
});

it("accepts nothing but six digits", () => {
  for (const code of ["", "00592", "0059244", "00592a", "005924\n", "٠٠٥٩٢٤"]) {
    expect(findTimeStep(SECRET, code, new Date(1234567890_000))).toBeNull();
  }
});

it("creates secrets of 160 bits, and links that apps can read", () => {
  const secret = createSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const link = new URL(buildSecretLink(secret, "ana+b@x.example"));
  expect([link.protocol, link.host, decodeURIComponent(link.pathname)]).toEqual([
    "otpauth:",
    "totp",
    "/Repasa:ana+b@x.example",
  ]);
  expect(link.searchParams.get("secret")).toBe(secret);
});

it("recognises a recovery code in each spelling, and no other", () => {
  const typings = fc.constantFrom(
    (code: string) => code,
    (code: string) => code.toUpperCase(),
    (code: string) => code.replaceAll("-", " "),
    (code: string) => ` ${code.replaceAll("-", "")}`,
    (code: string) => code.replaceAll("0", "O").replaceAll("1", "l"),
  );
  fc.assert(
    fc.property(typings, (type) => {
      const [code, other] = [createRecoveryCode(), createRecoveryCode()];
      expect(code).toMatch(/^([\da-hjkmnp-tv-z]{4}-){5}[\da-hjkmnp-tv-z]{4}$/);
      expect(hashRecoveryCode(type(code))).toBe(hashRecoveryCode(code));
      expect(hashRecoveryCode(other)).not.toBe(hashRecoveryCode(code));
      expect(hashRecoveryCode(code)).not.toContain(code.replaceAll("-", ""));
    }),
    { numRuns: 50 },
  );
  const wrong = ["", "123456", "u".repeat(24), ...[15, 17, 20, 23, 25].map((length) => "a".repeat(length))];
  for (const typed of wrong) expect(hashRecoveryCode(typed)).toBeNull();
});
