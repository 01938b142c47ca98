import { type FormEvent, useEffect, useRef, useState } from "react";
import { announce } from "#ui/announcer.tsx";

const LENGTH = 8;
const TOO_SHORT = "Usa al menos 8 caracteres.";
/** Time to go on typing before it is said aloud, in milliseconds. */
const PAUSE = 800;

/** What to say under a new password while it is typed. What judges it is loaded then. */
export function usePasswordHint() {
  const [hint, setHint] = useState(TOO_SHORT);
  const latest = useRef("");
  useEffect(() => {
    if (hint === TOO_SHORT) return;
    const timer = setTimeout(() => announce(hint), PAUSE);
    return () => clearTimeout(timer);
  }, [hint]);
  const onInput = ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) => {
    latest.current = value;
    if (value.length < LENGTH) return setHint(TOO_SHORT);
    import("#lib/password-strength.ts").then(
      ({ strengthOf }) => latest.current === value && setHint(strengthOf(value)),
      // A form without a hint is as good.
      () => {},
    );
  };
  return { hint, onInput };
}
