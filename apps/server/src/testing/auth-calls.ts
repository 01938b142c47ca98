import { expect } from "vitest";
import { PASSWORD, type TestApp, type TestClient } from "#testing/test-app.ts";

/** Runs the waiting jobs and returns the tokens of all links to a page that were mailed to an address, oldest first. */
export async function readMailedTokens(app: TestApp, email: string, page: string): Promise<string[]> {
  await app.runJobs();
  const links = new RegExp(`/${page}#token=([\\w-]+)`, "g");
  return app.mails
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => [...text.matchAll(links)].map(([, token]) => token as string));
}

/** Signs a user in from another browser. */
export async function signInElsewhere(app: TestApp, { email }: Pick<TestClient, "email">): Promise<TestClient> {
  const browser = app.visitor();
  expect((await browser.post("/api/auth/login", { email, password: PASSWORD })).status).toBe(200);
  return browser;
}

export async function isSignedIn(client: TestClient): Promise<boolean> {
  return (await client.get("/api/auth/user")).status === 200;
}
