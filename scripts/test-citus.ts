// `npm run test:citus` runs the server's tests on a database that is distributed over a Citus cluster: the one whose coordinator
// TEST_CITUS_URL names, or one that it starts if PostgreSQL 15 with Citus is installed. Without either it runs nothing.
//   npm run test:citus -- --all        every test file that may run there
//   npm run test:citus -- auth.test    those whose names contain this
import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isCitusInstalled, startCitusCluster } from "../apps/server/src/platform/scale-out/testing/citus-cluster.ts";
import { run, stopChildrenOnSignal } from "./child-processes.ts";

/** Test files, by words of their paths, that run on a single PostgreSQL only, with the reasons. */
const FILES_ELSEWHERE = {
  "memory.kill": "kills processes, and looks for them on one node",
  "reminders.kill": "queries all users at once, in ways that Citus refuses",
  "reminders.year": "writes ratings for all users at once, in ways that Citus refuses",
  "exports.portions": "replaces tables by views, which a cluster plans differently",
  "static-files": "has no database",
  "security-headers": "has no database",
};

/** Single tests, by parts of their titles, that do not run on a cluster although the rest of their files does. */
const TESTS_ELSEWHERE = {
  "the statement for pending cards by folder gets a generic plan": "Citus makes a new plan for each execution",
  "costs a quiet account with many cards and reviews at most 20 buffers": "a cluster plans it in nodes of its own",
  "answers 503 on a full disk": "simulates a full disk by triggers, which a distributed table cannot have",
};

const { values, positionals } = parseArgs({ options: { all: { type: "boolean" } }, allowPositionals: true });
/** The default tests: of the distribution itself, and of the shards that statements reach. */
const own = globSync("apps/server/src/platform/scale-out/**/*.test.ts");
const all = globSync("apps/server/src/{features,platform/http,platform/jobs}/**/*.test.ts").filter(
  (path) => !Object.keys(FILES_ELSEWHERE).some((words) => path.includes(words)),
);
if (own.length === 0 || all.length === 0) throw new Error("no test files were found: have they moved?");
const contents = all.map((path) => readFileSync(path, "utf8"));
for (const title of Object.keys(TESTS_ELSEWHERE)) {
  if (!contents.some((text) => text.includes(title))) throw new Error(`no test is called "${title}": was it renamed?`);
}
const files = positionals.length > 0 ? positionals : [...own, ...(values.all ? all : [])];
const others = `^(?!.*(${Object.keys(TESTS_ELSEWHERE).join("|")}))`;

if (!process.env.TEST_CITUS_URL && !(await isCitusInstalled())) {
  console.log("Skipped: TEST_CITUS_URL is not set, and PostgreSQL 15 with Citus is not installed here.");
} else {
  stopChildrenOnSignal();
  const cluster = process.env.TEST_CITUS_URL ? undefined : await startCitusCluster();
  try {
    const env = { TEST_CITUS_URL: process.env.TEST_CITUS_URL ?? cluster?.url ?? "" };
    process.exitCode = (await run("vitest", ["run", "--project", "server", "-t", others, ...files], { env })).code;
  } finally {
    await cluster?.stop();
  }
}
