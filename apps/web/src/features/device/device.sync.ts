/**
 * Lets the worker send what waits, or end a session that was left, when the network is back, although no page is open, where browsers
 * can.
 */
export async function askForSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as
    | { sync?: { register: (tag: string) => Promise<void> } }
    | undefined;
  await registration?.sync?.register("repasa-outbox").catch(() => {});
}
