import type { Schema } from "@repasa/contract/endpoint.ts";
import type { Issue } from "@repasa/contract/errors.ts";
import type { z } from "zod";
import { AppError } from "#platform/http/app-error.ts";

/**
 * Validates a part of a call by its schema in the contract.
 *
 * @returns undefined without a schema.
 * @throws AppError with a message in Spanish, and with an issue for each rule that the input violates.
 */
export function parseInput<S extends Schema | null>(
  schema: S,
  input: unknown,
): S extends Schema ? z.output<S> : undefined;
export function parseInput(schema: Schema | null, input: unknown): unknown {
  if (!schema) return undefined;
  // The default message, for rules without one in the contract: the library's own messages are in English.
  const parsed = schema.safeParse(input ?? {}, { error: () => "El valor no es válido" });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  throw new AppError("validation_failed", summaryOf(issues), { issues });
}

// Some of the specification's messages are English. They are shown at the form's fields; a summary is always Spanish.
function summaryOf(issues: Issue[]): string {
  const first = issues[0]?.message;
  return first && !ENGLISH.has(first) ? first : "Revisa los datos del formulario";
}

const ENGLISH = new Set([
  "Invalid email address",
  "Password must be at least 8 characters",
  "Password confirmation is required",
  "Passwords don't match",
  "First name is required",
  "Last name is required",
  "Password is required",
  "Token is required",
]);
