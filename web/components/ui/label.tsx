import { clsx } from "clsx";
import type { ReactNode } from "react";

interface LabelProps {
  htmlFor: string;
  required?: boolean;
  className?: string;
  children: ReactNode;
}

export function Label({ htmlFor, required, className, children }: LabelProps) {
  return (
    <label
      id={`${htmlFor}-label`}
      htmlFor={htmlFor}
      className={clsx("block text-sm font-medium text-text", className)}
    >
      {children}
      {required && <RequiredStar />}
    </label>
  );
}

export function RequiredStar() {
  return (
    <span aria-hidden className="ml-0.5 text-danger">
      *
    </span>
  );
}
