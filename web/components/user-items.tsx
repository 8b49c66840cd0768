import { KeyRound, LogOut } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { type Theme, useTheme } from "#web/lib/theme.ts";
import {
  DropdownMenu,
  MenuChoice,
  MenuItem,
  MenuLabel,
  MenuSeparator,
} from "./ui/dropdown-menu.tsx";

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: "light", label: "Clair" },
  { value: "dark", label: "Sombre" },
  { value: "system", label: "Comme le système" },
];

export function UserItems({ trigger }: { trigger: ReactElement }) {
  const [theme, setTheme] = useTheme();
  return (
    <DropdownMenu trigger={trigger} align="start" side="top">
      <MenuLabel>Apparence</MenuLabel>
      <MenuChoice value={theme} onChange={setTheme} options={THEMES} />
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/setPassword">
          <KeyRound aria-hidden />
          Changer de mot de passe
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
