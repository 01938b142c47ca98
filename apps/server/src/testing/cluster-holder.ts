// A process that holds an embedded cluster as a server does: `node cluster-holder.ts DATA_DIR`. It prints one line of JSON
// when the cluster is up, and leaves it on SIGTERM.
import { startEmbeddedCluster } from "#platform/db/embedded-cluster.ts";

const [, , dataDir] = process.argv;
if (!dataDir) throw new Error("usage: cluster-holder.ts DATA_DIR");

const log = (details: object, message: string) => console.error(message, details);
const cluster = await startEmbeddedCluster({ dataDir, logger: { info: log, warn: log, error: log } });
console.log(JSON.stringify({ connectionString: cluster.connectionString, postmasterPid: cluster.postmasterPid() }));

const idle = setInterval(() => {}, 60_000);
process.once("SIGTERM", async () => {
  await cluster.stop();
  clearInterval(idle);
});
