// `npm run test:citus`: the server's tests on a database that is distributed over a Citus cluster: the one whose
// coordinator TEST_CITUS_URL names, or one of its own where PostgreSQL 15 with Citus is installed; nothing elsewhere.
//   npm run test:citus -- --all        every test file that may run there
//   npm run test:citus -- auth.test    those whose names contain this
import { globSync } from "node:fs";
import { parseArgs } from "node:util";
import { isCitusInstalled, startCitusCluster } from "../apps/server/src/testing/citus-cluster.ts";
import { run, stopChildrenOnSignal } from "./child-processes.ts";

/** Distribution itself, and the journeys that watch which shards a statement reaches. */
const OWN_FILES = ["db/distribution.test", "db/shards.test"];
/** About processes, files and clusters of their own, or what PostgreSQL 15 without shards is asked. */
const ELSEWHERE =
  /(\/db\/|main|kill|faults|hostile|year|threads|workers|startup-error|log\.test|static-files|security-headers|reading\/)/;

const { values, positionals } = parseArgs({ options: { all: { type: "boolean" } }, allowPositionals: true });
const all = globSync("apps/server/src/{features,http}/**/*.test.ts").filter((path) => !ELSEWHERE.test(path));
const files = positionals.length > 0 ? positionals : [...OWN_FILES, ...(values.all ? all : [])];

if (!process.env.TEST_CITUS_URL && !(await isCitusInstalled())) {
  console.log("Skipped: TEST_CITUS_URL is not set, and PostgreSQL 15 with Citus is not installed here.");
} else {
  stopChildrenOnSignal();
  const cluster = process.env.TEST_CITUS_URL ? undefined : await startCitusCluster();
  try {
    const env = { TEST_CITUS_URL: process.env.TEST_CITUS_URL ?? cluster?.url ?? "" };
    process.exitCode = (await run("vitest", ["run", "--project", "server", ...files], { env })).code;
  } finally {
    await cluster?.stop();
  }
}
