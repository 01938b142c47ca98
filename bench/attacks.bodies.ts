import { ATTACKER, createAttackRows, formatHeaders, holdConnections, runAttack } from "./attack.ts";
import { atMost, type Row } from "./row.ts";
import type { BenchServer } from "./server.ts";
import { sized } from "./size.ts";

const CONNECTIONS = sized(1_000, 20);
/** The time for which all connections are held: less than the server gives a body. */
const HOLDING_MS = sized(5_000, 500);
const LARGE_BYTES = 1024 * 1024;
/** The largest body of a call without a session. */
const SMALL_BYTES = 16 * 1024;
const MORE_MEMORY_MB = 50;

type Bodies = {
  path: string;
  bytes: number;
  /** Whether each comes from a network of its own, as a trusted proxy in front says. */
  manyNetworks: boolean;
  signedIn: boolean;
};

/** Sends the bodies of calls without their last byte. */
function sendIncompleteBodies(server: BenchServer, { path, bytes, manyNetworks, signedIn }: Bodies) {
  const body = Buffer.alloc(bytes - 1, "x");
  let nth = 0;
  return holdConnections(server, { connections: CONNECTIONS, ms: HOLDING_MS }, (socket) => {
    nth++;
    const network = manyNetworks ? `198.18.${nth >> 8}.${nth & 255}` : "198.18.0.1";
    const headers = signedIn ? formatHeaders(ATTACKER) : "Host: localhost\r\n";
    socket.write(
      `POST ${path} HTTP/1.1\r\n${headers}X-Forwarded-For: ${network}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    socket.write(body);
  });
}

export async function measureBodies(): Promise<Row[]> {
  const attacks: [string, Bodies, number][] = [
    [
      "of 1 MiB without a session",
      { path: "/api/folders/1/cards", bytes: LARGE_BYTES, manyNetworks: false, signedIn: false },
      MORE_MEMORY_MB,
    ],
    [
      "of 1 MiB for a sign-in",
      { path: "/api/auth/login", bytes: LARGE_BYTES, manyNetworks: true, signedIn: false },
      MORE_MEMORY_MB,
    ],
    [
      "of 16 KB for a sign-in, each from a network of its own",
      { path: "/api/auth/login", bytes: SMALL_BYTES, manyNetworks: true, signedIn: false },
      MORE_MEMORY_MB,
    ],
    [
      "of 1 MiB of an account",
      { path: "/api/folders/1/cards", bytes: LARGE_BYTES, manyNetworks: true, signedIn: true },
      4 * MORE_MEMORY_MB,
    ],
  ];
  const rows: Row[] = [];
  for (const [name, bodies, limit] of attacks) {
    const attack = await runAttack((server) => sendIncompleteBodies(server, bodies), { TRUST_PROXY: "1" });
    rows.push(
      ...createAttackRows(`${CONNECTIONS} half-sent bodies ${name}`, attack),
      atMost("more memory", attack.memory, limit, "MB"),
    );
  }
  return rows;
}
