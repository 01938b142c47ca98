import type { TestResponse } from "#testing/test-app.ts";

/** Returns the body of a response. @throws If the response has another status than the expected one. */
export function expectBody<T>({ status, body }: Pick<TestResponse<T>, "status" | "body">, expected: number): T {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${JSON.stringify(body)}`);
  return body;
}
