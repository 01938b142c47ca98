import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** A clock may be wrong by so many steps either way. */
const DRIFT = 1;
/** As RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** In base 32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What apps read from a QR code. */
export function secretLink(secret: string, email: string): string {
  return new TOTP({ issuer: "Repasa", label: email, secret, period: PERIOD_SECONDS }).toString();
}

/** The time step that a code of six digits belongs to, counted from 1970; null when it belongs to none around now. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  // The library takes other letters for digits' bytes, and throws.
  if (!/^\d{6}$/.test(code)) return null;
  const app = new TOTP({ secret, period: PERIOD_SECONDS });
  const drift = app.validate({ token: code, timestamp: now.getTime(), window: DRIFT });
  return drift === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + drift;
}
