const CLICKABLE = "a[href], button, label, input, select, textarea, summary, [role]";

/**
 * Makes the second click of a double click count only where the first one fell: a row that left, a dialog that closed
 * or a button that moved must not hand it to the element beneath.
 * @returns the end of it.
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
