/** Returns all open pages, also those that another worker controls, or none. */
export function listPages(clients: Pick<Clients, "matchAll">): Promise<readonly WindowClient[]> {
  return clients.matchAll({ type: "window", includeUncontrolled: true });
}
