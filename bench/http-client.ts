import { connect, type Socket } from "node:net";

/**
 * One keep-alive connection, which sends each request when the response to the one before has arrived. It is this simple because on
 * two cores a full HTTP client would measure itself.
 */
export class BenchConnection {
  readonly #socket: Socket;
  #buffer = "";
  #answered: PromiseWithResolvers<number> | null = null;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (chunk) => this.#receive(chunk as unknown as string));
    // The event `close` follows.
    this.#socket.on("error", () => {});
    this.#socket.on("close", () =>
      this.#answered?.reject(new Error("The server closed a connection without answering")),
    );
  }

  request(text: string): Promise<number> {
    this.#answered = Promise.withResolvers();
    if (this.#socket.destroyed) this.#answered.reject(new Error("The server has closed this connection"));
    this.#socket.write(text);
    return this.#answered.promise;
  }

  /** Gives up an answer that has not arrived. */
  close(): void {
    this.#answered = null;
    this.#socket.destroy();
  }

  #receive(chunk: string): void {
    this.#buffer += chunk;
    const headersEnd = this.#buffer.indexOf("\r\n\r\n");
    if (headersEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#buffer)?.[1] ?? 0);
    if (this.#buffer.length < headersEnd + 4 + length) return;
    const status = Number(this.#buffer.slice(9, 12));
    this.#buffer = this.#buffer.slice(headersEnd + 4 + length);
    this.#answered?.resolve(status);
    this.#answered = null;
  }
}
