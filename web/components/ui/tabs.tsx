import { Tabs as Primitive } from "radix-ui";
import type { ReactNode } from "react";

export interface TabEntry {
  id: string;
  label: string;
  count?: number;
}

interface TabsProps {
  value: string;
  onChange(value: string): void;
  children: ReactNode;
}

export function Tabs({ value, onChange, children }: TabsProps) {
  return (
    <Primitive.Root value={value} onValueChange={onChange} activationMode="manual">
      {children}
    </Primitive.Root>
  );
}

export function TabsList({ label, tabs }: { label: string; tabs: readonly TabEntry[] }) {
  return (
    <Primitive.List aria-label={label} className="-mb-px -mx-1.5 flex gap-2 overflow-x-auto">
      {tabs.map((tab) => (
        <Primitive.Trigger
          key={tab.id}
          value={tab.id}
          className="inline-flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-1.5 text-base font-medium text-muted transition-colors hover:text-text focus-visible:rounded-t-md focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-text"
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className="rounded-full bg-sunken px-1.5 text-xs text-muted tabular-nums">
              {tab.count}
            </span>
          )}
        </Primitive.Trigger>
      ))}
    </Primitive.List>
  );
}

interface TabPanelProps {
  id: string;
  /** Hidden instead of taken away while another tab shows: it holds a form. */
  keep?: boolean;
  children: ReactNode;
}

export function TabPanel({ id, keep, children }: TabPanelProps) {
  return (
    <Primitive.Content
      value={id}
      tabIndex={-1}
      forceMount={keep || undefined}
      className="outline-none data-[state=inactive]:hidden"
    >
      {children}
    </Primitive.Content>
  );
}
