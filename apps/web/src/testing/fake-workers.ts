/** Returns the service workers of a browser that has registered one. `synced` lists the tags of Background Sync. */
export function fakeWorkers() {
  const synced: string[] = [];
  const sync = { register: async (tag: string) => void synced.push(tag) };
  const parts = { synced, ready: Promise.resolve(), getRegistration: async () => ({ sync }) };
  return Object.assign(new EventTarget(), parts);
}
