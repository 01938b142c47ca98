import { beforeEach, expect } from "vitest";
import type { TestApp, TestClient } from "#testing/test-app.ts";

/** Three hours behind UTC, so that the student's days are not those of the clock. */
export const timeZone = "America/Sao_Paulo";

/** The student of the test that runs. */
export let student: TestClient;

/** Registers a student, who takes the place of the one before. */
export async function registerNext(app: TestApp): Promise<void> {
  student = await app.register(`${crypto.randomUUID()}@repasa.example`);
}

/** Registers a new student at noon UTC before each test of a file. */
export function registerBeforeEach(app: TestApp): void {
  beforeEach(async () => {
    app.clock.set("2026-03-10T12:00:00Z");
    await registerNext(app);
  });
}

export async function get<T>(path: string, zone = timeZone): Promise<T> {
  const response = await student.get<T>(path, { timeZone: zone });
  expect(response).toMatchObject({ status: 200 });
  return response.body;
}
