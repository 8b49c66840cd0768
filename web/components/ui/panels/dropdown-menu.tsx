import { clsx } from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

const itemStyle =
  "flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-base outline-none select-none data-disabled:pointer-events-none data-disabled:opacity-50 data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";

interface DropdownMenuProps {
  trigger: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom";
  children: ReactNode;
}

/** The menu is mounted when it first opens (see `lazy-menu.tsx`), so it starts open. */
export function DropdownMenu({ trigger, align = "end", side, children }: DropdownMenuProps) {
  return (
    <Primitive.Root modal={false} defaultOpen>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-appear overflow-y-auto rounded-lg bg-surface p-1 shadow-float"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

type MenuItemProps = ComponentProps<typeof Primitive.Item> & { danger?: boolean };

export function MenuItem({ danger, className, ...props }: MenuItemProps) {
  return (
    <Primitive.Item
      className={clsx(itemStyle, danger && "text-danger [&_svg]:text-danger", className)}
      {...props}
    />
  );
}

export function MenuSeparator() {
  return <Primitive.Separator className="my-1 h-px bg-line" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-2 py-1.5 text-xs text-muted">{children}</Primitive.Label>;
}

interface MenuChoiceProps<Value extends string> {
  value: Value;
  onChange(value: Value): void;
  options: readonly { value: Value; label: string }[];
}

export function MenuChoice<Value extends string>({
  value,
  onChange,
  options,
}: MenuChoiceProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <Primitive.RadioGroup value={value} onValueChange={choose}>
      {options.map((option) => (
        <Primitive.RadioItem key={option.value} value={option.value} className={itemStyle}>
          <span className="flex-1">{option.label}</span>
          <Primitive.ItemIndicator>
            <Check aria-hidden />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}
