import {
  Building2,
  ContactRound,
  FolderOpen,
  Handshake,
  KeyRound,
  LayoutDashboard,
  LogIn,
  type LucideIcon,
  ReceiptEuro,
  Settings,
  UsersRound,
} from "lucide-react";
import { matchRoute, useLocation, useRouter } from "wouter";
import { type Role, roles } from "#domain/droits.ts";
import type { User } from "#domain/user.ts";
import { HOMES, homeOf } from "./lib/home.ts";
import { type LazyComponent, lazyNamed } from "./lib/lazy.ts";

export const PUBLIC_ANSWER = "/quitance/validation/:state/:uuid";

export interface RouteEntry {
  path: string;
  screen: LazyComponent<object>;
  /** Who may visit; null: anyone, logged in or not. */
  roles: readonly Role[] | null;
  /** The route's name, in the header and in the window's title. */
  title: string;
  /** The screen writes its own title. */
  hidesHeader?: boolean;
  /** Neither menu nor header: a page for people outside of the agency. */
  bare?: boolean;
  /** Child routes show a back arrow; this is where it leads when there is no previous page. */
  parent?: string;
  /** In the menu: with roles, for them; with null, only while logged out. */
  menu?: { label: string; icon: LucideIcon };
}

/** Every screen of the product, in the order of the menu. */
export const routes: readonly RouteEntry[] = [
  {
    path: "/login",
    screen: lazyNamed(() => import("./features/session/login.tsx"), "Login"),
    roles: null,
    title: "Connexion",
    hidesHeader: true,
    menu: { label: "Connexion", icon: LogIn },
  },
  {
    path: "/logout",
    screen: lazyNamed(() => import("./features/session/logout.tsx"), "Logout"),
    roles: null,
    title: "Déconnexion",
    hidesHeader: true,
  },
  {
    path: "/setPassword",
    screen: lazyNamed(() => import("./features/session/set-password.tsx"), "SetPassword"),
    roles,
    title: "Mot de passe",
  },
  {
    path: HOMES.admin,
    screen: lazyNamed(() => import("./features/dashboard/screen.tsx"), "Dashboard"),
    roles: ["admin"],
    title: "Tableau de bord",
    hidesHeader: true,
    menu: { label: "Tableau de bord", icon: LayoutDashboard },
  },
  {
    path: HOMES.others,
    screen: lazyNamed(() => import("./features/quittances/month.tsx"), "QuittanceMonth"),
    roles,
    title: "Quittances",
    menu: { label: "Quittances", icon: ReceiptEuro },
  },
  {
    path: "/quitances/year",
    screen: lazyNamed(() => import("./features/quittances/year.tsx"), "QuittanceYear"),
    roles,
    title: "Quittances annuelles",
    parent: HOMES.others,
  },
  {
    path: "/quitances/envois",
    screen: lazyNamed(() => import("./features/quittances/to-check.tsx"), "ToCheck"),
    roles,
    title: "Envois à vérifier",
    parent: HOMES.others,
  },
  {
    path: PUBLIC_ANSWER,
    screen: lazyNamed(() => import("./features/quittances/validation.tsx"), "QuittanceValidation"),
    roles: null,
    title: "Votre loyer",
    bare: true,
  },
  {
    path: "/client/",
    screen: lazyNamed(() => import("./features/clients/list.tsx"), "ClientList"),
    roles,
    title: "Clients",
    menu: { label: "Clients", icon: ContactRound },
  },
  {
    path: "/client/:id/:mode?",
    screen: lazyNamed(() => import("./features/clients/record.tsx"), "ClientRecord"),
    roles,
    title: "Client",
    parent: "/client/",
  },
  {
    path: "/missions/",
    screen: lazyNamed(() => import("./features/missions/list.tsx"), "MissionList"),
    roles,
    title: "Missions",
    menu: { label: "Missions", icon: Handshake },
  },
  {
    path: "/missions/:id/:mode?",
    screen: lazyNamed(() => import("./features/missions/record.tsx"), "MissionRecord"),
    roles,
    title: "Mission",
    parent: "/missions/",
  },
  {
    path: "/appartements/",
    screen: lazyNamed(() => import("./features/appartements/list.tsx"), "AppartementList"),
    roles,
    title: "Appartements",
    menu: { label: "Appartements", icon: Building2 },
  },
  {
    path: "/appartements/:id/:mode?",
    screen: lazyNamed(() => import("./features/appartements/record.tsx"), "AppartementRecord"),
    roles,
    title: "Appartement",
    parent: "/appartements/",
  },
  {
    path: "/locataires/",
    screen: lazyNamed(() => import("./features/locataires/list.tsx"), "LocataireList"),
    roles,
    title: "Locataires",
    menu: { label: "Locataires", icon: UsersRound },
  },
  {
    path: "/locataires/:id/:mode?",
    screen: lazyNamed(() => import("./features/locataires/record.tsx"), "LocataireRecord"),
    roles,
    title: "Locataire",
    parent: "/locataires/",
  },
  {
    path: "/dossiers/",
    screen: lazyNamed(() => import("./features/dossiers/list.tsx"), "DossierList"),
    roles,
    title: "Dossiers",
    menu: { label: "Dossiers", icon: FolderOpen },
  },
  {
    path: "/dossiers/:id/:mode?",
    screen: lazyNamed(() => import("./features/dossiers/record.tsx"), "DossierRecord"),
    roles,
    title: "Dossier",
    parent: "/dossiers/",
  },
  {
    path: "/intendance/",
    screen: lazyNamed(() => import("./features/intendances/list.tsx"), "IntendanceList"),
    roles,
    title: "Intendance",
    menu: { label: "Intendance", icon: KeyRound },
  },
  {
    path: "/parametres/",
    screen: lazyNamed(() => import("./features/parametres/screen.tsx"), "Parametres"),
    roles: ["admin"],
    title: "Paramètres",
    menu: { label: "Paramètres", icon: Settings },
  },
];

/** The route of the present address; null when no screen is there. */
export function useRouteEntry(): RouteEntry | null {
  const [path] = useLocation();
  const { parser } = useRouter();
  return routes.find((entry) => matchRoute(parser, entry.path, path)[0]) ?? null;
}

/** The menu of a role: entries without roles show only while logged out (domain/README §10.1). */
export function menuOf(role: Role | null): RouteEntry[] {
  return routes.filter(
    (entry) => entry.menu && (role === null ? entry.roles === null : entry.roles?.includes(role)),
  );
}

/** Where this visit must lead instead (domain/README §10.1); null to let it through. */
export function forcedRedirect(
  entry: RouteEntry,
  user: User | null,
  role: Role | null,
): string | null {
  if (entry.path === "/logout" || entry.bare) return null;
  if (user?.mustSetPassword) return entry.path === "/setPassword" ? null : "/setPassword";
  if (entry.path === "/login") return user ? homeOf(role) : null;
  if (entry.roles === null) return null;
  if (role === null) return "/login";
  return entry.roles.includes(role) ? null : "/404";
}
