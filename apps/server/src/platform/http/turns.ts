import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many requests may wait on one connection. Browsers send the next when they have the answer. */
const MAX_WAITING = 250;

/**
 * Hands over the requests of a connection one after another, each when the answer before it has been taken. Those that came
 * in one breath would all be worked on at once otherwise, and their answers kept for a caller who may never read them.
 */
export function inTurn(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, (() => void)[]>();

  function answer(request: IncomingMessage, response: ServerResponse): void {
    response.once("close", () => next(request.socket));
    handle(request, response as Parameters<RequestListener>[1]);
  }

  function next(socket: Socket): void {
    const waiting = socket.writable ? lines.get(socket)?.shift() : undefined;
    if (waiting) waiting();
    else lines.delete(socket);
  }

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (!line) {
      lines.set(socket, []);
      answer(request, response);
    } else if (line.length < MAX_WAITING) {
      line.push(() => answer(request, response));
    } else {
      socket.destroy();
    }
  };
}
