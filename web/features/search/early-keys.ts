interface Early {
  text: string;
  /** Whether Enter was pressed too. */
  entered: boolean;
}

let take: () => Early = () => ({ text: "", entered: false });

/** Keeps the keys typed before the search field is ready. Esc gives the search up and calls `onLeave`. */
export function keepEarlyKeys(onLeave: () => void): void {
  takeEarlyKeys();
  const early: Early = { text: "", entered: false };
  function keep(event: KeyboardEvent) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1) early.text += event.key;
    else if (event.key === "Backspace") early.text = early.text.slice(0, -1);
    else if (event.key === "Enter") early.entered = true;
    else if (event.key === "Escape") onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  window.addEventListener("keydown", keep, true);
  take = () => {
    window.removeEventListener("keydown", keep, true);
    return early;
  };
}

/** Gives the kept keys once; later keys go to the focused element. */
export function takeEarlyKeys(): Early {
  const early = take();
  take = () => ({ text: "", entered: false });
  return early;
}
