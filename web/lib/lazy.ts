import { type ComponentType, type LazyExoticComponent, lazy } from "react";

export type LazyComponent<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Loads it before it is needed. */
  preload(): Promise<unknown>;
};

/** A component loaded when it is first shown: `lazyNamed(() => import("./calendar.tsx"), "Calendar")`. */
export function lazyNamed<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyComponent<Props> {
  const component = lazy(async () => ({ default: (await load())[name] }));
  return Object.assign(component, { preload: load });
}
