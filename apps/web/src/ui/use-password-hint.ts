import { type FormEvent, useEffect, useRef, useState } from "react";
import { announce } from "#ui/announcer.tsx";

const LENGTH = 8;
const TOO_SHORT = "Usa al menos 8 caracteres.";
/** In milliseconds: the pause in typing after which the hint is announced. */
const ANNOUNCE_DELAY_MS = 800;

/** Returns the hint under a new password while it is typed. What judges passwords is only loaded then. */
export function usePasswordHint() {
  const [hint, setHint] = useState(TOO_SHORT);
  const latest = useRef("");
  useEffect(() => {
    if (hint === TOO_SHORT) return;
    const timer = setTimeout(() => announce(hint), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [hint]);
  const onInput = ({ currentTarget: { value, form } }: FormEvent<HTMLInputElement>) => {
    latest.current = value;
    // Forms for a new password name the account, if they know it.
    const email = form?.querySelector<HTMLInputElement>("input[type=email]")?.value ?? "";
    if (value.length < LENGTH) return setHint(TOO_SHORT);
    import("#lib/password-strength.ts").then(
      ({ describePassword }) => latest.current === value && setHint(describePassword(value, { email })),
      // The form also works without the hint.
      () => {},
    );
  };
  return { hint, onInput };
}
