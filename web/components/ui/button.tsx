import { cva, type VariantProps } from "class-variance-authority";
import { clsx } from "clsx";
import { LoaderCircle } from "lucide-react";
import { type ComponentProps, cloneElement, isValidElement, type MouseEvent } from "react";

const buttonStyle = cva(
  "inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors select-none disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent hover:bg-accent-hover",
        secondary: "border border-line-strong bg-surface text-text hover:bg-sunken",
        ghost: "text-muted hover:bg-sunken hover:text-text",
        danger: "bg-danger text-on-danger hover:brightness-110",
        link: "h-auto! p-0! text-accent underline-offset-4 hover:underline",
      },
      size: {
        sm: "h-7 px-2 text-sm",
        md: "h-8 px-3 text-base",
        lg: "h-10 px-4 text-base",
        icon: "size-8 text-base",
        "icon-sm": "size-7 text-sm",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonStyle> & {
    /** Draws its only child, a link, with the look of a button. */
    asChild?: boolean;
    /** Work is in progress: shows a spinner and refuses a second click, even by Enter. */
    pending?: boolean;
  };

export function Button({
  variant,
  size,
  asChild,
  pending,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  // A link inside a text is not a control of its own: styles.css enlarges only controls for a finger.
  const touch = variant === "link" ? { "data-inline": true } : { "data-control": true };
  if (asChild && isValidElement<ComponentProps<"button">>(children)) {
    return cloneElement(children, {
      ...touch,
      onClick,
      ...props,
      ...children.props,
      className: buttonStyle({
        variant,
        size,
        className: clsx(className, children.props.className),
      }),
    });
  }
  return (
    <button
      {...touch}
      type="button"
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      className={buttonStyle({ variant, size, className })}
      onClick={pending ? ignore : onClick}
      {...props}
    >
      {pending && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  );
}

function ignore(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}
