/** Returns, for example, "de las 09:05" or "del 26 de noviembre a las 21:40". */
export function ofMoment(at: Date): string {
  // No format for today's: it would delay the first question of a start without a network (`readTimeZone`).
  if (at.toDateString() === new Date().toDateString()) return `de las ${at.toTimeString().slice(0, 5)}`;
  return `del ${at.toLocaleString("es", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" })}`;
}
