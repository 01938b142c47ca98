/** The clients of a worker, as far as its pages are concerned. */
export type Pages<Page> = {
  matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<readonly Page[]>;
};

/** Returns all open pages, also those that another worker controls, or none. */
export function listPages<Page>(clients: Pages<Page>): Promise<readonly Page[]> {
  return clients.matchAll({ type: "window", includeUncontrolled: true });
}
