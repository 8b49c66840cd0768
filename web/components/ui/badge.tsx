import { cva } from "class-variance-authority";
import type { ReactNode } from "react";
import type { Icon } from "./row-icons.tsx";

export type Tone = "green" | "orange" | "red" | "blue" | "grey" | "violet";

const badgeStyle = cva(
  "inline-flex h-5.5 shrink-0 items-center align-middle gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5",
  {
    variants: {
      tone: {
        green: "bg-green-soft text-green",
        orange: "bg-orange-soft text-orange",
        red: "bg-red-soft text-red",
        blue: "bg-blue-soft text-blue",
        grey: "bg-grey-soft text-grey",
        violet: "bg-violet-soft text-violet",
      },
      dot: { true: "before:size-1.5 before:shrink-0 before:rounded-full before:bg-current" },
    },
  },
);

interface BadgeProps {
  tone: Tone;
  icon?: Icon;
  /** A badge always has a word: its color alone would not be enough. */
  children: ReactNode;
  className?: string;
}

export function Badge({ tone, icon: Icon, children, className }: BadgeProps) {
  return (
    <span className={badgeStyle({ tone, dot: !Icon, className })}>
      {Icon && <Icon aria-hidden />}
      {children}
    </span>
  );
}
