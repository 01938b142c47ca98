import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The number of requests that may wait on one connection. Browsers send the next request when they have the response. */
const MAX_WAITING = 250;

/**
 * Handles the requests of a connection one after another, each when the client has read the response before it. Pipelined requests
 * would otherwise all be handled at once, and their responses held in memory for a client that may never read them.
 */
export function answerInOrder(handle: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();

  function answer(request: IncomingMessage, response: ServerResponse): void {
    response.once("close", () => answerNext(request.socket));
    handle(request, response as Parameters<RequestListener>[1]);
  }

  function answerNext(socket: Socket): void {
    const next = socket.writable ? queues.get(socket)?.shift() : undefined;
    if (next) next();
    else queues.delete(socket);
  }

  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket);
    if (!queue) {
      queues.set(socket, []);
      answer(request, response);
    } else if (queue.length < MAX_WAITING) {
      queue.push(() => answer(request, response));
    } else {
      socket.destroy();
    }
  };
}
