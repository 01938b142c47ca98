import pg from "pg";

/**
 * Runs a task with a transaction on a connection of its own, whose locks meet what the tested code does meanwhile. The task ends
 * the transaction; what it leaves open is rolled back.
 */
export async function withRivalTransaction(
  connectionString: string,
  task: (rival: pg.Client) => Promise<void>,
): Promise<void> {
  const rival = new pg.Client({ connectionString });
  await rival.connect();
  try {
    await rival.query("BEGIN");
    await task(rival);
  } finally {
    await rival.end();
  }
}
