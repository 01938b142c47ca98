/** Why a browser cannot show reminders. `install`: on iOS only an installed app can. `worker`: the app has no service worker. */
export type Obstacle = "install" | "unsupported" | "blocked" | "worker";

/** In milliseconds. The page registers its worker in idle time, and a browser may never make it ready. */
const WORKER_TIMEOUT_MS = 10_000;
const POLL_MS = 250;

/** Finds an obstacle that is known without waiting for the worker. */
export function findObstacle(): Obstacle | null {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return isIos() && !isInstalled() ? "install" : "unsupported";
  }
  return Notification.permission === "denied" ? "blocked" : null;
}

function isIos(): boolean {
  // An iPad says that it is a Mac, but no Mac has a touch screen.
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function isInstalled(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === true || matchMedia("(display-mode: standalone)").matches;
}

/** Returns the app's registration once its worker is active; null if that takes too long. `serviceWorker.ready` could wait for ever. */
export async function findRegistration(timeoutMs = WORKER_TIMEOUT_MS): Promise<ServiceWorkerRegistration | null> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const registration = await withTimeout(navigator.serviceWorker.getRegistration(), timeoutMs);
    if (registration?.active) return registration;
    if (performance.now() >= end) return null;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Resolves with undefined if a promise of the browser fails or does not settle in time. */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined);
  });
  try {
    return await Promise.race([promise.catch(() => undefined), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the browser's subscription for the server's key, a new one if it has none or one for another key. */
export async function subscribeBrowser(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const present = await pushManager.getSubscription();
  if (present && isForKey(present, publicKey)) return present;
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function isForKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  // Some browsers do not say it.
  return !key || toBase64Url(new Uint8Array(key)) === publicKey;
}

function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
