// RFC 8291: a message that only the browser can read, which made the keys of its subscription. It consists of one record of
// `aes128gcm` (RFC 8188), because push services accept no message of more than 4096 bytes.
import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";

/** The keys of a subscription, in base64url: the browser's public key, a point of P-256 in 65 bytes, and a secret of 16 bytes. */
export type DeviceKeys = { readonly p256dh: string; readonly auth: string };

const CURVE = "prime256v1";
const POINT_BYTES = 65;
const UNCOMPRESSED = 4;
const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const RECORD_BYTES = 4096;
/** Header, the byte after the message, and the tag. */
const OVERHEAD_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES + 1 + 16;
export const MAX_MESSAGE_BYTES = RECORD_BYTES - OVERHEAD_BYTES;

/** The byte that follows the message in the last record. */
const LAST_RECORD = 2;

/** Decodes base64url; returns null for any other text, such as one with padding or with bits after the last byte. */
function decodeBase64Url(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : null;
}

/** Returns whether a text is a public key: a point of the curve P-256 that is not compressed. */
export function isPublicKey(text: string): boolean {
  const point = decodeBase64Url(text);
  if (point === null || point.length !== POINT_BYTES || point[0] !== UNCOMPRESSED) return false;
  try {
    createSender().computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

export function isAuthSecret(text: string): boolean {
  return decodeBase64Url(text)?.length === AUTH_BYTES;
}

function createSender(): ECDH {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return sender;
}

/**
 * Encrypts a message of at most `MAX_MESSAGE_BYTES`.
 *
 * @param once The salt of 16 bytes and the key pair of this message, random ones by default. None may be used twice.
 */
export function encryptMessage(
  message: Uint8Array,
  { p256dh, auth }: DeviceKeys,
  once: { salt: Uint8Array; sender: ECDH } = { salt: randomBytes(SALT_BYTES), sender: createSender() },
): Buffer {
  if (message.length > MAX_MESSAGE_BYTES) throw new Error(`the message has ${message.length} bytes`);
  const { salt, sender } = once;
  const receiverKey = Buffer.from(p256dh, "base64url");
  const senderKey = sender.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), receiverKey, senderKey]);
  const secret = derive(sender.computeSecret(receiverKey), Buffer.from(auth, "base64url"), keyInfo, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(senderKey.length, 4);
  const parts = [salt, sizes, senderKey, cipher.update(message), cipher.update(Buffer.of(LAST_RECORD)), cipher.final()];
  return Buffer.concat([...parts, cipher.getAuthTag()]);
}

function derive(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}
