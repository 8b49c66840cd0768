import { cloneElement, type ReactElement, Suspense, useState } from "react";
import type { LazyComponent } from "#web/lib/lazy.ts";

interface MenuProps {
  trigger: ReactElement;
}

type LazyMenuProps<Props extends MenuProps> = Props & { menu: LazyComponent<Props> };

type TriggerProps = Record<"onClick" | "onFocus" | "onPointerEnter", () => void> & {
  "aria-haspopup": "menu";
};

/** A button whose menu loads when the pointer or the focus reaches it, and opens at the first click. */
export function LazyMenu<Props extends MenuProps>(props: LazyMenuProps<Props>) {
  const { menu: Menu, trigger } = props;
  const [wanted, setWanted] = useState(false);
  const preload = () => void Menu.preload();
  const button = cloneElement(trigger as ReactElement<TriggerProps>, {
    "aria-haspopup": "menu",
    onClick: () => setWanted(true),
    onFocus: preload,
    onPointerEnter: preload,
  });
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <Menu {...props} />
    </Suspense>
  );
}
