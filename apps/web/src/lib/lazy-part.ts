import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** Like React's `lazy`, for a component that its module exports by name. */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await load() }));
}
