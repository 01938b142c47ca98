import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TestClient, TestResponse } from "#testing/test-app.ts";

type Create = (clientId: string) => Promise<TestResponse<{ id: number }>>;

/** Fills a plan that has a limit of two, and expects that only repeats are accepted then. Returns the two client ids. */
export async function expectRepeatsBeyondLimit(create: Create): Promise<[string, string]> {
  const [one, two] = [randomUUID(), randomUUID()];
  await create(one);
  const responses = await Promise.all(Array.from({ length: 6 }, () => create(two)));
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(201));
  expect((await create(randomUUID())).status).toBe(402);
  expect((await create(one)).status).toBe(201);
  return [one, two];
}

/** Expects that a create that is repeated after its result was deleted creates another one. Returns its client id. */
export async function expectAnotherAfterDelete(
  client: TestClient,
  collection: string,
  create: Create,
): Promise<string> {
  const clientId = randomUUID();
  const { body: first } = await create(clientId);
  await client.delete(`${collection}/${first.id}`);
  const second = await create(clientId);
  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(first.id);
  return clientId;
}
