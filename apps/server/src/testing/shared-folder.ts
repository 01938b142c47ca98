import type { Folder } from "@repasa/contract/folders.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { beforeEach } from "vitest";
import { shareNewFolder } from "#testing/sharing-world.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

/** The author of the test that runs, her shared folder and its link, and a student who may follow it. */
export let author: TestClient;
export let shared: Folder;
export let link: Share;
export let ana: TestClient;

/** Registers an author who shares a new folder, and a student, before each test of a file. */
export function shareBeforeEach(app: TestApp, fields?: object): void {
  beforeEach(async () => {
    ({ author, ana, shared, link } = await shareNewFolder(app, fields));
  });
}
