import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./ui/button.tsx";

interface ErrorStateProps {
  /** The title of the failure; a usual one when absent. */
  title?: string;
  error: Error;
  onRetry?(): void;
  /** « Réessayer » when absent. */
  retryLabel?: string;
  /** Another button or link to go on. */
  children?: ReactNode;
}

export function ErrorState({
  title = "Ces informations n’ont pas pu être lues.",
  error,
  onRetry,
  retryLabel = "Réessayer",
  children,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center rounded-lg border bg-surface px-6 py-14 text-center in-[.bg-surface]:border-0"
    >
      <span className="mb-3 grid size-10 place-items-center rounded-full bg-red-soft text-red">
        <TriangleAlert aria-hidden className="size-5" />
      </span>
      <p className="font-medium">{title}</p>
      <p className="mt-1 max-w-md text-sm text-muted">{error.message}</p>
      {onRetry && (
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          <Button onClick={onRetry}>{retryLabel}</Button>
          {children}
        </div>
      )}
    </div>
  );
}
