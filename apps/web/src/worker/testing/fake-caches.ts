const ORIGIN = "https://repasa.test";

/** A Cache Storage in memory: the calls that the worker makes, by path. */
export function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const pathOf = (request: RequestInfo | URL) =>
    URL.parse(request instanceof Request ? request.url : String(request), ORIGIN)?.pathname ?? "";
  const openCache = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (request: RequestInfo) => store.get(pathOf(request))?.clone(),
      put: async (request: RequestInfo, response: Response) => void store.set(pathOf(request), response),
      delete: async (request: RequestInfo) => store.delete(pathOf(request)),
      keys: async () => [...store.keys()].map((path) => ({ url: ORIGIN + path })),
    };
  };
  return {
    keys: async () => [...stores.keys()],
    has: async (name: string) => stores.has(name),
    open: async (name: string) => openCache(name),
    delete: async (name: string) => stores.delete(name),
    match: async (request: RequestInfo, { cacheName }: { cacheName?: string } = {}) => {
      const searched = cacheName === undefined ? [...stores.values()] : [stores.get(cacheName)];
      return searched
        .map((store) => store?.get(pathOf(request)))
        .find((found) => found !== undefined)
        ?.clone();
    },
  };
}

/** A server's response as the browser hands it to a worker of the same origin. */
export function ourResponse(body: string, init: ResponseInit = {}): Response {
  return Object.defineProperty(new Response(body, init), "type", { value: "basic" });
}

/** Answers requests by path, with 404 for all others. Throws for those whose response is an error, as a network does. */
export function fakeServer(responses: Record<string, () => Response | Error>) {
  const calls: string[] = [];
  const fetch = async (request: RequestInfo | URL): Promise<Response> => {
    const path = URL.parse(request instanceof Request ? request.url : String(request), ORIGIN)?.pathname ?? "";
    calls.push(path);
    const response = responses[path]?.() ?? ourResponse("No existe", { status: 404 });
    if (response instanceof Error) throw response;
    return response;
  };
  return { fetch, calls };
}
