// Exports whole accounts, and imports the files into others.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openCardFile } from "@repasa/card-files/open-card-file.ts";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import { expect } from "vitest";
import { download } from "#testing/export-files.ts";
import { importMaterial } from "#testing/import-world.ts";
import { PASSWORD, type TestApp, type TestClient } from "#testing/test-app.ts";

const ZONE = "Europe/Madrid";

export async function exportAccount(app: TestApp, client: TestClient, timeZone = ZONE): Promise<Buffer> {
  expect((await client.post("/api/user/confirmation", { password: PASSWORD })).status).toBe(204);
  const { status, body } = await download(app, client, "account/export", { "x-time-zone": timeZone });
  expect(status).toBe(200);
  return body;
}

export async function importAccount(
  app: TestApp,
  client: TestClient,
  copy: Buffer,
  timeZone = ZONE,
  options: ImportOptions = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), "repasa-copy-"));
  const file = path.join(folder, "copy.json");
  await writeFile(file, copy);
  const now = app.clock.now().getTime();
  const material = await openCardFile({ path: file, fileName: "copia.json" }, { tempFolder: folder, now, timeZone });
  try {
    return await importMaterial(app, client, material, { options, timeZone });
  } finally {
    await material.close();
    await rm(folder, { recursive: true });
  }
}
