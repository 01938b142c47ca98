// A process that uses a cluster until SIGTERM: `node cluster-holder.ts DIRECTORY NAME`. It prints one line of JSON when the
// cluster is up.
import { startCluster } from "../cluster.ts";

const [, , directory, name] = process.argv;
if (!directory || !name) throw new Error("usage: cluster-holder.ts DIRECTORY NAME");

const cluster = await startCluster({ directory, name, onEvent: (event) => console.error(event) });
console.log(JSON.stringify({ connectionString: cluster.connectionString, postmasterPid: cluster.postmasterPid() }));

const idle = setInterval(() => {}, 60_000);
process.once("SIGTERM", async () => {
  await cluster.stop();
  clearInterval(idle);
});
