// The name of a session's browser and device, as the settings and the letters of accounts show it.

/** The order matters, because the user agents of most browsers also contain the names of their ancestors. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera|OPiOS)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac(?:intosh| OS X)\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const HANDHELD = new Set(["iPhone", "iPad", "Android"]);

export type Device = { name: string; handheld: boolean };

/** Names the browser and the system of a user agent, as in "Chrome en Windows". */
export function describeDevice(userAgent: string | null): Device {
  const named = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  const handheld = system !== undefined && HANDHELD.has(system);
  if (browser && system) return { name: `${browser} en ${system}`, handheld };
  return { name: browser ?? system ?? "Dispositivo desconocido", handheld };
}
