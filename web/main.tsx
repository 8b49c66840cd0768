import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";

/** Draws the page in small steps, so that it reacts to the user meanwhile. */
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
