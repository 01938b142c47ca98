import "#testing/indexed-db.ts";
import { expect, it, vi } from "vitest";
import { connectCopy, emptyCopies, openCopyDatabase, removeCopy } from "#features/device/copy/copy.database.ts";
import { sealAndRemoveCopy } from "#features/device/device.sealing.ts";

it("does not wait for a copy that never opens when copies are sealed and removed", async () => {
  // A page of an earlier version that does not give way: the database neither opens nor is removed.
  const earlier = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open("repasa-copy-1701", 1);
    request.onupgradeneeded = () => {
      for (const name of ["folders", "cards"]) request.result.createObjectStore(name, { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
  });
  const read = connectCopy(1701).use((database) => database.count("cards"));
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "Date"] });
  const notSealed = vi.fn();
  void sealAndRemoveCopy(1701).catch(notSealed);
  await vi.waitFor(() => expect(notSealed).toHaveBeenCalledOnce());
  const done = vi.fn();
  void removeCopy(1701).then(done);
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  vi.useRealTimers();
  earlier.close();
  await read.catch(() => {});
});

it("does not create a copy anew that a page removes while all are emptied", async () => {
  const kept = await openCopyDatabase(1702);
  await kept.put("facts", "7", "cursor");
  await kept.put("ids", 5, -5);
  kept.close();
  const { length } = await indexedDB.databases();
  // Listed, and then removed.
  vi.spyOn(indexedDB, "databases").mockResolvedValueOnce([{ name: "repasa-copy-1703" }, { name: "repasa-copy-1702" }]);
  await emptyCopies();
  expect(await indexedDB.databases()).toHaveLength(length);
  const emptied = await openCopyDatabase(1702);
  expect([await emptied.get("facts", "cursor"), await emptied.get("ids", -5)]).toEqual([undefined, 5]);
  emptied.close();
});
