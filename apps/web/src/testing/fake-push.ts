import { afterEach, vi } from "vitest";

type Options = { permission?: NotificationPermission; endpoint?: string | null };

/** Gives jsdom a browser with a service worker that can receive pushes, and records what is asked of it. */
export function stubPush({ permission = "default", endpoint = null }: Options = {}) {
  const calls: string[] = [];
  const state = {
    calls,
    /** What the user answers to the question for the permission. */
    answer: "granted" as NotificationPermission,
    present: null as PushSubscription | null,
    nextEndpoint: "https://push.example/new",
    failure: null as Error | null,
    registration: undefined as ServiceWorkerRegistration | undefined,
  };
  const subscription = (address: string, key?: ArrayBuffer) =>
    ({
      endpoint: address,
      options: { applicationServerKey: key ?? null },
      toJSON: () => ({ endpoint: address, keys: { p256dh: `key of ${address}`, auth: "secret" } }),
      unsubscribe: async () => {
        calls.push(`unsubscribe ${address}`);
        state.present = null;
        return true;
      },
    }) as unknown as PushSubscription;
  const pushManager = {
    getSubscription: async () => state.present,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (state.failure) throw state.failure;
      calls.push(`subscribe ${applicationServerKey}`);
      state.present = subscription(state.nextEndpoint, encode(applicationServerKey));
      return state.present;
    },
  };
  if (endpoint) state.present = subscription(endpoint);
  state.registration = { active: {}, pushManager } as unknown as ServiceWorkerRegistration;
  const notification = {
    permission,
    requestPermission: async () => {
      calls.push("ask");
      notification.permission = state.answer;
      return state.answer;
    },
  };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", notification);
  define("serviceWorker", { getRegistration: async () => state.registration, ready: new Promise(() => {}) });
  define("userAgent", "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36");
  return state;
}

function encode(key: string): ArrayBuffer {
  return new TextEncoder().encode(atob(key)).buffer as ArrayBuffer;
}

const defined = new Set<string>();

afterEach(() => {
  for (const name of defined) Reflect.deleteProperty(navigator, name);
  defined.clear();
});

/** Gives `navigator` a property until the end of the test. */
export function define(name: string, value: unknown): void {
  Object.defineProperty(navigator, name, { configurable: true, value });
  defined.add(name);
}
