import { createECDH, webcrypto } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDevice, decryptMessage } from "#testing/push-service.ts";
import { encryptMessage, isAuthSecret, isPublicKey, MAX_MESSAGE_BYTES } from "./message-encryption.ts";

/** RFC 8291, section 5 and appendix A. */
const RFC = {
  message: "When I grow up, I want to be a watermelon",
  senderPrivate: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  receiverPublic: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  receiverPrivate: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  body:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml" +
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT" +
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};
const RFC_KEYS = { p256dh: RFC.receiverPublic, auth: RFC.auth };
const decode = (text: string) => Buffer.from(text, "base64url");

describe("an encrypted message", () => {
  it("is the one of RFC 8291 for the RFC's keys and salt", () => {
    const sender = createECDH("prime256v1");
    sender.setPrivateKey(decode(RFC.senderPrivate));
    const body = encryptMessage(Buffer.from(RFC.message), RFC_KEYS, { salt: decode(RFC.salt), sender });
    expect(body.toString("base64url")).toBe(RFC.body);
  });

  it("is decrypted by an independent implementation, which also decrypts that of the RFC", async () => {
    const point = decode(RFC.receiverPublic);
    const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
    const jwk = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33), d: RFC.receiverPrivate };
    const curve = { name: "ECDH", namedCurve: "P-256" };
    const privateKey = await webcrypto.subtle.importKey("jwk", jwk, curve, false, ["deriveBits"]);
    const subscription = { endpoint: "", keys: RFC_KEYS };
    expect(await decryptMessage(decode(RFC.body), { subscription, privateKey })).toBe(RFC.message);

    const device = await createDevice("https://push.example/1");
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 300 }), async (text) => {
        const body = encryptMessage(Buffer.from(text), device.subscription.keys);
        expect(await decryptMessage(body, device)).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it("has at most 4096 bytes, and other bytes each time", () => {
    const longest = Buffer.alloc(MAX_MESSAGE_BYTES, "x");
    expect(encryptMessage(longest, RFC_KEYS)).toHaveLength(4096);
    expect(encryptMessage(longest, RFC_KEYS)).not.toEqual(encryptMessage(longest, RFC_KEYS));
    expect(() => encryptMessage(Buffer.alloc(MAX_MESSAGE_BYTES + 1), RFC_KEYS)).toThrow("bytes");
  });
});

describe("a browser's key", () => {
  it("is a point of P-256 in 65 bytes", async () => {
    const { keys } = (await createDevice("https://push.example/1")).subscription;
    const point = decode(keys.p256dh);
    expect(isPublicKey(keys.p256dh)).toBe(true);
    const other = createECDH("secp256k1");
    const invalid = [
      "",
      "no es una clave",
      `${keys.p256dh}=`,
      `${keys.p256dh} `,
      keys.p256dh.slice(0, -1),
      `${keys.p256dh}AAAA`,
      // The same bytes with other bits after the last one.
      `${keys.p256dh.slice(0, -1)}${String.fromCharCode(keys.p256dh.charCodeAt(86) + 1)}`,
      point.toString("base64"),
      // Compressed, hybrid, at infinity, off the curve, of another curve.
      Buffer.concat([Buffer.of(2 + ((point[64] as number) & 1)), point.subarray(1, 33)]).toString("base64url"),
      Buffer.concat([Buffer.of(6 + ((point[64] as number) & 1)), point.subarray(1)]).toString("base64url"),
      Buffer.alloc(65).toString("base64url"),
      Buffer.concat([point.subarray(0, 64), Buffer.of((point[64] as number) ^ 1)]).toString("base64url"),
      other.generateKeys().toString("base64url"),
    ];
    // Base64 with + and / differs from base64url only if the key contains one of the two.
    for (const text of invalid.filter((text) => text !== keys.p256dh))
      expect([text, isPublicKey(text)]).toEqual([text, false]);
  });

  it("comes with a secret of 16 bytes", () => {
    expect(isAuthSecret(RFC.auth)).toBe(true);
    for (const text of ["", RFC.auth.slice(0, -2), `${RFC.auth}AA`, `${RFC.auth}==`, "á".repeat(22)]) {
      expect([text, isAuthSecret(text)]).toEqual([text, false]);
    }
  });

  it("is refused or accepted, whatever the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ minLength: 87, maxLength: 87 })), (text) => {
        expect([isPublicKey(text), isAuthSecret(text)].every((answer) => typeof answer === "boolean")).toBe(true);
      }),
    );
  });
});
