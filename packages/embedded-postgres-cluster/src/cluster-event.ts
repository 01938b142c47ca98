/** An event in the life of a cluster after `startCluster` has returned. */
export type ClusterEvent =
  /** The connection that counts as this process's presence ended. The cluster is being joined or started again. */
  | { readonly type: "lost"; readonly port: number }
  | { readonly type: "restored"; readonly port: number; readonly hasMoved: boolean }
  /** It is tried again; emitted once for each different message in a row. */
  | { readonly type: "restore_failed"; readonly error: Error }
  /** On leaving, nobody could tell whether another process uses the cluster, so it was not stopped. */
  | { readonly type: "left_running"; readonly error: unknown };
