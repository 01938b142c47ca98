import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import { endpointQuery } from "#lib/query.ts";

export const foldersQuery = () => endpointQuery(folderEndpoints.list);
export const folderQuery = (id: number) => endpointQuery(folderEndpoints.read, { params: { id } });
export const folderStatsQuery = (id: number) => endpointQuery(folderEndpoints.stats, { params: { id } });
