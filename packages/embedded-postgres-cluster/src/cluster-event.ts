/** An event in the life of a cluster after `startCluster` has returned. */
export type ClusterEvent =
  /** The connection that marks this process as a member has ended. The cluster is being joined or started again. */
  | { readonly type: "lost"; readonly port: number }
  | { readonly type: "restored"; readonly port: number; readonly hasMoved: boolean }
  /** The restoration is retried. Consecutive failures with the same message emit one event. */
  | { readonly type: "restore_failed"; readonly error: Error }
  /** This process left without stopping the cluster, because it could not find out whether another process uses it. */
  | { readonly type: "left_running"; readonly error: unknown };
