/** Returns the IANA name of the device's time zone, for example "Europe/Madrid". */
export function readTimeZone(): string {
  // Not every supported browser has Temporal. The first format of `Intl` takes a modest phone 60 ms, at the start of the app.
  return "Temporal" in globalThis ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone;
}
