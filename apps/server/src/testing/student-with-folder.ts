import { beforeEach } from "vitest";
import { registerWithFolder } from "#testing/card-calls.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

/** The student of the test that runs, and the student's folder. */
export let ana: TestClient;
export let folderId: number;

/** Registers a student with a folder, at an instant, who takes the place of the one before. */
export async function registerNext(app: TestApp, at: string | Date, folder?: object): Promise<void> {
  [ana, folderId] = await registerWithFolder(app, at, folder);
}

/** Registers a new student with a folder before each test of a file. */
export function registerBeforeEach(...given: Parameters<typeof registerNext>): void {
  beforeEach(() => registerNext(...given));
}
