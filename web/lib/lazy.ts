import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { loadedAtLast } from "./connection.ts";

export type LazyComponent<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Loads it before it is needed. */
  preload(): Promise<unknown>;
};

type PropsOf<Exported> = Exported extends ComponentType<infer Props> ? Props : never;

/** A component loaded when it is first shown, however long the server is away: `lazyNamed(() => import("./calendar.tsx"), "Calendar")`. */
export function lazyNamed<
  Module extends Record<Name, ComponentType<never>>,
  Name extends keyof Module & string,
>(load: () => Promise<Module>, name: Name): LazyComponent<PropsOf<Module[Name]>> {
  type Component = ComponentType<PropsOf<Module[Name]>>;
  const component = lazy(async () => ({
    default: (await loadedAtLast(load))[name] as Component,
  }));
  return Object.assign(component, { preload: load });
}
