import type { CardImport } from "@repasa/contract/imports.ts";
import type { TestApp, TestClient, TestResponse } from "#testing/test-app.ts";

type Part = { name: string; fileName?: string; data: string | Uint8Array };

const BOUNDARY = "----repasa-test";

/** Encodes a form as browsers do. */
export function encodeForm(parts: readonly Part[]): { headers: Record<string, string>; payload: Buffer } {
  const chunks = parts.flatMap(({ name, fileName, data }) => [
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`),
    Buffer.from(fileName === undefined ? "" : `; filename="${fileName}"\r\ncontent-type: application/octet-stream`),
    Buffer.from("\r\n\r\n"),
    Buffer.from(data),
    Buffer.from("\r\n"),
  ]);
  return {
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}

export async function sendForm(
  { app }: TestApp,
  client: TestClient,
  parts: readonly Part[],
  headers: Record<string, string> = {},
): Promise<TestResponse<CardImport>> {
  const form = encodeForm(parts);
  const response = await app.inject({
    method: "POST",
    url: "/api/imports",
    headers: { cookie: client.cookie(), ...form.headers, ...headers },
    payload: form.payload,
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

/** Uploads a file or a text, runs the job that reads it, and returns the import. */
export async function sendMaterial(
  app: TestApp,
  client: TestClient,
  part: { text: string } | { data: string | Uint8Array; fileName: string },
  headers: Record<string, string> = {},
): Promise<CardImport> {
  const sent = "text" in part ? { name: "text", data: part.text } : { name: "file", ...part };
  const { status, body } = await sendForm(app, client, [sent], headers);
  if (status !== 202) throw new Error(`the import was answered ${status}: ${JSON.stringify(body)}`);
  await app.runJobs("imports.read");
  return (await client.get<CardImport>(`/api/imports/${body.id}`)).body;
}
