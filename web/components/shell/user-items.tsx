import { CircleUser, Keyboard, LogOut } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import {
  DropdownMenu,
  MenuChoice,
  MenuItem,
  MenuLabel,
  MenuSeparator,
} from "#web/components/ui/panels/dropdown-menu.tsx";
import { type Theme, useTheme } from "#web/lib/theme.ts";

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: "light", label: "Clair" },
  { value: "dark", label: "Sombre" },
  { value: "system", label: "Comme le système" },
];

interface UserItemsProps {
  trigger: ReactElement;
  onShortcuts(): void;
}

export function UserItems({ trigger, onShortcuts }: UserItemsProps) {
  const [theme, setTheme] = useTheme();
  return (
    <DropdownMenu trigger={trigger} align="start" side="top">
      <MenuLabel>Apparence</MenuLabel>
      <MenuChoice value={theme} onChange={setTheme} options={THEMES} />
      <MenuSeparator />
      <MenuItem onSelect={onShortcuts}>
        <Keyboard aria-hidden />
        <span className="flex-1">Raccourcis clavier</span>
        <kbd aria-hidden className="font-sans text-xs text-muted">
          ?
        </kbd>
      </MenuItem>
      <MenuItem asChild>
        <Link href="/compte">
          <CircleUser aria-hidden />
          Mon compte
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href="/logout">
          <LogOut aria-hidden />
          Se déconnecter
        </Link>
      </MenuItem>
    </DropdownMenu>
  );
}
