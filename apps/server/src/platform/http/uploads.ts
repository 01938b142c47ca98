import type { IncomingMessage } from "node:http";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { cutOff } from "#platform/http/cut-off.ts";

/** A client that sends nothing for this long is gone or malicious. */
export const SILENT_MS = 20_000;
const CHECKS = 10;

const PER_ACCOUNT = 2;
/** All accounts without a confirmed address share this limit, because anybody may register many of them. */
const UNCONFIRMED_AT_ONCE = 10;
const WAIT_MS = 5_000;

const limits = {
  perAccount: PER_ACCOUNT,
  maxWaitingPerAccount: 8,
  waitMs: WAIT_MS,
  refusal: "Ya se están subiendo otros archivos. Espera a que terminen y vuelve a intentarlo.",
};

export type UploadTurns = {
  /**
   * Waits until the account may send one more file, and returns a function that ends the upload. `hangUp` is called if too many
   * wait already, so that it is refused at once: our own clients never cause that, and receiving a file only to drop it costs as
   * much as accepting it.
   */
  take(owner: OwnerId, gone: AbortSignal, hangUp: () => void): Promise<() => void>;
};

/** Allows two uploads of an account at a time, and a few over all accounts without a confirmed address. */
export function createUploadTurns(isConfirmed: (owner: OwnerId) => Promise<boolean>): UploadTurns {
  const confirmed = new AccountTurns(limits);
  const unconfirmed = new AccountTurns({ ...limits, atOnce: UNCONFIRMED_AT_ONCE });
  return {
    take: async (owner, gone, hangUp) => {
      const turns = (await isConfirmed(owner)) ? confirmed : unconfirmed;
      if (turns.hasFullQueue(owner)) hangUp();
      return turns.take(owner, gone);
    },
  };
}

/** Calls `then` when a request's body has been received or dropped, or its connection has ended. */
export function callWhenReceived(request: IncomingMessage, then: () => void): void {
  if (request.readableEnded || request.destroyed) then();
  else request.once("end", then).once("close", then);
}

/**
 * Closes the connection of a request whose client sends nothing for `patienceMs`, whether or not it has been answered. Time in
 * which the server itself does not read does not count.
 */
export function endWhenSilent(request: IncomingMessage, patienceMs: number): void {
  const { socket } = request;
  let received = socket.bytesRead;
  let silentChecks = 0;
  const check = () => {
    if (request.complete) return stop();
    const isSilent = socket.bytesRead === received && request.readableLength === 0;
    received = socket.bytesRead;
    silentChecks = isSilent ? silentChecks + 1 : 0;
    if (silentChecks >= CHECKS) cutOff(request, "its client was silent");
  };
  const timer = setInterval(check, patienceMs / CHECKS).unref();
  const stop = () => clearInterval(timer);
  callWhenReceived(request, stop);
}
