import { useState } from "react";

/**
 * Gives the focus back to the element that had it when a dialog opened, or to the button of the menu that opened the
 * dialog; to the content of the page when that element is gone. Call it where the dialog's content is drawn, and pass
 * its result to `onCloseAutoFocus`.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(openerOf);
  return (event) => {
    event.preventDefault();
    const target = opener?.isConnected ? opener : document.getElementById("contenu");
    target?.focus({ preventScroll: true });
  };
}

function openerOf(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  if (menu) return document.getElementById(menu);
  return active instanceof HTMLElement && active !== document.body ? active : null;
}
