import type { Endpoint } from "@repasa/contract/endpoint.ts";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import type { OwnerId } from "#platform/db/owner.ts";

/** More calls than browsers make at a time over one connection, and fewer than there are connections to the database. */
const AT_ONCE = 8;
/** As many as Home asks for beside the session: a server with two cores then still answers others soon. */
const AT_ONCE_BESIDE_OTHERS = 3;
/** The number of images that a long page may show. */
const MAX_WAITING = 200;
const WAIT_MS = 15_000;
/** A call with a larger body is refused where it would have to wait: the body would be in memory for as long. */
const MAX_WAITING_BODY_BYTES = 16 * 1024;

type MadeCall = { readonly owner: OwnerId; readonly endpoint: Endpoint; readonly bodyBytes: number };

export type CallsInFlight = {
  /**
   * Waits until the account may make one more call; returns the function that ends it. Fails as `rate_limited` if the call waits
   * too long, or at once if its body is too large to wait.
   */
  take(call: MadeCall, gone: AbortSignal): Promise<() => void>;
};

export const unlimitedCalls: CallsInFlight = { take: async () => () => {} };

/**
 * Limits the calls of an account over all its sessions and connections, in this process. A call lasts until its client has read
 * the response or lost the connection. Files are counted apart, and so are calls that secure the account: a
 * thief who uses up the limit with a copied session must not keep the owner from ending that session.
 */
export function createCallsInFlight({ waitMs = WAIT_MS } = {}): CallsInFlight {
  const createTurns = ({ besideOthers = AT_ONCE_BESIDE_OTHERS } = {}) =>
    new AccountTurns({
      perAccount: AT_ONCE,
      perAccountBesideOthers: besideOthers,
      maxWaiting: 5_000,
      maxWaitingPerAccount: MAX_WAITING,
      waitMs,
      refusal: "Tu cuenta tiene demasiadas peticiones en marcha. Espera un momento y vuelve a intentarlo.",
    });
  const [securingTurns, otherTurns] = [createTurns(), createTurns()];
  // The images of a page are many, and cheap: a slow phone must not wait for them longer because others study.
  const fileTurns = createTurns({ besideOthers: AT_ONCE });
  return {
    take: ({ owner, endpoint, bodyBytes }, gone) => {
      const turns = endpoint.securesAccount ? securingTurns : endpoint.download ? fileTurns : otherTurns;
      return turns.take(owner, gone, { mayWait: bodyBytes <= MAX_WAITING_BODY_BYTES });
    },
  };
}
