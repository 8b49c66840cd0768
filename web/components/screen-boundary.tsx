import { Component, type ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";

interface ScreenBoundaryState {
  error: Error | null;
}

/** A screen that fails, or whose code is no longer served after a new version, leaves the shell standing. */
export class ScreenBoundary extends Component<{ children: ReactNode }, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ScreenBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    const error = new Error("Cet écran n’a pas pu s’afficher. Rechargez la page.");
    return <ErrorState error={error} onRetry={() => window.location.reload()} />;
  }
}
