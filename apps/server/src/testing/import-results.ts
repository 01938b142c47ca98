// Reads what an import has written, and undoes it.
import type { CardImport, ImportResult } from "@repasa/contract/imports.ts";
import type { Pool } from "pg";
import { expect } from "vitest";
import type { TestApp, TestClient } from "#testing/test-app.ts";

/** Returns the rows of a user's cards, ordered by id. */
export async function selectCardRows(pool: Pool, { userId }: TestClient) {
  return (await pool.query("SELECT * FROM cards WHERE user_id = $1 ORDER BY id", [userId])).rows;
}

/** Returns the rows of a user's log, including undone reviews, in the order in which they were applied. */
export async function selectReviewRows(pool: Pool, { userId }: TestClient) {
  return (await pool.query("SELECT * FROM reviews WHERE user_id = $1 ORDER BY id", [userId])).rows;
}

/** Undoes an import, runs the job that does so, and returns the import. */
export async function undoImport(
  app: TestApp,
  client: TestClient,
  id: string,
): Promise<CardImport & { result: ImportResult }> {
  expect((await client.post(`/api/imports/${id}/undo`)).status).toBe(202);
  await app.runJobs("imports.undo");
  const { body } = await client.get<CardImport & { result: ImportResult }>(`/api/imports/${id}`);
  expect(body.status).toBe("undone");
  return body;
}
