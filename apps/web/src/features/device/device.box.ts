// Boxes that anybody may seal for an account, and only who has its private key opens: ECDH on P-256 with a pair of keys for each box,
// HKDF-SHA-256 and AES-256-GCM, all by the browser's WebCrypto.
import type { DeviceKey } from "@repasa/contract/account.ts";

/** The public half of an account's key pair. */
export type PublicKey = Omit<DeviceKey, "d">;

/** `sender`: the public half of the pair that was made for this box. */
export type SealedBox = { sender: PublicKey; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;

export function pickPublic({ kty, crv, x, y }: PublicKey): PublicKey {
  return { kty, crv, x, y };
}

/**
 * Seals a value that JSON can represent.
 *
 * @param purpose What the box is for. Opening it needs the same.
 * @throws if the browser has no WebCrypto, as on plain http.
 */
export async function sealBox(value: unknown, recipient: PublicKey, purpose: string): Promise<SealedBox> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ["deriveBits"]);
  const sender = pickPublic((await crypto.subtle.exportKey("jwk", pair.publicKey)) as PublicKey);
  const key = await agree(pair.privateKey, recipient, purpose);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  return { sender, iv, data: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text) };
}

/** @throws if the box was sealed for another key or purpose, or has been changed. */
export async function openBox({ sender, iv, data }: SealedBox, own: DeviceKey, purpose: string): Promise<unknown> {
  const privateKey = await crypto.subtle.importKey("jwk", own, CURVE, false, ["deriveBits"]);
  const key = await agree(privateKey, sender, purpose);
  const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data);
  return JSON.parse(new TextDecoder().decode(text));
}

async function agree(privateKey: CryptoKey, other: PublicKey, purpose: string): Promise<CryptoKey> {
  const { subtle } = crypto;
  const publicKey = await subtle.importKey("jwk", other, CURVE, false, []);
  const shared = await subtle.deriveBits({ name: "ECDH", public: publicKey }, privateKey, 256);
  const material = await subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: new TextEncoder().encode(purpose) };
  return subtle.deriveKey(derivation, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}
