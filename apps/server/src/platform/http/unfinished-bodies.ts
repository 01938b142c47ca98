import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { cutOff } from "#platform/http/cut-off.ts";

/** - `bytes`: what all unfinished bodies may hold together; `perNetwork`: how many of them one network may send at a time. */
type BodyLimits = { readonly bytes: number; readonly perNetwork: number };

/** Nearly every body arrives with its headers, so that a whole school has few unfinished ones at any moment. */
const LIMITS: BodyLimits = { bytes: 64 * 1024 * 1024, perNetwork: 100 };

/** Shorter bodies nearly always arrive with their headers. */
const SHORT_BYTES = 16 * 1024;

/** A piece has up to 64 KB, so that some 3 MB a second are dropped. */
const DROP_PIECE_MS = 20;
/** The number of refused bodies that are read further, whatever networks they come from. */
const MAX_REFUSED = 100;

type Body = { readonly request: IncomingMessage; readonly network: string; bytes: number };

/**
 * The requests of this process whose bodies have not arrived completely. Where there are too many, the one that began first loses
 * its connection: bodies of honest clients arrive within moments, while one that only takes up room is the oldest soon.
 */
export class UnfinishedBodies {
  readonly #limits: BodyLimits;
  /** The oldest first, as in each network. */
  readonly #bodies = new Map<IncomingMessage, Body>();
  readonly #networks = new Map<string, Set<Body>>();
  readonly #refused = new Set<IncomingMessage>();
  /** The refused request of which a piece is being received. */
  #receiving: IncomingMessage | undefined;
  #bytes = 0;
  #pace: NodeJS.Timeout | undefined;

  constructor(limits: Partial<BodyLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Counts a request until its body has been received or dropped, its connection has ended, or `forget` is called. Until something
   * reads a long body, no more of it is received than has come with the headers.
   */
  add(request: IncomingMessage, network: string, length: number): void {
    // The requests of tests may come over no connection.
    if (!(request.socket instanceof Socket)) return;
    if (length > SHORT_BYTES) request.socket.pause();
    const body = { request, network, bytes: 0 };
    this.#bodies.set(request, body);
    const ofNetwork = this.#networks.get(network) ?? new Set();
    this.#networks.set(network, ofNetwork.add(body));
    const [oldest] = ofNetwork;
    if (oldest && ofNetwork.size > this.#limits.perNetwork)
      this.#cutOff(oldest.request, "its network sends too many at a time");
    const forget = () => this.forget(request);
    request.once("end", forget).once("close", forget);
  }

  /** Counts bytes of a body that are held until it is complete. */
  hold(request: IncomingMessage, bytes: number): void {
    const body = this.#bodies.get(request);
    if (!body) return;
    body.bytes += bytes;
    this.#bytes += bytes;
    for (const oldest of this.#bodies.values()) {
      if (this.#bytes <= this.#limits.bytes) return;
      if (oldest.bytes > 0) this.#cutOff(oldest.request, "all unfinished bodies together are too large");
    }
  }

  /**
   * Reads and drops the rest of a body that the server has refused, because a client that is still sending would otherwise lose the
   * answer. All refused bodies together are read at a certain pace: each piece is garbage that takes memory until it is collected.
   */
  drop(request: IncomingMessage): void {
    const body = this.#bodies.get(request);
    // Node drops a body that has arrived and of which nothing was read.
    if (!body || request.complete) return;
    this.#bytes -= body.bytes;
    body.bytes = 0;
    request.removeAllListeners("data").pause();
    takePiece(request);
    this.#refused.add(request);
    const [longest] = this.#refused;
    if (longest && this.#refused.size > MAX_REFUSED)
      this.#cutOff(longest, "too many refused bodies are still arriving");
    this.#pace ??= setInterval(() => this.#dropPiece(), DROP_PIECE_MS).unref();
  }

  #dropPiece(): void {
    if (this.#receiving && this.#refused.has(this.#receiving)) takePiece(this.#receiving);
    for (const refused of this.#refused) if (refused.complete) endUnread(refused);
    const [request] = this.#refused;
    this.#receiving = request;
    if (!request) {
      clearInterval(this.#pace);
      this.#pace = undefined;
      return;
    }
    // Those that have more to send take turns.
    this.#refused.delete(request);
    this.#refused.add(request);
    request.socket.resume();
  }

  /** Stops counting a body. */
  forget(request: IncomingMessage): void {
    const body = this.#bodies.get(request);
    if (!body) return;
    this.#bodies.delete(request);
    this.#refused.delete(request);
    this.#bytes -= body.bytes;
    const ofNetwork = this.#networks.get(body.network);
    ofNetwork?.delete(body);
    if (ofNetwork?.size === 0) this.#networks.delete(body.network);
  }

  #cutOff(request: IncomingMessage, reason: string): void {
    this.forget(request);
    cutOff(request, reason);
  }
}

/** Drops the rest of a body that has arrived. Without a reader its end would not be reported, and it would count for ever. */
function endUnread(request: IncomingMessage): void {
  request.removeAllListeners("data").resume();
}

/**
 * Drops what has been received of a body, and receives no more until its socket is resumed. Node reads the rest of a body that
 * nothing has read by itself after the response, as fast as it comes; of one that has been read in part, it does not.
 */
function takePiece(request: IncomingMessage): void {
  request.read();
  // Reading tells the socket to continue, which it does in the next tick.
  process.nextTick(() => !request.complete && request.socket.pause());
}
