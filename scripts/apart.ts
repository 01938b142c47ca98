// The unit tests that `npm test` leaves to `npm run test:all`, because only a change of their own subject can make them fail.

type Apart = {
  /** Globs from the root. */
  tests: readonly string[];
  /** Beginnings of paths. `npm run quick` runs the tests if a file below one of them has changed. */
  subject: readonly string[];
};

export const apart: readonly Apart[] = [
  {
    tests: ["packages/embedded-postgres-cluster/src/**/*.test.ts"],
    subject: ["packages/embedded-postgres-cluster/"],
  },
  {
    tests: ["apps/server/src/platform/db/pooler.test.ts"],
    subject: [
      "apps/server/src/platform/db/pool.ts",
      "apps/server/src/platform/db/pooler.ts",
      "apps/server/src/testing/pgbouncer.ts",
    ],
  },
  {
    tests: ["apps/server/src/platform/mail/smtp.test.ts"],
    subject: ["apps/server/src/platform/mail/", "apps/server/src/testing/smtp-server.ts"],
  },
  { tests: ["tools/stripe/*.test.ts"], subject: ["tools/stripe/"] },
  // What they find in the project itself is found by `npm run check`, too.
  { tests: ["tools/structure/*-rules.test.ts", "tools/structure/check-*.test.ts"], subject: ["tools/structure/"] },
  { tests: ["tools/setup/*.test.ts"], subject: ["tools/setup/"] },
];

/** The environment variable that makes Vitest run them with all others. */
export const ALL_TESTS = "ALL_TESTS";

export function listApart(): string[] {
  return process.env[ALL_TESTS] ? [] : apart.flatMap(({ tests }) => tests);
}
