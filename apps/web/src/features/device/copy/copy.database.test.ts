import "#testing/indexed-db.ts";
import { expect, it, vi } from "vitest";
import { connectCopy, removeCopy } from "#features/device/copy/copy.database.ts";
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
