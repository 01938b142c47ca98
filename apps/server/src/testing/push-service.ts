import { verify as verifySignature, webcrypto } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

// A push service on this machine, with the browsers that subscribe to it. It checks what RFC 8030 and RFC 8292 require of a server
// that sends, and decrypts messages by RFC 8291 with WebCrypto, independently of the product's encryption.

const { subtle } = webcrypto;

type Bytes = Buffer<ArrayBuffer>;

/** `silence` accepts the connection and never answers; `endless` answers 201 with a body that does not end. A number is a status. */
export type PushServiceResponse = number | "silence" | "endless" | "drop";
export type PushChoice = { status: number; headers?: Record<string, string>; body?: string };

type ReceivedPush = {
  device: BrowserDevice;
  headers: IncomingMessage["headers"];
  /** The decrypted message, parsed as JSON. */
  message: unknown;
  claims: { aud: string; exp: number; sub: string };
  status: number;
};

export type PushTestService = {
  readonly origin: string;
  /** The messages that arrived, in order, also those that were then refused. */
  readonly received: ReceivedPush[];
  /** The number of requests to paths without a device. */
  readonly strayRequests: number;
  /** Problems of requests that a real service would refuse with 400 or 401. */
  readonly problems: string[];
  /** Returns the response to a message; 201 by default. */
  behave(behaviour: (push: ReceivedPush) => PushServiceResponse | PushChoice): void;
  subscribe(publicKey?: string): Promise<BrowserDevice>;
  close(): Promise<void>;
};

/** A browser's subscription, as `PushSubscription.toJSON()` returns it, with the private key. */
export type BrowserDevice = {
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The server's public key to which the browser has subscribed; any if undefined. */
  readonly publicKey: string | undefined;
  readonly privateKey: webcrypto.CryptoKey;
  /** The messages that have reached the device. */
  readonly messages: unknown[];
};

export async function startPushService(): Promise<PushTestService> {
  const devices = new Map<string, BrowserDevice>();
  const received: ReceivedPush[] = [];
  const problems: string[] = [];
  let behave: Parameters<PushTestService["behave"]>[0] = () => 201;
  let strayRequests = 0;
  let count = 0;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const device = devices.get(request.url ?? "");
    if (request.method !== "POST" || !device) {
      strayRequests++;
      response.writeHead(404).end();
      return;
    }
    const claims = checkAuthorization(String(request.headers.authorization), origin, device.publicKey);
    for (const problem of findHeaderProblems(request.headers, body)) problems.push(problem);
    const message: unknown = JSON.parse(await decryptMessage(body, device));
    const push: ReceivedPush = { device, headers: request.headers, message, claims, status: 0 };
    received.push(push);
    const choice = behave(push);
    push.status = typeof choice === "object" ? choice.status : typeof choice === "number" ? choice : 0;
    if (push.status >= 200 && push.status < 300) device.messages.push(message);
    answer(response, choice);
  }

  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      problems.push(String(error));
      response.writeHead(400).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    received,
    problems,
    get strayRequests() {
      return strayRequests;
    },
    behave(behaviour) {
      behave = behaviour;
    },
    async subscribe(publicKey) {
      const path = `/push/${++count}`;
      const device = await createDevice(origin + path, publicKey);
      devices.set(path, device);
      return device;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response: ServerResponse, choice: PushServiceResponse | PushChoice): void {
  if (choice === "silence") return;
  if (choice === "drop") response.destroy();
  else if (choice === "endless") {
    response.writeHead(201);
    const timer = setInterval(() => response.write("x".repeat(1024)), 5);
    response.once("close", () => clearInterval(timer));
  } else if (typeof choice === "number") response.writeHead(choice).end();
  else response.writeHead(choice.status, choice.headers).end(choice.body);
}

export async function createDevice(endpoint: string, publicKey?: string): Promise<BrowserDevice> {
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const pair = (await subtle.generateKey(curve, true, ["deriveBits"])) as webcrypto.CryptoKeyPair;
  const point = Buffer.from(await subtle.exportKey("raw", pair.publicKey));
  const auth = Buffer.from(webcrypto.getRandomValues(new Uint8Array(16)));
  const keys = { p256dh: point.toString("base64url"), auth: auth.toString("base64url") };
  return { subscription: { endpoint, keys }, publicKey, privateKey: pair.privateKey, messages: [] };
}

/** Verifies the signature by which a server is recognised, and returns its claims. */
function checkAuthorization(header: string, origin: string, expectedKey: string | undefined): ReceivedPush["claims"] {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  if (expectedKey !== undefined && key !== expectedKey) throw new Error("the message has another server's key");
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const publicKey = { key: jwk, format: "jwk" as const, dsaEncoding: "ieee-p1363" as const };
  if (!verifySignature("sha256", Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, "base64url"))) {
    throw new Error("the signature is not valid");
  }
  const parse = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  if (parse(head).alg !== "ES256") throw new Error("the token is not signed by ES256");
  const claims = parse(body);
  if (claims.aud !== origin) throw new Error(`the token is for ${claims.aud}`);
  if (!/^(https:\/\/|mailto:)/.test(claims.sub)) throw new Error(`the subject is ${claims.sub}`);
  return claims;
}

function findHeaderProblems(headers: IncomingMessage["headers"], body: Buffer): string[] {
  const problems: string[] = [];
  if (headers["content-encoding"] !== "aes128gcm") problems.push("the encoding is not aes128gcm");
  if (!/^\d+$/.test(String(headers.ttl))) problems.push(`TTL is ${headers.ttl}`);
  if (!/^[\w-]{1,32}$/.test(String(headers.topic))) problems.push(`Topic is ${headers.topic}`);
  if (!/^(very-low|low|normal|high)$/.test(String(headers.urgency))) problems.push(`Urgency is ${headers.urgency}`);
  if (body.length > 4096) problems.push(`the body has ${body.length} bytes`);
  return problems;
}

/** Decrypts a message of one record, as a browser does. */
export async function decryptMessage(
  encrypted: Uint8Array,
  { subscription: { keys }, privateKey }: Pick<BrowserDevice, "subscription" | "privateKey">,
): Promise<string> {
  const body = Buffer.from(encrypted);
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const senderPoint = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  if (body.readUInt32BE(16) < record.length) throw new Error("the message has more than one record");
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const sender = await subtle.importKey("raw", senderPoint, curve, false, []);
  const shared = await subtle.deriveBits({ name: "ECDH", public: sender }, privateKey, 256);
  const receiverPoint = Buffer.from(keys.p256dh, "base64url");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiverPoint, senderPoint]);
  const secret = await expand(shared, Buffer.from(keys.auth, "base64url"), info, 32);
  const key = await expand(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const iv = await expand(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const aes = await subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const padded = Buffer.from(await subtle.decrypt({ name: "AES-GCM", iv }, aes, record));
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("the last record has no delimiter");
  return padded.subarray(0, end).toString();
}

async function expand(secret: ArrayBuffer, salt: Bytes, info: Bytes, bytes: number): Promise<ArrayBuffer> {
  const key = await subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, 8 * bytes);
}
