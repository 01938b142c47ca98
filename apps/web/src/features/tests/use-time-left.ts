import { useEffect, useEffectEvent, useState } from "react";
import { fetchServerTime } from "#features/device/outbox/outbox.delivery.ts";
import { formatTimeLeft } from "#features/tests/tests.wording.ts";
import { announce } from "#ui/announcer.tsx";

const SECOND_MS = 1_000;
/** The times at which screen readers say how much is left, in seconds. */
const SAID_AT = [300, 60];

/**
 * Returns the seconds that are left by the server's clock, which also ran while the device slept; null without a limit.
 *
 * @param onOver Is called once when the time is over.
 */
export function useTimeLeft(endsAt: string | null, onOver: () => void): number | null {
  const [now, setNow] = useState(() => Date.now());
  const over = useEffectEvent(onOver);
  const end = endsAt === null ? null : Date.parse(endsAt);
  useEffect(() => {
    if (end === null) return;
    let offset = 0;
    let timer: ReturnType<typeof setInterval> | undefined;
    const tick = () => {
      const time = Date.now() + offset;
      setNow(time);
      const left = Math.ceil((end - time) / SECOND_MS);
      if (SAID_AT.includes(left)) announce(`Quedan ${formatTimeLeft(left)} minutos`);
      if (left > 0) return;
      clearInterval(timer);
      over();
    };
    const measure = async () => {
      const before = Date.now();
      const time = await fetchServerTime();
      if (time !== null) offset = time - before;
      tick();
    };
    const onVisible = () => {
      if (document.visibilityState === "visible") void measure();
    };
    timer = setInterval(tick, SECOND_MS);
    void measure();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [end]);
  return end === null ? null : (end - now) / SECOND_MS;
}
