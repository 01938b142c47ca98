import type { Media } from "@repasa/contract/media.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

/** Uploads bytes as a browser would, with any declared type. */
export async function uploadMedia(
  { app }: TestApp,
  client: TestClient,
  data: Uint8Array,
  contentType: string | null = "application/octet-stream",
) {
  const response = await app.inject({
    method: "POST",
    url: "/api/media",
    headers: { cookie: client.cookie(), ...(contentType !== null && { "content-type": contentType }) },
    payload: Buffer.from(data),
  });
  return { status: response.statusCode, body: response.json<Media & { code?: string; message?: string }>() };
}

/** Downloads a file, or the part of it that the headers request. */
export async function downloadMedia(
  { app }: TestApp,
  client: TestClient,
  id: string,
  headers: Record<string, string> = {},
  method: "GET" | "HEAD" = "GET",
) {
  const url = `/api/media/${id}`;
  const response = await app.inject({ method, url, headers: { cookie: client.cookie(), ...headers } });
  return { status: response.statusCode, headers: response.headers, body: response.rawPayload };
}
