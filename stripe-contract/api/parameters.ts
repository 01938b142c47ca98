// Rules about values that the types cannot express.
import type Stripe from "stripe";
import { missingParam, Refusal } from "../refusal.ts";

const METADATA_KEYS = 50;
const METADATA_KEY_LENGTH = 40;
const METADATA_VALUE_LENGTH = 500;

type MetadataParam = Record<string, string | number | null> | string | null | undefined;

/** The metadata after a change: keys are merged, an empty value removes its key, an empty whole removes them all. */
export function mergeMetadata(old: Stripe.Metadata, change: MetadataParam, param = "metadata"): Stripe.Metadata {
  if (change === undefined) return old;
  if (change === null || typeof change === "string") return {};
  const merged = { ...old };
  for (const [key, value] of Object.entries(change)) {
    if (key.length > METADATA_KEY_LENGTH) {
      throw new Refusal(`Metadata keys can have up to ${METADATA_KEY_LENGTH} characters, but ${key} is longer.`, {
        param,
      });
    }
    const text = String(value ?? "");
    if (text.length > METADATA_VALUE_LENGTH) {
      throw new Refusal(`Metadata values can have up to ${METADATA_VALUE_LENGTH} characters, but ${key}'s is longer.`, {
        param: `${param}[${key}]`,
      });
    }
    if (text === "") delete merged[key];
    else merged[key] = text;
  }
  if (Object.keys(merged).length > METADATA_KEYS) {
    throw new Refusal(`You can only have up to ${METADATA_KEYS} metadata keys.`, { param });
  }
  return merged;
}

/** An address that a browser can be sent to. `{CHECKOUT_SESSION_ID}` may stand in it. */
export function checkUrl(value: string | undefined, param: string): void {
  if (value === undefined) return;
  if (URL.canParse(value) && /^https?:\/\//.test(value)) return;
  throw new Refusal("Not a valid URL", { code: "url_invalid", param });
}

export function checkEmail(value: string | null | undefined, param: string): void {
  if (!value || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return;
  throw new Refusal(`Invalid email address: ${value}`, { code: "email_invalid", param });
}

export function checkLength(value: string | null | undefined, max: number, param: string): void {
  if (value && value.length > max) {
    throw new Refusal(`Invalid string: ${value.slice(0, 20)}...; must be at most ${max} characters`, { param });
  }
}

export function checkInteger(value: number | undefined, param: string, min: number, max: number): void {
  if (value === undefined) return;
  if (!Number.isInteger(value)) {
    throw new Refusal(`Invalid integer: ${value}`, { code: "parameter_invalid_integer", param });
  }
  if (value < min || value > max) throw new Refusal(`Invalid ${param}: must be between ${min} and ${max}`, { param });
}

export function needs<T>(value: T | undefined | null | "", param: string): T {
  if (value === undefined || value === null || value === "") throw missingParam(param);
  return value;
}

/** "" is how null arrives. */
export function orNull(value: string | null | undefined): string | null {
  return value === undefined || value === "" ? null : value;
}
