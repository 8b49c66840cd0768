import { Component, type ReactNode } from "react";
import { ErrorState } from "#web/components/error-state.tsx";
import { Button } from "#web/components/ui/button.tsx";

interface ScreenBoundaryState {
  error: Error | null;
}

/** When a screen fails, the rest of the page stays, with a message in the place of the screen. */
export class ScreenBoundary extends Component<{ children: ReactNode }, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ScreenBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <ErrorState
        title="Cet écran n’a pas pu s’afficher."
        error={new Error("Rechargez la page ; si cela se reproduit, revenez à l’accueil.")}
        onRetry={() => window.location.reload()}
        retryLabel="Recharger la page"
      >
        <Button variant="ghost" onClick={() => window.location.assign("/")}>
          Retour à l’accueil
        </Button>
      </ErrorState>
    );
  }
}
