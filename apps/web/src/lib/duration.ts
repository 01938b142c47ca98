const MINUTE_MS = 60_000;

const unit = (name: "hour" | "minute", unitDisplay: "short" | "long") =>
  new Intl.NumberFormat("es", { style: "unit", unit: name, unitDisplay });
const formats = {
  short: { hour: unit("hour", "short"), minute: unit("minute", "short") },
  long: { hour: unit("hour", "long"), minute: unit("minute", "long") },
};
const joined = {
  short: new Intl.ListFormat("es", { type: "unit", style: "narrow" }),
  long: new Intl.ListFormat("es", { type: "conjunction", style: "long" }),
};

/** Returns "25 min", or with `long` "3 horas y 20 minutos". Not every supported browser has Intl.DurationFormat. */
export function formatDuration(milliseconds: number, width: "short" | "long" = "short"): string {
  const format = formats[width];
  if (milliseconds > 0 && milliseconds < MINUTE_MS / 2) return `menos de ${format.minute.format(1)}`;
  const total = Math.round(milliseconds / MINUTE_MS);
  const hours = Math.floor(total / 60);
  const minutes = total % 60;
  const parts = [hours > 0 && format.hour.format(hours), (minutes > 0 || hours === 0) && format.minute.format(minutes)];
  return joined[width].format(parts.filter((part) => part !== false));
}
