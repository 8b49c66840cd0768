import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { watchFailures } from "./lib/session.ts";
import { applyTheme } from "./lib/theme.ts";
import "./styles.css";

applyTheme();
watchFailures();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
