import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { loadedAtLast } from "./server/connection.ts";

export type LazyComponent<Props> = LazyExoticComponent<ComponentType<Props>> & {
  preload(): Promise<unknown>;
};

type PropsOf<Exported> = Exported extends ComponentType<infer Props> ? Props : never;

/**
 * A component loaded when it is first shown, as in `lazyNamed(() => import("./calendar.tsx"), "Calendar")`. While the
 * server is away, the component keeps trying to load.
 */
export function lazyNamed<
  Module extends Record<Name, ComponentType<never>>,
  Name extends keyof Module & string,
>(load: () => Promise<Module>, name: Name): LazyComponent<PropsOf<Module[Name]>> {
  type Loaded = { default: ComponentType<PropsOf<Module[Name]>> };
  let loaded: Loaded | undefined;
  const preload = async (): Promise<Loaded> => {
    loaded = { default: (await load())[name] as Loaded["default"] };
    return loaded;
  };
  // A loaded component is drawn at once: with any promise, even a settled one, React keeps the fallback on screen for
  // 300 ms.
  const component = lazy(() => (loaded ? atOnce(loaded) : loadedAtLast(preload)));
  return Object.assign(component, { preload });
}

const atOnce = <Value>(value: Value) =>
  ({
    // biome-ignore lint/suspicious/noThenProperty: React calls `then` at once, and draws what it receives.
    then: (use: (value: Value) => void) => use(value),
  }) as Promise<Value>;
