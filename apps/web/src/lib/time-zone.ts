/** Returns the IANA name of the device's time zone, for example "Europe/Madrid". */
export function readTimeZone(): string {
  // Not every supported browser has Temporal, which needs no format. The first format of a page takes 60 ms on a modest phone, and
  // the first call of the app needs the time zone.
  return "Temporal" in globalThis ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone;
}
