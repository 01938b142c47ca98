import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { Cluster } from "../cluster.ts";

/** Kills a cluster's postmaster and takes its port before it can be started again. The caller closes the server. */
export async function killAndTakePort(cluster: Cluster): Promise<Server> {
  const port = Number(new URL(cluster.connectionString).port);
  const pid = cluster.postmasterPid();
  process.kill(pid, "SIGSTOP");
  const occupant = createServer();
  process.kill(pid, "SIGKILL");
  for (let isTaken = false; !isTaken; ) {
    occupant.listen(port, "127.0.0.1");
    isTaken = await once(occupant, "listening").then(
      () => true,
      () => false,
    );
  }
  return occupant;
}
