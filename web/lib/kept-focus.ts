const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled, [tabindex="-1"])';
/** Dialogs and menus restore the focus themselves when they close. */
const OVERLAY = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

interface Place {
  node: Element;
  index: number;
}

/**
 * Moves the focus when its element disappears (a deleted row, a disabled button): the focus goes to the element now
 * in the same place, or to the nearest element. A change of page moves nothing.
 * @returns a function that stops watching the focus
 */
export function keepFocus(): () => void {
  let path: Place[] = [];
  let page = "";

  const onFocus = ({ target }: FocusEvent) => {
    path = target instanceof Element ? pathOf(target) : [];
    page = window.location.pathname;
  };
  const onBlur = (event: FocusEvent) =>
    queueMicrotask(() => {
      if (event.target === path[0]?.node && !isGone(path[0].node)) path = [];
    });
  const observer = new MutationObserver(() => {
    const [from] = path;
    if (!from || !isGone(from.node)) return;
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== from.node) return;
    const closed = from.node.closest(OVERLAY)?.isConnected === false;
    const left = page !== window.location.pathname;
    const heir = closed || left ? null : heirOf(path);
    path = [];
    heir?.focus({ preventScroll: true });
  });

  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onBlur);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ["disabled"],
  });
  return () => {
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("focusout", onBlur);
    observer.disconnect();
  };
}

const isGone = (node: Element) => !node.isConnected || node.matches(":disabled");

function pathOf(target: Element): Place[] {
  const path: Place[] = [];
  for (let node: Element | null = target; node; node = node.parentElement) {
    path.push({ node, index: [...(node.parentElement?.children ?? [])].indexOf(node) });
  }
  return path;
}

function heirOf(path: readonly Place[]): HTMLElement | null {
  const content = document.getElementById("contenu");
  for (const [step, { node }] of path.entries()) {
    const lost = path[step - 1];
    if (!lost || !node.isConnected) continue;
    if (node.contains(content)) break;
    const heir =
      firstIn(node.children[lost.index]) ?? firstIn(node.children[lost.index - 1]) ?? firstIn(node);
    if (heir) return heir;
  }
  return content;
}

function firstIn(place: Element | undefined): HTMLElement | null {
  if (!place) return null;
  for (const candidate of [place, ...place.querySelectorAll(FOCUSABLE)]) {
    if (
      candidate instanceof HTMLElement &&
      candidate.matches(FOCUSABLE) &&
      candidate.checkVisibility()
    ) {
      return candidate;
    }
  }
  return null;
}
