import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from "react";
import { Router } from "wouter";
import { navigate, usePathname, useSearch } from "wouter/use-browser-location";

const Shown = createContext({ path: "", search: "" });
const Leaving = createContext(false);

/**
 * The address whose screen is on the page. Another screen is drawn a little at a time while the one before is still there:
 * in one go, as wouter does, the page answers nobody until it is done. What changes within a screen is shown at once.
 */
export function AddressProvider({ children }: { children: ReactNode }) {
  const path = usePathname();
  const search = useSearch();
  const address = useMemo(() => ({ path, search }), [path, search]);
  const drawn = useDeferredValue(address);
  const leaving = drawn.path !== path;
  return (
    <Leaving value={leaving}>
      <Shown value={leaving ? drawn : address}>
        <Router hook={useShownLocation} searchHook={useShownSearch}>
          {children}
        </Router>
      </Shown>
    </Leaving>
  );
}

/** Whether the screen that is on the page is about to be replaced by another. */
export const useLeaving = (): boolean => useContext(Leaving);

function useShownLocation(): [string, typeof navigate] {
  const { path } = useContext(Shown);
  const move: typeof navigate = (to, options) => {
    // A screen that is being left says no more where one is.
    if (options?.replace && window.location.pathname !== path) return;
    navigate(to, options);
  };
  return [path, move];
}

/** The query as it is written, with its « ? ». */
export const useShownSearch = (): string => useContext(Shown).search;
