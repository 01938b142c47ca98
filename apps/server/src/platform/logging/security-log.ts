import type { ExportFormat } from "@repasa/contract/exports.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Caller } from "#platform/http/call.ts";

type Factor = "passkey" | "app";

/** The means by which somebody proved who they are. */
export type Means = "password" | "recovery_code" | Factor;

export type SecurityEvent =
  | { event: "sign_up" | "sign_out" | "session_ended" }
  | { event: "sign_in"; by: Means }
  | { event: "password_changed" | "password_reset" }
  | { event: "email_confirmed" | "email_change_requested" | "email_changed" | "email_change_undone" }
  | { event: "push_subscribed" | "push_unsubscribed" }
  | { event: "factor_added" | "factor_removed"; factor: Factor }
  | { event: "recovery_codes_made" | "recovery_code_used" }
  | { event: "export"; scope: "account" | "folder"; format: ExportFormat }
  | { event: "account_closed" | "account_deleted" }
  | { event: "confirmation_refused"; reason: "credentials" | "factor" | "rate_limited" };

/**
 * Logs an event of an account, which is named by its id and never by an address. Call it after the transaction has been
 * committed. docs/operating.md lists the events.
 *
 * @param request The request that caused the event; null if none did.
 */
export function logSecurityEvent(
  { log }: Pick<Context, "log">,
  request: Pick<Caller, "requestId"> | null,
  accountId: OwnerId,
  event: SecurityEvent,
): void {
  const level = event.event === "confirmation_refused" ? "warn" : "info";
  log[level]({ ...event, accountId, ...(request && { reqId: request.requestId }) }, "security event");
}
