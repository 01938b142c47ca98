import { useEffect, useEffectEvent, useState } from "react";
import { fetchServerTime } from "#features/device/outbox/outbox.delivery.ts";
import { formatTimeLeft } from "#features/quizzes/quizzes.wording.ts";
import { announce } from "#ui/announcer.tsx";

const SECOND_MS = 1_000;
/** The times at which screen readers say how much is left, in seconds. */
const SAID_AT = [300, 60];

/** While the screen still shows a quiz whose time is over, it asks for the result again after this time. */
const OVER_AGAIN_MS = 5_000;

/**
 * Returns the seconds that are left by the server's clock, which also ran while the device slept; null without a limit.
 *
 * @param onOver Is called when the time is over, and again until the screen shows something else: the device's clock may be fast,
 *   and there may be no network.
 */
export function useTimeLeft(endsAt: string | null, onOver: () => void): number | null {
  const [now, setNow] = useState(() => Date.now());
  const over = useEffectEvent(onOver);
  const end = endsAt === null ? null : Date.parse(endsAt);
  useEffect(() => {
    if (end === null) return;
    let offset = 0;
    let nextOver = 0;
    const tick = () => {
      const time = Date.now() + offset;
      setNow(time);
      const left = Math.ceil((end - time) / SECOND_MS);
      if (SAID_AT.includes(left)) announce(`Quedan ${formatTimeLeft(left)} minutos`);
      if (left > 0 || Date.now() < nextOver) return;
      nextOver = Date.now() + OVER_AGAIN_MS;
      over();
      void measure();
    };
    const measure = async () => {
      const before = Date.now();
      const time = await fetchServerTime();
      if (time !== null) offset = time - before;
    };
    const onVisible = () => {
      if (document.visibilityState === "visible") void measure().then(tick);
    };
    const timer = setInterval(tick, SECOND_MS);
    void measure().then(tick);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      nextOver = Number.POSITIVE_INFINITY;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [end]);
  return end === null ? null : (end - now) / SECOND_MS;
}
