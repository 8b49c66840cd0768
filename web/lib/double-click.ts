const CLICKABLE = "a[href], button, label, input, select, textarea, summary, [role]";

/**
 * Lets the second click of a double click count only on the element of the first. A row may have disappeared or a
 * dialog closed between the two clicks, and the second click would reach the element below.
 * @returns a function that stops the guard
 */
export function guardDoubleClicks(): () => void {
  let first: Element | null = null;
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    const clicked = target instanceof Element ? (target.closest(CLICKABLE) ?? target) : null;
    if (event.detail > 1 && clicked !== first) {
      event.preventDefault();
      event.stopPropagation();
    } else {
      first = clicked;
    }
  };
  document.addEventListener("click", onClick, { capture: true });
  return () => document.removeEventListener("click", onClick, { capture: true });
}
