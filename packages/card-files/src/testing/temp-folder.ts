import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** Creates a folder for the tests of a file, which is removed after them. */
export function makeTempFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "card-files-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
