import type { BenchServer } from "./server.ts";

/** Calls the server with the secret of a session (`insertSession`). Returns the body. @throws If the answer is an error. */
export async function callServer(server: BenchServer, secret: string, method: string, path: string, body?: object) {
  const response = await fetch(`${server.origin}${path}`, {
    method,
    headers: { cookie: `repasa=${secret}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
