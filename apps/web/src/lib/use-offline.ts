import { useSyncExternalStore } from "react";
import { readConnection, subscribeConnection } from "#lib/connection.ts";

const isOffline = () => readConnection().offline;
const isReached = () => readConnection().reachedAt !== null && !isOffline();

/** Returns whether the server cannot be reached at present. */
export const useOffline = (): boolean => useSyncExternalStore(subscribeConnection, isOffline);

/** Returns whether the server has answered this page and can still be reached. Before the first response that is not known. */
export const useReached = (): boolean => useSyncExternalStore(subscribeConnection, isReached);
