import type { TestApp, TestClient } from "#testing/test-app.ts";

/** Runs the waiting jobs and returns the tokens of all links to a page that were mailed to an address, oldest first. */
export async function readMailedTokens(app: TestApp, email: string, page: string): Promise<string[]> {
  await app.runJobs();
  const links = new RegExp(`/${page}#token=([\\w-]+)`, "g");
  return app.mails
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => [...text.matchAll(links)].map(([, token]) => token as string));
}

export async function isSignedIn(client: TestClient): Promise<boolean> {
  return (await client.get("/api/auth/user")).status === 200;
}
