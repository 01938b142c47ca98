import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type * as folders from "#client/folders.ts";
import type { ClientEndpoint, EndpointOf } from "#client.ts";
import { writeClientTables } from "#client-tables.ts";
import type { CallInput, ResponseOf } from "#endpoint.ts";
import type { Folder, folderEndpoints } from "#folders.ts";

const FOLDER = join(import.meta.dirname, "client");

it("clients know the calls as the contract describes them: after a change of it, run npm run client-tables", () => {
  const written = readdirSync(FOLDER).map((name): [string, string] => [name, readFileSync(join(FOLDER, name), "utf8")]);
  expect(new Map(written)).toEqual(writeClientTables());
});

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

it("clients have the types of the contract", () => {
  // Each line compiles only if its two types are the same.
  const same: [
    Same<EndpointOf<typeof folders.update>, (typeof folderEndpoints)["update"]>,
    Same<ResponseOf<EndpointOf<typeof folders.list>>, Folder[]>,
    Same<CallInput<EndpointOf<typeof folders.read>>, { params: { id: number | string } }>,
    Same<(typeof folders.read)["path"], "/api/folders/{id}">,
    Same<typeof folders.read extends ClientEndpoint ? true : false, true>,
    Same<EndpointOf<typeof folders.update>, (typeof folderEndpoints)["read"]>,
  ] = [true, true, true, true, true, false];
  expect(same).toHaveLength(6);
});
