// RFC 8292 (VAPID): a signature by which a push service recognises the server to which a browser has subscribed.
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";

/** A key pair of P-256 in base64url: the public point in 65 bytes, and the private number in 32. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

/** Services refuse a signature that is valid for more than a day. */
const VALID_SECONDS = 12 * 3600;

export function createVapidKeys(): VapidKeys {
  const {
    x = "",
    y = "",
    d = "",
  } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  const point = [Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  return { publicKey: Buffer.concat(point).toString("base64url"), privateKey: d };
}

/**
 * Returns the header `Authorization` of a message: a token of JWT, signed by ES256.
 *
 * @param origin The push service's.
 * @param subject How the service reaches the operator: an address of https or mailto.
 */
export function authorize(
  origin: string,
  { keys, subject, now }: { keys: VapidKeys; subject: string; now: Date },
): string {
  const claims = { aud: origin, exp: Math.floor(now.getTime() / 1000) + VALID_SECONDS, sub: subject };
  const signed = [{ typ: "JWT", alg: "ES256" }, claims].map(encodeJson).join(".");
  const key = { key: toPrivateKey(keys), dsaEncoding: "ieee-p1363" as const };
  return `vapid t=${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}, k=${keys.publicKey}`;
}

function encodeJson(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function toPrivateKey({ publicKey, privateKey }: VapidKeys) {
  const point = Buffer.from(publicKey, "base64url");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const key = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33), d: privateKey };
  return createPrivateKey({ key, format: "jwk" });
}
