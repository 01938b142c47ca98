import { type ComponentType, useEffect, useEffectEvent, useState } from "react";

/**
 * Like `lazy`, but a failure to load does not replace the screen. Returns null until the component is loaded; a new
 * `attempt` tries again after a failure.
 */
export function useLateComponent<P>(
  wanted: boolean,
  load: () => Promise<ComponentType<P>>,
  attempt: number = 0,
  onFailed?: () => void,
): ComponentType<P> | null {
  const [component, setComponent] = useState<ComponentType<P> | null>(null);
  const missing = wanted && component === null;
  const startLoading = useEffectEvent(load);
  const fail = useEffectEvent((error: unknown) => {
    console.error("A part of the app could not be loaded", error);
    onFailed?.();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    if (!missing) return;
    let current = true;
    startLoading().then(
      (loaded) => current && setComponent(() => loaded),
      (error: unknown) => current && fail(error),
    );
    return () => {
      current = false;
    };
  }, [missing, attempt]);
  return component;
}
