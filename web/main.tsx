import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";

/** Draws the page a little at a time, so that it reacts to its user meanwhile. */
export function draw(root: HTMLElement): void {
  const page = createRoot(root);
  startTransition(() =>
    page.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
