import type { IncomingMessage } from "node:http";

/** The server itself has ended a request whose body was still arriving; the message says why. */
export class CutOff extends Error {
  override name = "CutOff";
}

/** Closes the connection of a request. Whoever reads its body gets a `CutOff`. */
export function cutOff(request: IncomingMessage, reason: string): void {
  request.destroy(new CutOff(reason));
}
