import { useSyncExternalStore } from "react";
import { readConnection, subscribeConnection } from "#lib/connection.ts";

/** Returns whether the server cannot be reached at present. */
export const useOffline = (): boolean => useSyncExternalStore(subscribeConnection, readConnection).offline;
