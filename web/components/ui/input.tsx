import { clsx } from "clsx";
import type { ComponentProps } from "react";

export const inputStyle =
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-base text-text transition-[border-color] hover:border-muted/60 focus-visible:border-ring focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-ring disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger aria-invalid:outline-danger";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} className={clsx(inputStyle, "h-9", className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={clsx(inputStyle, "field-sizing-content min-h-20 py-2", className)}
      {...props}
    />
  );
}
