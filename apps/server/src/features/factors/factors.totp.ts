import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** The number of steps by which a device's clock may be wrong in either direction. */
const MAX_DRIFT_STEPS = 1;
/** The recommendation of RFC 4226. */
const SECRET_BYTES = 20;

/** Returns a random secret in base 32. */
export function createSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the link that authenticator apps read from a QR code. */
export function buildSecretLink(secret: string, email: string): string {
  return new TOTP({ issuer: "Repasa", label: email, secret, period: PERIOD_SECONDS }).toString();
}

/** Returns the time step of a code of six digits, counted from 1970; null if the code belongs to no step around the current time. */
export function findTimeStep(secret: string, code: string, now: Date): number | null {
  // The library throws if the code contains anything but digits.
  if (!/^\d{6}$/.test(code)) return null;
  const app = new TOTP({ secret, period: PERIOD_SECONDS });
  const drift = app.validate({ token: code, timestamp: now.getTime(), window: MAX_DRIFT_STEPS });
  return drift === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + drift;
}
